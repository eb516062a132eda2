"""What holds for every source of work."""

from __future__ import annotations

from pathlib import Path

import pytest

from harvestman.api import Harvestman
from harvestman.loop.sources import KINDS, SOURCES
from harvestman.loop.steps import PREFIX

PAGE = (Path(__file__).parents[2] / "docs" / "run.md").read_text("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_documented_and_fits_into_a_job(kind: str) -> None:
    assert f"| `{kind}` |" in PAGE
    assert len(PREFIX + kind) <= 16  # the column


def test_kinds_are_told_apart() -> None:
    assert len(set(KINDS)) == len(SOURCES)


def test_in_a_new_library_nothing_is_due(hm: Harvestman) -> None:
    found = hm.loop.round()
    assert not found.steps
    assert not found.left_out
    assert hm.loop.run() == 0
