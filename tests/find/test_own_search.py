"""Our own index as a provider: what was fetched is found by its words, without a request."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import harvestman
from harvestman import Harvestman
from harvestman.find import search_own
from harvestman.find.providers import Query
from harvestman.model import Status
from harvestman.store import UnindexedPage
from world import World


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as running:
        yield running


def open_at(place: Path, world: World, providers: str) -> Harvestman:
    return harvestman.open(
        place / "library.db",
        allow_private="true",
        delay="0",
        providers=providers,
        searxng_url=world.url("search", "").rstrip("/"),
        engine="local:1",
        browser="never",
    )


def test_what_was_fetched_for_one_question_answers_another(world: World, tmp_path: Path) -> None:
    with open_at(tmp_path, world, "searxng") as opened:
        first = opened.find_paper("Reed beds that clean themselvs", ["Marsh, H."])
        assert first.status is Status.SUCCESS
    before = len(world.log())
    with open_at(tmp_path, world, "library") as opened:
        again = opened.find_paper("Reed Beds That Clean Themselves", ["Helen Marsh"])
    assert (again.status, again.url, again.requests) == (Status.SUCCESS, first.url, 0)
    assert len(world.log()) == before


def test_pages_are_indexed_before_they_are_searched_and_only_once(
    world: World, tmp_path: Path
) -> None:
    with open_at(tmp_path, world, "searxng") as opened:
        opened.find_paper("A Theory of Nothing in Particular", ["Helen Marsh"])
        waiting = {one.row for one in opened.library.own_index.unindexed(limit=100)}
        assert waiting
    with open_at(tmp_path, world, "library") as opened:
        answer = opened.find_paper("Another Theory of Nothing at All", ["Helen Marsh"])
        assert answer.status is Status.NOT_FOUND
        assert waiting.isdisjoint(one.row for one in opened.library.own_index.unindexed(limit=100))
        hits = search_own(opened.library, Query("Helen Marsh", "html", name="Helen Marsh"))
        assert any("marshgroup" in hit.url for hit in hits)


def test_the_index_is_bounded_and_the_oldest_pages_leave_it(world: World, tmp_path: Path) -> None:
    with open_at(tmp_path, world, "library") as opened:
        index = opened.library.own_index
        pages = [
            (UnindexedPage(n, f"http://a.example/{n}", "", "", ""), f"Page {n}", "reeds and ponds")
            for n in range(1, 6)
        ]
        index.add(pages, most=3)
        found = {hit.url for hit in index.pages("reeds ponds", limit=10)}
        assert found == {f"http://a.example/{n}" for n in (3, 4, 5)}
        assert not index.pages("gravel", limit=10)
        assert not index.pages("", limit=10)
