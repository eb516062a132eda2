"""`harvestman gather review`: the manager's decisions and corrections."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.gather_show import print_candidate
from harvestman.cli.printing import clean, counted, json_option, print_json, print_line

if TYPE_CHECKING:
    from harvestman.api.reviewing import Reviewing
    from harvestman.model import Candidate

# As `RejectReason` has them; a test compares both, for the model is loaded only when something is done.
_REASONS = ["not-scholarly", "cv", "other-institution", "already-held", "duplicate", "no-rights", "unreadable", "other"]  # fmt: skip
_KEYS = {"a": "accepted", "r": "rejected", "p": "needs-permission", "k": "asked", "d": "deposited"}


@click.command("review")
@click.argument("candidates", nargs=-1, metavar="[ID|URL]…")
@click.option(
    "--state",
    type=click.Choice(["new", *_KEYS.values()]),
    help="Put the named candidates into this state.",
)
@click.option("--accept", "state", flag_value="accepted", help="The same as --state accepted.")
@click.option("--reject", "state", flag_value="rejected", help="The same as --state rejected.")
@click.option(
    "--needs-permission",
    "state",
    flag_value="needs-permission",
    help="The same as --state needs-permission: `harvestman gather letters` then asks the authors.",
)
@click.option(
    "--reason", type=click.Choice(_REASONS), help="Why the named candidates are rejected."
)
@click.option(
    "--edit",
    "edits",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Put a value of the named candidates right; authors, addresses and the like stand between semicolons.",
)
@click.option("--undo", is_flag=True, help="Take back the last decision of the named candidates.")
@click.option("--site", metavar="HOST|URL", help="Go through those of one site only.")
@click.option("--by", metavar="NAME", help="Who says so; your user name if left out.")
@json_option
@click.pass_obj
def command(
    context: Context,
    candidates: tuple[str, ...],
    state: str | None,
    reason: str | None,
    edits: tuple[str, ...],
    undo: bool,
    site: str | None,
    by: str | None,
    as_json: bool,
) -> int:
    """Accept, reject, edit candidates, or note how far they are.

    With ids or addresses and --state, --accept, --reject, --edit or --undo, those are changed. Without, in a terminal, each new candidate is
    shown and one key decides: a accept, r reject, p needs permission, k asked, d deposited, s skip, q quit. What a person says and decides survives every later run.

    Exit code 0 when all were found, 1 when some were not.
    """
    import getpass

    from harvestman.model import UsageError

    if undo and (state or edits):
        raise UsageError(
            "--undo takes a decision back: leave --state, --accept, --reject and --edit out"
        )
    if reason and state != "rejected":
        raise UsageError("--reason says why candidates are rejected: give --reject with it")
    if candidates and not (undo or state or edits):
        raise UsageError(
            "say what to do with them: --accept, --reject, --state STATE, --edit FIELD=VALUE or --undo"
        )
    person = clean(by or getpass.getuser())
    with context.open() as harvestman:
        if not candidates:
            return _walk(harvestman.candidates, person, site)
        changed: list[Candidate] = []
        missing: list[str] = []
        for name in map(clean, candidates):
            found = _change(
                harvestman.candidates, name, state, edits, person, undo=undo, reason=reason
            )
            if found is None:
                missing.append(name)
            else:
                changed.append(found)
    for one in changed:
        if as_json:
            from harvestman.model import candidate_to_plain

            print_json(candidate_to_plain(one))
        else:
            print_line(f"{one.id}  {one.state}  {clean(one.title or one.url)}")
    for name in missing:
        print_line(f"There is no candidate {name}: `harvestman gather list --all` shows all.")
    return 1 if missing else 0


def _change(
    candidates: Reviewing,
    name: str,
    state: str | None,
    edits: tuple[str, ...],
    person: str,
    *,
    undo: bool,
    reason: str | None,
) -> Candidate | None:
    from harvestman.model import UsageError

    found = candidates.get(name)
    if found is None:
        return None
    if undo:
        undone = candidates.undo(name, by=person)
        if undone is None:
            print_line(f"Nothing is decided of {found.id} that could be undone.", to_stderr=True)
        return undone or found
    for edit in edits:
        field, equals, value = edit.partition("=")
        if not equals:
            raise UsageError(f"--edit {edit!r} does not fit: write --edit title='…'")
        candidates.edit(name, field, value, by=person)
    if state is not None:
        return candidates.decide(name, state, by=person, reason=reason)
    return candidates.get(name)


def _walk(candidates: Reviewing, person: str, site: str | None) -> int:
    """Go through the new candidates one by one."""
    waiting = candidates.find(site=site, states=("new",))
    if not sys.stdin.isatty():
        print_line(
            f"{counted(len(waiting), 'candidate')} to be decided: name them with --accept, --reject or --edit, or review in a terminal."
        )
        return 0 if waiting else 1
    for number, one in enumerate(waiting, start=1):
        print_line(f"— {number} of {len(waiting)} —")
        print_candidate(one, [])
        key = click.prompt("a/r/p/k/d/s/q", type=click.Choice([*_KEYS, "s", "q"]), default="s")
        if key == "q":
            break
        if key in _KEYS:
            candidates.decide(one.id, _KEYS[key], by=person)
    return 0
