"""`harvestman doctor`: is everything in order, and if not, what is to be done?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_table

if TYPE_CHECKING:
    from harvestman.api.checking import Check
    from harvestman.store import Library


_DAMAGED = "Stop writing, keep a copy of the file, then restore an older copy, or `sqlite3 OLD .recover | sqlite3 NEW`."
_WORDS = {True: "ok", False: "FAILED", None: "not there"}


@click.command("doctor")
@json_option
@click.pass_obj
def command(context: Context, as_json: bool) -> int:
    """Check database, blobs, readers and servers; say what to do.

    Looks and changes nothing. Exit code 1 when something is broken; what is optional
    and not installed is only named.
    """
    checks = list(_checks(context))
    if as_json:
        for check in checks:
            print_json(
                {
                    "check": check.what,
                    "ok": check.is_well,
                    "found": check.found,
                    "remedy": check.remedy or None,
                }
            )
    else:
        rows = [(c.what, _WORDS[c.is_well], c.found, c.remedy) for c in checks]
        print_table(("check", "state", "found", "what to do"), rows, wide=("found", "what to do"))
    return 1 if any(check.is_well is False for check in checks) else 0


def _checks(context: Context) -> Iterator[Check]:
    from harvestman.api.checking import Check, installed_checks
    from harvestman.model import HarvestmanError

    try:
        settings = context.settings
        contact = "" if settings.contact else "Set `contact`, so that site owners can write to you."
        yield Check("settings", True, "all keys known, all values fit", contact)
    except HarvestmanError as error:
        yield Check("settings", False, str(error), "Correct the setting.")
        return
    yield from _check_library(context)
    yield from _check_engine(context)
    yield from installed_checks(settings)


def _check_library(context: Context) -> Iterator[Check]:
    from pathlib import Path

    from harvestman.api.checking import Check, space_checks
    from harvestman.model import HarvestmanError

    db = context.settings.db
    if "://" not in db and not Path(db).exists():
        yield Check(
            "database", None, f"no library at {db} yet", "`harvestman harvest URL` makes one."
        )
        return
    try:
        with context.open(writable=False) as harvestman:
            library = harvestman.library
            damage = library.damage()
            found = "; ".join(damage) or _told(library)
            problems = [] if damage else library.check()
            free = library.free_bytes()
    except HarvestmanError as error:
        yield Check(
            "database", False, str(error), "Correct `db`, or restore the library from a copy."
        )
        return
    yield Check("database", not damage, found, _DAMAGED if damage else "")
    yield from space_checks(free)
    yield Check(
        "blobs",
        not problems,
        "; ".join(problems) or f"{context.settings.blobs}: nothing missing",
        "Harvest the pages named again with --again." if problems else "",
    )


def _told(library: Library) -> str:
    summary = library.summary()
    return f"{library}: {summary.papers} papers, {summary.pages} pages"


def _check_engine(context: Context) -> Iterator[Check]:
    from harvestman.api.checking import Check
    from harvestman.model import HarvestmanError

    try:
        with context.open() as harvestman:
            rooms = harvestman.rooms
            outcome = rooms.page_guard().submit(_greeting, "workers").result(timeout=60)
    except (HarvestmanError, TimeoutError) as error:
        yield Check(
            "engine",
            False,
            str(error) or "no worker answered within a minute",
            "Set engine = local:1.",
        )
        return
    is_well = outcome.value is not None
    yield Check(
        "engine",
        is_well,
        outcome.value or outcome.detail,
        "" if is_well else "Raise `read_memory`.",
    )


def _greeting(name: str) -> str:
    return f"{name} start and answer"
