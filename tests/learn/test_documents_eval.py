"""The judge of documents counts as the data's README says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from harvestman.learn.documents_eval import (
    Miss,
    gold_rows,
    judge_documents,
    judge_documents_folder,
)
from harvestman.model import UsageError

PAPER: dict[str, Any] = {
    "file": "dev/a.pdf",
    "corpus": "a/b",
    "language": "en",
    "category": "paper",
    "title": "Counting the Legs of Harvestmen in the Wild",
    "authors": [{"name": "Ana Ruiz"}, {"name": "Gloria Pérez"}],
    "affiliations": ["University of Tarapuy"],
    "emails": ["ana@tarapuy.example"],
    "abstract": "one two three four five six seven eight nine ten",
    "keywords": ["legs", "Counting"],
    "references": 20,
}
RIGHT: dict[str, Any] = {
    "language": "en",
    "category": "paper",
    "header": {
        "title": "Counting the legs of harvestmen in the wild!",
        "authors": [{"name": "RUIZ, A."}, {"name": "Gloria Perez"}],
        "affiliations": ["Dept. of Zoology, University of Tarapuy, Peru"],
        "emails": ["ANA@tarapuy.example"],
        "abstract": "one two three four five six seven eight nine zehn",
        "keywords": ["Legs", "counting"],
    },
    "citations": [{}] * 18,
}


def overall(row: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    figures: dict[str, Any] = judge_documents([row], [answer])["overall"]
    return figures


def with_header(**values: Any) -> dict[str, Any]:
    return {**RIGHT, "header": {**RIGHT["header"], **values}}


def test_everything_right_is_one_everywhere() -> None:
    figures = overall(PAPER, RIGHT)
    for name in ("title", "authors", "affiliations", "emails", "keywords"):
        assert figures[name] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert figures["abstract"] == {"accuracy": 1.0}
    assert figures["references"] == {"exact": 0.0, "within_10": 1.0, "lists_within_10": 1.0}
    assert figures["category"] == {"accuracy": 1.0, "soft_accuracy": 1.0, "macro_f1": 1.0}
    assert figures["language"] == {"accuracy": 1.0}


def test_no_answer_costs_recall_and_a_wrong_one_both() -> None:
    silent = overall(PAPER, {})
    assert silent["title"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    figures = overall(PAPER, with_header(authors=[{"name": "Ana Ruiz"}, {"name": "Some One"}]))
    assert figures["authors"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


def test_null_is_not_judged_and_nothing_is() -> None:
    unjudged = {**PAPER, "title": None, "authors": None, "references": None, "category": None}
    figures = overall(unjudged, RIGHT)
    assert figures["title"]["f1"] == 0.0
    assert figures["references"]["exact"] is None
    assert figures["category"] == {"accuracy": None, "soft_accuracy": None, "macro_f1": None}
    without = {**PAPER, "authors": [], "references": 0}
    both = judge_documents([PAPER, without], [RIGHT, RIGHT])["overall"]
    assert both["authors"] == {"precision": 0.5, "recall": 1.0, "f1": 0.6667}
    assert both["references"]["within_10"] == 0.5
    assert both["references"]["lists_within_10"] == 1.0


def test_incomplete_gold_lists_are_not_judged() -> None:
    figures = overall({**PAPER, "authors_complete": False, "emails_complete": False}, RIGHT)
    assert figures["authors"]["f1"] == 0.0
    assert figures["emails"]["f1"] == 0.0
    assert figures["title"]["f1"] == 1.0


@pytest.mark.parametrize(
    ("category", "title", "is_right"),
    [
        ("paper", "Counting the Legs of Harvestmen in the Wold", True),
        ("paper", "Zoology 101. Counting the Legs of Harvestmen in the Wild", False),
        ("slides", "Zoology 101. Counting the Legs of Harvestmen in the Wild", True),
        ("slides", "Counting", False),
        ("slides", "", False),
    ],
)
def test_titles(category: str, title: str, is_right: bool) -> None:
    figures = overall({**PAPER, "category": category}, with_header(title=title))
    assert figures["title"]["recall"] == float(is_right)


@pytest.mark.parametrize(
    ("wanted", "found", "is_right"),
    [
        ("Ana María Ruiz", "A. M. Ruiz", True),
        ("Ana María Ruiz", "Ruiz Ana", True),
        ("Ana Ruiz", "Berta Ruiz", False),
        ("Ana Ruiz", "B. Ruiz", False),
        ("Ёлкин Пётр", "П. Елкин", True),
        ("Li", "Lo", False),
    ],
)
def test_names(wanted: str, found: str, is_right: bool) -> None:
    row = {**PAPER, "authors": [{"name": wanted}]}
    assert overall(row, with_header(authors=[found]))["authors"]["recall"] == float(is_right)


def test_a_soft_border_is_half_a_mistake() -> None:
    figures = overall(PAPER, {**RIGHT, "category": "report"})
    assert figures["category"] == {"accuracy": 0.0, "soft_accuracy": 1.0, "macro_f1": 0.0}
    assert overall(PAPER, {**RIGHT, "category": "cv"})["category"]["soft_accuracy"] == 0.0


def test_figures_come_by_language_category_and_corpus() -> None:
    other = {**PAPER, "language": "es", "category": "thesis", "corpus": None}
    figures = judge_documents([PAPER, other], [RIGHT, {}])
    assert figures["by_language"]["en"]["title"]["f1"] == 1.0
    assert figures["by_language"]["es"]["title"]["f1"] == 0.0
    assert set(figures["by_category"]) == {"paper", "thesis"}
    assert set(figures["by_corpus"]) == {"a/b"}
    assert figures["overall"]["documents"] == 2


def test_misses_are_told_once() -> None:
    misses: list[Miss] = []
    judge_documents([PAPER], [with_header(title="Another")], misses=misses)
    assert misses == [Miss("dev/a.pdf", "title", PAPER["title"], "Another")]
    misses.clear()
    judge_documents([PAPER], [{**RIGHT, "citations": []}], misses=misses)
    assert [(miss.field, miss.wanted) for miss in misses] == [("references", "20")]


def gold(folder: Path, *rows: object, files: Sequence[str] = ("dev/a.pdf",)) -> Path:
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for name in files:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"%PDF")
    return folder


def test_a_folder_is_judged_on_its_dev_split(tmp_path: Path) -> None:
    copy = {**PAPER, "split": "dev", "derived_from": "a"}
    locked = {**PAPER, "split": "dev", "special": "encrypted-user-password"}
    taught = {**PAPER, "split": "train", "file": "train/b.pdf"}
    gold(tmp_path, {**PAPER, "split": "dev"}, taught, copy, locked)
    asked: list[Path] = []

    def read(paths: Sequence[Path]) -> list[dict[str, Any]]:
        asked.extend(paths)
        return [RIGHT for _ in paths]

    figures = judge_documents_folder(tmp_path, read=read)
    assert asked == [tmp_path / "dev" / "a.pdf"]
    assert figures["overall"]["title"]["f1"] == 1.0
    with pytest.raises(UsageError, match=r"b\.pdf is not there"):
        judge_documents_folder(tmp_path, read=read, split="train")
    with pytest.raises(UsageError, match="it has dev, train"):
        judge_documents_folder(tmp_path, read=read, split="test")


def test_gold_without_splits_is_judged_whole(tmp_path: Path) -> None:
    gold(tmp_path, PAPER, PAPER)
    assert len(gold_rows(tmp_path)) == 2
    assert len(gold_rows(tmp_path, "dev")) == 2


@pytest.mark.parametrize(
    "text", [None, "no json", '{"x": 1}', "[1]", "", '{"file": 3}', b"\xff\xfe"]
)
def test_a_folder_without_gold_is_wrong_use(tmp_path: Path, text: str | bytes | None) -> None:
    if text is not None:
        raw = text if isinstance(text, bytes) else text.encode()
        (tmp_path / "gold.jsonl").write_bytes(raw)
    with pytest.raises(UsageError):
        judge_documents_folder(tmp_path, read=lambda paths: [RIGHT for _ in paths])


@pytest.mark.parametrize("bad", [{"authors": ["Ana"]}, {"references": "many"}, {"emails": [3]}])
def test_gold_of_another_shape_is_wrong_use(bad: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"dev/a\.pdf"):
        judge_documents([{**PAPER, **bad}], [RIGHT])


def test_the_scorer_of_keywords_is_judged_where_authors_list_their_own() -> None:
    text = "The legs of harvestmen. We count legs. Keywords: legs, counting\nLegs are long."
    figures = judge_documents([PAPER], [{**RIGHT, "text": text}])["scored_keywords"]
    assert figures["ours"]["documents"] == 1
    assert figures["ours"]["at_5"]["recall"] == 0.5
    assert "scored_keywords" not in judge_documents([PAPER], [RIGHT])
