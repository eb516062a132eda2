"""What the verbs of the watch share: the clock, and what is told of looks and of events that are never looked at."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from harvestman.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from harvestman.cli.context import Context
    from harvestman.model import Appointment, Clock, Event, Look

now_option: Callable[[Any], Any] = click.option(
    "--now",
    "now",
    hidden=True,
    metavar="TIME",
    help="A clock that stands there until it is slept on.",
)
"""For tests and demonstrations: the whole machinery runs on a simulated clock."""


def clock_at(text: str | None, *, context: Context | None = None) -> Clock:
    """The machine's clock, or one that stands at the given moment.

    On such a clock the pauses between requests pass in no time. So with a `context`, that of a verb that fetches, it is
    only for a web of one's own.
    """
    from harvestman.model import SetClock, SystemClock, UsageError

    if text is None:
        return SystemClock()
    if context is not None and not context.settings.allow_private:
        raise UsageError("--now is for a web of your own: set allow_private to use it there")
    return SetClock(moment(text))


def moment(text: str) -> datetime:
    """A day (its beginning) or a time, in UTC unless it says otherwise."""
    from harvestman.model import UsageError

    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is no day; write it as 2026-11-16") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def say_nothing_watched() -> int:
    """What to tell someone who watches nothing yet; the exit code."""
    print_line("No event is watched yet: `harvestman watch add SOURCE` adds some.", to_stderr=True)
    return 1


def warn_of_silence(sentences: Iterable[str]) -> None:
    """Say on standard error which events will never be visited by themselves, and what to do about them."""
    for sentence in sentences:
        print_line(f"warning: {sentence}", to_stderr=True)


def looks_made(count: int) -> str:
    """How many looks, in words."""
    return "1 look" if count == 1 else f"{count} looks"


def teller(as_json: bool) -> Callable[[Event, Look, Appointment], None]:
    """Prints each look when it was made."""
    from harvestman.model import appointment_to_plain, look_to_plain

    def told(event: Event, look: Look, following: Appointment) -> None:
        if as_json:
            print_json(
                {"event": event.id, "title": event.title}
                | look_to_plain(look)
                | {"next": appointment_to_plain(following)}
            )
        else:
            print_line(_line(event, look, following))

    return told


def _line(event: Event, look: Look, following: Appointment) -> str:
    what = f"{look.papers} papers, {look.files} files" if look.was_reached else "not reached"
    if look.waiting.value == "edition":
        what = look.detail
    when = f"{following.when:%Y-%m-%d}" if following.when else "never"
    return f"{look.when:%Y-%m-%d %H:%M}  {event.title}: {what}; next {when} ({following.reason})"
