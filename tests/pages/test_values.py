from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.model import PAPER_FIELDS, Author, Field, Kind, Value
from harvestman.pages import SavedPage, Source
from harvestman.pages.values import (
    MAX_AUTHORS,
    clean,
    clean_authors,
    is_rubbish,
    kind_of,
    names_conference,
    plain_text,
)
from harvestman.text import canonical_url
from pages.conftest import NOW, URL

SOURCE = Source(SavedPage(URL, b""), html="", now=NOW)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "null", "NULL", "undefined", "None", "n/a", "-", "...", "Untitled", "Untitled Document", "[object Object]",
        "{{title}}", "{{ article.title }}", "${title}", "%TITLE%", "<%= title %>", "{{ article.title }} | Site", "__TITLE__",
        "[article:title]", "no title",
    ],
)  # fmt: skip
def test_rubbish(text: str) -> None:
    assert is_rubbish(text)
    assert clean(Field.TITLE, text, SOURCE) is None


@pytest.mark.parametrize(
    "text",
    [
        "{{BERT}}: Pretraining of Bidirectional Transformers",
        "100% renewable",
        "None of the above",
        "On null models",
        "a < b and b > c",
    ],
)
def test_not_rubbish(text: str) -> None:
    assert clean(Field.TITLE, text, SOURCE) == text


@pytest.mark.parametrize(
    ("field", "raw", "value"),
    [
        (Field.TITLE, "A &amp;amp; B", "A & B"),
        (Field.TITLE, "The <i>E. coli</i> <sup>2+</sup>\n story\x00", "The E. coli 2+ story"),
        (Field.TITLE, "2024", None),
        (Field.TITLE, "https://example.org/x", None),
        (Field.TITLE, "x" * 5_000, "x" * 1_000),
        (Field.YEAR, "c2019", 2019),
        (Field.YEAR, 2019, 2019),
        (Field.YEAR, "2029", None),
        (Field.YEAR, "1599", None),
        (Field.DATE, "2019-05", "2019-05"),
        (Field.DATE, "2999-05", None),
        (Field.DOI, "https://doi.org/10.5555/ABC", "10.5555/abc"),
        (Field.DOI, "12345", None),
        (Field.ISSN, "2049-3630", "2049-3630"),
        (Field.ISSN, "0000-0001", None),
        (Field.PDF, "../x y.pdf", "https://www.example.org/x%20y.pdf"),
        (Field.PDF, "x.pdf?a=1&amp;b=2", "https://www.example.org/dir/x.pdf?a=1&b=2"),
        (Field.PDF, "javascript:void(0)", None),
        (Field.PAGES, "pp. 12 – 20", "12-20"),
        (Field.PAGES, "12-12", "12"),
        (Field.PAGES, "e1234", "e1234"),
        (Field.PAGES, "-", None),
        (Field.PAGES, "xii–xx", "xii-xx"),
        (Field.LANGUAGE, "en-US", "en"),
        (Field.LANGUAGE, "English", "en"),
        (Field.LANGUAGE, "rus", "ru"),
        (Field.LANGUAGE, "Español", "es"),
        (Field.LANGUAGE, "Klingon", None),
        (Field.KIND, "info:eu-repo/semantics/doctoralThesis", "thesis"),
        (Field.KIND, "Conference Paper", "conference-paper"),
        (Field.KIND, "http://purl.org/coar/resource_type/c_xyz", None),
        (Field.KEYWORDS, "a; b; A", ("A", "b")),
        (Field.KEYWORDS, "a, b c, d", ("a", "b c", "d")),
        (Field.KEYWORDS, ["a, b", "c"], ("a, b", "c")),
        (Field.ABSTRACT, "Abstract", None),
        (Field.AUTHORS, [Author("Ana Ruiz", ("UCM", "UCM", "null"), ("x", "mailto:a@b.es"), "bad")],
         (Author("Ana Ruiz", ("UCM",), ("a@b.es",)),)),
        (Field.AUTHORS, [], None),
        (Field.VENUE, ["First", "Second"], "First"),
    ],
)  # fmt: skip
def test_clean(field: Field, raw: str, value: Value | None) -> None:
    assert clean(field, raw, SOURCE) == value


@pytest.mark.parametrize("field", PAPER_FIELDS)
@given(
    raw=st.one_of(st.text(max_size=80), st.integers(), st.lists(st.text(max_size=20), max_size=5))
)
def test_cleaning_never_fails_and_never_gives_nothing_as_a_value(
    field: Field, raw: str | int | list[str]
) -> None:
    value = clean(field, raw, SOURCE)
    assert value is None or value


@pytest.mark.parametrize(
    "said",
    [
        "Text.Article",
        "info:eu-repo/semantics/article",
        "Artículo",
        "Artículo revisado por pares",
        "Artigo avaliado pelos Pares",
        "Статья",
        "Zeitschriftenartikel",
        "Article de revue",
        "http://purl.org/coar/resource_type/c_6501",
    ],
)
def test_articles_are_called_so_in_many_ways(said: str) -> None:
    assert kind_of(said) is Kind.JOURNAL_ARTICLE


def test_kinds_and_conferences() -> None:
    assert kind_of("no such kind") is None
    assert names_conference("Proceedings of the 3rd Meeting on Legs")
    assert names_conference("Труды международной конференции")
    assert not names_conference("Proceedings of the National Academy of Sciences")


def test_every_field_is_cleaned_the_same_for_all(source: Callable[[str], Source]) -> None:
    page = source('<base href="/other/"><p>x')
    assert clean(Field.PDF, "x.pdf", page) == "https://www.example.org/other/x.pdf"


@given(st.text(alphabet="/ab.%?=&~-+#:é 0", max_size=14))
def test_an_address_is_resolved_as_any_other_way(address: str) -> None:
    assert SOURCE.resolve(address) == canonical_url(address, base=URL)
    assert SOURCE.resolve(f"/{address}") == canonical_url(f"/{address}", base=URL)


def test_two_authors_of_one_name_are_two() -> None:
    names = ["Wei Wang", "Ana Ruiz", "Wei Wang"]
    assert [one.name for one in clean_authors(names) or ()] == names


def test_what_is_around_and_between_names_of_a_list_is_taken_off() -> None:
    names = ["Ana  Ruiz*", "Bo Li (INRIA)", "Gil, Eva; Roe, Bob", "Kim &amp; Lee", "<i>Ed Fox</i>"]
    names += ["Pérez, Luis", "J", "ann@example.org", "x1"]
    found = clean_authors(names) or ()
    told = ["Ana Ruiz", "Bo Li", "Eva Gil", "Bob Roe", "Kim & Lee", "Ed Fox", "Luis Pérez"]
    assert [one.name for one in found] == told
    assert [one.affiliations for one in found if one.affiliations] == [("INRIA",)]


def test_no_more_authors_are_taken_than_there_may_be() -> None:
    glued = "; ".join(f"Ann Lee{at * 'e'}" for at in range(1, 20))
    names = [glued, *("Bo Li" + "i" * (at % 90) + "o" * (at // 90) for at in range(MAX_AUTHORS))]
    assert len(clean_authors(names) or ()) == MAX_AUTHORS


def test_a_list_that_says_everybody_twice_is_one() -> None:
    assert [
        one.name for one in clean_authors(["Ana Ruiz", "Bo Li", "Ana Ruiz", "Bo Li"]) or ()
    ] == [
        "Ana Ruiz",
        "Bo Li",
    ]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<scr<b>ipt>alert</scr</b>ipt>", "alert"),
        ("Lists of &lt;tag&gt; in HTML", "Lists of <tag> in HTML"),
        ("Vec<T> considered <i>harmful</i>", "Vec<T> considered harmful"),
        ("H<sub>2</sub>O", "H2O"),
        ("<jats:p>An abstract", "An abstract"),
    ],
)
def test_markup_is_stripped_until_nothing_changes_and_words_stay(raw: str, text: str) -> None:
    assert plain_text(raw) == text
