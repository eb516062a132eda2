"""CSL-JSON: what Zotero, pandoc and every citation processor read (Citation Style Language 1.0.2, csl-data.json)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from harvestman.formats.entries import FaultyEntry, FileEntry
from harvestman.formats.fields import clean, clean_url, date_parts, from_date_parts, kind_of
from harvestman.formats.keys import CitationKeys
from harvestman.formats.people import person
from harvestman.model import Author, Kind, Paper, Plain
from harvestman.text import Name

_TYPES = {
    Kind.CONFERENCE_PAPER: "paper-conference",
    Kind.JOURNAL_ARTICLE: "article-journal",
    Kind.BOOK: "book",
    Kind.CHAPTER: "chapter",
    Kind.THESIS: "thesis",
    Kind.REPORT: "report",
    Kind.PREPRINT: "article",
    Kind.TALK: "speech",
    Kind.OTHER: "document",
}
_KINDS = {name: kind for kind, name in _TYPES.items()}
# Ours and theirs, for the fields that are one line of text in both.
_TEXTS = {
    "title": "title",
    "venue": "container-title",
    "volume": "volume",
    "issue": "issue",
    "pages": "page",
    "publisher": "publisher",
    "abstract": "abstract",
    "language": "language",
    "doi": "DOI",
    "isbn": "ISBN",
    "issn": "ISSN",
}
_ARXIV = "arXiv"


class CSLJSON:
    """One JSON array, an item on each line."""

    name = "csl-json"
    media_type = "application/vnd.citationstyles.csl+json"
    extension = ".json"

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """The array, an item at a time."""
        keys = CitationKeys()
        before = "[\n"
        for paper in papers:
            yield before + json.dumps(_item(paper, keys.key(paper)), ensure_ascii=False)
            before = ",\n"
        yield "[]\n" if before == "[\n" else "\n]\n"

    def parse(self, pieces: Iterable[str]) -> Iterator[FileEntry | FaultyEntry]:
        """The papers of an array of items, or of a single item."""
        try:
            items = json.loads("".join(pieces))
        except (ValueError, RecursionError) as error:
            yield FaultyEntry("line 1", f"This is not JSON: {error}.")
            return
        for number, item in enumerate(items if isinstance(items, list) else [items], start=1):
            place = f"item {number}"
            try:
                yield FileEntry(str(item.get("id") or number), place, _paper(item))
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
                yield FaultyEntry(place, f"Item {number} is not valid CSL-JSON: {error}.")


def _item(paper: Paper, key: str) -> Plain:
    item: Plain = {"id": key, "type": _TYPES[kind_of(paper)]}
    for ours, theirs in _TEXTS.items():
        item[theirs] = clean(getattr(paper, ours))
    item["author"] = [_name(author) for author in paper.authors if clean(author.name)]
    if parts := date_parts(paper):
        item["issued"] = {"date-parts": [list(parts)]}
    if paper.event:
        item["event-title"] = clean(paper.event.name or paper.event.title)
    item["URL"] = clean_url(paper.url)
    item["keyword"] = _join_keywords([clean(keyword) for keyword in paper.keywords])
    if arxiv := clean(paper.arxiv):
        item |= {"archive": _ARXIV, "archive_location": arxiv}
    custom = {"pdf": clean_url(paper.pdf), "session": clean(paper.session)}
    item["custom"] = {name: value for name, value in custom.items() if value}
    return {name: value for name, value in item.items() if value}


def _name(author: Author) -> Plain:
    name = person(author.name, author.family)
    if name is None:
        return {"literal": clean(author.name)}
    parts = {"family": name.family, "given": name.given, "suffix": name.suffix}
    return {part: value for part, value in parts.items() if value}


def _join_keywords(keywords: list[str]) -> str:
    # The standard leaves the separator open. A comma is usual; where a keyword has one itself, semicolons, and a last one
    # to show it.
    kept = [keyword.replace(";", ",").strip(" ,") for keyword in keywords]
    kept = [keyword for keyword in kept if keyword]
    if any("," in keyword for keyword in kept):
        return "; ".join(kept) + ";"
    return ", ".join(kept)


def _paper(item: dict[str, Any]) -> Paper:
    year, date = from_date_parts(_parts(item.get("issued")))
    custom = item.get("custom") or {}
    kind = _KINDS.get(item.get("type", ""), Kind.OTHER)
    keywords = str(item.get("keyword", ""))
    separator = ";" if ";" in keywords else ","
    texts: dict[str, Any] = {
        ours: clean(str(item.get(theirs, ""))) for ours, theirs in _TEXTS.items()
    }
    return Paper(
        **texts,
        authors=tuple(map(_author, item.get("author", ()))),
        year=year,
        date=date,
        url=clean_url(str(item.get("URL", ""))),
        keywords=tuple(k for keyword in keywords.split(separator) if (k := clean(keyword))),
        arxiv=clean(str(item.get("archive_location", ""))) if item.get("archive") == _ARXIV else "",
        pdf=clean_url(str(custom.get("pdf", ""))),
        session=clean(str(custom.get("session", ""))),
        kind=str(kind),
    )


def _parts(issued: Any) -> tuple[int, ...]:
    dates = (issued or {}).get("date-parts") or [[]]
    return tuple(int(part) for part in dates[0])[:3]


def _author(name: dict[str, str]) -> Author:
    if "literal" in name:
        return Author(clean(name["literal"]))
    family = f"{name.get('non-dropping-particle', '')} {name.get('family', '')}".strip()
    given = f"{name.get('given', '')} {name.get('dropping-particle', '')}".strip()
    return Author(clean(str(Name(given, family, name.get("suffix", "")))), family=clean(family))
