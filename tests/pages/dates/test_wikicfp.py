"""WikiCFP: listings by their pairs of rows, event pages by their labels."""

from __future__ import annotations

from datetime import date

from harvestman.pages.wikicfp import read_event_page, read_listing
from pages.dates.reading_pages import saved, source_of


def test_a_listing_gives_every_event_with_its_raw_texts_and_days() -> None:
    first, second = read_listing(saved("wikicfp-listing.html"))
    assert (first.acronym, first.event_id) == ("LACE 2026", 101)
    assert first.name == "3rd Conference on Lace and Computing"
    assert (first.start, first.end) == (date(2025, 12, 30), date(2026, 1, 2))
    assert (first.submission, first.abstract) == (date(2025, 7, 15), date(2025, 7, 1))
    assert (first.where, first.deadline) == ("Bruges, Belgium", "Jul 15, 2025 (Jul 1, 2025)")
    assert (second.when, second.where, second.deadline) == ("N/A", "N/A", "TBD")
    assert (second.start, second.end, second.submission, second.abstract) == (None,) * 4


def test_addresses_of_a_listing_are_whole() -> None:
    html = """<table><tr><td rowspan="2"><a href="/cfp/servlet/event.showcfp?eventid=5&copyownerid=1">A 1</a></td>
    <td colspan="3">N</td></tr><tr><td>N/A</td><td>N/A</td><td>TBD</td></tr></table>"""
    (event,) = read_listing(source_of(html, "http://www.wikicfp.com/cfp/call?conference=x"))
    assert event.url.startswith("http://www.wikicfp.com/cfp/servlet/event.showcfp?")


def test_an_event_page_does_not_take_a_deadline_for_the_start() -> None:
    event = read_event_page(saved("wikicfp-event.html"))
    assert event is not None
    assert (event.acronym, event.name) == ("LACE 2026", "3rd Conference on Lace and Computing")
    assert (event.start, event.end) == (date(2026, 1, 9), date(2026, 1, 11))
    assert (event.abstract, event.submission) == (date(2025, 7, 1), date(2025, 7, 15))
    assert (event.notification, event.camera_ready) == (date(2025, 9, 15), None)
    assert event.site == "http://lace.example.org/"


def test_an_event_without_dates_has_none() -> None:
    html = """<span property="v:summary" content="SI 2026"></span><span property="v:description">SI 2026 : An issue</span>
    <table><tr><th>When</th><td>N/A</td></tr><tr><th>Submission Deadline</th><td><span property="v:summary"
    content="Submission Deadline"></span><span property="v:startDate" content="2025-07-15T00:00:00"></span></td></tr></table>"""
    event = read_event_page(source_of(html))
    assert event is not None
    assert (event.start, event.end, event.submission) == (None, None, date(2025, 7, 15))


def test_other_pages_are_no_wikicfp() -> None:
    assert read_listing(saved("en-extended.html")) == ()
    assert read_event_page(saved("en-extended.html")) is None
