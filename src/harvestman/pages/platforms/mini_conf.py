"""Mini-Conf: the papers.json of virtual conferences, and the cards that its pages are drawn with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from harvestman.model import Authority, Field
from harvestman.pages.entries import names_in, nearest, outermost, text_at
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.islands import Object, objects_in
from harvestman.pages.readers.data_islands import people_of
from harvestman.pages.source import Source, text_of

_CARD: Final = ".pp-card .pp-card-header a .card-title, .myAccordion .card-title"


class MiniConfReader:
    """Reads objects with a `UID`, or an `id` and a `content`, and cards that link to a paper."""

    name = "mini-conf"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether there are such objects or cards."""
        if source.data is not None:
            return not (isinstance(source.data, dict) and "notes" in source.data)
        return source.shows("pp-card") and source.shows("card-title")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """A paper for each object of the file or card of the page."""
        if source.data is not None:
            for one in objects_in(source.data, _is_paper):
                yield _from_data(one)
            return
        for heading in outermost(source, _CARD):
            header = nearest(heading, "div")
            link = nearest(heading, "a")
            if header is None or link is None:
                continue  # the cards of committees link nowhere
            notes = Notes(confidence=0.9)
            notes.add(Field.TITLE, text_of(heading), locator=".pp-card .card-title")
            names = names_in(text_at(header, ".card-subtitle"))
            notes.add(Field.AUTHORS, names, locator=".pp-card .card-subtitle")
            notes.add(Field.URL, link.attributes.get("href") or "", locator=".pp-card a")
            yield notes.paper()


def _is_paper(one: Object) -> bool:
    content = _content(one)
    has_name = any(key in one for key in ("UID", "uid")) or (content is not one and "id" in one)
    return has_name and isinstance(content.get("title"), str) and bool(_people(content))


def _content(one: Object) -> Object:
    content = one.get("content")
    return content if isinstance(content, dict) else one


def _people(content: Object) -> Any:
    return people_of(content.get("authors"))


def _from_data(one: Object) -> PaperFound:
    content = _content(one)
    notes = Notes(confidence=0.92)
    notes.add(Field.TITLE, content["title"], locator="title")
    notes.add(Field.AUTHORS, _people(content), locator="authors")
    for field, keys in (
        (Field.ABSTRACT, ("abstract",)),
        (Field.PDF, ("pdf_url", "paper_pdf", "pdf")),
        (Field.SESSION, ("session_title", "track", "session")),
    ):
        for key in keys:
            value = content.get(key)
            notes.add(field, value if isinstance(value, str) else "", locator=key)
    words = content.get("keywords")
    if isinstance(words, str):
        words = words.split("|") if "|" in words else words.split(",")
    if isinstance(words, list):
        notes.extend(Field.KEYWORDS, [str(word) for word in words[:100]], locator="keywords")
    return notes.paper()
