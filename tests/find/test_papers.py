"""Finding papers on the sample world: by a search engine that knows files, by pages, not at all; asked again, it costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import harvestman
from harvestman import Harvestman
from harvestman.find import PaperAnswer, PaperQuestion
from harvestman.model import Status
from world import World


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as running:
        yield running


@pytest.fixture
def opened(world: World, tmp_path: Path) -> Iterator[Harvestman]:
    with harvestman.open(
        tmp_path / "library.db",
        allow_private="true",
        delay="0",
        providers="searxng",
        searxng_url=world.url("search", "").rstrip("/"),
        engine="local:1",
        browser="never",
    ) as library:
        yield library


def test_a_paper_is_found_held_and_remembered(opened: Harvestman, world: World) -> None:
    answer = opened.find_paper("Reed beds that clean themselvs", ["Marsh, H."])
    assert answer.status is Status.SUCCESS
    assert answer.url == world.url("marshgroup", "/papers/reeds.pdf")
    assert answer.title == "Reed Beds That Clean Themselves"
    assert answer.authors == ("Helen Marsh", "Peter Quill")
    assert opened.library.documents.get(answer.file) is not None
    assert 1 <= answer.requests <= 25
    before = len(world.log())
    again = opened.find_paper("Reed beds that clean themselvs", ["Marsh, H."])
    assert (again.url, again.file) == (answer.url, answer.file)
    assert len(world.log()) == before


def test_what_is_not_there_is_not_found_and_the_trail_says_what_was_tried(
    opened: Harvestman,
) -> None:
    asked = [
        PaperQuestion("Towards Reed Beds That Clean Themselves", ("Helen Marsh",), id="near"),
        PaperQuestion("A Theory of Nothing in Particular", ("Nobody Atall",), id="none"),
    ]
    answers = list(opened.find_papers(asked))
    assert [(one.question.id, one.status, one.url) for one in answers] == [
        ("near", Status.NOT_FOUND, ""),
        ("none", Status.NOT_FOUND, ""),
    ]
    assert any("not it" in step.outcome for step in answers[0].trail)
    assert all(one.requests <= 25 for one in answers)


def test_without_a_provider_that_answers_nothing_is_remembered(
    world: World, tmp_path: Path
) -> None:
    def ask(**settings: str) -> PaperAnswer:
        with harvestman.open(
            tmp_path / "library.db",
            allow_private="true",
            delay="0",
            providers="searxng",
            engine="local:1",
            browser="never",
            **settings,  # type: ignore[arg-type]
        ) as opened:
            return opened.find_paper("Reed beds that clean themselvs", ["Marsh, H."])

    none = ask()
    assert none.status is Status.NO_PROVIDER
    assert "searxng_url" in none.status.remedy
    assert ask(searxng_url="http://127.0.0.1:9").status is Status.NO_PROVIDER
    found = ask(searxng_url=world.url("search", "").rstrip("/"))
    assert found.status is Status.SUCCESS
