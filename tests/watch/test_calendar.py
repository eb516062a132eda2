"""The coming weeks, and that they are iCalendar which anybody reads (RFC 5545)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from harvestman.model import Appointment, Event, Waiting
from harvestman.pages.dates.ical import ical_events
from harvestman.store import WatchedEvent
from harvestman.watch import Entry, entries, to_ical

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def watched(**changes: object) -> WatchedEvent:
    values: dict[str, object] = {
        "acronym": "LIME",
        "start": date(2026, 6, 15),
        "end": date(2026, 6, 18),
        "notification": date(2026, 4, 15),
        "camera_ready": date(2026, 6, 1),
        "city": "Nordhavn",
        "country": "Denmark",
        "site": "https://lime.example/",
        "id": "lime26",
    }
    when = datetime(2026, 6, 10, 3, tzinfo=UTC)
    event = Event("", 2026, **(values | changes))  # type: ignore[arg-type]
    return WatchedEvent(event, Appointment(when, Waiting.PAPERS, "the papers are expected"))


def test_what_lies_within_the_weeks_in_order() -> None:
    found = entries([watched()], since=date(2026, 6, 1), until=date(2026, 6, 29))
    assert [(e.day.day, e.what) for e in found] == [
        (1, "camera-ready"),
        (10, "visit"),
        (15, "event"),
    ]
    during = entries([watched()], since=date(2026, 6, 17), until=date(2026, 6, 20))
    assert [e.what for e in during] == ["event", "visit"]
    late = entries([watched()], since=date(2026, 7, 1), until=date(2026, 7, 8))
    assert [e.what for e in late] == ["visit"]  # overdue


def test_the_feed_is_read_back_as_it_was_written() -> None:
    found = entries([watched()], since=date(2026, 6, 1), until=date(2026, 6, 29))
    back = ical_events(to_ical(found, now=NOW))
    assert [(e.start, e.end, e.name) for e in back] == [
        (date(2026, 6, 1), date(2026, 6, 1), "LIME 2026: camera-ready"),
        (date(2026, 6, 10), date(2026, 6, 10), "LIME 2026: visit"),
        (date(2026, 6, 15), date(2026, 6, 18), "LIME 2026"),
    ]
    assert back[2].where == "Nordhavn, Denmark"
    assert len({event.uid for event in back}) == 3


def test_names_are_whole_and_stamps_stay_while_nothing_changes() -> None:
    made = datetime(2026, 5, 1, 8, tzinfo=UTC)
    one = watched()
    one = replace(one, event=replace(one.event, name="Workshop on Limes"), made=made)
    found = entries([one], since=date(2026, 6, 1), until=date(2026, 6, 29))
    text = to_ical(found, now=NOW)
    assert "SUMMARY:Workshop on Limes (LIME 2026): camera-ready" in text
    assert text.count("DTSTAMP:20260501T080000Z") == 3
    assert to_ical(found, now=NOW + timedelta(days=1)) == text


def test_lines_are_folded_ended_and_escaped_as_the_standard_says() -> None:
    title = "Ж" * 60 + "; a, b\\c\r\nEND:VCALENDAR\x00"
    text = to_ical([Entry(date(2026, 6, 1), "event", title, "x")], now=NOW)
    raw = text.encode()
    assert raw.startswith(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert raw.endswith(b"END:VCALENDAR\r\n")
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in b"".join(lines)
    assert all(line.decode() is not None for line in lines)
    assert raw.count(b"END:VCALENDAR\r\n") == 1
    unfolded = text.replace("\r\n ", "")
    assert "\\; a\\, b\\\\c  END:VCALENDAR" in unfolded
    assert "DTSTAMP:20260601T120000Z" in unfolded
    assert "DTEND;VALUE=DATE:20260602" in unfolded
