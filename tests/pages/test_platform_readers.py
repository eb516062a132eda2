"""A page of every platform and shape, written by hand after its markup: exactly its papers come out, by its own reader."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from harvestman import pages
from harvestman.model import Author, Authority, Paper, Status, assemble
from harvestman.pages import SavedPage, load_readers

FOLDER = Path(__file__).parent / "platforms"
HOME = "https://site.example/"
NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
READERS = {reader.name: reader for reader in load_readers()}


def people(text: str) -> tuple[Author, ...]:
    """ "Ana Ruiz @ León / CSIC; Eva Gil" as authors with affiliations."""
    pairs = (person.partition(" @ ")[::2] for person in text.split("; "))
    return tuple(Author(name, tuple(p for p in place.split(" / ") if p)) for name, place in pairs)


def paper(title: str, authors: str, **more: Any) -> Paper:
    return Paper(title=title, authors=people(authors) if authors else (), **more)


ATTENTION = "We measure how long arachnids attend to a stimulus before they walk away from it."
LEGS = "Proceedings of the 3rd Conference on Walking Machines"
PAPERS: dict[str, tuple[str, list[Paper]]] = {
    "researchr_programme.html": (
        "researchr",
        [
            paper(
                "Testing Eight-Legged Planners",
                "Ana Ruiz @ University of León; Bo Trinh; Kim Lee @ Seoul Institute of Gaits",
                session="Gait Analysis",
                doi="10.5555/legs.22",
                pdf=f"{HOME}papers/legs22.pdf",
            ),
            paper("A Dataset of Stumbles", "Eva Gil", session="Gait Analysis"),
        ],
    ),
    "researchr_track.html": (
        "researchr",
        [
            paper(
                "Slow Bisimulations, Quickly",
                "Zoë Adler; Mika Citron",
                session="Technical Papers",
            ),
            paper(
                "Verified Webs",
                "Karl Dachs",
                session="Technical Papers",
                pdf="https://example.org/webs.pdf",
            ),
        ],
    ),
    "easychair_day.html": (
        "easychair",
        [
            paper(
                "Right of Way for Long Legs",
                "Domingo Achával; Farid Haddad; Lena Braun",
                session="Session 7B: Smart Walkers",
                abstract="Meadows are crowded at harvest time. We give way to the slowest and measure who gains.",
            ),
            paper(
                "Counting Knees",
                "Mei Lin",
                session="Session 7B: Smart Walkers",
                pdf=f"{HOME}a/files/169.pdf",
            ),
        ],
    ),
    "easychair_old.html": (
        "easychair",
        [
            paper(
                "A Sequent Calculus for Walking",
                "Ana Ruiz; Bo Trinh; Kim Lee",
                session="Session 12: Proof Legs",
            )
        ],
    ),
    "openreview_group.html": (
        "openreview",
        [
            paper(
                "Attention Spans of Arachnids",
                "Ana Ruiz; Kim Lee",
                url=f"{HOME}forum?id=aB1",
                pdf=f"{HOME}pdf?id=aB1",
                keywords=("attention", "arachnids"),
                abstract=ATTENTION,
            ),
            paper(
                "Momentum for Long Legs",
                "Mei Lin; Jan van der Berg",
                url=f"{HOME}forum?id=cD2",
                pdf=f"{HOME}pdf?id=cD2",
            ),
        ],
    ),
    "openreview_notes.json": (
        "openreview",
        [
            paper(
                "Attention Spans of Arachnids",
                "Ana Ruiz; Kim Lee",
                url=f"{HOME}forum?id=aB1",
                pdf=f"{HOME}pdf/1f2e.pdf",
                keywords=("attention", "arachnids"),
                abstract=ATTENTION,
                venue="SLOW 2024 poster",
            ),
            paper(
                "Plain Values of Version One",
                "Mei Lin",
                url=f"{HOME}forum?id=gH4",
                pdf=f"{HOME}pdf/9a9b.pdf",
            ),
        ],
    ),
    "ceur_semantic.html": (
        "ceur-ws",
        [
            paper(
                "Crawling at Walking Pace",
                "Zoë Adler; Anna Birke",
                session="Session 1: Threads",
                pages="1-12",
                pdf=f"{HOME}a/paper1.pdf",
                venue="Proceedings of the 3rd Workshop on the Slow Web",
            ),
            paper(
                "Why Slow Links Rot Last",
                "Mika Citron",
                session="Session 1: Threads",
                pages="13-17",
                pdf=f"{HOME}a/short2.pdf",
                venue="Proceedings of the 3rd Workshop on the Slow Web",
            ),
        ],
    ),
    "ceur_authors.html": (
        "ceur-ws",
        [
            paper(
                "Grass as a Service",
                "Karl Dachs; Mei Lin; Jan van der Berg",
                pages="3-10",
                pdf=f"{HOME}a/paper-01.pdf",
                venue="Meadow Informatics",
            ),
            paper(
                "Haystack Search",
                "Eva Gil; Kim Lee",
                pdf=f"{HOME}a/paper-02.pdf",
                venue="Meadow Informatics",
            ),
        ],
    ),
    "ceur_old.html": (
        "ceur-ws",
        [
            paper(
                "Ontologies for Badgers",
                "Karl Dachs; Mei Lin",
                pages="1-8",
                pdf=f"{HOME}a/dachs.pdf",
            ),
            paper(
                "Hedgehogs and Default Logic",
                "Hans Igel; Rosa Hecke",
                pages="9-14",
                pdf=f"{HOME}a/igel.ps.gz",
            ),
        ],
    ),
    "acl_volume.html": (
        "acl-anthology",
        [
            paper(
                "Counting Legs with BERT",
                "Ottilie Kranz; Bao-Long Trinh",
                url=f"{HOME}2020.mal-main.1/",
                pdf="https://anthology.example.org/2020.mal-main.1.pdf",
                venue="Proceedings of the 5th Meeting on Animal Language",
                abstract="Legs are many and counting them is hard. We let a model do it and report how often it stumbles.",
            ),
            paper(
                "The Grammar of Hedges",
                "Rosa Hecke",
                url=f"{HOME}2020.mal-main.2/",
                pdf="https://anthology.example.org/2020.mal-main.2.pdf",
                venue="Proceedings of the 5th Meeting on Animal Language",
            ),
        ],
    ),
    "acl_plain.html": (
        "acl-anthology",
        [
            paper("Parsing the Rustle of Leaves", "Ana Ruiz; Kim Lee", pdf=f"{HOME}a/P10-1001.pdf"),
            paper("Tagging by Touch", "Mei Lin", pdf=f"{HOME}a/P10-1100.pdf"),
        ],
    ),
    "aclpub_table.html": (
        "acl-anthology",
        [
            paper(
                "Reading Tracks in Wet Sand",
                "Ana Ruiz; Kim Lee; Eva Gil",
                pages="1-5",
                pdf=f"{HOME}a/pdf/WAP01.pdf",
            ),
            paper(
                "A Treebank of Tree Frogs", "Mei Lin", pages="6-14", pdf=f"{HOME}a/pdf/WAP02.pdf"
            ),
        ],
    ),
    "pmlr_volume.html": (
        "pmlr",
        [
            paper(
                "Gradient Webs for k-Legged Walkers",
                "Mei Lin; Jan van der Berg",
                venue=LEGS,
                volume="139",
                pages="1-11",
                url="https://proceedings.example.press/v139/lin21a.html",
                pdf="http://proceedings.example.press/v139/lin21a/lin21a.pdf",
            ),
            paper(
                "Stochastic Stumbling",
                "Kim Lee",
                venue=LEGS,
                volume="139",
                pages="12-20",
                url="https://proceedings.example.press/v139/lee21a.html",
                pdf="http://proceedings.example.press/v139/lee21a/lee21a.pdf",
            ),
        ],
    ),
    "usenix_sessions.html": (
        "usenix",
        [
            paper(
                "Orb Webs Considered Harmful",
                "Ana Ruiz @ University of León; Eva Gil @ University of León; "
                "Kim Lee @ Seoul Institute of Gaits and Example Labs; Mei Lin @ Tsinghua University",
                session="Web Security",
                url=f"{HOME}conference/slowsec24/presentation/ruiz",
                pdf=f"{HOME}system/files/slowsec24-ruiz.pdf",
                abstract="Orb webs are everywhere. We show which of them should not be, and how to take them down.",
            ),
            paper(
                "Rolled Up: Hedgehog Sandboxes",
                "Hans Igel @ Meadow University; Rosa Hecke @ Meadow University; "
                "Jan van der Berg @ Meadow University",
                session="Web Security",
                url=f"{HOME}conference/slowsec24/presentation/igel",
            ),
        ],
    ),
    "dblp_toc.html": (
        "dblp",
        [
            paper(
                "How Many Legs Make a Gait?",
                "Ana Ruiz; Kim Lee",
                session="Gaits",
                pages="1-8",
                year=2018,
                date="2018",
                doi="10.5555/legs.18.1",
                kind="conference-paper",
            ),
            paper(
                "Knees Revisited",
                "Mei Lin",
                session="Gaits",
                pages="9-16",
                pdf="http://legs.example/lin.pdf",
                kind="conference-paper",
            ),
        ],
    ),
    "indico_contributions.html": (
        "indico",
        [
            paper(
                "Resonant Strides in Tall Grass",
                "Ana Ruiz @ University of León; Kim Lee",
                session="Oscillations",
                url=f"{HOME}event/77/contributions/1012/",
            ),
            paper("Dew Point Crossing", "Mei Lin", url=f"{HOME}event/77/contributions/1014/"),
        ],
    ),
    "indico_timetable.html": (
        "indico",
        [
            paper("Welcome Thrushes: A Census", "Rosa Hecke @ Meadow University"),
            paper("Deep Tunnels, Shallow Graves", "Karl Dachs", session="Burrows"),
        ],
    ),
    "indico_export.json": (
        "indico",
        [
            paper(
                "Resonant Strides in Tall Grass",
                "Ana Ruiz @ University of León; Kim Lee",
                session="Oscillations",
                url="https://indico.example/event/77/contributions/1012/",
                abstract="Tall grass oscillates when it is walked through, and so do those who walk through it.",
            ),
            paper("Dew Point Crossing", "Mei Lin @ Tsinghua University"),
        ],
    ),
    "conftool_agenda.html": (
        "conftool",
        [
            paper(
                "Measuring Hedges from Above",
                "Rosa Hecke @ Meadow University, Germany; "
                "Hans Igel @ Meadow University, Germany / Institute of Spines, Austria; "
                "Mei Lin @ Tsinghua University, China",
                session="Session 3A: Hedges and Borders",
                abstract="Hedges are measured from above with kites; we report errors and broken kites of three seasons.",
            ),
            paper(
                "Borders That Walk",
                "Ana Ruiz @ University of León, Spain; Kim Lee @ University of León, Spain",
                session="Session 3A: Hedges and Borders",
            ),
        ],
    ),
    "conftool_list.html": (
        "conftool",
        [
            paper(
                "Lichens on Servers",
                "Karl Dachs @ Burrow College, United Kingdom; "
                "Anna Birke @ Burrow College, United Kingdom / Birch Institute, Finland",
                session="Poster Session",
            ),
            paper(
                "Moss on Routers",
                "Eva Gil @ University of Sevilla, Spain",
                session="Poster Session",
            ),
        ],
    ),
    "mini_conf_papers.json": (
        "mini-conf",
        [
            paper(
                "Virtual Hedges",
                "Rosa Hecke; Hans Igel",
                session="T1",
                keywords=("hedges", "virtuality"),
                abstract="Hedges can be virtual; we grew two of them over a weekend and counted visitors.",
            ),
            paper(
                "Posters in the Wind",
                "Mei Lin; Kim Lee",
                keywords=("wind",),
                pdf="https://meadow.example/main2.pdf",
            ),
        ],
    ),
    "mini_conf_openreview.json": (
        "mini-conf",
        [
            paper(
                "Attention Spans of Arachnids",
                "Ana Ruiz; Kim Lee",
                keywords=("attention",),
                abstract="We measure how long arachnids attend to a stimulus.",
                pdf=f"{HOME}pdf/b1x.pdf",
            ),
            paper("Momentum for Long Legs", "Mei Lin"),
        ],
    ),
    "mini_conf_cards.html": (
        "mini-conf",
        [
            paper("Virtual Hedges", "Rosa Hecke; Hans Igel", url=f"{HOME}a/poster_main.1.html"),
            paper("Posters in the Wind", "Mei Lin; Kim Lee", url=f"{HOME}a/poster_main.2.html"),
        ],
    ),
    "pentabarf_schedule.xml": (
        "pentabarf",
        [
            paper(
                "Testing Eight-Legged Planners",
                "Ana Ruiz; Bo Trinh",
                abstract=ATTENTION,
                url="https://gait18.example/11",
            ),
            paper("Walking on Webs & Nets", "Kim Lee"),
        ],
    ),
    "pentabarf_schedule.json": (
        "pentabarf",
        [
            paper(
                "Testing Eight-Legged Planners",
                "Ana Ruiz; Bo Trinh",
                abstract=ATTENTION,
                session="Gait Analysis",
            ),
            paper("Walking on Webs", "Kim Lee"),
        ],
    ),
    "sessionize_grid.html": (
        "sessionize",
        [paper("How Spiders Queue", "Ana Ruiz; Bo Trinh")],
    ),
    "sched_list.html": (
        "sched",
        [
            paper(
                "Hedgehogs as a Service",
                "Hans Igel @ Meadow University; Rosa Hecke",
                session="Research Papers",
                url=f"{HOME}a/event/1Aa/hedgehogs-as-a-service",
                pdf="https://static.sched.example/igel.pdf",
                abstract="We host hedgehogs in containers and report what they eat, how often they roll, and why.",
            )
        ],
    ),
    "sched_simple.html": (
        "sched",
        [
            paper(
                "Paths of Least Thorns",
                "",
                session="Technical Papers",
                url=f"{HOME}a/event/9Zz/paths-of-least-thorns",
            )
        ],
    ),
    "papers.csl.json": (
        "csl-json",
        [
            paper(
                "How Many Legs Make a Gait?",
                "Ana Ruiz; Jan van der Berg",
                venue="Proceedings of the 5th Conference on Legs",
                year=2018,
                date="2018-06-03",
                pages="1-8",
                doi="10.5555/legs.18.1",
                kind="conference-paper",
            )
        ],
    ),
    "papers.jsonld.json": (
        "json-ld",
        [paper("Linked Legs", "Ana Ruiz", pdf=f"{HOME}a/linked.pdf")],
    ),
}


def saved(name: str) -> SavedPage:
    return SavedPage(f"{HOME}a/page.html", (FOLDER / name).read_bytes())


def test_every_fixture_is_expected_and_every_platform_has_one() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PAPERS)
    package = Path(__file__).parents[2] / "src/harvestman/pages/platforms"
    platforms = {path.stem.replace("_", "-") for path in package.glob("[a-z]*.py")}
    assert platforms <= {name for name, _ in PAPERS.values()}


@pytest.mark.parametrize("name", PAPERS)
def test_the_reader_reads_exactly_its_papers(name: str) -> None:
    reader, expected = PAPERS[name]
    reading = pages.read(saved(name), now=NOW, readers=[READERS[reader]])
    assert reading.problems == ()
    assert [assemble(mention.claims) for mention in reading.mentions] == expected


@pytest.mark.parametrize("name", PAPERS)
def test_with_all_readers_the_same_papers_come_out(name: str) -> None:
    reading = pages.read(saved(name), now=NOW)
    assert (reading.status, reading.problems) == (Status.SUCCESS, ())
    found = [assemble(mention.claims) for mention in reading.mentions]
    expected = PAPERS[name][1]
    assert [one.title for one in found] == [one.title for one in expected]
    for one, other in zip(found, expected, strict=True):
        assert [person.name for person in one.authors] == [p.name for p in other.authors]
        assert one.pdf == other.pdf


@pytest.mark.parametrize("name", PAPERS)
def test_no_platform_takes_another_ones_page_for_its_own(name: str) -> None:
    mine = PAPERS[name][0]
    for reader in READERS.values():
        if reader.authority is not Authority.WRAPPER or reader.name in (mine, "data-islands"):
            continue
        reading = pages.read(saved(name), now=NOW, readers=[reader])
        assert (reader.name, len(reading.mentions)) == (reader.name, 0)


LOOKALIKES = {
    "a table with ConfTool's names for other things": "<table><tr><td class='paper_number'>AE-006</td><td class='paper_author'>Ida Chair"
    "</td><td class='paper_title'>Macros</td></tr></table>",
    "cards of a committee": "<div class='pp-card'><div class='pp-card-header'><h5 class='card-title'>Ida Chair</h5></div></div>",
    "the page of a person in dblp": "<ul class='publ-list'><li class=\"entry article\"><span class='this-person' itemprop='author'>Ida Chair"
    "</span><span class='title'>On Chairs.</span></li></ul>",
    "a shop's talk classes": "<div class=\"talk\"><div class='title'>Talk to us</div><div class='authors'>Sales</div></div>",
    "contributions of money": "<div class='contribution-row'><div class='contribution-label'>Rain</div></div>",
    "events of a village": "<div id='sched-content'><span class='event ev_1'><a class='name' href='event/1/fair'>The Village Fair</a></span></div>",
    "a modal of events": "<td><a data-event-modal='x'>Yoga in the Park</a><div class='performers'>The Band</div></td>",
}


@pytest.mark.parametrize("what", LOOKALIKES)
def test_what_merely_looks_alike_gives_nothing(what: str) -> None:
    page = SavedPage(HOME, f"<html><body>{LOOKALIKES[what]}</body></html>".encode())
    readers = [one for one in READERS.values() if one.authority is Authority.WRAPPER]
    assert pages.read(page, now=NOW, readers=readers).mentions == ()
