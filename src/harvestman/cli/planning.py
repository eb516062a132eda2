"""What the verbs of the plan share: the month asked about, the series meant, and the library's series for it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from harvestman.cli.printing import print_line

if TYPE_CHECKING:
    from harvestman.plan import Bibliography, Month


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


def series_meant(bibliography: Bibliography, text: str) -> str:
    """The key of a series from its key, or from the key without "conf/"; an unknown one names the nearest."""
    from harvestman.model import UsageError

    keys = {each.series for each in bibliography.histories}
    for key in (text, f"conf/{text}"):
        if key in keys:
            return key
    import difflib

    near = difflib.get_close_matches(text, keys, n=3, cutoff=0.5)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    raise UsageError(f"there is no series {text!r} in the library.{hint}")
