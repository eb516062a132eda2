"""Made-up lists whose entries are laid out over several cells, rows, cards or labelled lines, as content systems and spreadsheets print them.

Each function prints some papers in one layout, drawn once for the page, and changes them where it prints names in another way.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape
from random import Random
from typing import Any

from harvestman.learn.pages_synthetic_pool import WORDS, Pool, heading
from harvestman.learn.pages_synthetic_style import Style, people_of

_Papers = Sequence[dict[str, Any]]


def in_other_layout(pool: Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    """Papers in one of the layouts below."""
    layout = rng.choice(
        (_columns, _columns, _sheet, _cards, _grid, _labelled, _one_line, _one_line)
    )
    papers = pool.some(rng.randint(4, 24))
    for paper in papers:
        paper["title"] = paper["title"].strip()
    above = heading(pool.word("headings"), rng)
    return above + layout(papers, pool, rng), papers


def _title(paper: dict[str, Any]) -> str:
    return escape(paper["title"], quote=False)


def _time(rng: Random, number: int) -> str:
    start = f"{8 + number // 3}:{('00', '20', '40')[number % 3]}"
    ends = rng.choice(("", f" - {8 + (number + 1) // 3}:{('00', '20', '40')[(number + 1) % 3]}"))
    return start + ends


def _row(cells: Sequence[str], *, look: str = "") -> str:
    return f"<tr{look}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _columns(papers: _Papers, pool: Pool, rng: Random) -> str:
    """A table with columns of their own for title and authors, with or without a row that names them, rows alternating in colour."""
    style = _cell_style(pool, rng)
    names = {
        "number": rng.choice(("#", "ID", "No.", "Nr.", "№")),
        "time": pool.word("time_words"),
        "title": pool.word("title_words"),
        "people": pool.word("author_words"),
        "session": pool.word("session"),
    }
    kinds = ["title", "people"] if rng.random() < 0.6 else ["people", "title"]
    kinds = [k for k in ("number", "time") if rng.random() < 0.35] + kinds
    if rng.random() < 0.2:
        kinds.append("session")
    alternate = rng.random() < 0.4
    rows = []
    if rng.random() < 0.6:
        tag = rng.choice(("th", "td"))
        rows.append(f"<tr>{''.join(f'<{tag}>{names[k]}</{tag}>' for k in kinds)}</tr>")
    title_wrap = rng.choice(("{}", "{}", "<b>{}</b>", "<a href='p.html'>{}</a>", "<em>{}</em>"))
    for number, paper in enumerate(papers, start=1):
        cells = {
            "number": str(rng.choice((number, number + 100))),
            "time": _time(rng, number),
            "title": title_wrap.format(_title(paper)),
            "people": people_of(paper, style, pool),
            "session": pool.word("topics"),
        }
        look = f" class={('odd', 'even')[number % 2]}" if alternate else ""
        rows.append(_row([cells[k] for k in kinds], look=look))
        if "time" in kinds and rng.random() < 0.12:
            pause = f"<tr><td>{_time(rng, number)}</td><td colspan={len(kinds) - 1}>{pool.word('breaks')}</td></tr>"
            rows.append(pause)
    return f"<table>{''.join(rows)}</table>"


def _cell_style(pool: Pool, rng: Random) -> Style:
    """A way of printing names that fits into a cell or a line of their own."""
    style = Style(rng, pool.name_ways)
    style.box, style.label = "p", ""
    if style.affiliation in ("line", "digit"):
        style.affiliation = "none"
    if style.apart in ("dd", "li"):
        style.apart = ""
    return style


def _sheet(papers: _Papers, pool: Pool, rng: Random) -> str:
    """A spreadsheet saved as a page: what does not fit into a cell goes on in the cell below, and most cells are empty."""
    style = _cell_style(pool, rng)
    style.affiliation, style.apart = "none", ""
    width = rng.choice((40, 50, 60))
    blank = rng.choice(("", "&nbsp;", "<br>"))
    rows = []
    for number, paper in enumerate(papers, start=1):
        lines = [escape(line, quote=False) for line in textwrap.wrap(paper["title"], width)]
        people = people_of(paper, style, pool)
        for place, line in enumerate(lines):
            first = [_time(rng, number), people] if place == 0 else [blank, blank]
            rows.append(_row([*first, line, blank]))
        if rng.random() < 0.2:
            rows.append(_row([blank] * 4))
            rows.append(_row([f"<b>{pool.word('session')} {number}</b>", pool.word("topics")]))
    return f"<table>{''.join(rows)}</table>"


def _cards(papers: _Papers, pool: Pool, rng: Random) -> str:
    """Boxes or an accordion: a heading that opens what is below it, names, at times an abstract, buttons."""
    style = _cell_style(pool, rng)
    head = rng.choice(
        (
            "<h4>{}</h4>",
            "<h5 class=card-title>{}</h5>",
            "<button class=accordion>{}</button>",
            "<div class=panel-heading><a href='#c'>{}</a></div>",
            "<summary>{}</summary>",
            "<div class=title><strong>{}</strong></div>",
        )
    )
    people = rng.choice(
        (
            "<p class=authors>{}</p>",
            "<div><i>{}</i></div>",
            "<p>{}</p>",
            "<span class=speakers>{}</span>",
        )
    )
    has_abstract = bool(pool.texts) and rng.random() < 0.6
    buttons = rng.choice(
        ("", "<a href='p.pdf'>PDF</a> <a href='v'>Video</a>", "<a href='#'>Read more</a>")
    )
    kind = rng.choice(("", "", "<span class=badge>Full paper</span>", "<small>Oral</small>"))
    outer = "details" if "summary" in head else rng.choice(("div class=card", "article", "li"))
    parts = []
    for paper in papers:
        inner = head.format(_title(paper)) + people.format(people_of(paper, style, pool)) + kind
        if has_abstract:
            called = rng.choice(("", "<b>Abstract</b><br>", "Abstract: "))
            inner += f"<div class=collapse><p>{called}{escape(rng.choice(pool.texts))}</p></div>"
        parts.append(f"<{outer}>{inner}{buttons}</{outer.split()[0]}>")
    return "\n".join(parts)


def _grid(papers: _Papers, pool: Pool, rng: Random) -> str:
    """A day's programme with parallel sessions: a column a room, a cell a session with its talks."""
    style = _cell_style(pool, rng)
    if style.affiliation not in ("none", "each", "bracket"):
        style.affiliation = "none"
    columns = rng.randint(2, 4)
    between = rng.choice(("<br>", ", ", ": ", "<br>"))
    wrap = rng.choice(("{}", "<b>{}</b>", "<i>{}</i>", "“{}”"))
    titles_first = rng.random() < 0.6
    rows = [_row(["", *(rng.choice(WORDS["rooms"]) for _ in range(columns))])]
    left = list(papers)
    number = 0
    while left:
        cells = []
        for _ in range(columns):
            size = rng.randint(1, 3)
            own, left = left[:size], left[size:]
            talks = []
            for paper in own:
                pair = [wrap.format(_title(paper)), people_of(paper, style, pool)]
                talks.append(between.join(pair if titles_first else reversed(pair)))
            session = f"<b>{pool.word('session')} {number}: {pool.word('topics')}</b><br>"
            cells.append(session + "".join(f"<p>{talk}</p>" for talk in talks) if talks else "")
            number += 1
        rows.append(_row([_time(rng, number), *cells]))
        if rng.random() < 0.4:
            rows.append(
                f"<tr><td>{_time(rng, number)}</td><td colspan={columns}>{pool.word('breaks')}</td></tr>"
            )
    return f"<table>{''.join(rows)}</table>"


def _labelled(papers: _Papers, pool: Pool, rng: Random) -> str:
    """Each entry in lines that say what they are: "Title: …", "Authors: …", "Abstract: …"."""
    style = _cell_style(pool, rng)
    title, people = pool.word("title_words"), pool.word("author_words")
    bold = rng.choice(("{}", "<b>{}</b>", "<strong>{}</strong>"))
    outer = rng.choice(("p", "div", "li", "td"))
    lines_first = rng.random() < 0.7
    parts = []
    for number, paper in enumerate(papers, start=1):
        pair = [
            f"{bold.format(title + ':')} {_title(paper)}",
            f"{bold.format(people + ':')} {people_of(paper, style, pool)}",
        ]
        text = "<br>".join(pair if lines_first else reversed(pair))
        if pool.texts and rng.random() < 0.2:
            text += f"<br>{bold.format('Abstract:')} {escape(rng.choice(pool.texts))}"
        before = f"{number}. " if rng.random() < 0.1 else ""
        printed = f"<{outer}>{before}{text}</{outer}>"
        parts.append(f"<tr>{printed}</tr>" if outer == "td" else printed)
    joined = "\n".join(parts)
    return f"<table>{joined}</table>" if outer == "td" else joined


def _one_line(papers: _Papers, pool: Pool, rng: Random) -> str:
    """People and title in one plain line, with or without where the people are: "Petrov I. P., Lee K. A title", "Ana Ruiz, UPM, Spain: A title"."""
    how = rng.choice(("place-colon", "bracket-colon", "initials", "initials", "initials-first"))
    outer = rng.choice(("p", "li", "br", "td"))
    before = rng.choice(("", "", "number", "time"))
    mark = rng.choice((": ", ": ", " – ", ". ") if "colon" in how else (" ", " ", ". ", "  "))
    style = _cell_style(pool, rng)
    style.affiliation, style.apart = "none", ""
    style.names = {"initials": "family-initials", "initials-first": "initials"}.get(how, "full")
    style.list_mark = ", "
    style.last_mark = rng.choice((", ", ", ", " and "))
    style.dots_apart = rng.random() < 0.4
    parts = []
    for number, paper in enumerate(papers, start=1):
        if "colon" in how:
            paper["authors"] = paper["authors"][: rng.choice((1, 1, 1, 2))]
        people = people_of(paper, style, pool)
        if "colon" in how:
            where = pool.affiliation()
            for author in paper["authors"]:
                author["affiliations"] = [where]
            people += (", {}" if how == "place-colon" else " ({})").format(
                escape(where, quote=False)
            )
        first = {"number": f"{number}. ", "time": f"{_time(rng, number)} "}.get(before, "")
        text = f"{first}{people}{mark}{_title(paper)}" + rng.choice(("", "."))
        if outer == "br":
            parts.append(f"{text}<br>")
        else:
            printed = f"<{outer}>{text}</{outer}>"
            parts.append(f"<tr>{printed}</tr>" if outer == "td" else printed)
    joined = "\n".join(parts)
    return f"<table>{joined}</table>" if outer == "td" else joined
