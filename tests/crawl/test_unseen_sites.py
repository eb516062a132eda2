"""How harvests fare on made-up sites of kinds that were not known when they were written: four rounds, each harvested once from its front pages.

The floors are what is reached; what the first readings came to is in the READMEs beside the sites.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harvestman.learn.harvests_eval import judge_harvests

pytestmark = pytest.mark.server
FLOORS = {
    "unseen": {"recall": 0.97, "precision": 0.98, "authors": 0.96},
    "unseen_again": {"recall": 0.98, "precision": 0.98, "authors": 0.98},
    "unseen_third": {"recall": 0.98, "precision": 0.98, "authors": 0.98},
    "unseen_fourth": {"recall": 0.98, "precision": 0.98, "authors": 0.98},
}


@pytest.fixture(scope="module", params=sorted(FLOORS))
def judged(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    folder = Path(__file__).parent / request.param
    return request.param, judge_harvests(folder)


def test_titles_and_authors(judged: tuple[str, dict[str, Any]]) -> None:
    name, figures = judged
    assert figures["title"]["recall"] >= FLOORS[name]["recall"]
    assert figures["title"]["precision"] >= FLOORS[name]["precision"]
    assert figures["authors"]["all_right"] >= FLOORS[name]["authors"]


def test_event_and_file(judged: tuple[str, dict[str, Any]]) -> None:
    _, figures = judged
    for name in ("year", "venue", "pdf"):
        assert figures[name]["accuracy"] == 1.0
