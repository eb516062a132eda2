"""Headers of training documents, judged by models taught without their repository."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harvestman.documents.header.found import Found, HeaderFound
from harvestman.learn import documents_folds
from harvestman.learn.documents_eval import Miss
from harvestman.model import UsageError
from harvestman.model.claims import Author

GOLD: dict[str, Any] = {
    "file": "train/a.pdf",
    "split": "train",
    "corpus": "a/b",
    "language": "es",
    "category": "exercise",
    "title": "Hoja 3: Aplicaciones lineales",
    "authors": [{"name": "Ana Ruiz"}],
    "references": 4,
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "pdf").mkdir()
    rows = [GOLD, {**GOLD, "file": "train/unread.pdf"}, {**GOLD, "split": "dev"}]
    text = "\n".join(json.dumps(row) for row in rows)
    (tmp_path / "pdf" / "gold.jsonl").write_text(text, "utf-8")
    return tmp_path


def test_only_what_was_read_and_only_headers_are_judged(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(folder: Path, *, say: object) -> Iterator[tuple[str, HeaderFound]]:
        yield (
            "train/a.pdf",
            HeaderFound(
                title=Found("Hoja 3: Aplicaciones lineales", 0.9, 1),
                authors=(Found(Author("Eva Soto"), 0.9, 1),),
            ),
        )

    monkeypatch.setattr(documents_folds, "cross_read", read)
    (data / "refs").mkdir()
    misses: list[Miss] = []
    figures = documents_folds.judge_folds(data, misses=misses)
    assert figures["overall"]["documents"] == 1
    assert figures["by_language"]["es"]["title"]["f1"] == 1.0
    assert figures["by_language"]["es"]["authors"]["f1"] == 0.0
    assert "references" not in figures["overall"]
    assert "category" not in figures["overall"]
    assert [(miss.field, miss.found) for miss in misses] == [("authors", "Eva Soto")]


def test_the_models_need_the_labelled_texts_too(data: Path) -> None:
    with pytest.raises(UsageError, match="no folder refs"):
        documents_folds.judge_folds(data)
