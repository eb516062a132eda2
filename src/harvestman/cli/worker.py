"""`harvestman worker`: does jobs on any machine that reaches the library."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line
from harvestman.cli.watching import clock_at, now_option


@click.command("worker")
@click.option(
    "--kinds",
    metavar="KINDS",
    help="Only jobs of these kinds, with commas between them; docs/scale.md lists them.",
)
@click.option("--once", is_flag=True, help="Do what may begin now, then end.")
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Documents read at once (setting: engine)."
)
@click.option(
    "--health",
    metavar="PORT",
    type=click.IntRange(0, 65_535),
    help="Answer /healthz, /readyz and /metrics there, at the setting `host`.",
)
@json_option
@now_option
@click.pass_obj
def command(
    context: Context,
    kinds: str | None,
    once: bool,
    workers: int | None,
    health: int | None,
    as_json: bool,
    now: str | None,
) -> int:
    """Do jobs that others put: documents sent to the service, harvests, steps of `run`.

    Any number may run, on any machine that reaches the library and its blobs. With `queue_backend = postgres` each hears of a
    job at once; else it looks every few seconds. Prints the kinds of job that it does when it is ready, then writes to standard
    error. Ctrl-C or SIGTERM: what has begun is finished within `stop_timeout`, the rest waits for others. Killed, its jobs are done
    by others after `lease`.
    """
    from harvestman.model import UsageError

    try:
        from harvestman.web.working import work
    except ImportError as error:
        raise UsageError(
            f"A worker needs the extra `serve` ({error.name} is missing): pip install 'harvestman[serve]'"
        ) from error

    def say(done: tuple[str, ...], address: str) -> None:
        if as_json:
            print_json({"kinds": list(done), "health": address or None})
        else:
            at = f"; its health is at {address}/readyz" if address else ""
            print_line(f"Working on {', '.join(done)}{at}")

    wanted = [one.strip() for one in (kinds or "").split(",") if one.strip()]
    with context.open(clock=clock_at(now, context=context)) as harvestman:
        work(harvestman.rooms, kinds=wanted, once=once, workers=workers, health=health, say=say)
    return 0
