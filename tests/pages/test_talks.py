"""Keynotes, invited talks and tutorials: no papers, but talks where these are asked for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman import pages
from harvestman.model import Kind, Paper, Want, assemble
from harvestman.pages import HARVESTED, SavedPage

NOW = datetime(2026, 1, 15, tzinfo=UTC)

PROGRAMME = """<html><head><title>Programme of BEES 2024</title></head><body><h1>Programme</h1>
<h2>Keynotes</h2>
<div class="e"><b>What Bees Remember of Last Summer</b><br><i>Mary Holm, University of Leeds</i></div>
<h2>Session 1: Hives</h2>
<div class="e"><b>Counting Hives from the Air with Small Drones</b><br><i>Anna Verde, Tom Stone</i></div>
<div class="e"><b>A Model of Swarms in Cold Winters</b><br><i>Ida Moss, Per Lund</i></div>
<div class="e"><b>Honey Prices and the Weather of the Valley</b><br><i>Karl Brandt, Rosa Gil</i></div>
<h2>Session 2: Flowers</h2>
<div class="e"><b>Keynote: The Long Way to the Flower</b><br><i>John Rivers, University of Oslo</i></div>
<div class="e"><b>Scent Maps of Alpine Meadows</b><br><i>Eva Zima, Jan Kowal</i></div>
<div class="e"><b>Which Colours Do Wild Bees Prefer?</b><br><i>Luis Soto, Ana Ruiz</i></div>
</body></html>"""

EASYCHAIR = """<html><head><title>Program</title></head><body><div class="session"><div class="heading">09:00 <span class="title">Keynote</span></div>
<table><tr class="talk"><td><a name="talk:1"></a><div class="authors"><a class="person">Mary Holm</a></div><div class="title">What Bees Remember of Last Summer</div></td></tr></table></div>
<div class="session"><div class="heading">10:00 <span class="title">Hives</span></div>
<table><tr class="talk"><td><a name="talk:2"></a><div class="authors"><a class="person">Ida Moss</a></div><div class="title">A Model of Swarms in Cold Winters</div></td></tr></table></div>
<div class="session"><div class="heading">11:00 <span class="title">Coffee Break</span></div>
<table><tr class="talk"><td><a name="talk:3"></a><div class="title">Coffee and Honey</div></td></tr></table></div></body></html>"""

INDICO = """{"count": 1, "results": [{"contributions": [
 {"_type": "Contribution", "title": "What Bees Remember of Last Summer", "type": "Invited talk", "speakers": [{"first_name": "Mary", "last_name": "Holm"}]},
 {"_type": "Contribution", "title": "A Model of Swarms in Cold Winters", "type": "Oral", "speakers": [{"first_name": "Ida", "last_name": "Moss"}]}]}]}"""


def told(page: str, *, talks: bool) -> list[Paper]:
    want = HARVESTED | {Want.TALKS} if talks else HARVESTED
    reading = pages.read(SavedPage("https://bees.example/p", page.encode()), now=NOW, want=want)
    return [assemble(mention.claims) for mention in reading.mentions]


@pytest.mark.parametrize("page", [PROGRAMME, EASYCHAIR, INDICO])
def test_talks_are_kept_as_talks_when_asked_for(page: str) -> None:
    found = {paper.title: paper for paper in told(page, talks=True)}
    talk = found["What Bees Remember of Last Summer"]
    assert talk.kind == str(Kind.TALK)
    assert [author.name for author in talk.authors] == ["Mary Holm"]
    assert found["A Model of Swarms in Cold Winters"].kind != str(Kind.TALK)
    assert "Coffee and Honey" not in found


@pytest.mark.parametrize("page", [PROGRAMME, EASYCHAIR, INDICO])
def test_talks_are_left_out_otherwise(page: str) -> None:
    titles = [paper.title for paper in told(page, talks=False)]
    assert "A Model of Swarms in Cold Winters" in titles
    assert not any("Bees Remember" in title or "Long Way" in title for title in titles)


def test_what_an_entry_calls_itself_is_not_part_of_its_title() -> None:
    found = {paper.title: paper for paper in told(PROGRAMME, talks=True)}
    assert found["The Long Way to the Flower"].kind == str(Kind.TALK)
    assert len(found) == 7
