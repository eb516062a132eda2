"""Papers of several editions on one page: each has the year of the heading that it stands under."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.model import Field, SignPlace
from harvestman.pages import SavedPage, read

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _entry(title: str, *authors: str) -> str:
    return f'<li><a href="/{title[:4]}.pdf"><b>{title}</b></a><br><i>{", ".join(authors)}</i></li>'


_FIRST = _entry("Counting Legs of Arachnids by Hand", "Anna Berg", "Luis Ortega")
_SECOND = _entry("A Survey of Webs in Old Barns", "Petra Novak", "Tom Baker")
_THIRD = _entry("Knees of Harvestmen under Load", "Ivan Petrov", "Mary Stone")


def _years(html: str) -> dict[str, int]:
    reading = read(SavedPage("https://legs.example/papers", html.encode()), now=_NOW)
    found = {}
    for mention in reading.mentions:
        said = {claim.field: claim.value for claim in mention.claims}
        found[str(said[Field.TITLE])[:8]] = said.get(Field.YEAR)
    return found  # type: ignore[return-value]


def test_papers_have_the_year_of_the_heading_above() -> None:
    html = f"<h1>LEGS</h1><h2>2023</h2><h3>Best papers</h3><ul>{_FIRST}</ul><h2>2021</h2><ul>{_SECOND}{_THIRD}</ul>"
    assert _years(html) == {"Counting": 2023, "A Survey": 2021, "Knees of": 2021}


def test_a_heading_of_the_same_level_ends_a_year() -> None:
    html = (
        f"<h1>LEGS</h1><h2>LEGS 2023</h2><ul>{_FIRST}</ul><h2>LEGS 2022</h2><ul>{_SECOND}</ul>"
        f"<h2>Other papers</h2><ul>{_THIRD}</ul>"
    )
    assert _years(html) == {"Counting": 2023, "A Survey": 2022, "Knees of": None}


def test_one_year_on_a_page_says_nothing_of_single_papers() -> None:
    html = f"<h1>LEGS 2023</h1><h2>Accepted papers 2023</h2><ul>{_FIRST}{_SECOND}</ul>"
    assert set(_years(html).values()) == {None}


def test_the_headings_are_signs_of_their_editions() -> None:
    html = f"<h1>LEGS</h1><h2>LEGS 2023</h2><ul>{_FIRST}</ul><h2>LEGS 2022</h2><ul>{_SECOND}</ul>"
    reading = read(SavedPage("https://legs.example/papers", html.encode()), now=_NOW)
    sections = [sign.year for sign in reading.signs if sign.place is SignPlace.SECTION]
    assert sections == [2023, 2022]
