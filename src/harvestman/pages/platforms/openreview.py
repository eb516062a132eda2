"""OpenReview: group pages (`.note` with `.note-authors`), and the notes of its API, whose values are plain or wrapped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from selectolax.lexbor import LexborNode

from harvestman.model import Authority, Field
from harvestman.pages.entries import names_in, outermost, text_at
from harvestman.pages.findings import Finding, NoPaper, Notes, PaperFound
from harvestman.pages.islands import Object, objects_in
from harvestman.pages.source import Source, text_of

_REJECTED: Final = "[id*=reject] .note, [id*=withdraw] .note"
_OUT: Final = ("rejected", "withdrawn", "submitted to")


class OpenReviewReader:
    """Reads notes that are submissions, but for those that were rejected or withdrawn."""

    name = "openreview"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether there are notes with authors, or an answer of the API."""
        if source.data is not None:
            return isinstance(source.data, dict) and isinstance(source.data.get("notes"), list)
        return source.shows("note-authors", "note_content_authors") and source.shows("forum?id=")

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each note, in the order of the page."""
        if source.data is not None:
            for note in objects_in(source.data["notes"], _is_submission):
                yield _from_note(note)
            return
        out = {node.mem_id for node in source.tree.css(_REJECTED)}
        for node in outermost(source, ".note"):
            link = node.css_first("h4 a[href*='forum?id=']")
            if link is None:
                continue
            if node.mem_id in out:
                yield NoPaper(text_of(link))
                continue
            yield _from_page(node, link)


def _from_page(node: LexborNode, link: LexborNode) -> PaperFound:
    notes = Notes(confidence=0.92)
    notes.add(Field.TITLE, text_of(link), locator=".note h4 a")
    notes.add(Field.URL, link.attributes.get("href") or "", locator=".note h4 a")
    for pdf in node.css("a[href*='/pdf?id='], a[href^='/pdf/']")[:1]:
        notes.add(Field.PDF, pdf.attributes.get("href") or "", locator=".note a.pdf-link")
    names = [text_of(one) for one in outermost(node, ".note-authors a")]
    notes.add(
        Field.AUTHORS, names or names_in(text_at(node, ".note-authors")), locator=".note-authors"
    )
    for label in node.css(".note-content-field")[:50]:
        value = label.parent.css_first(".note-content-value") if label.parent is not None else None
        field = {"abstract": Field.ABSTRACT, "keywords": Field.KEYWORDS}.get(
            text_of(label).lower().rstrip(": ")
        )
        if value is not None and field is not None:
            notes.add(field, text_of(value), locator=".note-content-value")
    return notes.paper()


def _is_submission(note: Object) -> bool:
    content = note.get("content")
    if not isinstance(content, dict) or not isinstance(_value(content, "title"), str):
        return False
    is_reply = note.get("forum") not in (None, note.get("id"))
    where = f"{_value(content, 'venue')} {_value(content, 'venueid')}".lower().replace("_", " ")
    return not is_reply and bool(_value(content, "authors")) and not any(w in where for w in _OUT)


def _from_note(note: Object) -> PaperFound:
    content, where = note["content"], "notes[].content"
    notes = Notes(confidence=0.92)
    notes.add(Field.TITLE, str(_value(content, "title")), locator=f"{where}.title")
    authors = _value(content, "authors")
    people = (
        [str(one.get("fullname") or "") if isinstance(one, dict) else str(one) for one in authors]
        if isinstance(authors, list)
        else names_in(str(authors))
    )
    notes.add(Field.AUTHORS, people, locator=f"{where}.authors")
    for field, key in ((Field.ABSTRACT, "abstract"), (Field.VENUE, "venue"), (Field.PDF, "pdf")):
        value = _value(content, key)
        notes.add(field, value if isinstance(value, str) else "", locator=f"{where}.{key}")
    keywords = _value(content, "keywords")
    if isinstance(keywords, list):
        notes.extend(Field.KEYWORDS, [str(word) for word in keywords[:100]], locator=where)
    if isinstance(note.get("id"), str):
        notes.add(Field.URL, f"/forum?id={note['id']}", locator="notes[].id")
    return notes.paper()


def _value(content: Object, key: str) -> Any:
    """A value of the API, plain (version 1) or wrapped (version 2)."""
    value = content.get(key)
    return value.get("value") if isinstance(value, dict) else value
