"""What single pieces show."""

import pytest

from harvestman.crawl.sites import Lists
from harvestman.crawl.sites.pieces import Piece, grams, piece_marks, read_piece

LISTS = Lists(acronyms=frozenset(("icde", "sigmod")))


def read(role: str, text: str) -> Piece:
    return read_piece(role, text, LISTS)


@pytest.mark.parametrize(
    ("text", "shape", "year"),
    [
        ("icde", "a4", ""),
        ("icde2004", "a4Y", "Y"),
        ("icde04", "a4y", "y"),
        ("wac4", "a3d1", ""),
        ("2004", "Y", "Y"),
        ("our-people", "1-2", ""),
    ],
)
def test_shapes_and_years(text: str, shape: str, year: str) -> None:
    piece = read("p", text)
    assert f"p shape {shape}" in piece_marks(piece)
    assert piece.year == (year and "p" + year)


def test_a_dated_name_shares_its_letters_with_the_bare_one() -> None:
    assert set(grams(read("p", "icde").letters)) <= set(grams(read("p", "icde2004").letters))


def test_letters_of_places_are_kept_apart() -> None:
    assert not set(grams(read("D", "icde").letters)) & set(grams(read("d", "icde").letters))


@pytest.mark.parametrize("text", ["ICDE04", "icde", "icde-2004", "icde-pc", "icdeconference"])
def test_known_acronyms(text: str) -> None:
    assert read("d", text).acronym


def test_unknown_names_are_no_acronyms() -> None:
    assert not read("d", "smith").acronym
    assert not read("d", "smith2004").acronym


def test_words_for_events_in_other_languages() -> None:
    assert read("d", "jornadasdemuestra").events
    assert read("p", "konferenz").events
    assert not read("p", "publications").events


def test_capitals_show() -> None:
    assert "capitals" in piece_marks(read("p", "ICDE"))
    assert "capital" in piece_marks(read("p", "Conference"))
    assert not {"capitals", "capital", "mixed"} & set(piece_marks(read("p", "icde")))


def test_a_long_piece_is_bounded() -> None:
    piece = read("p", "x" * 100_000)
    assert len(grams(piece.letters)) < 100
