"""JSON Lines: exactly the plain form of a paper, one a line."""

from __future__ import annotations

import json
import re

import pytest

from formats.sample import PAPER, faults_of, papers_of
from harvestman.formats import JSONLines
from harvestman.model import Paper, paper_to_plain


def test_a_line_is_the_plain_form_and_keeps_letters_readable() -> None:
    (line,) = JSONLines().write([PAPER])
    assert json.loads(line) == paper_to_plain(PAPER)
    assert "Ершов" in line


def test_lines_may_come_in_pieces_of_any_size() -> None:
    papers = [PAPER, Paper("Line \u2028 separator"), Paper("Last")]
    text = "\n".join(JSONLines().write(papers))  # with empty lines between
    assert papers_of(JSONLines(), (text[i : i + 7] for i in range(0, len(text), 7))) == papers


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "7",
        "{}",
        '{"title": 5}',
        '{"title": "T", "year": "soon"}',
        '{"title": "T", "keywords": [1]}',
        '{"title": "T", "authors": [{}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_paper_is_refused_by_line(line: str) -> None:
    (fault,) = faults_of(JSONLines(), ['{"title": "T"}\n', line, '\n{"title": "U"}'])
    assert re.fullmatch(r"Line 2 is not a paper in JSON: .*\.", fault)
