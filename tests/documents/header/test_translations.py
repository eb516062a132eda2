"""Papers in two languages: what is printed a second time is kept by language."""

from __future__ import annotations

from collections.abc import Callable

from harvestman.documents.header import read_header
from harvestman.documents.layout.lines import Layout
from harvestman.model import (
    Extraction,
    Header,
    Status,
    Translation,
    extraction_from_plain,
    extraction_to_plain,
)

RUSSIAN = (
    "Мы считали ноги сенокосцев в подвалах университетов и нашли, что их обычно восемь, реже семь."
)
ENGLISH = "We counted the legs of harvestmen in the cellars of universities and found eight of them, rarely seven."


def russian_paper(document: Callable[..., Layout]) -> Layout:
    return document(
        [
            (10, "УДК 595.4", "<"),
            (14, "О числе ног у сенокосцев в подвалах университетов", "b+"),
            (11, "А. А. Седов, В. П. Исаченко", "b"),
            (10, "Томский политехнический университет, Томск, Россия", "i"),
            (10, f"Аннотация. {RUSSIAN}", "<+"),
            (10, "Ключевые слова: сенокосцы, ноги, подвалы", "<"),
            (14, "On the number of legs of harvestmen in university cellars", "b+"),
            (11, "A. A. Sedov, V. P. Isachenko", "b"),
            (10, f"Abstract. {ENGLISH}", "<+"),
            (10, "Keywords: harvestmen, legs, cellars", "<"),
            (12, "1 Введение", "b<+"),
        ]
    )


def test_both_titles_abstracts_and_lists_of_keywords_are_kept(
    document: Callable[..., Layout],
) -> None:
    found = read_header(russian_paper(document))
    assert found.title
    assert found.title.value == "О числе ног у сенокосцев в подвалах университетов"
    assert found.abstract
    assert found.abstract.value == RUSSIAN
    assert found.keywords
    assert found.keywords.value == ("сенокосцы", "ноги", "подвалы")
    (other,) = found.translations
    assert other.language == "en"
    assert other.title
    assert other.title.value == "On the number of legs of harvestmen in university cellars"
    assert other.abstract
    assert other.abstract.value == ENGLISH
    assert other.keywords
    assert other.keywords.value == ("harvestmen", "legs", "cellars")


def test_names_in_other_letters_are_the_same_people(document: Callable[..., Layout]) -> None:
    found = read_header(russian_paper(document))
    assert [one.value.name for one in found.authors] == ["А. А. Седов", "В. П. Исаченко"]


def test_a_paper_in_one_language_has_no_translation(document: Callable[..., Layout]) -> None:
    rows = [
        (16, "On the number of legs of harvestmen", "b"),
        (11, "Ann Lee and Ben Roe"),
        (11, "Abstract", "b+"),
        (10, ENGLISH, "<"),
        (10, "Keywords: harvestmen, legs", "<"),
        (12, "1 Introduction", "b<+"),
    ]
    assert read_header(document(rows)).translations == ()


def test_translations_are_told_and_read_back() -> None:
    other = Translation("en", "Legs", "We counted.", ("legs",))
    read = Extraction(Status.SUCCESS, header=Header(title="Ноги", translations=(other,)))
    plain = extraction_to_plain(read, file="x.pdf", only=("header",))
    assert plain["header"]["translations"] == [
        {"language": "en", "title": "Legs", "abstract": "We counted.", "keywords": ["legs"]}
    ]
    assert extraction_from_plain(plain).header == read.header


def test_a_title_below_an_abstract_is_a_translation(document: Callable[..., Layout]) -> None:
    rows = [
        (11, "УДК 004.942", "<"),
        (12, "НЕЧЕТКИЕ АЛГОРИТМЫ ИССЛЕДОВАНИЯ СВОЙСТВ СЕНОКОСЦЕВ"),
        (12, "Е.Ю. Новикова, доцент, к.т.н., А.И. Михалев, профессор, д.т.н.,"),
        (11, f"Аннотация. {RUSSIAN}", "<+"),
        (12, "НЕЧІТКІ АЛГОРИТМИ ДОСЛІДЖЕННЯ ВЛАСТИВОСТЕЙ КОСАРИКІВ", "+"),
        (12, "К.Ю. Новикова, доцент, к.т.н., О.І. Михальов, профессор, д.т.н.,"),
        (11, "Введение", "b<+"),
    ]
    found = read_header(document(rows))
    assert found.title
    assert found.title.value.startswith("НЕЧЕТКИЕ")
