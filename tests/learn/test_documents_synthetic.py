"""Made-up documents: the same every time, laid out within their pages, with gold that is really printed."""

from __future__ import annotations

from collections import Counter

import pytest

from harvestman.documents.layout.lines import Role
from harvestman.learn.documents_synthetic import (
    CATEGORIES,
    SyntheticDocument,
    synthetic_documents,
    synthetic_handouts,
)
from harvestman.learn.documents_synthetic_sheet import Look, Sheet
from harvestman.learn.documents_synthetic_words import Words
from harvestman.text.folding import fold

NUMBER = 108


@pytest.fixture(scope="module")
def documents() -> list[SyntheticDocument]:
    return list(synthetic_documents(NUMBER, seed=3))


def printed(document: SyntheticDocument) -> str:
    lines = [line for page in document.layout.pages for line in page.lines]
    return fold(" ".join(line.text for line in lines if line.role is Role.TEXT))


def test_every_kind_in_every_language(documents: list[SyntheticDocument]) -> None:
    found = Counter((d.gold["category"], d.gold["language"]) for d in documents)
    assert len(found) == len(CATEGORIES) * 3
    assert set(found.values()) == {NUMBER // len(found)}


def test_the_same_seed_gives_the_same_documents(documents: list[SyntheticDocument]) -> None:
    assert list(synthetic_documents(20, seed=3)) == documents[:20]
    assert list(synthetic_documents(20, seed=4)) != documents[:20]


def test_gold_is_printed(documents: list[SyntheticDocument]) -> None:
    for document in documents:
        text, gold = printed(document), document.gold
        values = [gold["title"] or "", gold["date"], *(a["name"] for a in gold["authors"])]
        values += gold["keywords"]
        for value in values:
            assert fold(value) in text, (gold["template"], gold["language"], value)


def test_addresses_are_printed_whole_or_as_a_group(documents: list[SyntheticDocument]) -> None:
    for document in documents:
        text = printed(document)
        for email in document.gold["emails"]:
            local, _, host = email.partition("@")
            assert fold(local) in text
            assert fold(host) in text


def test_labels_go_with_lines(documents: list[SyntheticDocument]) -> None:
    for document in documents:
        for page, labels in zip(document.layout.pages, document.labels, strict=True):
            assert len(page.lines) == len(labels)
        titles = [
            line.text
            for page, labels in zip(document.layout.pages, document.labels, strict=True)
            for line, label in zip(page.lines, labels, strict=True)
            if label == "title"
        ]
        if document.gold["title"]:
            assert fold(document.gold["title"]) in fold(" ".join(titles))


def test_lines_stay_on_the_page(documents: list[SyntheticDocument]) -> None:
    for document in documents:
        for page in document.layout.pages:
            if page.has_looks:
                for line in page.lines:
                    assert -1 <= line.y0 <= line.y1 <= page.height + 1


def test_slides_lie_and_theses_stand() -> None:
    for document in synthetic_documents(20, categories=("thesis",)):
        assert document.layout.pages[0].height > document.layout.pages[0].width
    lying = [
        d.layout.pages[0].width > d.layout.pages[0].height
        for d in synthetic_documents(40, categories=("slides",))
    ]
    assert sum(lying) > 25


def test_the_supervisor_is_no_author() -> None:
    for document in synthetic_documents(30, categories=("thesis",), languages=("ru",)):
        assert len(document.gold["authors"]) == 1


def test_students_are_printed_in_the_genitive() -> None:
    from random import Random

    words = Words("ru", Random(5))
    forms = {
        (p.family[-2:], p.genitive.split()[0][-2:]) for p in (words.person() for _ in range(80))
    }
    assert any(before == "ов" and after == "ва" for before, after in forms)
    assert any(before == "ва" and after == "ой" for before, after in forms)


def test_raised_marks_are_spans() -> None:
    from random import Random

    rng = Random(1)
    sheet = Sheet(Look.drawn(rng), rng)
    sheet.put("Ann Lee^{1,2} and Bo Ray^{2}")
    line = sheet.pages[0][0].line
    assert line.text == "Ann Lee1,2 and Bo Ray2"
    assert [line.text[s.start : s.end] for s in line.spans if s.raised] == ["1,2", "2"]
    assert "".join(line.text[s.start : s.end] for s in line.spans) == line.text


def test_heads_and_numbers_have_their_roles() -> None:
    from random import Random

    rng = Random(1)
    sheet = Sheet(Look.drawn(rng), rng)
    for _ in range(2):
        sheet.put("Some text")
        sheet.page()
    sheet.put("Last")
    sheet.head("A running head", first=False)
    sheet.numbers()
    roles = [[placed.line.role for placed in page] for page in sheet.pages]
    assert roles == [[Role.TEXT, Role.FOOT], *[[Role.HEAD, Role.TEXT, Role.FOOT]] * 2]


def test_handouts_print_their_gold_and_no_tutor_is_an_author() -> None:
    handouts = list(synthetic_handouts(84, seed=2, languages=("es", "ru", "en")))
    assert handouts == list(synthetic_handouts(84, seed=2, languages=("es", "ru", "en")))
    assert {d.gold["language"] for d in handouts} == {"es", "ru", "en"}
    assert len({d.gold["template"] for d in handouts}) == 7
    for document in handouts:
        text, gold = printed(document), document.gold
        for value in [gold["title"], gold["date"], *(a["name"] for a in gold["authors"])]:
            assert fold(value) in text, (gold["template"], gold["language"], value)
        for page, labels in zip(document.layout.pages, document.labels, strict=True):
            assert len(page.lines) == len(labels)
        assert len(gold["authors"]) <= 3
