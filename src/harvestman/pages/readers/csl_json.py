"""CSL-JSON: lists of publications as citation managers and Crossref write them, handed in as a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from harvestman.model import Authority, Field
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.islands import Object, objects_in
from harvestman.pages.readers.data_islands import people_of
from harvestman.pages.source import Source

_KINDS: Final = {
    "paper-conference": "conference paper",
    "article-journal": "journal article",
    "chapter": "chapter",
    "thesis": "thesis",
    "report": "report",
    "article": "preprint",
}
_FIELDS: Final = {
    Field.DOI: "DOI",
    Field.URL: "URL",
    Field.ISBN: "ISBN",
    Field.ISSN: "ISSN",
    Field.VENUE: "container-title",
    Field.VOLUME: "volume",
    Field.ISSUE: "issue",
    Field.PAGES: "page",
    Field.PUBLISHER: "publisher",
    Field.ABSTRACT: "abstract",
    Field.LANGUAGE: "language",
}


class CslJsonReader:
    """Reads objects with one of CSL's types of papers and authors in parts."""

    name = "csl-json"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether a file was handed in."""
        return source.data is not None

    def read(self, source: Source) -> Iterator[PaperFound]:
        """A paper for each such object."""
        for one in objects_in(source.data, _is_paper):
            notes = Notes(confidence=0.93)
            notes.add(Field.TITLE, _text(one.get("title")), locator="title")
            notes.add(Field.AUTHORS, people_of(one.get("author")), locator="author")
            for field, key in _FIELDS.items():
                notes.add(field, _text(one.get(key)), locator=key)
            notes.add(Field.DATE, _date(one.get("issued")), locator="issued")
            notes.add(Field.KIND, _KINDS[one["type"]], locator="type", quote=one["type"])
            yield notes.paper()


def _is_paper(one: Object) -> bool:
    return (
        isinstance(one.get("type"), str)
        and one["type"] in _KINDS
        and bool(_text(one.get("title")))
        and any(isinstance(person, dict) for person in one.get("author") or ())
    )


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return str(value) if isinstance(value, (str, int)) else ""


def _date(issued: Any) -> str:
    """`{"date-parts": [[2024, 6, 3]]}` as 2024-06-03, as far as it goes."""
    if not isinstance(issued, dict):
        return ""
    parts = issued.get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list):
        return _text(issued.get("raw") or issued.get("literal"))
    return "-".join(f"{part:0>2}" for part in map(_text, first[:3]) if part)
