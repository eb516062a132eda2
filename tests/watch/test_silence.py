"""What will never be visited by itself is told, with what to do about it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from harvestman.model import Appointment, Event, Look, Waiting
from harvestman.store import WatchedEvent
from harvestman.watch import is_over, never_seen, never_visited

NOW = datetime(2026, 11, 16, tzinfo=UTC)
NEVER = Appointment(None, Waiting.NOTHING, "over for too long")
SOON = Appointment(NOW, Waiting.LIST, "soon")


def event(year: int, *, site: str = "http://x.example/", start: date | None = None) -> Event:
    return Event("", year, acronym="X", site=site, start=start, end=start, id=f"x{year}")


def test_an_event_is_over_by_its_days_or_its_year() -> None:
    assert is_over(event(2026, start=date(2026, 11, 10)), now=NOW)
    assert not is_over(event(2026, start=date(2026, 11, 20)), now=NOW)
    assert not is_over(event(2026, start=date(2026, 11, 16)), now=NOW)
    assert is_over(event(2015), now=NOW)
    assert not is_over(event(2026), now=NOW)
    assert not is_over(event(0), now=NOW)


def test_the_backlog_is_what_is_over_and_was_never_seen() -> None:
    watched = [
        WatchedEvent(event(2014), NEVER),
        WatchedEvent(event(2015), NEVER),
        WatchedEvent(event(2013), NEVER, Look(NOW)),
        WatchedEvent(event(2012, site=""), NEVER),
        WatchedEvent(event(2027), SOON),
    ]
    assert [one.event.year for one in never_seen(watched, now=NOW)] == [2015, 2014]


def test_each_reason_is_told_once_with_what_to_do() -> None:
    watched = [
        WatchedEvent(event(2014), NEVER),
        WatchedEvent(event(2015), NEVER),
        WatchedEvent(event(2027, site=""), Appointment(None, Waiting.NOTHING, "no site")),
        WatchedEvent(event(2013), NEVER, Look(NOW)),
        WatchedEvent(event(2028), SOON),
    ]
    first, second = never_visited(watched, now=NOW)
    assert first.startswith("1 event will never be visited by itself (no site is known:")
    assert second.startswith("2 events will never be visited by themselves (over: ")
    assert "watch look" in second
    assert never_visited(watched[3:], now=NOW) == []


def test_what_was_looked_at_in_vain_is_not_passed_over() -> None:
    unreached = WatchedEvent(event(2013), NEVER, Look(NOW, was_reached=False))
    (said,) = never_visited([unreached, WatchedEvent(event(2014), NEVER, Look(NOW))], now=NOW)
    assert said.startswith(
        "1 event will never be visited by itself (given up, its site was not reached"
    )
    assert "watch look" in said
