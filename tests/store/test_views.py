"""The view of a paper that its row keeps: what `paper_to_plain` tells of its assembly."""

from __future__ import annotations

import pytest

from harvestman.model import (
    PAPER_FIELDS,
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    Paper,
    Plain,
    Value,
    assemble,
    paper_to_plain,
    persons_claim,
)
from harvestman.store.papers.assembled import view_of
from store.sample import NOON, SITE

ANN = Author("Ann Marsh", ("Reed College",), ("ann@reed.example",), "0000-0001", "Marsh")
VALUES: dict[Field, Value] = {
    Field.TITLE: "Reed Beds",
    Field.AUTHORS: (ANN, Author("Bo Li")),
    Field.YEAR: 2014,
    Field.DOI: "10.1/reed",
    Field.KEYWORDS: ("reed", "bed"),
    Field.EVENT: "abcd2345",
}


def said(field: Field, value: Value, source: str = SITE) -> Claim:
    evidence = Evidence(source, "p", "")
    return Claim("p1", field, value, evidence, "learned", "1", Authority.LEARNED, 0.9, NOON)


def shown(paper: Paper) -> Plain:
    plain = paper_to_plain(paper)
    return {name: plain[name] for name in plain if name not in ("id", "held", "added", "changed")}


def test_a_view_has_every_field_that_is_claimed() -> None:
    claims = [said(field, VALUES.get(field, f"some {field}")) for field in PAPER_FIELDS]
    claims.append(said(Field.CATEGORY, "slides"))  # nothing of a paper
    view = view_of(claims)
    assert list(view.items()) == list(shown(assemble(claims)).items())
    assert all(view.values())


@pytest.mark.parametrize("field", [Field.AUTHORS, Field.YEAR, Field.VENUE, Field.EVENT])
def test_what_a_person_says_there_is_none_of_is_not_shown(field: Field) -> None:
    empty: Value = () if field is Field.AUTHORS else ""
    claims = [
        said(Field.TITLE, "Reed Beds"),
        said(field, VALUES.get(field, "Marsh")),
        persons_claim("p1", field, empty, by="ann", time=NOON),
    ]
    view = view_of(claims)
    assert view == shown(assemble(claims))
    assert not view[str(field)]


def test_of_several_claims_the_one_that_wins_is_shown() -> None:
    claims = [
        said(Field.TITLE, "Reed Beds"),
        said(Field.TITLE, "Reed beds", f"{SITE}2"),
        said(Field.TITLE, "Reed", f"{SITE}3"),
    ]
    assert view_of(claims) == shown(assemble(claims))


def test_a_paper_that_nobody_named_or_that_is_forgotten_shows_nothing() -> None:
    nothing = shown(Paper(""))
    assert view_of([said(Field.YEAR, 2014)]) == nothing
    forgotten = said(Field.FORGOTTEN, "Reed Beds")
    assert view_of([said(Field.TITLE, "Reed Beds"), forgotten]) == nothing
