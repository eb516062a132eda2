"""What the verbs of the plan share: the month asked about, the series meant, and the library's series for it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from harvestman.cli.printing import print_line

if TYPE_CHECKING:
    from harvestman.plan import Bibliography, Month
    from harvestman.store import Plan

_OLD_MONTHS = 12


def today() -> date:
    """The day on which the command is run, in UTC."""
    return datetime.now(UTC).date()


def month_asked(text: str | None) -> Month:
    """The month that an option names, by default this one; a month of the future is refused."""
    from harvestman.plan import asked_month

    return asked_month(text, today())


def say_empty() -> int:
    """What to tell someone who asks a library without series; the exit code."""
    print_line(
        "The library holds no conference series yet: `harvestman plan import FILE` brings them.",
        to_stderr=True,
    )
    return 1


def warn_of_age(plan: Plan, now: Month) -> None:
    """Say on standard error that the newest import is old: what came since is not known, so that living series seem to have ended."""
    from harvestman.plan import month_of_date

    newest = max((one.as_of for one in plan.imports()), default=None)
    if newest is not None and now - month_of_date(newest) > _OLD_MONTHS:
        print_line(
            f"warning: the newest import is of {newest}: what came since is not known, and series may seem to have ended. "
            "Import a newer one.",
            to_stderr=True,
        )


def series_meant(bibliography: Bibliography, text: str) -> str:
    """The key of a series from its key, the key without "conf/" or its name, in any case; an unknown one names the nearest."""
    from harvestman.model import UsageError

    wanted = text.strip().casefold()
    keys = {each.series.casefold(): each.series for each in bibliography.histories}
    for key in (wanted, f"conf/{wanted}"):
        if key in keys:
            return keys[key]
    named = [each.series for each in bibliography.histories if each.name.casefold() == wanted]
    if len(named) == 1:
        return named[0]
    import difflib

    tails = {key.rpartition("/")[2]: series for key, series in keys.items()} | keys
    close = difflib.get_close_matches(wanted, tails, n=3, cutoff=0.5)
    near = dict.fromkeys(tails[key] for key in close)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    raise UsageError(f"there is no series {text!r} in the library.{hint}")
