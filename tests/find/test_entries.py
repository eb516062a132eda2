"""Publication pages of several prints: what is read of each is the same list."""

from __future__ import annotations

import pytest

from harvestman.find import Publication, read_publications
from harvestman.pages import SavedPage

PAPERS = (
    ("A. Ruiz, M. Peters", "Sorting wool by colour and length", "Journal of Sheep Studies, 12, 45-67", "2014"),
    ("M. Peters, A. Ruiz", "Why lambs follow the shepherd home", "Proc. 3rd Conference on Flocks, pp. 1-9", "2015"),
    ("A. Ruiz", "A survey of shearing methods", "Acta Ovium, vol. 7, pp. 101-120", "2016"),
    ("J. Smith, A. Ruiz", "Counting sheep at night: a sampling approach", "Annals of Sleep, 4(2), 33-41", "2018"),
)  # fmt: skip
TITLES = [title for _, title, _, _ in PAPERS]


def _read(rows: list[str], before: str = "", after: str = "") -> tuple[Publication, ...]:
    html = f"<html><head><title>Publications</title></head><body><h1>Publications</h1>{before}{''.join(rows)}{after}</body></html>"
    return read_publications(SavedPage("http://ruiz.example/publ.html", html.encode()))


PRINTS = {
    "items": lambda a, t, v, y, n: f"<li>{a}. <i>{t}</i>. {v}, {y}. <a href='p/{n}.pdf'>PDF</a></li>",
    "paragraphs with quotes": lambda a, t, v, y, n: f"<p>[{n}] {a}, “{t},” {v}, {y} <a href='p/{n}.pdf'>[pdf]</a></p>",
    "lines of an item": lambda a, t, v, y, n: f"<li>{a}<br><b>{t}</b><br>{v}, {y}.<br><a href='p/{n}.pdf'>paper</a></li>",
    "rows": lambda a, t, v, y, n: f"<tr><td>{a}</td><td>{t}</td><td>{y}</td><td>{v}</td><td><a href='p/{n}.pdf'>PDF</a></td></tr>",
    "cards": lambda a, t, v, y, n: f"<div class='card'><h3>{t}</h3><div>{a}</div><div>{v}, {y}</div><div><a href='p/{n}.pdf'>PDF</a></div></div>",
    "linked titles": lambda a, t, v, y, n: f"<li>{a}: <a href='p/{n}.pdf'>{t}</a>. {v} ({y}).</li>",
}  # fmt: skip
AROUND = {
    "rows": ("<table>", "</table>"),
    "items": ("<ul>", "</ul>"),
    "lines of an item": ("<ol>", "</ol>"),
}


@pytest.mark.parametrize("name", PRINTS)
def test_titles_years_and_files_are_read_however_a_list_is_printed(name: str) -> None:
    rows = [PRINTS[name](*paper, number) for number, paper in enumerate(PAPERS, start=1)]
    found = _read(rows, *AROUND.get(name, ()))
    assert [one.title for one in found] == TITLES
    assert [one.year for one in found] == [2014, 2015, 2016, 2018]
    assert [one.pdf for one in found] == [f"http://ruiz.example/p/{n}.pdf" for n in (1, 2, 3, 4)]
    assert all(one.page == "http://ruiz.example/publ.html" for one in found)


@pytest.mark.parametrize("label", ["[J{}]", "[{}]", "{}.", "(C{})", ""])
def test_authors_in_front_of_a_colon_are_no_part_of_the_title(label: str) -> None:
    rows = [
        f"<tr><td>{label.format(n)}</td><td>{a}: {t}. Sheep Letters {n}, {y}.</td><td><a href='p/{n}.pdf'>PDF</a></td></tr>"
        for n, (a, t, _, y) in enumerate(PAPERS, start=1)
    ]
    found = _read(rows, "<table>", "</table>")
    assert [one.title for one in found] == TITLES
    assert [one.authors for one in found] == [tuple(a.split(", ")) for a, _, _, _ in PAPERS]


def test_a_title_with_a_colon_is_whole() -> None:
    rows = [
        f"<li>{a}<br>Mutable Locks: {t}<br>Sheep Letters, {y}.</li>" for a, t, _, y in PAPERS[:3]
    ]
    assert [one.title for one in _read(rows, "<ol>", "</ol>")] == [
        f"Mutable Locks: {t}" for t in TITLES[:3]
    ]


def test_hidden_bibtex_is_no_entry() -> None:
    rows = [
        f"<tr class='entry'><td>{a} ({y}), <i>\"{t}\"</i>, {v}.</td></tr>"
        f"<tr class='bibtex noshow'><td><pre>@article{{k{y}, author = {{{a}}}, title = {{{t}}}, year = {{{y}}}}}</pre></td></tr>"
        for a, t, v, y in PAPERS
    ]
    assert [one.title for one in _read(rows, "<table>", "</table>")] == TITLES


def test_prizes_under_their_own_heading_are_no_publications() -> None:
    rows = [f"<li>{a}. <i>{t}</i>. {v}, {y}.</li>" for a, t, v, y in PAPERS]
    prizes = "<h2>Awards and honours</h2><ul><li>Best Paper Award, Conference on Flocks, 2015</li><li>Golden Fleece Prize, 2017</li></ul>"
    assert [one.title for one in _read(rows, "<ul>", "</ul>" + prizes)] == TITLES


def test_a_page_without_a_list_has_no_entries_and_rubbish_is_no_error() -> None:
    assert _read(["<p>I like sheep.</p>"]) == ()
    assert read_publications(SavedPage("http://ruiz.example/", b"\xff\xfe<<<>>>" * 50)) == ()
