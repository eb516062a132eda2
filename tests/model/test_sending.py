"""Values that go between processes come back as they were, in few bytes."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime

import pytest

from harvestman.model import (
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    Link,
    Mention,
    PageReading,
    Paper,
    Status,
)

LINK = Link("http://a.example/", "A page", 3, "next")
AUTHOR = Author(
    "Gabriel García Márquez", ("Aracataca",), ("gabo@a.example",), "0000-0001", "García Márquez"
)
CLAIM = Claim(
    "one",
    Field.AUTHORS,
    (AUTHOR,),
    Evidence("http://a.example/", "li:nth-child(1)", "García Márquez, G."),
    "learned",
    "1",
    Authority.LEARNED,
    0.8,
    datetime(2026, 1, 1, tzinfo=UTC),
)
READING = PageReading(
    Status.SUCCESS, "A page", "Its text", "utf-8", (LINK,), (Mention((CLAIM,)),), ("a problem",)
)


@pytest.mark.parametrize(
    "value", [LINK, AUTHOR, CLAIM, Mention((CLAIM, CLAIM)), READING, PageReading(Status.TRAP)]
)
def test_what_is_sent_arrives(value: object) -> None:
    arrived = pickle.loads(pickle.dumps(value))
    assert arrived == value
    assert type(arrived) is type(value)
    assert repr(arrived) == repr(value)  # also what does not count when they are compared


def test_what_is_made_quickly_is_made_as_a_dataclass_makes_it() -> None:
    assert Author("A", orcid="0000-0001") == Author("A", (), (), "0000-0001", "")
    assert replace(AUTHOR, name="Gabo").family == "García Márquez"
    paper = Paper(title="Spiders", year=2026)
    assert (paper.title, paper.id, paper.authors, paper.year) == ("Spiders", "", (), 2026)
    with pytest.raises(FrozenInstanceError):
        paper.title = "Harvestmen"  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'title'"):
        Paper()  # type: ignore[call-arg]
