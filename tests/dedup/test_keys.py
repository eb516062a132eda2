"""Which mentions are one paper."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.dedup import paper_keys
from harvestman.model import Author, Authority, Claim, Evidence, Field, Value


def claims(**values: Value) -> list[Claim]:
    evidence = Evidence("http://x.example/", "here")
    time = datetime(2024, 1, 1, tzinfo=UTC)
    return [
        Claim("p", Field(name), value, evidence, "r", "1", Authority.EMBEDDED, 0.9, time)
        for name, value in values.items()
    ]


def people(*names: str) -> tuple[Author, ...]:
    return tuple(Author(name) for name in names)


def test_identifiers_are_keys() -> None:
    assert paper_keys(claims(doi="10.1/x", arxiv="1706.03762")) == {
        "doi:10.1/x",
        "arxiv:1706.03762",
    }


def test_title_and_first_author_are_one_key_however_they_are_printed() -> None:
    one = paper_keys(
        claims(title="Ñandú: A Study of Birds", authors=people("Ana Pérez", "B. Other"))
    )
    two = paper_keys(claims(title="NANDU - a study of birds.", authors=people("Perez, A.")))
    assert one == two == {"title:nanduastudyofbirds|perez"}


def test_a_title_alone_or_a_short_title_is_no_key() -> None:
    assert not paper_keys(claims(title="A Very Long Title of Some Paper"))
    assert not paper_keys(claims(title="Preface", authors=people("Ana Pérez")))


def test_different_first_authors_are_different_papers() -> None:
    one = paper_keys(claims(title="A Very Long Title", authors=people("Ana Pérez")))
    two = paper_keys(claims(title="A Very Long Title", authors=people("Ivan Petrov")))
    assert not one & two
