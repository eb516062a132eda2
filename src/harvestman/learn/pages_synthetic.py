"""Made-up pages in layouts that the training pages have too few of, printed from the papers of the training pages.

Each page draws one way of printing (order, tags, separators, what stands before and behind an entry) and keeps to it, as
sites do. Some list no papers: committees, attendees, past editions, timetables of sessions. There are no publication lists
among them: models that were taught with such lost real papers, and a rule tells them apart (`pages/learned/lookalikes.py`).
"""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from random import Random
from typing import Any

_WORDS: dict[str, list[str]] = tomllib.loads(
    files("harvestman.learn").joinpath("data/synthetic.toml").read_text("utf-8")
)


class _Pool:
    """Papers, people and long texts to draw from."""

    def __init__(self, rows: Sequence[dict[str, Any]], texts: Sequence[str], rng: Random) -> None:
        self.papers = [
            p
            for row in rows
            for p in row["papers"]
            if p["authors"] and 15 < len(p["title"]) < 200 and len(p["authors"]) < 9
        ]
        self.people: list[str] = [a["name"] for p in self.papers for a in p["authors"]]
        self.affiliations: list[str] = sorted(
            {
                f
                for p in self.papers
                for a in p["authors"]
                for f in a["affiliations"]
                if 3 < len(f) < 80
            }
        )
        self.texts = list(texts)
        self.rng = rng

    def some(self, number: int) -> list[dict[str, Any]]:
        """Papers, each with its authors' affiliations filled in where the pool has none."""
        return [
            {
                "title": p["title"],
                "authors": [
                    {"name": a["name"], "affiliations": list(a["affiliations"])}
                    for a in p["authors"]
                ],
                "pdf": None,
                "session": None,
            }
            for p in self.rng.sample(self.papers, number)
        ]

    def person(self) -> str:
        return self.rng.choice(self.people)

    def affiliation(self) -> str:
        return self.rng.choice(self.affiliations)


def synthetic_pages(
    rows: Sequence[dict[str, Any]], texts: Sequence[str], *, count: int, seed: int
) -> list[tuple[str, dict[str, Any]]]:
    """Pages and their gold."""
    rng = Random(seed)
    pool = _Pool(rows, texts, rng)
    pages = []
    for number in range(count):
        body, papers = (
            _listing(pool, rng) if rng.random() < 0.88 else (_plain_negative(pool, rng), [])
        )
        name = f"synthetic-{number}"
        pages.append((_page(body, rng), {"file": name, "site": name, "papers": papers}))
    return pages


def _word(kind: str, rng: Random) -> str:
    return rng.choice(_WORDS[kind])


def _page(body: str, rng: Random) -> str:
    topic = _word("topics", rng)
    menu = rng.sample(_WORDS["menu"], rng.randint(0, 9))
    items = "".join(f"<li><a href='{m.split()[0].lower()}.html'>{m}</a></li>" for m in menu)
    top = f"<ul class=menu>{items}</ul>" if items and rng.random() < 0.7 else "<br>".join(menu)
    if rng.random() < 0.4:
        top += f"<h1>{topic} {rng.randint(1998, 2025)}</h1><p>{_word('places', rng)}, June 3-5</p>"
    foot = (
        f"<hr><p>Last modified: May {rng.randint(1, 30)}, contact webmaster</p>"
        if rng.random() < 0.5
        else ""
    )
    return f"<html><head><title>{_word('headings', rng)} - {topic}</title></head><body>{top}{body}{foot}</body></html>"


def _heading(text: str, rng: Random) -> str:
    return rng.choice(
        (
            "<h1>{}</h1>",
            "<h2>{}</h2>",
            "<h3>{}</h3>",
            "<p><b>{}</b></p>",
            "<font size=5>{}</font><br>",
            "<center><h2>{}</h2></center>",
        )
    ).format(text)


class _Style:
    """How one page prints its entries."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.titles_first = rng.random() < 0.5
        self.box = rng.choice("li li p p tr td2 dd div br br pre dt font nest h".split())
        self.title_wrap = rng.choice(
            ["{}"] * 5 + ["<b>{}</b>", "<i>{}</i>", "<strong>{}</strong>", "<em>{}</em>", "“{}”", '"{}"', "<b><i>{}</i></b>",
             "<a href='x'>{}</a>", "<font color=navy>{}</font>", "<span class=title>{}</span>", "<u>{}</u>", "{}.", "“{}.”"]
        )  # fmt: skip
        self.author_wrap = rng.choice(
            ["{}"] * 5
            + [
                "<i>{}</i>",
                "<b>{}</b>",
                "<em>{}</em>",
                "<small>{}</small>",
                "<span class=authors>{}</span>",
                "({})",
                "by {}",
            ]
        )
        if (
            rng.random() < 0.45
        ):  # title and names in one line without any tag between: the hardest kind, and rare in training
            self.title_wrap = rng.choice(["{}", "{}", "{}", "“{}”", '"{}"', "{}."])
            self.author_wrap = rng.choice(["{}", "{}", "{}", "by {}", "({})"])
        if self.box == "pre":
            self.title_wrap = rng.choice(["{}", "{}", '"{}"', "{}."])
            self.author_wrap = rng.choice(["{}", "by {}", "({})"])
        inline = (
            [". ", ", ", ": ", " - ", "; ", " / ", " – ", " "]
            if self.title_wrap != "{}" or self.author_wrap != "{}"
            else [". ", ", ", ": ", " - ", " / ", " – "]
        )
        if self.author_wrap.startswith(("by", "(")):
            inline = [" ", ", ", " "]
        self.between = (
            rng.choice([*inline, *inline, *inline, "<br>", "<br>", "<br>\n", "</p><p>"])
            if self.box != "pre"
            else rng.choice(["\n", "\n", ". ", ", "])
        )
        self.list_mark = rng.choice([", ", ", ", ", ", "; ", " and ", ", ", " & "])
        self.last_mark = rng.choice([" and ", " and ", ", and ", ", ", " & ", "; "])
        self.names = rng.choice(
            "full full full full full initials inverted inverted-full upper".split()
        )
        if self.names == "inverted-full":  # commas are within the names
            self.list_mark = rng.choice(["; ", "; ", " and ", " & "])
            self.last_mark = rng.choice([self.list_mark, " and "])
        self.affiliation = rng.choice(
            ["none"] * 5
            + ["each", "bracket", "blank", "each", "group", "comma", "line", "sup", "dash"]
        )
        self.before = rng.choice(
            [""] * 5
            + [
                "number",
                "bracket",
                "time",
                "time2",
                "code",
                "dash",
                "minutes",
                "kind",
                "dots",
                "slot",
            ]
        )
        self.behind = rng.choice([""] * 6 + ["pdf", "slides", "short", "abstract-link", "pages"])
        self.middle = (
            rng.choice(("PDF", "slides", "paper", "Abstract"))
            if rng.random() < 0.1 and self.box != "pre"
            else ""
        )
        self.abstract = rng.random() < 0.12
        self.references = self.abstract and self.box != "pre" and rng.random() < 0.3
        self.alike = (
            rng.random() < 0.12
        )  # sessions and their chairs are printed as papers and their authors are
        self.spans = rng.random() < 0.12
        self.nobr = rng.random() < 0.08
        self.apart = (
            rng.choice(["", "", "", "", "", "", "a", "dd", "li", "span", "br"])
            if self.box != "pre"
            else ""
        )
        self.label = (
            rng.choice(
                [""] * 8
                + ["Authors: ", "<b>Authors:</b> ", "<i>Author(s)</i>: ", "Speaker: ", "<b>By</b> "]
            )
            if self.box != "pre"
            else ""
        )
        self.upper_titles = rng.random() < 0.06

    def name(self, name: str) -> str:
        parts = name.split()
        if "," in name or len(parts) < 2 or self.names == "full":
            return name
        if self.names == "initials":
            return " ".join([p[0] + "." for p in parts[:-1]] + parts[-1:])
        if self.names == "inverted":
            return f"{parts[-1]}, {parts[0][0]}."
        if self.names == "inverted-full":
            return f"{parts[-1]}, {' '.join(parts[:-1])}"
        return " ".join([*parts[:-1], parts[-1].upper()])


def _listing(pool: _Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    style = _Style(rng)
    papers = pool.some(rng.randint(4, 28))
    parts = [_heading(_word("headings", rng), rng)]
    if rng.random() < 0.3 and pool.texts:
        parts.append(f"<p>{escape(rng.choice(pool.texts))}</p>")
    sessions = rng.random() < 0.55
    left = rng.randint(2, 6)
    entries: list[str] = []
    for number, paper in enumerate(papers, start=1):
        if sessions and left == 0:
            parts.append(_enclose(entries, style))
            entries = []
            parts.append(_interlude(pool, rng, style))
            left = rng.randint(2, 6)
        left -= 1
        entries.append(_entry(paper, number, style, pool))
        if rng.random() < 0.03:
            entries.append(_keynote(pool, rng, style))
        if sessions and rng.random() < 0.03:
            entries.append(_ceremony(pool, rng, style))
        if style.references and rng.random() < 0.5:
            entries.append(_references(pool, rng, style))
        if sessions and rng.random() < 0.04:
            entries.append(_box(f"{rng.randint(9, 17)}:00 {_word('breaks', rng)}", style))
    parts.append(_enclose(entries, style))
    if rng.random() < 0.15:
        parts.append(_committee(pool, rng))
    return "\n".join(parts), papers


def _interlude(pool: _Pool, rng: Random, style: _Style) -> str:
    chair = rng.choice(
        [
            "",
            f" (Chair: {pool.person()})",
            f"<br>Chair: {pool.person()}, {escape(pool.affiliation())}",
            f"<br>Session chair: {pool.person()}",
        ]
    )
    name = f"Session {rng.randint(1, 9)}: {_word('topics', rng)}{chair}"
    if style.alike and style.box != "pre":
        chair = rng.choice(("Chair: {}", "{} (chair)", "Session chair: {}, {}", "Moderator: {}"))
        people = chair.format(pool.person(), escape(pool.affiliation()))
        return _box(
            style.title_wrap.format(f"{_word('topics', rng)} {rng.choice(('I', 'II', ''))}".strip())
            + style.between
            + style.author_wrap.format(people),
            style,
        )
    pause = (
        f"<p>{rng.randint(9, 17)}:{rng.choice(('00', '30', '15'))} {_word('breaks', rng)}</p>"
        if rng.random() < 0.5
        else ""
    )
    if style.box == "pre":
        name = name.replace("<br>", "\n")
        return f"<pre>{name}\n</pre>"
    return pause + _heading(name, rng)


def _keynote(pool: _Pool, rng: Random, style: _Style) -> str:
    paper = pool.some(1)[0]
    between = style.between if style.box != "pre" else ", "
    speaker = f"{pool.person()}, {escape(pool.affiliation())}"
    return _box(f"{_word('labels', rng)}: {escape(paper['title'])}{between}{speaker}", style)


def _ceremony(pool: _Pool, rng: Random, style: _Style) -> str:
    """Words of welcome in the list of papers, with who says them."""
    between = style.between if style.box != "pre" else ", "
    people = rng.choice(("{}", "{} and {}", "{}, {}")).format(pool.person(), pool.person())
    return _box(_word("ceremonies", rng) + rng.choice((between, ": ", " - ")) + people, style)


def _references(pool: _Pool, rng: Random, style: _Style) -> str:
    """What an abstract cites; its entries are no papers of the event."""
    lines = []
    for number, paper in enumerate(pool.some(rng.randint(2, 5)), start=1):
        people = ", ".join(author["name"] for author in paper["authors"][:3])
        year = rng.randint(1985, 2015)
        lines.append(
            f"[{number}] {escape(people)}, {escape(paper['title'])}, {_word('topics', rng)} Journal, "
            f"vol. {number + 3}, pp. {number * 9}-{number * 9 + 8}, {year}."
        )
    return "References<br>" + _box("<br>".join(lines), style)


def _entry(paper: dict[str, Any], number: int, style: _Style, pool: _Pool) -> str:
    rng = style.rng
    if style.upper_titles:
        paper["title"] = paper["title"].upper()
    title = escape(paper["title"].strip(), quote=False)
    if style.title_wrap.endswith((".", ".”")) and title.endswith((".", "?", "!")):
        title = title.rstrip(".")
    if style.spans and style.box != "pre":
        title = _spanned(title, rng)
    title = style.title_wrap.format(title)
    people = _people(paper, style, pool)
    people = style.label + style.author_wrap.format(people)
    between = style.between
    if between.strip() in (".", ",") and title.rstrip('”"').endswith(("?", "!", ".")):
        between = " "
    if style.middle:
        title += f" [<a href='s{number}.pdf'>{style.middle}</a>]"
    text = f"{title}{between}{people}" if style.titles_first else f"{people}{between}{title}"
    before = {
        "number": f"{number}. ",
        "bracket": f"[{number}] ",
        "time": f"{rng.randint(8, 18)}:{rng.choice(('00', '20', '30', '45'))} ",
        "time2": f"{rng.randint(8, 12)}:00 - {rng.randint(8, 12)}:30 ",
        "code": f"P{number}: ",
        "dash": "- ",
        "minutes": f"({rng.choice((10, 15, 20, 30))} min) ",
        "kind": rng.choice(
            ("Paper: ", "Full paper: ", "Short paper - ", f"Paper {number} - ", f"Talk {number}: ")
        ),
        "dots": f"{number // 4 + 1}.{number % 4 + 1} ",
        "slot": f"[{rng.randint(8, 18)}:{rng.choice(('00', '20', '30'))}] ",
    }.get(style.before, "")
    behind = {
        "pdf": f" [<a href='papers/p{number}.pdf'>PDF</a>]",
        "slides": f" [<a href='slides/s{number}.pdf'>slides</a>]",
        "short": " (short paper)" if rng.random() < 0.4 else "",
        "abstract-link": f" <a href='a{number}.html'>Abstract</a>",
        "pages": f", pp. {number * 10}-{number * 10 + 9}",
    }.get(style.behind, "")
    if style.box == "pre":
        behind = behind if style.behind in ("short", "pages") else ""
    if style.abstract and pool.texts and style.box != "pre":
        behind += f"<br>{rng.choice(('Abstract: ', '<b>Abstract.</b> ', ''))}{escape(rng.choice(pool.texts))}"
    return _box(before + text + behind, style)


_BESIDE = {"each": "{} ({})", "bracket": "{} [{}]", "blank": "{} {}"}


def _people(paper: dict[str, Any], style: _Style, pool: _Pool) -> str:
    rng = style.rng
    authors = paper["authors"]
    how = style.affiliation
    for author in authors:
        author["name"] = style.name(author["name"])
    if how == "none":
        for author in authors:
            author["affiliations"] = []
    else:
        shared = pool.affiliation()
        for author in authors:
            author["affiliations"] = [
                shared
                if how in ("group", "comma", "line", "dash") or rng.random() < 0.4
                else pool.affiliation()
            ]
    printed = []
    for number, author in enumerate(authors):
        name = escape(author["name"], quote=False)
        where = escape(author["affiliations"][0], quote=False) if author["affiliations"] else ""
        if how in _BESIDE and where:
            name = _BESIDE[how].format(name, where)
        elif how == "sup" and where:
            name = f"{name}<sup>{number + 1}</sup>" if style.box != "pre" else f"{name} ({where})"
        printed.append(name)
    if style.apart in ("dd", "li", "br") and (how == "none" or how in _BESIDE):
        wrapped = {"dd": "<dl><dt>Authors</dt>{}</dl>", "li": "<ul>{}</ul>", "br": "<br>{}"}[
            style.apart
        ]
        tag = "" if style.apart == "br" else f"<{style.apart}>"
        return wrapped.format(
            "".join(f"{tag}{name}{tag.replace('<', '</') or '<br>'}" for name in printed)
        )
    if style.apart in ("a", "span"):
        opening = "<a href='http://x.org/u'>" if style.apart == "a" else "<span class=author>"
        printed = [f"{opening}{name}</{style.apart}>" for name in printed]
    text = (
        printed[0]
        if len(printed) == 1
        else style.list_mark.join(printed[:-1]) + style.last_mark + printed[-1]
    )
    if how in ("group", "comma", "line", "dash") and authors[0]["affiliations"]:
        where = escape(authors[0]["affiliations"][0], quote=False)
        line = "\n" if style.box == "pre" else "<br>"
        text += {
            "group": f" ({where})",
            "comma": f", {where}",
            "line": f"{line}{where}",
            "dash": f" - {where}",
        }[how]
    elif how == "sup" and style.box != "pre":
        text += "<br>" + ", ".join(
            f"<sup>{n + 1}</sup>{escape(a['affiliations'][0], quote=False)}"
            for n, a in enumerate(authors)
        )
    return text


def _spanned(title: str, rng: Random) -> str:
    words = title.split(" ")
    if len(words) < 3:
        return title
    at = rng.randint(1, len(words) - 1)
    return f"<span lang=EN-US style='font-size:11.0pt'>{' '.join(words[:at])} </span><span lang=EN-US>{' '.join(words[at:])}</span>"


_BOXES = {
    "tr": "<tr><td>{}</td></tr>",
    "td2": "<tr><td>&nbsp;</td><td>{}</td></tr>",
    "font": "<tr><td><font face=Arial size=2><p>{}</p></font></td></tr>",
    "nest": "<tr><td><table><tr><td><font size=2>{}</font></td></tr></table></td></tr>",
    "h": "<h4>{}</h4>",
}


def _box(text: str, style: _Style) -> str:
    box = style.box
    if box == "pre":
        lines = [wrapped for line in text.split("\n") for wrapped in textwrap.wrap(line, 66)]
        return "\n".join("     " + line for line in lines) + "\n\n"
    if box == "br":
        return f"{text}<br>" if style.nobr else f"{text}<br><br>"
    if box == "li" and style.nobr:
        return f"<li>{text}"
    return _BOXES.get(box, f"<{box}>{{}}</{box}>").replace("{}", text)


def _enclose(entries: Sequence[str], style: _Style) -> str:
    inner = "\n".join(entries)
    outer = {
        "li": "ul",
        "tr": "table",
        "td2": "table",
        "dd": "dl",
        "dt": "dl",
        "pre": "pre",
        "font": "table",
        "nest": "table",
    }.get(style.box)
    return f"<{outer}>{inner}</{outer}>" if outer else inner


def _committee(pool: _Pool, rng: Random) -> str:
    style = rng.choice(
        (
            "<li>{}, {}</li>",
            "{} ({})<br>",
            "<tr><td>{}</td><td>{}</td></tr>",
            "<p><b>{}</b>, {}</p>",
            "<p>{}<br>{}</p>",
        )
    )
    lines = "".join(
        style.format(pool.person(), escape(pool.affiliation())) for _ in range(rng.randint(5, 40))
    )
    return (
        _heading(
            _word("committees", rng),
            rng,
        )
        + lines
    )


def _plain_negative(pool: _Pool, rng: Random) -> str:
    kind = rng.randint(0, 3)
    if kind == 0:
        return _committee(pool, rng) + _committee(pool, rng)
    if kind == 1:
        rows = "".join(
            f"<tr><td>{9 + n // 2}:{'00' if n % 2 else '30'}</td><td>{rng.choice((_word('breaks', rng), 'Session ' + str(n) + ': ' + _word('topics', rng)))}</td></tr>"
            for n in range(rng.randint(8, 18))
        )
        return _heading("Programme at a glance", rng) + f"<table>{rows}</table>"
    if kind == 2:
        lines = "".join(
            f"<li>{n}th Workshop on {_word('topics', rng)}, {_word('places', rng)}, {1998 + n}. Chairs: {pool.person()}, {pool.person()}</li>"
            for n in range(2, rng.randint(6, 18))
        )
        return _heading("Past editions", rng) + f"<ul>{lines}</ul>"
    topics = "".join(
        f"<li>{_word('topics', rng)} and {_word('topics', rng).lower()}</li>"
        for _ in range(rng.randint(8, 25))
    )
    texts = "".join(f"<p>{escape(t)}</p>" for t in rng.sample(pool.texts, min(3, len(pool.texts))))
    return _heading("Call for Papers", rng) + texts + f"<ul>{topics}</ul>"
