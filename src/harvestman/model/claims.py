"""Claims: the one idea of the house.

A reader never writes into a paper or an event. It claims: this field of this thing has this value, says this reader, from this
place in this source, this sure. Papers and events are assembled from claims (`assembly.py`), so that competing values are kept
and everyone can ask "who says so?". A person who puts a value right makes a claim too, and it wins.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, IntEnum

from harvestman.model.sending import sent_by_values

MAX_QUOTE = 300  # characters: enough to recognise the place, too little to copy a page


REVIEWER = "reviewer"
"""The reader of claims that a person made."""
PERSON = "person:"
"""What the source of a claim begins with when a person made it: `person:ann`."""


OF_EVENT = "event: "
"""What the reader of a paper's claim begins with when the claim is that of its event: `event: editions`."""


class Authority(IntEnum):
    """How much a kind of source is worth; the higher wins over the lower whatever their confidence."""

    PROPERTIES = 0
    """A file's own properties (PDF Info, XMP, a Word file's): often those of the template or of another document."""
    LEARNED = 10
    WRAPPER = 20
    EMBEDDED = 30
    IDENTIFIER = 40

    LIST = 12
    """Of events: a collection: deadlines, a calendar, a feed, a table."""
    PORTAL = 22
    """Of events: a portal's page about this one event."""
    SITE = 32
    """Of events: the event's own site."""

    REVIEWER = 100
    """A person who put the value right: wins over everything that was or will be read."""


class Field(Enum):
    """What can be claimed; the value is its name in JSON, database, commands and docs.

    One vocabulary for everything. Which of it papers, events and candidates have, `PAPER_FIELDS`, `EVENT_FIELDS` and
    `CANDIDATE_FIELDS` say.
    """

    __hash__ = object.__hash__  # Enum's own is slow, and claims are sorted by field all the time

    TITLE = "title"
    AUTHORS = "authors"
    YEAR = "year"
    DATE = "date"
    DOI = "doi"
    ARXIV = "arxiv"
    ISBN = "isbn"
    ISSN = "issn"
    PDF = "pdf"
    URL = "url"
    VENUE = "venue"
    VOLUME = "volume"
    ISSUE = "issue"
    PAGES = "pages"
    PUBLISHER = "publisher"
    ABSTRACT = "abstract"
    KEYWORDS = "keywords"
    LANGUAGE = "language"
    KIND = "kind"
    SESSION = "session"
    FORGOTTEN = "forgotten"
    """Said by a person alone: the paper is not to be shown. Its value is the title that it had."""
    SLIDES = "slides"
    VIDEO = "video"
    CODE = "code"
    """Addresses of what a page links beside the paper."""
    EVENT = "event"
    """The id of the event whose paper it is."""

    SERIES = "series"
    ACRONYM = "acronym"
    """Without its year: `LIME`."""
    NAME = "name"
    START = "start"
    END = "end"
    SUBMISSION = "submission"
    NOTIFICATION = "notification"
    CAMERA_READY = "camera_ready"
    CITY = "city"
    COUNTRY = "country"
    SITE = "site"
    """The address of the event's own site."""
    PORTAL = "portal"
    """A portal's page about it, which may know its site."""
    PROCEEDINGS = "proceedings"
    """Where a publisher shows its papers."""

    CATEGORY = "category"
    """What kind of document it is: a paper, slides, an exercise."""
    EMAILS = "emails"
    AFFILIATIONS = "affiliations"
    ROLE = "role"
    """What a person is on the page that names them: its owner, a teacher, staff."""

    def __str__(self) -> str:
        return self.value


_EVENTS_FIRST, _OTHERS_FIRST = map(list(Field).index, (Field.SERIES, Field.CATEGORY))
_EVENTS_OWN = list(Field)[_EVENTS_FIRST:_OTHERS_FIRST]
PAPER_FIELDS: tuple[Field, ...] = tuple(
    field for field in tuple(Field)[:_EVENTS_FIRST] if field is not Field.FORGOTTEN
)
"""What can be claimed of a paper, in the order in which it is shown."""
EVENT_FIELDS = (Field.SERIES, Field.ACRONYM, Field.NAME, Field.YEAR, *_EVENTS_OWN[3:])
"""What can be claimed of an event, in the order in which it is shown."""
CANDIDATE_FIELDS = (
    Field.TITLE,
    Field.AUTHORS,
    Field.AFFILIATIONS,
    Field.EMAILS,
    Field.LANGUAGE,
    Field.CATEGORY,
    Field.KEYWORDS,
    Field.ABSTRACT,
    Field.DATE,
    Field.DOI,
)
"""What can be claimed of a candidate for deposit, in the order in which it is shown."""
DATE_FIELDS = frozenset(
    {Field.START, Field.END, Field.SUBMISSION, Field.NOTIFICATION, Field.CAMERA_READY}
)
"""Those that are days, as 2026-11-16."""


@sent_by_values
@dataclass(frozen=True, slots=True)
class Author:
    """A person as one paper names them."""

    name: str
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    orcid: str = ""
    family: str = field(default="", compare=False)
    """The family name, where the source says which part of the name it is ("García Márquez, Gabriel")."""


Value = str | int | tuple[str, ...] | tuple[Author, ...]
"""Years are numbers, keywords a tuple of strings, authors a tuple of `Author`, all else a string."""


@sent_by_values
@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a value was seen."""

    source: str
    """The URL of a page, `sha256:…` of a file, the name of a list of events, or `person:…`."""
    locator: str
    """The place in it, for a person to find: a CSS path, `meta[name=citation_title]`, `page 1`."""
    quote: str = ""
    """The text as it stood there, cut to `MAX_QUOTE` characters."""


@sent_by_values
@dataclass(frozen=True, slots=True)
class Claim:
    """One value of one field, with who says so and where."""

    subject: str
    """Which paper or event of the source is meant: any name that is unique within it."""
    field: Field
    value: Value
    evidence: Evidence
    reader: str
    version: str
    authority: Authority
    confidence: float
    """Between 0 and 1: how often such a claim of this reader is right."""
    time: datetime

    @property
    def person(self) -> str:
        """The name of the person who says so; "" for a reader."""
        return self.evidence.source.removeprefix(PERSON) if self.reader == REVIEWER else ""


def persons_claim(subject: str, field: Field, value: Value, *, by: str, time: datetime) -> Claim:
    """What a person says of a field of a paper or an event."""
    return Claim(
        subject=subject,
        field=field,
        value=value,
        evidence=Evidence(f"{PERSON}{by}", "said by a person"),
        reader=REVIEWER,
        version="1",
        authority=Authority.REVIEWER,
        confidence=1.0,
        time=time,
    )


@sent_by_values
@dataclass(frozen=True, slots=True)
class Mention:
    """One paper as one source states it: the claims that share a subject."""

    claims: tuple[Claim, ...]

    @property
    def subject(self) -> str:
        """The name of the paper within its source."""
        return self.claims[0].subject


EventSighting = tuple[Claim, ...]
"""An event as one source states it."""
