"""EasyChair's smart programme: sessions (`div.session`) with rows of talks (`tr.talk`; older ones `div.talk`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from harvestman.model import Authority, Field
from harvestman.pages.entries import (
    file_link,
    has_class,
    is_no_paper,
    names_in,
    outermost,
    refused,
    text_at,
    text_without,
)
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.source import Source, text_of

_HEADINGS: Final = (
    "div.session div.heading, div.session div.coffeebreak, div.session div.session_title"
)
_TALKS: Final = "tr.talk, td.talk, div.talk"


_REMARK: Final = re.compile(r"(?:(?<!\s)\s+)?\((?:abstract|pdf|slides|video)\)\s*$", re.IGNORECASE)


class EasyChairReader:
    """Reads talks that have a title and authors of their own."""

    name = "easychair"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page has talks with EasyChair's anchors."""
        return source.shows('class="talk"', "class='talk'", "class=talk") and source.shows(
            'name="talk:', "name='talk:", "#talk:", 'id="talk:', "smart-program", 'class="person"'
        )

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each talk, but for those of keynote sessions and those called invited."""
        session = ""
        for node in outermost(source, f"{_HEADINGS}, {_TALKS}"):
            if not has_class(node, "talk"):
                session = text_at(node, ".title") or text_without(node, ".interval, .time, a.chair")
                continue
            heading = node.css_first(".title")
            if heading is None:
                continue
            title = _REMARK.sub("", text_without(heading, "span"))
            is_invited = node.css_first(".invited, .invited_talk, .keynote") is not None
            notes = Notes(confidence=0.9)
            notes.add(Field.TITLE, title, locator=".talk .title")
            people = [text_of(person) for person in outermost(node, ".authors a.person")]
            names = people or names_in(text_at(node, ".authors"))
            notes.add(Field.AUTHORS, names, locator=".talk .authors")
            if is_invited or is_no_paper(session):
                yield refused(notes, "keynote" if is_invited else session)
                continue
            abstract = text_at(node, ".abstract")
            for label in ("ABSTRACT.", "Abstract."):
                abstract = abstract.removeprefix(label)
            notes.add(Field.ABSTRACT, abstract, locator=".talk .abstract")
            notes.add(Field.PDF, file_link(node), locator=".talk a[href]")
            notes.add(Field.SESSION, session, locator=".session .heading")
            yield notes.paper()
