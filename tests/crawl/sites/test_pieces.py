"""What single pieces show."""

import pytest

from harvestman.crawl.sites import Lists
from harvestman.crawl.sites.pieces import Piece, grams, read_piece

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
    assert f"p shape {shape}" in piece.marks
    assert piece.year == year


def test_a_dated_name_shares_its_letters_with_the_bare_one() -> None:
    assert set(grams(read("p", "icde").letters)) <= set(grams(read("p", "icde2004").letters))


def test_letters_of_places_are_kept_apart() -> None:
    assert not set(grams(read("D", "icde").letters)) & set(grams(read("d", "icde").letters))


@pytest.mark.parametrize("text", ["ICDE04", "icde", "icde-2004", "icde-pc", "icdeconference"])
def test_known_acronyms(text: str) -> None:
    assert read("d", text).has_acronym


def test_unknown_names_are_no_acronyms() -> None:
    assert not read("d", "smith").has_acronym
    assert not read("d", "smith2004").has_acronym


def test_words_for_events_in_other_languages() -> None:
    assert read("d", "jornadasdemuestra").has_event
    assert read("p", "konferenz").has_event
    assert not read("p", "publications").has_event


def test_capitals_show() -> None:
    assert "capitals" in read("p", "ICDE").marks
    assert "capital" in read("p", "Conference").marks
    assert not {"capitals", "capital", "mixed"} & set(read("p", "icde").marks)


def test_a_long_piece_is_bounded() -> None:
    piece = read("p", "x" * 100_000)
    assert len(grams(piece.letters)) < 100
