"""Brackets behind names: where people work, what they do, or nothing of the kind."""

from __future__ import annotations

import re

import pytest

from harvestman.model import Author
from harvestman.pages.bracketing import name_and_place, parts_outside
from harvestman.pages.entries import names_in
from harvestman.pages.readers.data_islands import people_of
from harvestman.pages.values import clean_authors

COMMA = re.compile(r",\s*")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a, b", ["a", "b"]),
        ("a (x, y), b", ["a (x, y)", "b"]),
        ("a (x (p, q), y), b (z)", ["a (x (p, q), y)", "b (z)"]),
        ("a (x, b, c", ["a (x", "b", "c"]),
        ("a) x, b (c, d)", ["a) x", "b (c, d)"]),
        ("((a, b), c", ["((a, b)", "c"]),
    ],
)
def test_nothing_is_cut_inside_brackets(text: str, parts: list[str]) -> None:
    assert parts_outside(COMMA, text) == parts


@pytest.mark.parametrize(
    ("text", "name", "place"),
    [
        ("Ana Ruiz (University of León, Spain)*", "Ana Ruiz", "University of León, Spain"),
        ("Ana Ruiz (KAIST)", "Ana Ruiz", "KAIST"),
        (
            "Ana Ruiz (Dept. of Law (Faculty 2), León),",
            "Ana Ruiz",
            "Dept. of Law (Faculty 2), León",
        ),
        ("Ana Ruiz (presenter)", "Ana Ruiz", ""),
        ("Ana Ruiz (she/her)", "Ana Ruiz", ""),
        ("Wei Wang (王伟)", "Wei Wang", ""),
        ("Ana Ruiz (1)", "Ana Ruiz", ""),
        ("Ruiz (Ana)", "Ruiz (Ana)", ""),
        ("William (Bill) Quill", "William (Bill) Quill", ""),
        ("Ana Ruiz", "Ana Ruiz", ""),
        ("Ana Ruiz (León", "Ana Ruiz (León", ""),
    ],
)
def test_what_stands_behind_a_name(text: str, name: str, place: str) -> None:
    assert name_and_place(text) == (name, place)


LINE = (
    "Ana Ruiz (Universidad de León)*, Wei-Hsiang Lo (Sony Group), Eva Gil (Joint Centre, European Commission & UNED), "
    "Iván Quill (University of California, Santa Cruz)"
)
PEOPLE = (
    Author("Ana Ruiz", ("Universidad de León",)),
    Author("Wei-Hsiang Lo", ("Sony Group",)),
    Author("Eva Gil", ("Joint Centre, European Commission & UNED",)),
    Author("Iván Quill", ("University of California, Santa Cruz",)),
)


def test_a_line_of_names_with_places_is_people_who_work_there() -> None:
    assert clean_authors(names_in(LINE)) == PEOPLE
    assert clean_authors(people_of(LINE)) == PEOPLE
    assert clean_authors(LINE) == PEOPLE


def test_a_comma_within_the_brackets_turns_no_name() -> None:
    """ "Iván Quill (University of California, Santa Cruz)" is not "Santa Cruz) Iván Quill (University of California"."""
    given = ["Ana Ruiz (Mila; University of Montreal)", "Iván Quill (California, Santa Cruz)"]
    assert clean_authors(given) == (
        Author("Ana Ruiz", ("Mila; University of Montreal",)),
        Author("Iván Quill", ("California, Santa Cruz",)),
    )
