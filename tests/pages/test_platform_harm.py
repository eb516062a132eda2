"""Readers of platforms on pages that were made to hurt them: nested, endless, torn."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvestman import pages
from harvestman.model import Authority, PageReading
from harvestman.pages import SavedPage, load_readers

FOLDER = Path(__file__).parent / "platforms"
NOW = datetime(2026, 1, 15, tzinfo=UTC)
READERS = [one for one in load_readers() if one.authority is Authority.WRAPPER]
NESTED = {
    "researchr": '<div class="session-info-in-table performers"><table><tr><td><a data-event-modal=x>A B<div class="performers">',
    "easychair": '<div class="session"><div class="heading"><div class="talk"><a name="talk:1"></a><div class="title">A B<div class="authors">',
    "openreview": '<div class="note" id="rejected"><h4><a href="/forum?id=1">A B</a></h4><div class="note-authors">',
    "ceur-ws": '<ul><li><span class="CEURTITLE">A B</span><span class="CEURAUTHOR">C D</span><h3>',
    "ceur-ws free": '<img src="ceur-ws-logo.png"><ul><li><a href="x.pdf">A B</a><i>C D',
    "acl-anthology": '<div class="d-sm-flex"><strong><a class="align-middle" href="/1/">A B</a></strong><a href="/people/c">C D</a><a href="#abstract-1">',
    "aclpub": '<table><tr class="bg1"><td><a href="a.bib">bib</a></td><td><i>A B</i>',
    "pmlr": '<div class="paper"><p class="title">A B</p><p class="details"><span class="authors">C D</span></p><h3>',
    "usenix": '<article class="node-paper node-session"><h2>A B</h2><div class="field-name-field-paper-people-text"><em>C D;',
    "dblp": '<ul class="publ-list"><li class="entry inproceedings"><span class="title">A B</span><span itemprop=author>C D</span>',
    "indico": '<div class="contribution-row timetable-contrib"><div class="contrib-title">A B</div><div class="speaker-list"><span>',
    "conftool": '<div class="paper_title session_title">A B<div class="paper_author">C<sup>1</sup><div class="paper_organisation">',
    "mini-conf": '<div class="pp-card"><div class="pp-card-header"><a href=x><div class="card-title">A B<h6 class="card-subtitle">C',
    "sched": '<div class="sched-container-inner sched-event-type"><span class="event ev_1"><a class="name" href="event/1">A B</a></span>',
}  # fmt: skip


def read(html: str) -> tuple[PageReading, float]:
    started = time.process_time()
    reading = pages.read(SavedPage("https://a.example/x", html.encode()), now=NOW, readers=READERS)
    return reading, time.process_time() - started


@pytest.mark.parametrize("name", NESTED)
def test_entries_within_entries_take_no_longer_than_a_list(name: str) -> None:
    reading, seconds = read("<html><body>" + NESTED[name] * 1_500)
    assert reading.problems == ()
    assert seconds < 3


@pytest.mark.parametrize("name", NESTED)
def test_thousands_of_entries_that_never_end_are_bounded(name: str) -> None:
    closed = NESTED[name] + "</div></li></td></tr></table></article></ul>" * 2
    reading, seconds = read("<html><body>" + closed * 800 + "A, " * 100_000)
    assert reading.problems == ()
    assert seconds < 5


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.html")), ids=lambda path: path.name)
def test_torn_pages_raise_nothing(path: Path) -> None:
    html = path.read_text("utf-8")
    for end in range(0, len(html), max(1, len(html) // 25)):
        assert read(html[:end])[0].problems == ()
