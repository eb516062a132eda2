"""The plain JSON form of the types: complete, in order, and read back equal."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harvestman.model import (
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    Paper,
    Value,
    author_from_plain,
    author_to_plain,
    claim_to_plain,
    paper_from_plain,
    paper_to_plain,
    value_from_plain,
    value_to_plain,
)
from properties.papers import papers

texts = st.text(max_size=8)
some_texts = st.lists(texts, max_size=2).map(tuple)
authors = st.builds(Author, texts, affiliations=some_texts, emails=some_texts, orcid=texts)


def _through_json(plain: Any) -> Any:
    return json.loads(json.dumps(plain))


@given(papers)
def test_a_paper_comes_back(paper: Paper) -> None:
    assert paper_from_plain(_through_json(paper_to_plain(paper))) == paper


@given(authors)
def test_an_author_comes_back(author: Author) -> None:
    assert author_from_plain(_through_json(author_to_plain(author))) == author


@given(
    st.one_of(
        st.tuples(st.just(Field.YEAR), st.integers()),
        st.tuples(st.just(Field.AUTHORS), st.lists(authors, max_size=2).map(tuple)),
        st.tuples(st.just(Field.KEYWORDS), some_texts),
        st.tuples(st.sampled_from([Field.TITLE, Field.DOI, Field.PAGES]), texts),
    )
)
def test_a_value_comes_back(field_and_value: tuple[Field, Value]) -> None:
    field, value = field_and_value
    assert value_from_plain(field, _through_json(value_to_plain(value))) == value


def test_a_paper_shows_every_field_and_null_for_what_is_not_known() -> None:
    plain = paper_to_plain(Paper("T"))
    assert list(plain)[:3] == ["id", "title", "authors"]
    assert set(plain) == set(Paper.__dataclass_fields__)
    known = {name: value for name, value in plain.items() if value is not None}
    assert known == {"title": "T", "authors": [], "keywords": [], "held": False}


def test_an_author_always_shows_name_and_affiliations() -> None:
    assert author_to_plain(Author("Ana")) == {"name": "Ana", "affiliations": []}


def test_fields_that_a_newer_version_has_are_passed_over() -> None:
    assert paper_from_plain({"title": "T", "colour": "green"}) == Paper("T")


def test_a_claim_says_who_where_and_when() -> None:
    claim = Claim(
        subject="p",
        field=Field.TITLE,
        value="T",
        evidence=Evidence("https://example.org/", "meta[name=citation_title]", "T"),
        reader="highwire",
        version="1",
        authority=Authority.EMBEDDED,
        confidence=0.9,
        time=datetime(2024, 6, 3, tzinfo=UTC),
    )
    assert _through_json(claim_to_plain(claim)) == {
        "field": "title",
        "value": "T",
        "reader": "highwire",
        "version": "1",
        "authority": "embedded",
        "confidence": 0.9,
        "evidence": {
            "source": "https://example.org/",
            "locator": "meta[name=citation_title]",
            "quote": "T",
        },
        "time": "2024-06-03T00:00:00+00:00",
    }
