"""Files that a page calls otherwise than their titles: which are tried, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.find import PageSight, PaperQuestion, see_saved_page
from harvestman.pages import SavedPage

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAGE = "http://www.example.org/~marsh/teaching.html"


def see(html: str, question: PaperQuestion) -> PageSight:
    return see_saved_page(
        (SavedPage(PAGE, html.encode(), "text/html; charset=utf-8"), NOW, question)
    )


def guessed(html: str, question: PaperQuestion) -> list[str]:
    return [one.url.rpartition("/")[2] for one in see(html, question).guessed]


def test_names_of_files_and_texts_of_links_put_the_likeliest_first() -> None:
    html = """<h1>Helen Marsh: teaching</h1><ul>
      <li><a href="syllabus.pdf">Syllabus</a> <li><a href="SandFilters.pdf">Lecture 1</a>
      <li><a href="ReedBedsIntro.pdf">Lecture 2</a></ul>"""
    asked = PaperQuestion("An Introduction to Reed Beds and Ponds", ("Helen Marsh",))
    assert guessed(html, asked)[0] == "ReedBedsIntro.pdf"


def test_a_thesis_that_only_bears_its_authors_name_is_guessed() -> None:
    html = """<h1>Former students</h1><ul>
      <li>Peter Quill, <a href="th/PhD_Thesis__Quill.pdf">download</a>
      <li>Ann Fenn, <a href="th/PhD_Thesis__Fenn.pdf">download</a></ul>"""
    sight = see(html, PaperQuestion("Slow Water in Deep Ditches", ("Quill, Peter",)))
    assert sight.authors == 1.0
    assert sight.guessed[0].url.endswith("PhD_Thesis__Quill.pdf")
    assert sight.guessed[0].points > sight.guessed[1].points


def test_russian_words_find_a_file_with_a_latin_name() -> None:
    html = """<h1>Преподавание. Болотов И. П.</h1><ul><li><a href="kurs.pdf">Введение в курс</a>
      <li><a href="filtr.pdf">Тростниковые фильтры</a></ul>"""
    asked = PaperQuestion("Тростниковый фильтр и его расчёт в задачах очистки", ("Болотов И.П.",))
    assert guessed(html, asked)[0] == "filtr.pdf"


def test_a_file_that_its_line_explains_as_another_paper_is_no_guess() -> None:
    html = """<h1>Helen Marsh</h1><ul><li>H. Marsh, P. Quill. Sand filters for small towns.
      Journal of Wetlands 12(3), pp. 45-60, 2009. <a href="p12.pdf">PDF</a></ul>"""
    assert guessed(html, PaperQuestion("Slow Water in Deep Ditches", ("Ann Fenn",))) == []


def test_of_files_about_which_nothing_is_said_only_two_are_tried() -> None:
    html = "<p>Marsh</p>" + "".join(f"<p><a href='x{n}.pdf'>here</a></p>" for n in range(20))
    assert len(guessed(html, PaperQuestion("Slow Water in Deep Ditches", ("H. Marsh",)))) == 2
