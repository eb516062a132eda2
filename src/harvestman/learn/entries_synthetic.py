"""Made-up publication pages: real references with known fields, printed in the many ways that pages print them.

The real pages with gold are few, and each is printed in one way. Here every page draws its way at random: the order of the fields, what sets
the title apart, which tags make an entry, what links are called. The seed is fixed.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

_SOURCES = ("anystyle.jsonl.gz", "scielo.jsonl.gz", "ru_gold.jsonl", "es_gold.jsonl", "es_rendered.jsonl")  # fmt: skip
_STYLES = (
    "",
    "",
    "b",
    "strong",
    "i",
    "em",
    "a",
    "a b",
    "strong em",
    "quotes",
    "quotes",
    "span title",
)
_SEPARATORS = (". ", ", ", ". ", ": ")


@dataclass(frozen=True, slots=True)
class MadeUpPage:
    """A page and the titles of its entries."""

    html: str
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """What is printed of one publication."""

    authors: str
    title: str
    venue: str
    year: str


def known_fields(refs: Path, *, seed: int = 11) -> list[Fields]:
    """References of the train split with authors, title, container and year."""
    found = []
    for name in _SOURCES:
        path = refs / name
        opened = (
            gzip.open(path, "rt", encoding="utf-8")  # noqa: SIM115 - closed below
            if name.endswith(".gz")
            else path.open(encoding="utf-8")
        )
        with opened as lines:
            rows = [json.loads(line) for line in lines]
        own = [fields for row in rows if row.get("split") == "train" and (fields := _fields(row))]
        random.Random(seed).shuffle(own)
        found += own[:900]
    return found


def _fields(row: dict[str, Any]) -> Fields | None:
    given = row["fields"]
    authors = given.get("authors") or given.get("author") or ""
    names = ", ".join(authors) if isinstance(authors, list) else str(authors)
    title, venue = str(given.get("title") or ""), str(given.get("container") or "")
    if not names or not 15 <= len(title) <= 200 or not 4 <= len(venue) <= 120:
        return None
    volume = "".join(
        f", {given[key]}" for key in ("volume", "pages") if isinstance(given.get(key), str)
    )
    return Fields(
        names.strip(" .,;:"),
        title.strip(' .,;:"“”«»'),
        venue.strip(" .,;:") + volume,
        str(given.get("year") or "").strip(),
    )


def made_up_pages(fields: list[Fields], count: int, *, seed: int = 12) -> Iterator[MadeUpPage]:
    """So many pages, the same each time."""
    rng = random.Random(seed)
    for _ in range(count):
        own = rng.sample(fields, rng.randint(6, 14))
        yield MadeUpPage(_page(own, rng), tuple(one.title for one in own))


def _page(own: list[Fields], rng: random.Random) -> str:
    title_style = rng.choice(_STYLES)
    author_style = rng.choice(("", "", "", "b", "i", "span authors", "u"))
    venue_style = rng.choice(("", "i", "em", "i", "b", "span venue"))
    order = rng.choice(("atvy", "atvy", "atvy", "tavy", "tavy", "yatv", "aytv", "ytav"))
    layout = rng.choice(("inline", "inline", "inline", "breaks", "breaks", "blocks", "cells"))
    separator = rng.choice(_SEPARATORS)
    holder = rng.choice(("li", "li", "p", "dd", "div")) if layout != "cells" else "tr"
    labels = rng.choice(
        (
            (),
            (),
            ("PDF",),
            ("[pdf]", "[bib]"),
            ("DOI",),
            ("Abstract", "BibTeX", "PDF"),
            ("texto completo",),
            ("скачать",),
        )
    )
    numbered = rng.random() < 0.2
    rows = []
    for number, one in enumerate(own, start=1):
        parts = {
            "a": _styled(one.authors, author_style),
            "t": _styled(one.title, title_style, href=f"papers/{number}.pdf"),
            "v": _styled(one.venue, venue_style),
            "y": f"({one.year})" if order.startswith("ay") else one.year,
        }
        printed = [parts[key] for key in order if parts[key]]
        links = " ".join(f'<a href="files/{number}.pdf">{label}</a>' for label in labels)
        rows.append(
            _row(printed, links, layout, holder, separator, f"[{number}] " if numbered else "")
        )
    body = "\n".join(rows)
    body = {"li": f"<ul>{body}</ul>", "tr": f"<table>{body}</table>", "dd": f"<dl>{body}</dl>"}.get(
        holder, body
    )
    return f"<html><body><h1>Publications</h1>{body}</body></html>"


def _styled(text: str, style: str, *, href: str = "x.html") -> str:
    plain = escape(text, quote=False)
    if style == "quotes":
        return f"“{plain}”"
    for name in reversed(style.split()):
        if name in ("title", "authors", "venue"):
            continue
        attributes = (
            f' href="{href}"'
            if name == "a"
            else f' class="{style.split()[1]}"'
            if name == "span"
            else ""
        )
        plain = f"<{name}{attributes}>{plain}</{name}>"
    return plain


def _row(
    printed: list[str], links: str, layout: str, holder: str, separator: str, number: str
) -> str:
    if layout == "cells":
        return "<tr>" + "".join(f"<td>{part}</td>" for part in [*printed, links]) + "</tr>"
    if layout == "blocks":
        inner = "".join(f"<div>{part}</div>" for part in [*printed, links] if part)
    elif layout == "breaks":
        inner = "<br>\n".join(part for part in [*printed, links] if part)
    else:
        inner = separator.join(printed) + f". {links}"
    return f"<{holder}>{number}{inner}</{holder}>"
