"""The learned reader on twenty ugly pages of our own, and on what may be done to it."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from harvestman import pages
from harvestman.model import Authority, Paper, assemble
from harvestman.pages import SavedPage, Source
from harvestman.pages.learned.reader import LearnedReader
from harvestman.text import fold

UGLY = Path(__file__).parent / "ugly"
TRUTH: dict[str, list[dict[str, Any]]] = json.loads((UGLY / "truth.json").read_text("utf-8"))
WITH_PAPERS = sorted(name for name, papers in TRUTH.items() if papers)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def papers_on(html: str) -> list[Paper]:
    page = SavedPage("http://conf.example/program.html", html.encode())
    return [
        assemble(m.claims) for m in pages.read(page, now=NOW, readers=[LearnedReader()]).mentions
    ]


@pytest.mark.parametrize("name", WITH_PAPERS)
def test_most_titles_of_an_ugly_page_are_read(name: str) -> None:
    found = {fold(p.title) for p in papers_on((UGLY / f"{name}.html").read_text("utf-8"))}
    wanted = {fold(p["title"]) for p in TRUTH[name]}
    assert len(found & wanted) >= 0.7 * len(wanted)
    assert len(found - wanted) <= 0.3 * len(wanted)


@pytest.mark.parametrize("name", sorted(set(TRUTH) - set(WITH_PAPERS)))
def test_a_look_alike_page_gives_no_papers(name: str) -> None:
    assert papers_on((UGLY / f"{name}.html").read_text("utf-8")) == []


def test_nearly_all_authors_of_the_ugly_pages_are_read() -> None:
    right = wanted = 0
    for name in WITH_PAPERS:
        found = {fold(p.title): p for p in papers_on((UGLY / f"{name}.html").read_text("utf-8"))}
        for paper in TRUTH[name]:
            read = found.get(fold(paper["title"]))
            names = {fold(a.name) for a in read.authors} if read else set()
            wanted += len(paper["authors"])
            right += sum(fold(author) in names for author in paper["authors"])
    assert right >= 0.85 * wanted


def test_the_paper_is_linked_and_not_its_slides() -> None:
    papers = papers_on((UGLY / "11-links-and-slides.html").read_text("utf-8"))
    assert {p.pdf for p in papers} <= {f"http://conf.example/papers/{n}.pdf" for n in range(10)}
    assert len([p for p in papers if p.pdf]) >= 8


def test_every_value_says_where_it_stood() -> None:
    html = (UGLY / "02-authors-title-one-line.html").read_text("utf-8")
    page = SavedPage("http://conf.example/", html.encode())
    reading = pages.read(page, now=NOW, readers=[LearnedReader()])
    claims = [claim for mention in reading.mentions for claim in mention.claims]
    assert claims
    assert all(claim.authority is Authority.LEARNED and claim.evidence.locator for claim in claims)


def test_it_is_silent_where_a_surer_reader_has_spoken() -> None:
    html = (UGLY / "08-affiliations-inline.html").read_text("utf-8")
    tagged = html.replace("<body>", '<meta name="citation_title" content="One surer paper"><body>')
    reading = pages.read(SavedPage("http://conf.example/", tagged.encode()), now=NOW)
    assert {claim.reader for m in reading.mentions for claim in m.claims} == {"highwire"}


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<",
        "<a" * 5_000,
        "<p" + " x='" * 3_000,
        "<div>" * 10_000 + "text" + "</div>" * 10_000,
        "word " * 200_000,
        "<li>Ann Lee. A paper of some kind." * 4_000,
        "<!--" * 10_000,
        "<script>" * 2_000,
        "<sup>1</sup>" * 5_000,
        "\x00<b>\ufffd</b>",
    ],
    ids=lambda html: html[:8],
)
def test_hostile_pages_end_soon(html: str) -> None:
    started = time.process_time()
    page = SavedPage("http://conf.example/", html.encode())
    reading = pages.read(page, now=NOW, readers=[LearnedReader()])
    assert reading.problems == ()
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("the web of a spider is a net in a field of stones " * 20, False),
        ("Lorem ipsum dolor sit amet. Consectetur adipiscing elit. " * 20, False),
        ("a paper on careful harvesting. ana ruiz and john smith " * 20, False),
        ("On careful harvesting. Ana Ruiz and John Smith. " + "words " * 50, True),
        ("On careful harvesting. A. Ruiz and J. Smith. " + "words " * 50, True),
        ("Об осторожном сборе. Иванов И. И. " * 5, True),
        ("&#1048;&#1074;&#1072;&#1085;&#1086;&#1074; " * 20, True),
    ],
)
def test_a_page_that_names_nobody_is_not_asked(text: str, is_asked: bool) -> None:
    page = SavedPage("http://conf.example/", f"<html><body><p>{text}</p></body></html>".encode())
    source = Source(page, html=page.body.decode(), now=NOW)
    assert LearnedReader().match(source) is is_asked
