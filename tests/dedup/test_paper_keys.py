"""Which mentions are one paper."""

from __future__ import annotations

import subprocess
import sys
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


def test_an_identifier_is_a_key_with_the_title_or_the_first_author() -> None:
    one = paper_keys(claims(doi="10.1/x", title="Spiders of the North", authors=people("Ana Ruiz")))
    longer = paper_keys(claims(doi="10.1/x", title="Spiders of the North: A Catalogue"))
    other_language = paper_keys(
        claims(doi="10.1/x", title="Arañas del norte", authors=people("A. Ruiz"))
    )
    assert one & longer
    assert one & other_language


def test_a_volumes_identifier_on_all_its_papers_makes_them_not_one() -> None:
    one = paper_keys(
        claims(doi="10.1/volume", title="Spiders of the North", authors=people("Ana Ruiz"))
    )
    two = paper_keys(
        claims(doi="10.1/volume", title="Harvestmen of the South", authors=people("Li Wei"))
    )
    assert not one & two


def test_front_matter_is_one_paper_only_within_a_year() -> None:
    def chairs(year: int) -> frozenset[str]:
        return paper_keys(
            claims(title="Message from the Chairs", authors=people("Ana Ruiz"), year=year)
        )

    assert chairs(2023) & chairs(2023)
    assert not chairs(2023) & chairs(2024)


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


def test_whoever_needs_the_keys_only_loads_no_numpy() -> None:
    """Workers that read pages have little memory, and numpy takes most of it."""
    code = (
        "import sys, harvestman.dedup; print({'numpy', 'sqlalchemy', 'redis'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "set()\n"
