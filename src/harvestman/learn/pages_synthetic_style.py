"""How made-up pages print the entries of a list: one draw of tags, separators and marks for a page, to which it keeps."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape
from random import Random
from typing import Any

from harvestman.learn.pages_synthetic_pool import NAME_WAYS, WORDS, Pool


class Style:
    """How one page prints its entries."""

    def __init__(self, rng: Random, name_ways: Sequence[str] = NAME_WAYS) -> None:
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
        self.names = rng.choice(name_ways)
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
        self.room = rng.choice([""] * 9 + WORDS["rooms"])
        self.dots_apart = rng.random() < 0.2  # "Petrov I. P." rather than "Petrov I.P."
        if self.affiliation == "star":
            self.list_mark = self.last_mark = "; "

    def name(self, name: str, *, is_first: bool) -> str:
        """A name in the way of this page; one that is turned already stays."""
        parts = name.split()
        if "," in name or len(parts) < 2:
            return name
        given, family = parts[:-1], parts[-1]
        apart = " " if self.dots_apart else ""
        how = self.names
        if how == "first-turned":
            how = "inverted-full" if is_first else "full"
        printed = {
            "initials": " ".join([*(p[0] + "." for p in given), family]),
            "inverted": f"{family}, {given[0][0]}.",
            "inverted-full": f"{family}, {' '.join(given)}",
            "family-initials": f"{family} {apart.join(p[0] + '.' for p in given)}",
            "upper": " ".join([*given, family.upper()]),
        }
        return printed.get(how, name)


def entry(paper: dict[str, Any], number: int, style: Style, pool: Pool) -> str:
    """One entry of a list."""
    rng = style.rng
    if style.upper_titles:
        paper["title"] = paper["title"].upper()
    title = escape(paper["title"].strip(), quote=False)
    if style.title_wrap.endswith((".", ".”")) and title.endswith((".", "?", "!")):
        title = title.rstrip(".")
    if style.spans and style.box != "pre":
        title = _spanned(title, rng)
    title = style.title_wrap.format(title)
    people = people_of(paper, style, pool)
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
    boxed = box(before + text + behind, style)
    if style.room and style.box in ("tr", "td2"):
        boxed = boxed.replace("</td></tr>", f"</td><td>{style.room}</td></tr>")
    return boxed


_BESIDE = {"each": "{} ({})", "star": "{} ({})", "bracket": "{} [{}]", "blank": "{} {}"}


def people_of(paper: dict[str, Any], style: Style, pool: Pool) -> str:
    """The authors of a paper with their places, in the way of this page; the paper then names them so too."""
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


def _places_behind(authors: Sequence[dict[str, Any]], style: Style) -> str:
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


def box(text: str, style: Style) -> str:
    """A text in the element that entries of this page stand in."""
    box = style.box
    if box == "pre":
        lines = [wrapped for line in text.split("\n") for wrapped in textwrap.wrap(line, 66)]
        return "\n".join("     " + line for line in lines) + "\n\n"
    if box == "br":
        return f"{text}<br>" if style.nobr else f"{text}<br><br>"
    if box == "li" and style.nobr:
        return f"<li>{text}"
    return _BOXES.get(box, f"<{box}>{{}}</{box}>").replace("{}", text)


def enclose(entries: Sequence[str], style: Style) -> str:
    """The element around all entries."""
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
