"""Headers of training documents, judged by models taught without their repository, and without single rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from documents.header.conftest import Row, lay_out
from harvestman.documents.header import persons, read_header
from harvestman.documents.header.reader import TaggedFront, tag_front
from harvestman.documents.layout.lines import Layout
from harvestman.learn import documents_folds
from harvestman.learn.documents_eval import Miss
from harvestman.learn.documents_header import document_lessons
from harvestman.learn.documents_rules import RULES, rule_names, rules_named, switched_off
from harvestman.model import UsageError
from harvestman.pages.people import names as page_names
from harvestman.text import naming

GOLD: dict[str, Any] = {
    "file": "train/a.pdf",
    "split": "train",
    "corpus": "a/b",
    "language": "ru",
    "category": "thesis",
    "title": "Теория графов. Домашнее задание 4",
    "authors": [{"name": "А. Б. Иванов"}],
    "references": 4,
}
_TEXT = "Упражнение. Докажите, что в каждом дереве с двумя вершинами или более есть хотя бы две"
SHEET: list[Row] = [
    (12, "Государственный университет Примерска"),
    (12, "Факультет прикладной математики"),
    (12, "Теория графов", "b+"),
    (12, "2019/2020 учебный год"),
    (12, "(А. Б. Иванов)", "i"),
    (12, "Домашнее задание 4", "b+"),
    (12, "(срок выполнения — 8 октября 2019 года)", "i"),
    *[(12, _TEXT, "<")] * 20,
]


def sheet() -> Layout:
    return Layout((lay_out(SHEET, 595.0, 842.0),), 1, "pdf")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of documents of which one can be read, beside the labelled texts."""

    def tagged(
        documents: Path, texts: Path, *, templates: Path | None = None
    ) -> Iterator[tuple[str, TaggedFront]]:
        yield "train/a.pdf", tag_front(sheet())

    monkeypatch.setattr(documents_folds, "cross_tagged", tagged)
    (tmp_path / "refs").mkdir()
    (tmp_path / "pdf").mkdir()
    rows = [GOLD, {**GOLD, "file": "train/unread.pdf"}, {**GOLD, "split": "dev"}]
    text = "\n".join(json.dumps(row) for row in rows)
    (tmp_path / "pdf" / "gold.jsonl").write_text(text, "utf-8")
    return tmp_path / "pdf"


def test_only_what_was_read_and_only_headers_are_judged(folder: Path) -> None:
    misses: list[Miss] = []
    figures = documents_folds.judge_folds(folder, folder.parent / "refs", misses=misses)
    assert figures["overall"]["documents"] == 1
    assert figures["by_language"]["ru"]["title"]["f1"] == 1.0
    assert figures["by_language"]["ru"]["authors"]["f1"] == 1.0
    assert "references" not in figures["overall"]
    assert "category" not in figures["overall"]
    assert misses == []


def test_by_template_lists_of_references_are_judged_too(folder: Path, tmp_path: Path) -> None:
    templates = tmp_path / "papers"
    templates.mkdir()
    row = {**GOLD, "template": "sheet", "split": "dev", "references": 0}
    (templates / "gold.jsonl").write_text(json.dumps(row), "utf-8")
    figures = documents_folds.judge_templates(templates, folder, folder.parent / "refs")
    assert figures["overall"]["documents"] == 1
    assert figures["overall"]["title"]["f1"] == 1.0
    assert figures["overall"]["references"]["exact"] == 1.0
    (templates / "gold.jsonl").write_text(json.dumps({**row, "template": None}), "utf-8")
    with pytest.raises(UsageError, match="does not name the template"):
        documents_folds.judge_templates(templates, folder, folder.parent / "refs")
    with pytest.raises(UsageError, match="nowhere is no folder"):
        documents_folds.judge_templates(templates, folder / "nowhere", folder.parent / "refs")


def test_a_template_is_a_source_of_its_own(tmp_path: Path) -> None:
    text = (
        "Habits of foxes\n\nAnn Lee\n\nFoxes were counted at night, and the counts are told here.\n"
    )
    rows = [
        {**GOLD, "file": f"{name}.txt", "title": "Habits of foxes", "authors": [], "template": name}
        | dict.fromkeys(("abstract", "keywords", "affiliations", "emails"))
        for name in ("acl", "ieee")
    ]
    for row in rows:
        (tmp_path / str(row["file"])).write_text(text, "utf-8")
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    by_repository = document_lessons(tmp_path)
    by_template = document_lessons(tmp_path, by="template")
    assert [one.source for one in by_repository] == ["a/b", "a/b"]
    assert [one.source for one in by_template] == ["acl", "ieee"]


def test_the_models_need_the_labelled_texts_too(folder: Path) -> None:
    with pytest.raises(UsageError, match="nowhere is no folder"):
        documents_folds.judge_folds(folder, folder / "nowhere")


def test_what_a_rule_earns_is_the_difference_without_it(folder: Path) -> None:
    earned = documents_folds.judge_without(
        folder, ["sheets", "covers"], folds=folder.parent / "refs"
    )
    assert earned["with"]["overall"]["title"]["f1"] == 1.0
    assert earned["without"]["sheets"]["overall"]["title"]["f1"] == 0.0
    assert earned["without"]["covers"] == earned["with"]


def test_a_rule_that_is_not_there_is_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match="there is no rule 'sheet': covers, "):
        documents_folds.judge_without(folder, ["sheet"])


def test_a_rule_is_off_in_all_modules_and_on_again_afterwards() -> None:
    before = read_header(sheet()).title
    with switched_off(rules_named("sheets.sheet_lines")):
        assert read_header(sheet()).title != before
    assert read_header(sheet()).title == before


def test_a_rule_of_names_is_off_at_home_and_where_headers_use_it() -> None:
    before = naming.is_organisation
    assert vars(persons)["is_organisation"] is before
    with switched_off(rules_named("naming.is_organisation")):
        assert not naming.is_organisation("Tarapuy State University")
        assert vars(persons)["is_organisation"] is naming.is_organisation
        assert vars(page_names)["is_organisation"] is before  # pages are read as ever
    assert naming.is_organisation is vars(persons)["is_organisation"] is before
    assert before("Tarapuy State University")


@pytest.mark.parametrize("name", rule_names())
def test_a_header_is_read_without_any_single_rule(name: str) -> None:
    with switched_off(rules_named(name)):
        assert read_header(sheet()).title


def test_a_header_is_read_without_all_rules() -> None:
    with switched_off(RULES):
        assert read_header(sheet()).title
