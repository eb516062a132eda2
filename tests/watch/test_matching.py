"""Which sightings are of one event, which of its values counts, and what must be kept apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from harvestman.model import Authority, Claim, Event, Evidence, Field, assemble_event, site_key
from harvestman.watch import Ledger, names_alike

DAY = date(2026, 6, 15)
LIME = Event(
    "conf/lime",
    2026,
    name="7th International Conference on Libraries, Metadata and Exchange",
    acronym="LIME",
    start=DAY,
    end=date(2026, 6, 18),
    site="https://www.lime2026.example/index.html",
    portal="http://www.wikicfp.com/cfp/servlet/event.showcfp?eventid=12",
    id="lime26",
)


def ledger(*events: Event) -> Ledger:
    found = Ledger()
    for event in events or (LIME,):
        found.add(event)
    return found


SAME = {
    "site": Event("", 2026, site="http://lime2026.example/"),
    "site without a year": Event("", 0, site="http://lime2026.example"),
    "acronym and year": Event("", 2026, acronym="Lime"),
    "series and year": Event("conf/lime", 2026, name="whatever"),
    "acronym, days moved by two weeks": Event("", 2026, acronym="LIME", start=date(2026, 7, 1)),
    "portal": Event("", 0, portal=LIME.portal),
    "portal, at another address": Event(
        "", 0, portal="http://www.wikicfp.com/cfp/servlet/event.showcfp?copyownerid=3&eventid=12"
    ),
    "name and days": Event(
        "", 2026, name="Conference on Libraries, Metadata & Exchange", start=date(2026, 6, 16)
    ),
}
OTHER = {
    "next year's": Event("conf/lime", 2027, acronym="LIME", site="https://lime2027.example/"),
    "same site, next year": Event("", 2027, site="https://lime2026.example/"),
    "same acronym, another subject and season": Event(
        "", 2026, acronym="LIME", name="Limestone and Mortar in Engineering", start=date(2026, 11, 2)
    ),
    "an acronym without a year": Event("", 0, acronym="LIME"),
    "a workshop that gives its host's site": Event(
        "", 2026, acronym="WOOD", name="Workshop on Shelves", site="https://lime2026.example/"
    ),
    "same days, another name": Event("", 2026, name="Conference on Cheese", start=DAY),
    "same name, other days": Event("", 2026, name=LIME.name, start=date(2026, 12, 1)),
}  # fmt: skip


@pytest.mark.parametrize("event", SAME.values(), ids=list(SAME))
def test_the_same_event(event: Event) -> None:
    assert ledger().find(event) == "lime26"


@pytest.mark.parametrize("event", OTHER.values(), ids=list(OTHER))
def test_another_event(event: Event) -> None:
    assert ledger().find(event) is None


def test_what_differs_by_its_number_is_another_event() -> None:
    one, two = (
        Event("", 2026, name=f"Shared Task {number} on Lace", start=DAY, id=str(number))
        for number in (1, 2)
    )
    assert ledger(one).find(two) is None
    assert ledger(one).find(replace(one, id="", name="2nd Shared Task 1: Lace")) == "1"


def test_editions_of_a_series_in_order() -> None:
    others = [Event("conf/lime", year, acronym="LIME", id=str(year)) for year in (2027, 2024, 2025)]
    found = ledger(LIME, *others, Event("", 2025, acronym="WOOD", id="w")).editions(LIME)
    assert [event.year for event in found] == [2024, 2025, 2027]


def test_addresses_and_names_in_their_one_form() -> None:
    assert site_key("https://www.x.example/2026/index.php") == site_key("http://x.example/2026/")
    assert site_key("http://x.example/2026/") != site_key("http://x.example/2027/")
    assert site_key("") == ""
    assert names_alike("4th Workshop on Lace", "Workshop on Lace 2026") == 1
    assert names_alike("Workshop", "Conference") == 0


def claim(name: Field, value: str, authority: Authority, *, source: str, day: int = 0) -> Claim:
    seen = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
    evidence = Evidence(source, "row 1")
    return Claim("row 1", name, value, evidence, "table", "1", authority, 0.9, seen)


def test_the_own_site_is_believed_over_a_portal_and_a_portal_over_a_list() -> None:
    claims = [
        claim(Field.START, "2026-06-01", Authority.LIST, source="l", day=9),
        claim(Field.START, "2026-06-02", Authority.PORTAL, source="p", day=5),
        claim(Field.START, "2026-06-03", Authority.SITE, source="s"),
    ]
    for left in range(3):
        event = assemble_event(claims[: left + 1])
        assert event.start == date(2026, 6, left + 1)
    assert assemble_event(claims).sources == ("s", "p", "l")


def test_of_equal_sources_the_newer_is_believed() -> None:
    old = claim(Field.NOTIFICATION, "2026-04-01", Authority.LIST, source="a", day=0)
    new = claim(Field.NOTIFICATION, "2026-04-08", Authority.LIST, source="b", day=1)
    for claims in ([old, new], [new, old]):
        assert assemble_event(claims).notification == date(2026, 4, 8)


def test_two_sources_never_make_up_a_third_range() -> None:
    claims = [
        claim(Field.START, "2026-06-20", Authority.SITE, source="s"),
        claim(Field.START, "2026-06-10", Authority.LIST, source="l"),
        claim(Field.END, "2026-06-12", Authority.LIST, source="l"),
    ]
    event = assemble_event(claims)
    assert (event.start, event.end) == (date(2026, 6, 20), date(2026, 6, 20))
    agreed = claim(Field.START, "2026-06-10", Authority.SITE, source="s")
    assert assemble_event([agreed, *claims[1:]]).end == date(2026, 6, 12)


def test_an_edition_is_of_the_year_it_calls_itself_by() -> None:
    start = claim(Field.START, "2025-12-30", Authority.LIST, source="l")
    assert assemble_event([start]).year == 2025
    named = claim(Field.YEAR, "2026", Authority.LIST, source="l")
    assert assemble_event([start, named]).year == 2026
    assert assemble_event([claim(Field.NAME, "Lace 2027", Authority.LIST, source="l")]).year == 2027
    assert assemble_event([]).title == ""
