"""The assembled views: what the library shows of a paper, a person, an organisation, a candidate for deposit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harvestman.model.claims import Author
from harvestman.model.sending import quickly_made


class Kind(Enum):
    """What kind of publication a paper is."""

    CONFERENCE_PAPER = "conference-paper"
    JOURNAL_ARTICLE = "journal-article"
    BOOK = "book"
    CHAPTER = "chapter"
    THESIS = "thesis"
    REPORT = "report"
    PREPRINT = "preprint"
    TALK = "talk"
    """A keynote, an invited talk, a tutorial: spoken at an event, not part of its proceedings."""
    OTHER = "other"

    def __str__(self) -> str:
        return self.value


def event_title(acronym: str, year: int) -> str:
    """ "LEGS 2014"; empty without an acronym."""
    return f"{acronym} {year}" if acronym and year else acronym


@dataclass(frozen=True, slots=True)
class PaperEvent:
    """The event whose paper it is, as far as a paper tells of it."""

    id: str
    name: str = ""
    acronym: str = ""
    year: int = 0
    """0 when nobody says."""

    @property
    def title(self) -> str:
        """What to call it in one line."""
        return event_title(self.acronym, self.year) or self.name or self.id


@quickly_made
@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as its claims assemble it. `id` is empty until the library has given it one."""

    title: str
    id: str = ""
    authors: tuple[Author, ...] = ()
    year: int | None = None
    date: str = ""
    doi: str = ""
    arxiv: str = ""
    isbn: str = ""
    issn: str = ""
    pdf: str = ""
    url: str = ""
    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    language: str = ""
    kind: str = ""
    session: str = ""
    slides: str = ""
    video: str = ""
    code: str = ""
    event: PaperEvent | None = None
    held: bool = False
    """Whether the library holds a file of it."""
    added: str = ""
    """The day on which the library first had it, as 2026-11-16."""
    changed: str = ""
    """The last day on which something that is shown of it changed."""
