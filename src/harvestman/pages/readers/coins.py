"""COinS: an OpenURL (ANSI/NISO Z39.88) in the title of an empty `<span class="Z3988">`, one for each paper of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl

from harvestman.model import Authority, Field, Kind
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source
from harvestman.text import find_arxiv, find_doi, fold, parse_name

_MAX_SPANS: Final = 10_000
_MAX_PARTS: Final = 400

_FIELDS: Final = {
    "date": Field.DATE,
    "volume": Field.VOLUME,
    "issue": Field.ISSUE,
    "pages": Field.PAGES,
    "issn": Field.ISSN,
    "eissn": Field.ISSN,
    "isbn": Field.ISBN,
    "pub": Field.PUBLISHER,
    "publisher": Field.PUBLISHER,
    "inst": Field.PUBLISHER,
    "language": Field.LANGUAGE,
    "description": Field.ABSTRACT,
}
# OpenURL's genres. "document" and "unknown" tell nothing; "book" and "journal" are the whole, not a paper in it.
_GENRES: Final = {
    "article": Kind.JOURNAL_ARTICLE,
    "proceeding": Kind.CONFERENCE_PAPER,
    "preprint": Kind.PREPRINT,
    "bookitem": Kind.CHAPTER,
    "report": Kind.REPORT,
    "dissertation": Kind.THESIS,
    "book": Kind.BOOK,
}


class CoinsReader:
    """Reads COinS spans."""

    name = "coins"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether the class of such spans stands on the page."""
        return source.shows("z3988")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """A paper for each span that has a title."""
        spans = source.tree.css("span.Z3988[title], span.z3988[title]")
        for place, span in enumerate(spans[:_MAX_SPANS], start=1):
            text = span.attributes.get("title") or ""
            if notes := _read_span(text, f"span.Z3988 ({place})"):
                yield notes.paper()


def _read_span(text: str, locator: str) -> Notes | None:
    values: dict[str, list[str]] = {}
    try:
        parts = parse_qsl(text[:50_000], max_num_fields=_MAX_PARTS, errors="replace")
    except ValueError:  # more parts than any paper has
        return None
    for key, value in parts:
        values.setdefault(key.removeprefix("rft.").lower(), []).append(value)

    def first(*keys: str) -> str:
        return next((values[key][0] for key in keys if key in values), "")

    form, genre = first("rft_val_fmt").rpartition(":")[2], first("genre").lower()
    if form == "patent" or genre in ("journal", "issue"):
        return None
    notes = Notes(confidence=0.85)
    if title := first("atitle"):
        venue = first("jtitle", "btitle", "title", "stitle", "source")
    else:
        title = first("btitle", "title") if form != "journal" else ""
        venue = first("source", "series")
    if not title:
        return None
    notes.add(Field.TITLE, title, locator=locator)
    notes.add(Field.VENUE, venue, locator=locator)
    notes.add(Field.AUTHORS, _authors(values), locator=locator)
    for key, field in _FIELDS.items():
        notes.add(field, first(key), locator=locator)
    if start := first("spage"):
        end = first("epage")
        notes.add(Field.PAGES, f"{start}-{end}" if end else start, locator=locator)
    kind = _GENRES.get(genre) or (Kind.THESIS if form == "dissertation" else None)
    notes.add(Field.KIND, str(kind or ""), locator=locator, quote=genre or form)
    for identifier in (*values.get("rft_id", ()), *values.get("identifier", ())):
        if doi := find_doi(identifier):
            notes.add(Field.DOI, doi, locator=locator, quote=identifier)
        elif arxiv := find_arxiv(identifier):
            notes.add(Field.ARXIV, arxiv, locator=locator, quote=identifier)
        elif identifier.startswith("http"):
            notes.add(Field.URL, identifier, locator=locator)
    return notes


def _authors(values: dict[str, list[str]]) -> list[str]:
    """All authors. The first one often stands twice: in its parts, and in full among the others."""
    names = [*values.get("au", ()), *values.get("creator", ())]
    family = next(iter(values.get("aulast", ())), "")
    if family and not any(fold(parse_name(name).family) == fold(family) for name in names):
        given = next(
            (values[key][0] for key in ("aufirst", "auinit", "auinit1") if key in values), ""
        )
        names.insert(0, f"{family}, {given}" if given else family)
    return names or list(values.get("aucorp", ()))
