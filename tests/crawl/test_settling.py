"""The end of a harvest: papers of whole sites of the sample world get their events, once and for all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import harvestman
from harvestman import Harvestman
from harvestman.model import Field
from world import World

SITES = Path(__file__).parent.parent / "world" / "sites"
WHOLE = ("gaitdays", "kneesplash", "footprints", "twinconf", "hodba2019", "jola2013", "sbsm2016", "gangtagung")  # fmt: skip

pytestmark = pytest.mark.server


def opened(tmp_path: Path) -> Harvestman:
    return harvestman.open(tmp_path / "library.db", allow_private=True, delay=0.0, depth=4)


@pytest.mark.parametrize("site", WHOLE)
def test_every_paper_of_a_site_has_its_event(site: str, tmp_path: Path) -> None:
    truth = json.loads((SITES / site / "truth.json").read_text("utf-8"))
    wanted = {(paper["title"], paper["year"]) for paper in truth["papers"]}
    with World() as world, opened(tmp_path) as library:
        library.harvest(world.url(site, "/"))
        papers = [paper for paper in library.papers() if paper.title in {t for t, _ in wanted}]
        assert {(paper.title, paper.year) for paper in papers} == wanted
        assert len(papers) == len(wanted)  # the same title in two years is two papers
        for event in truth["events"]:
            of_year = [paper for paper in papers if paper.year == event["year"]]
            assert of_year
            for paper in of_year:
                assert paper.event is not None
                assert paper.event.year == event["year"]
                if event["acronym"]:
                    assert paper.event.acronym == event["acronym"]
                if event["name"]:
                    assert paper.event.name == event["name"]
                    assert event["name"] in paper.venue


def test_a_second_harvest_changes_nothing(tmp_path: Path) -> None:
    with World() as world, opened(tmp_path) as library:
        library.harvest(world.url("gaitdays", "/"))
        before, events = library.papers(), library.events()
        cursor = library.changes(limit=10_000).cursor
        library.harvest(world.url("gaitdays", "/"), again=True)
        assert library.papers() == before
        assert library.events() == events
        assert not library.changes(after=cursor).changes


def test_papers_are_selected_by_event_and_site(tmp_path: Path) -> None:
    with World() as world, opened(tmp_path) as library:
        library.harvest(world.url("gaitdays", "/"), world.url("jola2013", "/"))
        assert {volume.event.title for volume in library.events()} >= {"GAIT 2021", "GAIT 2022", "JOLA 2013"}  # fmt: skip
        for words in ("GAIT 2022", "gait'22", "GAIT2022", "4th Conference on Gait and Posture of Small Animals"):  # fmt: skip
            assert {paper.year for paper in library.papers(event=words)} == {2022}
        assert {paper.year for paper in library.papers(event="GAIT")} == {2021, 2022}
        (volume,) = library.events("GAIT 2021")
        assert (volume.papers, volume.years) == (4, (2021,))
        assert len(library.papers(event=volume.event.id)) == 4
        # A site is a host: its port is no part of its name.
        assert {paper.year for paper in library.papers(site="jola2013.localhost")} == {2013}
        with pytest.raises(harvestman.model.UsageError, match="no paper here is of an event"):
            library.papers(event="NOSUCH 1999")


def test_who_says_so_is_told(tmp_path: Path) -> None:
    with World() as world, opened(tmp_path) as library:
        library.harvest(world.url("jola2013", "/"))
        (paper,) = library.papers("corpus")
        told = {claim.field: claim for claim in library.claims(paper.id)}
        assert told[Field.YEAR].evidence.source == world.url("jola2013", "/")
        assert "2013" in told[Field.YEAR].evidence.quote
        assert "Jornadas" in told[Field.VENUE].evidence.quote
        assert paper.event is not None
        # Whoever puts the event right puts its papers right.
        library.correct(paper.event.id, "year", "2014", by="ann")
        after = library.paper(paper.id)
        assert after is not None
        assert (after.year, after.venue) == (2014, "XV Jornadas de Locomoción Animal (JOLA 2014)")


def test_a_volume_in_bibtex(tmp_path: Path) -> None:
    with World() as world, opened(tmp_path) as library:
        library.harvest(world.url("gaitdays", "/"))
        text = library.export("bibtex", event="GAIT 2021", proceedings=True)
    assert text.count("@inproceedings") == 4
    assert text.count("crossref = {gait2021}") == 4
    assert "booktitle = {3rd Conference on Gait and Posture of Small Animals (GAIT 2021)}" in text
    assert text.index("@proceedings{gait2021,") > text.rindex("@inproceedings")
