"""Data islands: the JSON that a page's scripts would draw it from (`__NEXT_DATA__`, `application/json`, `window.x = {…}`).

Whatever the framework, a list of papers is a list of objects that have a title and authors. They are looked for wherever
they are nested; one such object alone may be anything and is left.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from harvestman.model import Author, Authority, Field
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source

_SCRIPT = re.compile(r"<script\b([^>]{0,500})>(.*?)</script>", re.IGNORECASE | re.DOTALL)
_IS_JSON = re.compile(
    r"type\s*=\s*[\"']?application/json|__NEXT_DATA__|__NUXT_DATA__", re.IGNORECASE
)
_ASSIGNED = re.compile(r"(?:window\.|var |const |let )?[\w.$]{1,60}\s*=\s*(?=[\[{])")
_MAX_ISLANDS = 50
_MAX_NODES = 300_000
_MAX_DEPTH = 60
_FEW = 2

_TITLES = ("title", "paper_title", "papertitle", "paperTitle")
_AUTHORS = ("authors", "author", "author_list", "authorList", "paper_authors")
_NAMES = ("name", "fullname", "full_name", "fullName", "author", "displayName")
_PLACES = ("affiliation", "affiliations", "institution", "institutions", "organization")
_FIELDS = {
    Field.PDF: ("pdf", "pdf_url", "pdfUrl", "paper_pdf_url", "paper_pdf", "url_pdf"),
    Field.ABSTRACT: ("abstract", "paper_abstract"),
    Field.DOI: ("doi",),
    Field.SESSION: ("session", "session_title", "sessionTitle", "track"),
    Field.URL: ("paper_url", "paperUrl", "forum_url"),
}


class DataIslandsReader:
    """Reads papers out of JSON within the page."""

    name = "data-islands"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether there is JSON with titles and authors in a script."""
        return (
            source.shows("<script")
            and source.shows('"title"', '"paper_title"')
            and source.shows('"author')
        )

    def read(self, source: Source) -> Iterator[PaperFound]:
        """Every object with a title and authors, in the order of the page."""
        for number, island in enumerate(_islands(source.html)):
            found = [_paper(one, number) for one in _papers(island)]
            if len(found) >= _FEW:
                yield from found


def _islands(html: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    count = 0
    for script in _SCRIPT.finditer(html):
        attributes, text = script.groups()
        if '"author' not in text or count >= _MAX_ISLANDS:
            continue
        starts = (
            [0] if _IS_JSON.search(attributes) else [m.end() for m in _ASSIGNED.finditer(text)][:20]
        )
        for start in starts:
            count += 1
            try:
                yield decoder.raw_decode(text[start:].lstrip())[0]
            except (ValueError, RecursionError):
                continue


def _papers(island: Any) -> Iterator[Mapping[str, Any]]:
    """The objects that have a title and authors, without walking into them."""
    stack: list[tuple[Any, int]] = [(island, 0)]
    seen = 0
    while stack and seen < _MAX_NODES:
        node, depth = stack.pop()
        seen += 1
        if isinstance(node, dict):
            if isinstance(_first(node, _TITLES), str) and _authors(_first(node, _AUTHORS)):
                yield node
                continue
            inner = list(node.values())
        elif isinstance(node, list):
            inner = node
        else:
            continue
        if depth < _MAX_DEPTH:
            stack += [(one, depth + 1) for one in reversed(inner) if isinstance(one, (dict, list))]


def _paper(one: Mapping[str, Any], number: int) -> PaperFound:
    notes = Notes(confidence=0.9)
    where = f"script data {number}"
    notes.add(Field.TITLE, str(_first(one, _TITLES)), locator=where)
    notes.add(Field.AUTHORS, _authors(_first(one, _AUTHORS)), locator=where)
    for field, keys in _FIELDS.items():
        value = _first(one, keys)
        if isinstance(value, str):
            notes.add(field, value, locator=where)
    words = one.get("keywords")
    if isinstance(words, list):
        notes.extend(
            Field.KEYWORDS, [word for word in words if isinstance(word, str)], locator=where
        )
    return notes.paper()


def _authors(value: Any) -> list[str | Author]:
    """People as strings, as objects, or as one string of many."""
    if isinstance(value, str):
        return [part.strip() for part in re.split(r";|\||,(?=\s)|\band\b", value) if part.strip()]
    if not isinstance(value, list):
        return []
    people: list[str | Author] = []
    for one in value:
        if isinstance(one, str):
            people.append(one)
        elif isinstance(one, dict):
            parts = (
                one.get("first_name") or one.get("firstName"),
                one.get("last_name") or one.get("lastName"),
            )
            name = _first(one, _NAMES) or " ".join(str(part) for part in parts if part)
            if isinstance(name, str) and name.strip():
                people.append(Author(name, tuple(_places(_first(one, _PLACES)))))
    return people


def _places(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, list):
        return [place for one in value for place in _places(one)]
    return _places(value.get("name")) if isinstance(value, dict) else []


def _first(one: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((one[key] for key in keys if one.get(key)), None)
