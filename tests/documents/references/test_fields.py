"""From labels to fields: what is mended when the labels are nearly right."""

from __future__ import annotations

import pytest

from harvestman.documents.references.fields import reference_of, stretches
from harvestman.documents.references.tokens import tokens_of
from harvestman.model.documents import Reference


def read(*pieces: tuple[str, str]) -> Reference:
    """The reference that pieces of text with these labels make."""
    text, ends = "", []
    for piece, label in pieces:
        text += piece
        ends.append((len(text), label))
    tokens = tokens_of(text)
    labels = [next(label for end, label in ends if token.start < end) for token in tokens]
    return reference_of(text, text, tokens, stretches(tokens, labels))


def test_the_first_stretch_of_a_label_is_the_field() -> None:
    found = read(
        ("1999", "date"), (". ", "other"), ("Ropes", "title"), (", ", "other"), ("2001", "date")
    )
    assert (found.year, found.title) == ("1999", "Ropes")


def test_stretches_parted_by_a_mark_are_one() -> None:
    found = read(("Ropes", "title"), (": ", "other"), ("a history", "title"), (".", "other"))
    assert found.title == "Ropes: a history"


def test_a_title_ends_with_its_quote() -> None:
    found = read(("“", "other"), ("The ropes of Vigo,” Harbour Notes", "title"), (" 4", "volume"))
    assert (found.title, found.container) == ("The ropes of Vigo", "Harbour Notes")


def test_a_quoted_word_does_not_end_a_title() -> None:
    found = read(('"', "other"), ('On the word "rope" in old songs', "title"), ('".', "other"))
    assert found.title == 'On the word "rope" in old songs'


def test_the_last_sentence_of_an_author_part_is_the_title_when_there_is_no_other() -> None:
    found = read(("Kay, A. The Ropes", "author"), (". ", "other"), ("Vigo", "place"))
    assert (found.authors, found.title) == (("Kay, A.",), "The Ropes")


def test_a_given_name_at_the_head_of_a_title_goes_back_to_its_author() -> None:
    found = read(
        ("Ruiz Gil", "author"), (", ", "other"), ("Ana. Los cabos", "title"), (".", "other")
    )
    assert (found.authors, found.title) == (("Ruiz Gil, Ana",), "Los cabos")


def test_a_book_that_holds_nothing_is_the_title() -> None:
    assert read(("Ropes", "container"), (". ", "other"), ("Vigo", "place")).title == "Ropes"
    journal = read(("Ropes", "container"), (" ", "other"), ("4", "volume"))
    assert (journal.title, journal.container) == ("", "Ropes")


@pytest.mark.parametrize(
    ("pieces", "field", "value"),
    [
        ([("7(4)", "volume")], "volume", "7"),
        ([("7(4)", "volume")], "issue", "4"),
        ([("12 – 19", "pages")], "pages", "12–19"),
        ([("М", "place"), (".", "other")], "place", "М."),
        ([("Ropes (A history", "title"), (").", "other")], "title", "Ropes (A history)"),
        ([("doi:", "other"), ("10.5555/A.1", "doi")], "doi", "10.5555/A.1"),
        ([("https://doi.org/10.5555/a", "url")], "url", ""),
        ([("https://doi.org/10.5555/a", "url")], "doi", "10.5555/a"),
        ([("Retrieved from http://a.org/b", "url")], "url", "http://a.org/b"),
        ([("http://a.org/b Accessed May", "url")], "url", "http://a.org/b"),
        ([("May 5, 1999a", "date")], "year", "1999"),
        ([("in press", "date")], "year", ""),
    ],
)
def test_fields_are_cleaned(pieces: list[tuple[str, str]], field: str, value: str) -> None:
    assert getattr(read(*pieces), field) == value


def test_a_shortened_journal_before_its_volume_is_neither_author_nor_title() -> None:
    found = read(
        ("R. Roa, A. Gil", "author"),
        (", ", "other"),
        ("Rev. Mod. Phys", "title"),
        (". ", "other"),
        ("74", "volume"),
        (", ", "other"),
        ("47", "pages"),
    )
    assert found.authors == ("R. Roa", "A. Gil")
    assert (found.title, found.container) == ("", "Rev. Mod. Phys")


def test_a_title_of_whole_words_stays_a_title() -> None:
    found = read(("Ropes and knots", "title"), (". ", "other"), ("74", "volume"))
    assert (found.title, found.container) == ("Ropes and knots", "")
