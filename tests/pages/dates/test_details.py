"""Single rules: years that are left out, numbers, extensions, embedded events, pages that mean harm."""

from __future__ import annotations

import time
from datetime import date

import pytest

from harvestman.model import EventDates
from harvestman.pages.dates import dates_to_plain, read_dates
from harvestman.pages.dates.ical import read_ical
from pages.dates.reading_pages import dates_in, saved

HEAD = "<html><head><title>{}</title></head><body><h1>{}</h1>"


def _page(title: str, *lines: str) -> str:
    return (
        HEAD.format(title, title) + "".join(f"<p>{line}</p>" for line in lines) + "</body></html>"
    )


def _day(found: EventDates, field: str) -> date | None:
    told = getattr(found, field)
    return None if told is None else told.value


def test_a_concluded_year_is_said_in_the_evidence() -> None:
    evidence = dates_to_plain(read_dates(saved("en-no-year.html")))["evidence"]
    assert evidence["start"]["note"] == "the year is concluded from the page's title"
    assert "2018-01-22" in evidence["submission"]["note"]
    assert "October 20" in evidence["submission"]["quote"]


def test_a_page_without_any_year_has_no_dates() -> None:
    found = dates_in(_page("Workshop on Wool", "Submission: 3 May", "Workshop: 4-5 July"))
    assert (found.start, found.submission) == (None, None)


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("http://wool.example.edu/", date(2024, 3, 4)),
        ("http://wool.example.co.uk/", date(2024, 4, 3)),
    ],
)
def test_numbers_are_read_as_the_domain_writes_them(url: str, day: date) -> None:
    page = _page(
        "Wool 2024", "The conference will be held in June.", "Paper submission: 03/04/2024"
    )
    assert _day(dates_in(page, url), "submission") == day


def test_a_number_above_twelve_decides_for_the_whole_page() -> None:
    page = _page(
        "Wool 2024", "Paper submission: 03/04/2024", "Notification of the authors: 25/05/2024"
    )
    assert _day(dates_in(page, "http://wool.example.com/"), "submission") == date(2024, 4, 3)


@pytest.mark.parametrize(
    "line",
    [
        "Paper submission: March 1, 2024 March 15, 2024",
        "Paper submission: March 1, 2024 &rarr; March 15, 2024",
        "Paper submission: March 15, 2024 (was March 1, 2024)",
        "Paper submission: <del>March 1, 2024</del> March 15, 2024",
        "Paper submission (extended): March 15, 2024 <s>March 1, 2024</s>",
        "March 15, 2024 (extended from March 1, 2024): paper submission",
        "The deadline is extended to: March 8, 2024 (title and abstract), March 15, 2024 (paper submission)",
    ],
)
def test_the_last_extension_counts(line: str) -> None:
    page = _page("Wool 2024", "Conference in Bern, 3-5 June 2024", line, "Notification: 3 May 2024")
    assert _day(dates_in(page), "submission") == date(2024, 3, 15)


def test_several_equal_events_are_nobodys() -> None:
    script = (
        '<script type="application/ld+json">[{"@context":"https://schema.org","@type":"Event","name":"A",'
        '"startDate":"2024-01-01"},{"@type":"Event","name":"B","startDate":"2024-02-01"}]</script>'
    )
    assert dates_in(f"<html><body>{script}<p>Calendar</p></body></html>").start is None


def test_broken_machine_data_is_left_aside() -> None:
    script = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event",</script>'
    page = f"<html><body>{script}<p>The workshop will take place on 3 May 2024 in Bern.</p></body></html>"
    assert _day(dates_in(page), "start") == date(2024, 5, 3)


def test_microdata_events_are_read() -> None:
    page = """<html><body><div itemscope itemtype="http://schema.org/Event"><h1 itemprop="name">Days of Wool</h1>
    <time itemprop="startDate" datetime="2024-05-03">3</time><time itemprop="endDate" datetime="2024-05-05">5</time></div></body></html>"""
    found = dates_in(page)
    assert (_day(found, "start"), _day(found, "end")) == (date(2024, 5, 3), date(2024, 5, 5))
    assert found.name is not None
    assert found.name.value == "Days of Wool"


def test_a_calendar_file_of_many_events_gives_each() -> None:
    event = (
        "BEGIN:VEVENT\r\nDTSTART:2024{:02}03T100000Z\r\nDTEND:2024{:02}04T120000Z\r\nEND:VEVENT\r\n"
    )
    text = "BEGIN:VCALENDAR\r\n" + "".join(event.format(m, m) for m in (1, 2)) + "END:VCALENDAR"
    found = read_ical(text)
    assert [_day(one, "start") for one in found] == [date(2024, 1, 3), date(2024, 2, 3)]
    assert _day(found[0], "end") == date(2024, 1, 4)
    assert dates_in(text).start is None


@pytest.mark.parametrize("day", ["20240231", "2024", "", "x" * 5000, "99999999T000000"])
def test_a_broken_calendar_is_no_event(day: str) -> None:
    assert read_ical(f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:{day}\nEND:VEVENT") == ()


@pytest.mark.parametrize(
    "body",
    [
        "12 " * 350_000,
        "<p>" + "1/2/" * 250_000,
        "<p>12 June 2024</p>" * 50_000,
        "June " * 200_000,
        "<p>" + "3-" * 500_000,
        "<div>" * 5_000 + "3 May 2024",
        "12.06.2024 - " * 80_000,
        "<s>" * 1_000 + "~~3 May~~ " * 100_000,
        "in Paris, France, " * 60_000 + "3 May 2024",
        "BEGIN:VCALENDAR\n" + "BEGIN:VEVENT\nDTSTART:20240101\n" * 30_000,
        "<a href='event.showcfp?eventid=1'>x</a>" * 25_000,
        "Submission: 3 May 2024\n" * 45_000,
    ],
    ids=lambda body: body[:20],
)
def test_a_megabyte_of_nonsense_takes_bounded_time(body: str) -> None:
    begin = time.process_time()
    dates_in(body)
    assert time.process_time() - begin < 5.0


@pytest.mark.parametrize(
    ("title", "line", "name"),
    [
        ("Home | LOOM 2021", "Welcome", "LOOM 2021"),
        (
            "Home",
            "5th International Workshop on Wool, 3 May 2024, Bern",
            "5th International Workshop on Wool",
        ),
        (
            "Home",
            "Conference name: International Conference on Silk",
            "International Conference on Silk",
        ),
        ("", "First Workshop on Linen will be held in Bern", "First Workshop on Linen"),
    ],
)
def test_the_event_has_its_name(title: str, line: str, name: str) -> None:
    page = f"<html><head><title>{title}</title></head><body><p>{line}</p><p>3 May 2024</p></body></html>"
    found = dates_in(page).name
    assert found is not None
    assert found.value == name
