"""What a file says of itself is believed only when it is a title and is printed."""

from __future__ import annotations

import pytest

from harvestman.documents.layout.lines import Layout, Line, PageLayout, Properties
from harvestman.documents.properties import (
    is_empty_title,
    printed_authors,
    printed_title,
    property_doi,
)


def layout(*lines: str, **properties: str) -> Layout:
    page = PageLayout(1, 595, 842, tuple(Line(text, 1) for text in lines))
    return Layout((page,), 1, "pdf", Properties(**properties))


@pytest.mark.parametrize(
    "title",
    [
        "",
        "   ",
        "2008",
        "Microsoft Word - paper.doc",
        "Microsoft PowerPoint - prog1-07-Punteros.ppt [Compatibility Mode]",
        "Presentación de PowerPoint",
        "Презентация PowerPoint",
        "untitled",
        "Untitled-1",
        "Без названия",
        "paper.dvi",
        "C:/Papers/svn/Paper.dvi",
        "tesismac.tex typeset",
        "Author Guidelines for 8",
        "f09-0884r",
        "Programa_EA_alumnos",
        "Slide 1",
        "doi:10.1000/x",
        "main",
    ],
)
def test_titles_that_programs_made_up(title: str) -> None:
    assert is_empty_title(title)
    assert not printed_title(layout("Something else", title, title=title))


@pytest.mark.parametrize(
    "title", ["Legs: A History", "Data Compression", "Основы программирования", "C++ in 21 Days"]
)
def test_titles_that_people_gave(title: str) -> None:
    assert not is_empty_title(title)


def test_a_title_must_be_printed_to_be_believed() -> None:
    title = "Counting the Legs of Harvestmen"
    assert printed_title(layout("COUNTING THE LEGS", "OF HARVESTMEN", title=title)) == title
    assert not printed_title(layout("An Ontology of Page Sizes", title=title))
    assert not printed_title(layout("A paper", title="A paper" * 100))


def test_authors_must_all_be_printed() -> None:
    lines = ("Legs", "Ana Ruiz and Rustam Galimov")
    assert printed_authors(layout(*lines, author="Ana Ruiz; Rustam Galimov")) == (
        "Ana Ruiz",
        "Rustam Galimov",
    )
    assert printed_authors(layout(*lines, author="Ana Ruiz, Rustam Galimov"))
    assert not printed_authors(layout(*lines, author="Ana Ruiz; Some One"))
    assert not printed_authors(layout(*lines, author="admin"))
    assert not printed_authors(layout(*lines))


def test_publishers_write_the_doi_into_the_file() -> None:
    assert property_doi(layout(doi="doi:10.5555/ABC.1")) == "10.5555/abc.1"
    assert property_doi(layout(subject="J. Legs 12, https://doi.org/10.5555/legs.12")) == (
        "10.5555/legs.12"
    )
    assert property_doi(layout(title="No identifier")) == ""
