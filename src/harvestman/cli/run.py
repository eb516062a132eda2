"""`harvestman run`: everything that is due is done, now, until a day, or for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table
from harvestman.cli.watching import clock_at, moment, now_option

if TYPE_CHECKING:
    from harvestman.loop import Round, ToldStep
    from harvestman.model import JobRecord


@click.command("run")
@click.option("--once", is_flag=True, help="One round of what is due now, then end (the default).")
@click.option("--until", metavar="DAY", help="Go on until the beginning of that day.")
@click.option("--daemon", is_flag=True, help="Go on for ever.")
@click.option(
    "--budget",
    type=click.IntRange(0, 2**31),
    metavar="N",
    help="At most about N requests a day (setting: run_requests).",
)
@click.option(
    "--dry-run", is_flag=True, help="Only tell what would be done, why, and what it would cost."
)
@json_option
@now_option
@click.pass_obj
def command(
    context: Context,
    once: bool,
    until: str | None,
    daemon: bool,
    budget: int | None,
    dry_run: bool,
    as_json: bool,
    now: str | None,
) -> int:
    """Keep the library current: do what is due, the most urgent first.

    A round visits the sites that the watch has due, fetches files that papers link to, compares new papers, and whatever else is due
    (docs/run.md), within the budgets of requests by day, host and kind. Every step is a job with its reason: killed or stopped, the
    same command goes on where it was, and several may run on one library. `harvestman status` tells what was done and why. With
    --json, one object for each step.

    Exit code 1 when steps have failed.
    """
    from harvestman.model import UsageError

    if once + daemon + (until is not None) > 1:
        raise UsageError("--once, --until and --daemon exclude each other")
    if dry_run and (daemon or until):
        raise UsageError(
            "--dry-run tells of the round that is due now: leave out --until, --daemon"
        )
    clock = clock_at(now, context=context)
    if dry_run:
        with context.open(writable=False, clock=clock) as harvestman:
            found = harvestman.loop.round(budget=budget)
        _print_round(found, as_json=as_json)
        return 0
    failed: list[str] = []
    with context.open(clock=clock) as harvestman:
        done = harvestman.loop.run(
            until=moment(until) if until else None,
            for_ever=daemon,
            budget=budget,
            told=_teller(failed, as_json=as_json),
        )
        state = harvestman.loop.state()
    if not as_json:
        steps = "1 step" if done == 1 else f"{done} steps"
        visit = state.next_visit
        when = f"the next visit is due {visit:%Y-%m-%d %H:%M}" if visit else "no visit is to come"
        print_line(f"{steps}, {state.spent.day} requests today; {when}.")
    return 1 if failed else 0


def _teller(failed: list[str], *, as_json: bool) -> ToldStep:
    """Prints each step when it has ended."""
    from harvestman.loop import step_to_plain

    def told(job: JobRecord) -> None:
        plain = step_to_plain(job)
        if job.state == "failed":
            failed.append(job.id)
        if as_json:
            print_json(plain)
            return
        what = f"failed: {job.error}" if job.state == "failed" else plain["did"]
        print_line(f"{plain['kind']}  {plain['title']}: {what}  [{plain['reason']}]")

    return told


def _print_round(found: Round, *, as_json: bool) -> None:
    if as_json:
        for step in found.steps:
            print_json(step.to_plain())
        for one in found.left_out:
            print_json(one.step.to_plain() | {"left_out": one.why})
        return
    if found.steps:
        print_table(
            ("urgency", "kind", "what", "why", "requests"),
            [(f"{s.urgency:.2f}", s.kind, s.title, s.reason, s.cost) for s in found.steps],
            wide=("what", "why"),
        )
    if found.left_out:
        print_line()
        print_table(
            ("urgency", "kind", "what", "requests", "has to wait for"),
            [
                (f"{one.step.urgency:.2f}", one.step.kind, one.step.title, one.step.cost, one.why)
                for one in found.left_out
            ],
            title="Not today",
            wide=("what", "has to wait for"),
        )
    total = f"{len(found.steps)} steps, about {found.cost} requests"
    print_line(f"{total}; {found.spent.day} of {found.budgets.day} of today are spent.")
