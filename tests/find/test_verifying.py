"""Verification: what is the paper, and what only looks like it."""

from __future__ import annotations

import pytest

from harvestman.dedup import TitleTie
from harvestman.find import PageEvidence, PaperQuestion, title_tie, verify
from harvestman.model import Author, Category, Extraction, Header, Reference, Status

TITLE = "A Theory of Reed Beds That Clean Themselves"
QUESTION = PaperQuestion(TITLE, ("Helen Marsh", "M. Robles"), 2019)


def document(
    title: str = TITLE,
    authors: tuple[str, ...] = ("Helen Marsh", "Mateo Robles"),
    text: str = "",
    category: Category = Category.PAPER,
) -> Extraction:
    return Extraction(
        Status.SUCCESS,
        category=category,
        header=Header(title=title, authors=tuple(map(Author, authors))),
        citations=(Reference("[1] Something."),),
        text=text or f"{title}\n\n{', '.join(authors)}\n\nAbstract. We plant reeds.",
    )


@pytest.mark.parametrize(
    "title",
    [
        TITLE,
        "A THEORY OF REED BEDS THAT CLEAN THEMSELVES.",
        "A Theory of Reed Beds that Clean Themslves",
        "A theory of reed-beds — that clean themselves",
        "A Theroy of Reed Beds That Clean Themselves",
    ],
)
def test_the_same_title_in_other_letters_is_the_paper(title: str) -> None:
    assert verify(PaperQuestion(title, QUESTION.authors), document()).is_paper


def test_a_title_in_the_other_script_is_the_paper() -> None:
    asked = PaperQuestion("Metod poiska nauchnykh statey v seti Internet", ("Shamina O.",))
    read = document("Метод поиска научных статей в сети Интернет", ("О. Шамина",))
    assert verify(asked, read).is_paper


@pytest.mark.parametrize(
    "title",
    [
        "Towards a Theory of Reed Beds That Clean Themselves",
        "A Theory of Reed Beds That Clean Themselves: Part II",
        "A Theory of Gravel Beds That Clean Themselves",
        "Erratum: A Theory of Reed Beds That Clean Themselves",
        "A Theory of Reed Beds",
    ],
)
def test_a_similar_title_by_the_same_authors_is_another_paper(title: str) -> None:
    assert not verify(QUESTION, document(title)).is_paper


def test_a_paper_that_only_cites_it_is_not_it() -> None:
    text = f"Gravel and Water\n\nHelen Marsh\n\nWe go beyond Marsh: {TITLE}, 2019.\n\nReferences\n\n[1] H. Marsh. {TITLE}."
    assert not verify(QUESTION, document("Gravel and Water", text=text)).is_paper


def test_a_cv_that_lists_it_is_not_it() -> None:
    text = f"Helen Marsh\n\nCurriculum vitae\n\n{TITLE}\n\nGravel and Water"
    read = document("Helen Marsh", ("Helen Marsh",), text, Category.CV)
    assert not verify(QUESTION, read).is_paper


def test_other_authors_make_a_short_title_another_paper() -> None:
    asked = PaperQuestion("Reed beds", ("Helen Marsh",))
    assert verify(asked, document("Reed Beds", ("Helen Marsh",))).is_paper
    assert not verify(asked, document("Reed Beds", ("Olga Kuznetsova",))).is_paper


def test_the_same_title_by_others_is_another_paper_even_where_a_page_links_it() -> None:
    asked = PaperQuestion("Introduction to Reed Beds", ("Ana Pons",))
    page = PageEvidence("https://a.example/", TitleTie.EQUAL, 0.0, True)
    assert not verify(asked, document("Introduction to Reed Beds"), page=page).is_paper


def test_numbers_of_lines_are_no_part_of_the_title() -> None:
    numbered = "1 A Theory of Reed Beds That 2 Clean Themselves"
    assert title_tie(TITLE, document(numbered))[0] is TitleTie.EQUAL


def test_a_part_of_a_series_needs_its_own_line() -> None:
    asked = PaperQuestion("Programming with Threads (Cilk)", ("Helen Marsh",))
    heading = "Programming with Threads"
    with_line = f"{heading}\n\nHelen Marsh\n\nCilk\n\nFor students of the second year"
    slides = document(heading, ("Helen Marsh",), with_line, Category.SLIDES)
    other = document(heading, ("Helen Marsh",), f"{heading}\n\nHelen Marsh", Category.SLIDES)
    assert verify(asked, slides).is_paper
    assert not verify(asked, other).is_paper
    assert verify(asked, other, url="https://a.example/cilk.pdf").is_paper


def test_a_kind_that_is_not_asked_for_is_refused() -> None:
    asked = PaperQuestion(TITLE, QUESTION.authors, kinds=("paper",))
    assert verify(asked, document()).is_paper
    assert not verify(asked, document(category=Category.SLIDES)).is_paper


def test_where_list_and_document_differ_the_entry_decides_with_the_authors() -> None:
    read = document("On Beds of Reed and How They Keep Clean")
    inside = PageEvidence("https://a.example/", TitleTie.EQUAL, 1.0, in_block=True)
    beside = PageEvidence("https://a.example/", TitleTie.EQUAL, 1.0, in_block=False)
    assert not verify(QUESTION, read).is_paper
    assert verify(QUESTION, read, page=inside).is_paper
    assert not verify(QUESTION, read, page=beside).is_paper


def test_an_unreadable_file_is_the_paper_only_by_its_own_entry() -> None:
    read = Extraction(Status.SCANNED)
    inside = PageEvidence("https://a.example/", TitleTie.EQUAL, 1.0, in_block=True)
    assert verify(QUESTION, read, page=inside).is_paper
    assert not verify(QUESTION, read).is_paper


def test_a_document_that_calls_itself_a_correction_in_a_line_of_its_own_is_not_the_paper() -> None:
    read = document(text=f"Math. Z. (2005)\nErratum\n{TITLE}\nHelen Marsh\nIn our paper …")
    page = PageEvidence("http://a.example/", TitleTie.EQUAL, 1.0, in_block=True)
    assert not verify(QUESTION, read, page=page).is_paper
    asked = PaperQuestion(f"Erratum: {TITLE}", QUESTION.authors)
    assert verify(asked, read, page=page).is_paper
