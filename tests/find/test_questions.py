"""Questions from lines of a file: what fits is taken, what does not is told."""

from __future__ import annotations

from typing import Any

import pytest

from harvestman.find import PaperQuestion, Trail, paper_question
from harvestman.model import UsageError


def test_a_line_becomes_a_question() -> None:
    line = {"id": 7, "title": " Reed  Beds ", "authors": ["Helen Marsh", " "], "year": "2019"}
    assert paper_question(line) == PaperQuestion("Reed Beds", ("Helen Marsh",), 2019, id="7")


@pytest.mark.parametrize(
    "line",
    [None, [], {}, {"title": 3}, {"title": " "}, {"title": "x", "authors": [1]},
     {"title": "x", "year": 12}, {"title": "x", "year": "soon"}, {"title": "x", "authors": {}, "year": True}],
)  # fmt: skip
def test_what_is_no_question_is_told(line: Any) -> None:
    with pytest.raises(UsageError, match="line 3"):
        paper_question(line, where="line 3")


def test_the_same_paper_asked_for_twice_is_one_question() -> None:
    one = PaperQuestion("Reed Beds!", ("Marsh, H.", "Robles, M."), id="1")
    other = PaperQuestion("REED BEDS", ("Robles, M.", "Marsh, H."), id="2")
    assert one.key == other.key
    assert PaperQuestion("Reed Beds II").key != one.key


def test_a_trail_is_bounded() -> None:
    trail = Trail()
    for number in range(1_000):
        trail.add("page", f"https://a.example/{number}", "x" * 5_000)
    assert len(trail.steps) == 200
    assert len(trail.steps[0].outcome) == 1_000
