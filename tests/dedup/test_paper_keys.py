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


def test_front_matter_with_two_identifiers_is_two_papers_also_within_a_year() -> None:
    def introduction(**more: Value) -> frozenset[str]:
        title = "Introduction to the Special Issue"
        return paper_keys(claims(title=title, authors=people("Ana Ruiz"), year=2024, **more))

    assert not introduction(doi="10.1000/1.1") & introduction(doi="10.1000/1.2")
    assert introduction(doi="10.1000/1.1") & introduction(doi="10.1000/1.1")
    assert (
        not introduction(doi="10.1000/1.1") & introduction()
    )  # which of the two is left to comparison


def test_preprint_and_published_version_are_one_paper_and_so_are_two_prints() -> None:
    def paper(doi: str) -> frozenset[str]:
        title = "Introductory Spiders: A Survey of the North"
        return paper_keys(claims(title=title, authors=people("Ana Ruiz"), doi=doi))

    dois = ("10.48550/arxiv.2401.1", "10.1145/1086365.1086380", "10.1145/1090189.1086380")
    assert frozenset.intersection(*map(paper, dois))


def test_parts_one_and_two_are_two_papers() -> None:
    def part(number: str) -> frozenset[str]:
        title = f"The Legs of Harvestmen, Part {number}"
        return paper_keys(claims(title=title, authors=people("Ana Ruiz"), year=2024))

    assert not part("I") & part("II")


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


def test_an_entry_with_many_dois_is_recognised_by_none() -> None:
    told = [claim for number in range(200) for claim in claims(doi=f"10.1/{number}")]
    told += claims(title="The Hostile Title", authors=people("Ana Ruiz"))
    assert not any(key.startswith("doi:") for key in paper_keys(told))
    two = [
        *claims(doi="10.1/1"),
        *claims(doi="10.1/2"),
        *claims(doi="10.48550/arxiv.1"),
        *told[-2:],
    ]
    assert sum(key.startswith("doi:") for key in paper_keys(two)) == 6
