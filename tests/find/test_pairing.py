"""Pairing: the entry of a paper on a page, and the file it links to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.dedup import TitleTie
from harvestman.find import PairedLink, PaperQuestion, see_saved_page
from harvestman.pages import SavedPage

NOW = datetime(2026, 3, 1, tzinfo=UTC)
QUESTION = PaperQuestion("Reed Beds That Clean Themselves", ("Helen Marsh", "Mateo Robles"))


def paired(body: str, question: PaperQuestion = QUESTION) -> tuple[PairedLink, ...]:
    page = SavedPage("https://a.example/pub/", f"<body>{body}</body>".encode(), "text/html")
    return see_saved_page((page, NOW, question)).paired


@pytest.mark.parametrize(
    "page",
    [
        "<ul><li>Gravel. <a href=g.pdf>pdf</a><li>H. Marsh, M. Robles: Reed beds that clean themselves. <a href=r.pdf>pdf</a></ul>",
        "<table><tr><td>Gravel<td><a href=g.pdf>PDF</a><tr><td>Reed beds that clean themselves<td><a href=r.pdf>PDF</a></table>",
        "<p>H. Marsh. <i>Reed Beds that <b>clean</b> themselves</i>, 2019. <a href=r.pdf>[pdf]</a><p>Gravel <a href=g.pdf>pdf</a>",
        "Gravel <a href=g.pdf>pdf</a><br>Marsh, Robles: «Reed beds that clean themselvs» <a href=r.pdf>pdf</a><br>More",
        "<a href=r.pdf>Reed Beds That Clean Themselves</a>",
    ],
)
def test_the_link_of_the_entry_comes_first(page: str) -> None:
    first = paired(page)[0]
    assert first.url == "https://a.example/pub/r.pdf"
    assert first.is_file
    assert first.evidence.in_block
    assert first.evidence.title in (TitleTie.EQUAL, TitleTie.NEAR)


def test_without_a_link_in_the_entry_the_nearest_on_either_side_are_tried() -> None:
    found = paired(
        "<ul><li>A <a href=a.pdf>pdf</a><li>B <a href=b.pdf>pdf</a><li>Reed beds that clean themselves"
        "<li>C <a href=c.pdf>pdf</a><li>D <a href=d.pdf>pdf</a></ul>"
    )
    assert [link.url.rpartition("/")[2] for link in found] == ["b.pdf", "c.pdf"]
    assert not any(link.evidence.in_block for link in found)


def test_another_word_in_the_title_is_no_misprint_of_it() -> None:
    question = PaperQuestion("Sorting Southern Reeds with Mirrors", ("Helen Marsh",))
    found = paired(
        "<li>H. Marsh. Sorting Northern Reeds with Mirrors <a href=n.pdf>pdf</a>", question
    )
    assert [link.evidence.title for link in found] == [TitleTie.CLOSE]


def test_a_title_that_goes_on_is_not_the_same() -> None:
    [link] = paired("<li>Towards Reed Beds That Clean Themselves <a href=t.pdf>pdf</a>")
    assert link.evidence.title is TitleTie.CLOSE


def test_a_landing_page_of_the_entry_is_told_from_a_file() -> None:
    [link] = paired(
        "<li>Reed beds that clean themselves. <a href='https://b.example/10'>Journal</a>"
    )
    assert not link.is_file


def test_a_page_that_does_not_name_the_paper_has_no_pairs() -> None:
    assert not paired("<li>Gravel <a href=g.pdf>pdf</a>")
    assert not paired("")


def test_what_is_hidden_is_no_entry() -> None:
    assert not paired(
        "<div style='display: none'>Reed beds that clean themselves <a href=x.pdf>pdf</a></div>"
    )


def test_a_cyrillic_title_is_found() -> None:
    question = PaperQuestion("Поиск статей в сети", ("Шамина О.",))
    [link] = paired(
        "<p>Шамина О. Поиск статей в сети // Труды. <a href=s.pdf>скачать</a>", question
    )
    assert link.evidence.authors == 1.0


def test_a_file_that_was_commented_out_still_belongs_to_the_entry() -> None:
    [link] = paired("<li>Reed beds that clean themselves <!-- <a href='old.pdf'>PDF</a> -->")
    assert (link.url, link.evidence.in_block) == ("https://a.example/pub/old.pdf", True)


def test_pages_of_the_authors_and_other_files_are_not_of_the_paper() -> None:
    assert not paired(
        "<li><a href='https://b.example/marsh/'>H. Marsh</a>: Reed beds that clean themselves. <a href=r.bib>BibTeX</a>"
    )


def test_a_title_that_a_list_shortens_is_found_by_most_of_its_words() -> None:
    question = PaperQuestion("Basics of Wetlands. Working with reeds in gravel: part 1", ("Marsh",))
    [link] = paired("<li>Working with reeds in gravel: part 1 (<a href=p1.pdf>notes</a>)", question)
    assert link.evidence.title is TitleTie.CLOSE


def test_the_entry_of_a_correction_is_not_that_of_the_paper() -> None:
    html = "<li>Erratum: Reed Beds That Clean Themselves, H. Marsh <a href=e.pdf>pdf</a>"
    [link] = paired(html)
    assert link.evidence.title is TitleTie.ABOUT
    asked = PaperQuestion("Erratum: Reed Beds That Clean Themselves", ("Helen Marsh",))
    [link] = paired(f"<li>Sand, 1-9. {html}", asked)
    assert link.evidence.title is TitleTie.EQUAL


def test_the_entry_is_found_behind_many_that_differ_in_one_word() -> None:
    kinds = "Sand Clay Peat Gravel Moss Stone Lime Chalk Slate Flint Reed".split()
    rows = (f"<li>{kind} beds that clean themselves. <a href={kind}.pdf>pdf</a>" for kind in kinds)
    first = paired(f"<ul>{''.join(rows)}</ul>")[0]
    assert (first.url, first.evidence.title) == ("https://a.example/pub/Reed.pdf", TitleTie.EQUAL)
