"""The judge: what counts as right, field by field."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from harvestman.learn.references_eval import (
    FIELDS,
    Miss,
    judge_references,
    judge_references_file,
)
from harvestman.model import UsageError
from harvestman.model.documents import Reference


def judged(fields: dict[str, Any], answer: dict[str, Any], **row: Any) -> tuple[float, list[Miss]]:
    """The F1 of one answer, and what was wrong with it."""
    misses: list[Miss] = []
    figures = judge_references(
        [{"raw": "x", "language": "en", "fields": fields, **row}],
        parse=lambda raw: Reference(raw, **answer),
        misses=misses,
    )
    return figures["micro_f1"], misses


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"year": "1999a"}, {"year": "1999"}),
        ({"date": "5 May 1999"}, {"year": "5"}),
        ({"pages": "447-485"}, {"pages": "447–85"}),
        ({"pages": "447-485"}, {"pages": "447"}),
        ({"volume": "7(4)"}, {"volume": "7", "issue": "4"}),
        ({"volume": "7", "issue": "4"}, {"volume": "7", "issue": "4"}),
        ({"doi": "doi: 10.1/A"}, {"doi": "10.1/a"}),
        ({"url": "http://a.org/b/"}, {"url": "a.org/b"}),
        ({"container": "In The Journal of Rope"}, {"container": "Journal of Rope"}),
        ({"title": "Верёвки и узлы"}, {"title": "верЕвки и узлы"}),
        ({"author": "Kay, A. and Roa, B."}, {"authors": ("Kay, A.", "Roa, B.")}),
        ({"authors": ["Kay, Ann", "Roa, B."]}, {"authors": ("A. Kay", "Roa B.")}),
    ],
)
def test_right(fields: dict[str, Any], answer: dict[str, Any]) -> None:
    assert judged(fields, answer) == (1.0, [])


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"year": "1999"}, {"year": "1998"}),
        ({"pages": "447-485"}, {"pages": "447-486"}),
        ({"volume": "7", "issue": "4"}, {"volume": "74"}),
        ({"place": "Vigo"}, {"place": "Riga"}),
        ({"title": "Ropes"}, {}),
        ({}, {"title": "Ropes"}),
        ({"author": "Kay, A. and Roa, B."}, {"authors": ("Kay, A.",)}),
    ],
)
def test_wrong(fields: dict[str, Any], answer: dict[str, Any]) -> None:
    score, misses = judged(fields, answer)
    assert score == 0.0
    assert len(misses) == 1 or "issue" in fields


def test_what_a_source_does_not_label_is_not_judged() -> None:
    score, _ = judged(
        {"title": "Ropes"}, {"title": "Ropes", "place": "Vigo"}, not_labelled=["place"]
    )
    assert score == 1.0
    score, _ = judged(
        {"title": "Ropes"}, {"title": "Ropes", "place": "Vigo"}, segments=[], source="EXCITE/1"
    )
    assert score == 1.0


def test_figures_are_given_by_field_and_language(tmp_path: Path) -> None:
    rows = [
        {"raw": "Kay, A. Ropes of the old harbour. Vigo: Marea, 1999.", "language": language, "split": split,
         "fields": {"author": "Kay, A.", "title": "Ropes of the old harbour", "place": "Vigo", "publisher": "Marea", "year": "1999"}}
        for language, split in (("en", "dev"), ("es", "dev"), ("de", "train"))
    ]  # fmt: skip
    path = tmp_path / "gold.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    figures = judge_references_file(path, split="dev")
    assert figures["strings"] == 2
    assert set(figures["by_language"]) == {"en", "es"}
    assert tuple(figures["by_field"]) == FIELDS
    assert figures["micro_f1"] == figures["by_language"]["en"] > 0.7


@pytest.mark.parametrize("content", ["", "{", '{"raw": "x"}', "[]"])
def test_files_of_another_kind_are_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(content)
    with pytest.raises(UsageError, match=r"gold\.jsonl"):
        judge_references_file(path)
