"""`pages.read`: what is wanted is read off one parse of the page, and nothing else is."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime

import pytest
from selectolax.lexbor import LexborHTMLParser

from harvestman import pages
from harvestman.model import Status, Want, assemble
from harvestman.pages import HARVESTED, SavedPage, source

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TITLES = ("Counting the Legs of Harvestmen in Motion", "On the Manners of Crawlers at Night",
          "Neural Catalogues for Small Libraries", "A Robust Approach to Spider Silk Indexing")  # fmt: skip
PAPERS = "".join(f"<li><b>{title}</b><br><i>Ann Lee, Bo Chen</i></li>" for title in TITLES)
PAGE = f"""<!DOCTYPE html><html><head><title>LEAP 2024</title></head><body><h1>LEAP 2024</h1>
<p>Workshop on Legs and Paths, Quito, Ecuador, 10-12 June 2024</p>
<p><a href="/venue.html">Venue</a></p><h2>Accepted Papers</h2><ul>{PAPERS}</ul></body></html>"""
SAVED = SavedPage("http://leap.example/", PAGE.encode())


def list_of(*, author: str, title: str, heading: str, count: int = 12) -> SavedPage:
    places = ("Journal of Small Steps", "Annals of Gardens", "Proc. of the Silk Conference")
    names = ("Carl Moss", "Dora Fern", "Emil Reed", "Fay Thorn", "Gus Briar", "Hal Sedge")
    entries = "".join(
        f"<li>{author}, {names[n % 6]}. <i>{TITLES[n % 4]}, Part {n + 1}</i>. {places[n % 3]}, vol. {n + 3}, {2005 + n}.</li>"
        for n in range(count)
    )
    html = f"<html><head><title>{title}</title></head><body><h1>{heading}</h1><ol>{entries}</ol></body></html>"
    return SavedPage("http://uni.example/~lee/publ.html", html.encode())


LIST = list_of(author="Ann Lee", title="Ann Lee - Home", heading="Publications")


@pytest.mark.parametrize(
    "want",
    [frozenset(some) for count in range(6) for some in itertools.combinations(Want, count)],
    ids=lambda want: "+".join(sorted(want)),
)
def test_what_is_wanted_is_read_and_nothing_else(want: frozenset[Want]) -> None:
    found = pages.read(SAVED, now=NOW, want=want)
    assert found.status is Status.SUCCESS
    assert len(found.mentions) == (4 if Want.PAPERS in want else 0)
    assert (found.event is not None) == (Want.DATES in want)
    assert [link.target for link in found.links] == (
        ["http://leap.example/venue.html"] if Want.LINKS in want else []
    )
    assert bool(found.text) == (Want.TEXT in want)
    assert found.publications is None  # wanted or not: the page is a conference's


def test_the_event_is_read_with_its_days_and_place() -> None:
    event = pages.read(SAVED, now=NOW, want={Want.DATES}).event
    assert event
    assert event.start
    assert event.start.value == date(2024, 6, 10)
    assert event.city
    assert event.city.value == "Quito"


def test_a_page_is_parsed_once_for_all_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def parse(html: bytes) -> LexborHTMLParser:
        parsed.append(html)
        return LexborHTMLParser(html)

    monkeypatch.setattr(source, "LexborHTMLParser", parse)
    pages.read(SAVED, now=NOW, want=frozenset(Want))
    assert len(parsed) == 1


def test_a_harvest_reads_no_dates_unless_asked() -> None:
    assert pages.read(SAVED, now=NOW).event is None
    assert Want.DATES not in HARVESTED


def test_a_scholars_list_is_told_as_such_and_none_of_it_is_a_paper() -> None:
    found = pages.read(LIST, now=NOW, want=frozenset(Want))
    assert (found.status, found.mentions) == (Status.NO_PAPERS, ())
    assert found.publications
    assert found.publications.owner == "Ann Lee"
    entries = [assemble(mention.claims) for mention in found.publications.entries]
    assert len(entries) == 12
    assert {entry.year for entry in entries} == set(range(2005, 2017))
    assert all("Ann Lee" in [author.name for author in entry.authors] for entry in entries)


def test_a_harvest_keeps_nothing_of_a_scholars_list() -> None:
    found = pages.read(LIST, now=NOW)
    assert (found.status, found.mentions, found.publications) == (Status.NO_PAPERS, (), None)


@pytest.mark.parametrize(
    ("title", "owner"),
    [
        ("Publications - Dr. Ana Ruiz", "Ana Ruiz"),
        ("Home page of Ana Ruiz", "Ana Ruiz"),
        ("Ana Ruiz's publications", "Ana Ruiz"),
        ("Publicaciones | Ana Ruiz", "Ana Ruiz"),
        ("Publications", "A. Ruiz"),
    ],
)
def test_the_owner_is_named_by_the_title_or_by_the_entries(title: str, owner: str) -> None:
    page = list_of(author="A. Ruiz", title=title, heading="Publications")
    found = pages.read(page, now=NOW, want={Want.PUBLICATIONS})
    assert found.publications
    assert found.publications.owner == owner


def test_a_bibliography_that_is_nobodys_is_no_list_of_publications() -> None:
    authors = ("Ivy Marsh", "Jo Heath", "Kit Dale", "Lou Glen", "Max Firth", "Ned Combe")
    one = list_of(author="Ann Lee", title="Further reading", heading="Literature").body.decode()
    for n in range(12):
        one = one.replace("<li>Ann Lee", f"<li>{authors[n % 6]}", 1)
    page = SavedPage("http://uni.example/course.html", one.encode())
    found = pages.read(page, now=NOW, want=frozenset(Want))
    assert (found.mentions, found.publications) == ((), None)
