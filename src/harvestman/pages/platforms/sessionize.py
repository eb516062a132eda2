"""Sessionize: programmes that a site embeds, as a grid or a list (`.sz-session`), the people of a session in `.sz-session__speakers`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from harvestman.model import Authority, Field
from harvestman.pages.entries import is_no_paper, outermost, refused, text_at
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.source import Source, text_of
from harvestman.pages.wording import pattern

_TAGS: Final = ".sz-session__tags li"


class SessionizeReader:
    """Reads sessions that somebody gives; breaks and openings have no speakers, and tags call others keynotes or workshops."""

    name = "sessionize"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page has Sessionize's names for the parts of a session."""
        return source.shows("sz-session__title") and source.shows("sz-session__speakers")

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each session with speakers."""
        for node in outermost(source, ".sz-session"):
            notes = Notes(confidence=0.9)
            notes.add(Field.TITLE, text_at(node, ".sz-session__title"), locator=_locator("title"))
            people = [text_of(one) for one in outermost(node, ".sz-session__speakers li")]
            people = people or [text_of(one) for one in outermost(node, ".sz-session__speakers a")]
            tags = [text_of(one) for one in outermost(node, _TAGS)]
            if not people or any(map(_is_other, tags)):
                yield refused(notes, " ".join(tags))
                continue
            notes.add(Field.AUTHORS, people, locator=_locator("speakers"))
            abstract = text_at(node, ".sz-session__description")
            notes.add(Field.ABSTRACT, abstract, locator=_locator("description"))
            yield notes.paper()


def _is_other(tag: str) -> bool:
    return is_no_paper(tag) or pattern("entries", "gathering").fullmatch(tag) is not None


def _locator(part: str) -> str:
    return f".sz-session__{part}"
