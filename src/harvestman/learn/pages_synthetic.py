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

_DATA = files("harvestman.learn").joinpath("data")
_WORDS: dict[str, list[str]] = tomllib.loads(_DATA.joinpath("synthetic.toml").read_text("utf-8"))
_LANGUAGES: dict[str, dict[str, list[str]]] = tomllib.loads(
    _DATA.joinpath("synthetic_languages.toml").read_text("utf-8")
)
_FOREIGN = 0.18  # share of pages in other languages than the pool's


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
        self.words = _WORDS

    def word(self, kind: str) -> str:
        return self.rng.choice(self.words.get(kind) or _WORDS[kind])

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


class _ForeignPool(_Pool):
    """The same in another language: titles, people and places put together from its words."""

    def __init__(self, language: str, rng: Random) -> None:
        words = _LANGUAGES[language]
        people = [f"{given} {family}" for given in words["given"] for family in words["family"]]
        titles = [
            f"{begin} {thing} {field}"
            for begin in words["begin"]
            for thing in words["thing"]
            for field in words["field"]
        ]
        papers = [
            {
                "title": title,
                "authors": [
                    {"name": name, "affiliations": []}
                    for name in rng.sample(people, rng.choice((1, 1, 2, 2, 3, 4)))
                ],
            }
            for title in rng.sample(titles, 60)
        ]
        sentence = " ".join(rng.sample(titles, 8)).lower().capitalize()
        super().__init__([{"papers": papers}], [f"{sentence}."], rng)
        self.people = people
        self.affiliations = words["organisation"]
        self.words = words


def synthetic_pages(
    rows: Sequence[dict[str, Any]], texts: Sequence[str], *, count: int, seed: int
) -> list[tuple[str, dict[str, Any]]]:
    """Pages and their gold."""
    rng = Random(seed)
    own = _Pool(rows, texts, rng)
    pages = []
    for number in range(count):
        is_foreign = rng.random() < _FOREIGN
        pool = _ForeignPool(rng.choice(sorted(_LANGUAGES)), rng) if is_foreign else own
        body, papers = _body(pool, rng)
        name = f"synthetic-{number}"
        pages.append((_page(body, pool), {"file": name, "site": name, "papers": papers}))
    return pages


def _body(pool: _Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    """One page's worth: mostly a list of papers, at times the page of one, or what only looks like a list."""
    drawn = rng.random()
    if drawn < 0.80:
        return _listing(pool, rng)
    if drawn < 0.86:
        return _single(pool, rng)
    return _plain_negative(pool, rng), []


def _page(body: str, pool: _Pool) -> str:
    rng = pool.rng
    topic = pool.word("topics")
    menu = rng.sample(pool.words["menu"], rng.randint(0, min(9, len(pool.words["menu"]))))
    items = "".join(f"<li><a href='{m.split()[0].lower()}.html'>{m}</a></li>" for m in menu)
    top = f"<ul class=menu>{items}</ul>" if items and rng.random() < 0.7 else "<br>".join(menu)
    if rng.random() < 0.4:
        top += f"<h1>{topic} {rng.randint(1998, 2025)}</h1><p>{pool.word('places')}, June 3-5</p>"
    foot = (
        f"<hr><p>Last modified: May {rng.randint(1, 30)}, contact webmaster</p>"
        if rng.random() < 0.5
        else ""
    )
    return f"<html><head><title>{pool.word('headings')} - {topic}</title></head><body>{top}{body}{foot}</body></html>"


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
             "<a href='x'>{}</a>", "<a href='paper.pdf'>{}</a>", "<font color=navy>{}</font>", "<span class=title>{}</span>", "<u>{}</u>", "{}.", "“{}.”"]
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
            "full full full full full initials inverted inverted-full first-turned family-initials upper".split()
        )
        if self.names == "first-turned":
            self.list_mark = ", "
        if self.names == "inverted-full":  # commas are within the names
            self.list_mark = rng.choice(["; ", "; ", " and ", " & "])
            self.last_mark = rng.choice([self.list_mark, " and "])
        self.affiliation = rng.choice(
            ["none"] * 5 + "each bracket blank each group comma line sup dash digit star".split()
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
        self.room = rng.choice([""] * 9 + _WORDS["rooms"])
        if self.affiliation == "star":
            self.list_mark = self.last_mark = "; "

    def name(self, name: str, *, is_first: bool) -> str:
        parts = name.split()
        if "," in name or len(parts) < 2:
            return name
        given, family = parts[:-1], parts[-1]
        how = self.names
        if how == "first-turned":
            how = "inverted-full" if is_first else "full"
        printed = {
            "initials": " ".join([*(p[0] + "." for p in given), family]),
            "inverted": f"{family}, {given[0][0]}.",
            "inverted-full": f"{family}, {' '.join(given)}",
            "family-initials": f"{family} {''.join(p[0] + '.' for p in given)}",
            "upper": " ".join([*given, family.upper()]),
        }
        return printed.get(how, name)


def _listing(pool: _Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    style = _Style(rng)
    papers = pool.some(rng.randint(4, 28))
    parts = [_heading(pool.word("headings"), rng)]
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
            entries.append(_box(f"{rng.randint(9, 17)}:00 {pool.word('breaks')}", style))
    parts.append(_enclose(entries, style))
    if rng.random() < 0.15:
        parts.append(_committee(pool, rng))
    return "\n".join(parts), papers


def _interlude(pool: _Pool, rng: Random, style: _Style) -> str:
    chair = rng.choice(
        [
            "",
            f" ({pool.word('chair')}: {pool.person()})",
            f"<br>{pool.word('chair')}: {pool.person()}, {escape(pool.affiliation())}",
            f"<br>Session chair: {pool.person()}",
        ]
    )
    name = f"{pool.word('session')} {rng.randint(1, 9)}: {pool.word('topics')}{chair}"
    if style.alike and style.box != "pre":
        chair = rng.choice(("Chair: {}", "{} (chair)", "Session chair: {}, {}", "Moderator: {}"))
        people = chair.format(pool.person(), escape(pool.affiliation()))
        return _box(
            style.title_wrap.format(f"{pool.word('topics')} {rng.choice(('I', 'II', ''))}".strip())
            + style.between
            + style.author_wrap.format(people),
            style,
        )
    pause = (
        f"<p>{rng.randint(9, 17)}:{rng.choice(('00', '30', '15'))} {pool.word('breaks')}</p>"
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
    return _box(f"{pool.word('labels')}: {escape(paper['title'])}{between}{speaker}", style)


def _ceremony(pool: _Pool, rng: Random, style: _Style) -> str:
    """Words of welcome in the list of papers, with who says them."""
    between = style.between if style.box != "pre" else ", "
    people = rng.choice(("{}", "{} and {}", "{}, {}")).format(pool.person(), pool.person())
    return _box(pool.word("ceremonies") + rng.choice((between, ": ", " - ")) + people, style)


def _references(pool: _Pool, rng: Random, style: _Style) -> str:
    """What an abstract cites; its entries are no papers of the event."""
    lines = []
    for number, paper in enumerate(pool.some(rng.randint(2, 5)), start=1):
        people = ", ".join(author["name"] for author in paper["authors"][:3])
        year = rng.randint(1985, 2015)
        lines.append(
            f"[{number}] {escape(people)}, {escape(paper['title'])}, {pool.word('topics')} Journal, "
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
    boxed = _box(before + text + behind, style)
    if style.room and style.box in ("tr", "td2"):
        boxed = boxed.replace("</td></tr>", f"</td><td>{style.room}</td></tr>")
    return boxed


def _single(pool: _Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    """A page of one paper: its title, authors and abstract."""
    style = _Style(rng)
    style.box, style.upper_titles = rng.choice(("p", "div", "br")), False
    (paper,) = pool.some(1)
    title = escape(paper["title"].strip(), quote=False)
    printed = rng.choice(("<h1>{}</h1>", "<h2>{}</h2>", "<h3>{}</h3>", "<p><b>{}</b></p>")).format(
        title
    )
    people = rng.choice(
        ("<p>{}</p>", "<h4>{}</h4>", "<div class=authors>{}</div>", "{}<br>")
    ).format(_people(paper, style, pool))
    text = escape(rng.choice(pool.texts)) if pool.texts else ""
    abstract = _heading("Abstract", rng) if rng.random() < 0.7 else ""
    above = (
        _heading(f"{pool.word('topics')} {rng.randint(1999, 2025)}", rng)
        if rng.random() < 0.4
        else ""
    )
    below = "<a href='p.pdf'>PDF</a>" if rng.random() < 0.4 else ""
    return f"{above}{printed}{people}{abstract}<p>{text}</p>{below}", [paper]


_BESIDE = {"each": "{} ({})", "star": "{} ({})", "bracket": "{} [{}]", "blank": "{} {}"}


def _people(paper: dict[str, Any], style: _Style, pool: _Pool) -> str:
    rng = style.rng
    authors = paper["authors"]
    how = style.affiliation
    for place, author in enumerate(authors):
        author["name"] = style.name(author["name"], is_first=place == 0)
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
            name = _BESIDE[how].format(name, where) + ("*" if how == "star" and not number else "")
        elif how == "digit" and where:
            name = f"{name}{number + 1}"
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
    return text + _places_behind(authors, style)


def _places_behind(authors: Sequence[dict[str, Any]], style: _Style) -> str:
    """The affiliations that stand behind all names: one for all, or each with its number."""
    how, line = style.affiliation, "\n" if style.box == "pre" else "<br>"
    if not authors[0]["affiliations"]:
        return ""
    places = [escape(author["affiliations"][0], quote=False) for author in authors]
    if how in ("group", "comma", "line", "dash"):
        where = places[0]
        return {
            "group": f" ({where})",
            "comma": f", {where}",
            "line": f"{line}{where}",
            "dash": f" - {where}",
        }[how]
    if how == "digit":
        between = line if style.box == "pre" else style.rng.choice(("<br>", " "))
        return between + ", ".join(f"{n} {place}" for n, place in enumerate(places, start=1))
    if how == "sup" and style.box != "pre":
        return line + ", ".join(f"<sup>{n}</sup>{place}" for n, place in enumerate(places, start=1))
    return ""


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
            pool.word("committees"),
            rng,
        )
        + lines
    )


def _plain_negative(pool: _Pool, rng: Random) -> str:
    kind = rng.randint(0, 6)
    others = {4: _workshops, 5: _biographies, 6: _timetable}
    if kind in others:
        return others[kind](pool, rng)
    if kind == 0:
        return _committee(pool, rng) + _committee(pool, rng)
    if kind == 1:
        rows = "".join(
            f"<tr><td>{9 + n // 2}:{'00' if n % 2 else '30'}</td><td>{rng.choice((pool.word('breaks'), 'Session ' + str(n) + ': ' + pool.word('topics')))}</td></tr>"
            for n in range(rng.randint(8, 18))
        )
        return _heading("Programme at a glance", rng) + f"<table>{rows}</table>"
    if kind == 2:
        lines = "".join(
            f"<li>{n}th Workshop on {pool.word('topics')}, {pool.word('places')}, {1998 + n}. Chairs: {pool.person()}, {pool.person()}</li>"
            for n in range(2, rng.randint(6, 18))
        )
        return _heading("Past editions", rng) + f"<ul>{lines}</ul>"
    topics = "".join(
        f"<li>{pool.word('topics')} and {pool.word('topics').lower()}</li>"
        for _ in range(rng.randint(8, 25))
    )
    texts = "".join(f"<p>{escape(t)}</p>" for t in rng.sample(pool.texts, min(3, len(pool.texts))))
    return _heading("Call for Papers", rng) + texts + f"<ul>{topics}</ul>"


def _workshops(pool: _Pool, rng: Random) -> str:
    """Workshops, tutorials or sessions with those who organise them: printed as papers are, and none."""
    said = rng.choice(
        (
            "Organizers: {}",
            "Organisers: {}",
            "Organizer: {}",
            "organized by {}",
            "Chairs: {}",
            "Presenters: {}",
            "Lecturer: {}",
        )
    )
    box = rng.choice(("<li>{}</li>", "<p>{}</p>", "<tr><td>{}</td></tr>", "<div>{}</div>"))
    name = rng.choice(("<b>{}</b>", "<h3>{}</h3>", "<a href='w.html'>{}</a>", "{}"))
    between = rng.choice(("<br>", " ", "<br>", ". "))
    lines = []
    for number in range(1, rng.randint(4, 14)):
        called = rng.choice(
            (
                "Workshop on {}",
                "W{n}: {}",
                "{} and {}",
                "Tutorial: {}",
                "Tutorial {n}: {}",
                "{} for {}",
            )
        ).format(pool.word("topics"), pool.word("topics"), n=number)
        people = ", ".join(pool.person() for _ in range(rng.randint(1, 4)))
        if rng.random() < 0.4:
            people += f" ({escape(pool.affiliation())})"
        lines.append(box.format(name.format(called) + between + said.format(people)))
    heading = rng.choice(
        (
            "Workshops",
            "Tutorials",
            "Sessions",
            "Workshops and Tutorials",
            "Courses",
            "Special sessions",
        )
    )
    return _heading(heading, rng) + "".join(lines)


def _biographies(pool: _Pool, rng: Random) -> str:
    """Speakers with what they are known for."""
    lines = [
        rng.choice(("<h3>{}</h3>", "<p><b>{}</b></p>", "<b>{}</b><br>")).format(pool.person())
        + f"<p>{escape(pool.affiliation())}</p>"
        + (f"<p>{escape(rng.choice(pool.texts))}</p>" if pool.texts else "")
        for _ in range(rng.randint(2, 7))
    ]
    return _heading(
        rng.choice(("Speakers", "Invited Speakers", "Biographies", "Keynote Speakers")), rng
    ) + "".join(lines)


def _timetable(pool: _Pool, rng: Random) -> str:
    """A programme at a glance: times, sessions with chairs, breaks and rooms, no papers."""
    rows = []
    for number in range(1, rng.randint(8, 20)):
        what = rng.choice(
            (
                pool.word("breaks"),
                f"Session {number}: {pool.word('topics')}<br>Chair: {pool.person()}",
                f"{pool.word('topics')} ({pool.person()})",
                f"{pool.word('labels')}: {pool.person()}, {escape(pool.affiliation())}",
                f"Workshop W{number}: {pool.word('topics')}",
            )
        )
        rows.append(
            f"<tr><td>{8 + number // 2}:{'00' if number % 2 else '30'}</td><td>{what}</td><td>{rng.choice(_WORDS['rooms'])}</td></tr>"
        )
    return _heading(pool.word("headings"), rng) + f"<table>{''.join(rows)}</table>"
