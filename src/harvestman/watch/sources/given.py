"""What a source of events is given, and what it gives back: the saved bytes, and notices of events with their evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Protocol, runtime_checkable

from harvestman.model import (
    DATE_FIELDS,
    MAX_QUOTE,
    Authority,
    Claim,
    EventSighting,
    Evidence,
    Field,
)
from harvestman.pages import SavedPage, Source
from harvestman.pages.shape import refuse
from harvestman.pages.wikicfp import event_number
from harvestman.text import canonical_url, decode_html, squeeze
from harvestman.text.calendar import find_spans

MAX_BYTES = 20_000_000
_VERSION = "1"  # of the rules by which notices become claims
_CONFIDENCE = 0.9  # events are assembled by authority and time; what one source says of a day is about this often right
_MAX_VALUE = 300
# Days of other years are misprints, and some too near the ends of the calendar to reckon with.
_YEARS = range(1900, 2200)
_YEAR_AT_END = re.compile(r"(?:(?<![\s'’-])[\s'’-]+)?((?:19|20)\d\d|(?<=['’])\d\d)$")
_ACRONYM_YEAR = re.compile(
    r"\b([A-Z](?=[a-z0-9&/+]{0,40}[A-Z])[A-Za-z0-9&/+]{1,60})[\s'’-]{0,2}((?:19|20)\d\d)\b"
)
_ISO = re.compile(r"\s*(\d{4})-(\d{1,2})-(\d{1,2})")


class Given:
    """The file or page that sources read; it is decoded and parsed only when one asks, and only once."""

    def __init__(self, page: SavedPage, *, now: datetime) -> None:
        self.page = page
        self.address = page.url
        self.now = now

    @cached_property
    def text(self) -> str:
        """The bytes decoded."""
        return decode_html(self.page.body, self.page.content_type)[0]

    @cached_property
    def opening(self) -> str:
        """The beginning in lower case: enough to tell what it is."""
        return self.text[:2_000].lstrip("\ufeff \t\r\n").lower()

    @cached_property
    def html(self) -> Source | None:
        """The page, ready to be read; None when it is not HTML or cannot be parsed safely."""
        if not re.match(
            r"<(!doctype\s+html|!--|html|head|body|\?xml[^>]*>\s*<(!doctype\s+)?html)", self.opening
        ):
            return None
        if refuse(self.text):
            return None
        return Source(self.page, html=self.text, now=self.now)


@dataclass(frozen=True, slots=True)
class Notice:
    """What a source says of one event: for each field a value as it stands there, and where.

    Days may be `date`s or text; text that holds no day says nothing.
    """

    values: dict[Field, str | date | None]
    locator: str = ""
    quotes: dict[Field, str] = field(default_factory=dict)
    """The text of a value, where it is not the value itself."""
    authority: Authority = Authority.LIST


@runtime_checkable
class EventSource(Protocol):
    """One kind of source of events."""

    name: str
    order: int
    """Sources are asked from the smallest to the greatest; the first that finds events has the say."""

    def match(self, given: Given) -> bool:
        """Whether this looks like its kind; cheap."""
        ...

    def read(self, given: Given) -> Iterable[Notice]:
        """The events in it."""
        ...


def sighting(notice: Notice, given: Given, *, reader: str) -> EventSighting:
    """The claims of a notice: values cleaned, days and addresses in their one form, empty ones left out."""
    claims = []
    for name, value in notice.values.items():
        plain = _plain(name, value, given)
        if plain:
            quote = notice.quotes.get(name) or str(value)
            # Lists and feeds link the portal's page where the site is not known.
            is_portals = name is Field.SITE and event_number(plain) is not None
            of = Field.PORTAL if is_portals else name
            claims.append(_claim(of, plain, quote, notice, given, reader))
    names = {claim.field for claim in claims}
    acronym = notice.values.get(Field.ACRONYM)
    if Field.YEAR not in names and isinstance(acronym, str):  # "LIME 2026", "LIME'26"
        year = _YEAR_AT_END.search(squeeze(acronym))
        if year:
            whole = year[1] if len(year[1]) == 4 else f"20{year[1]}"
            claims.append(_claim(Field.YEAR, whole, acronym, notice, given, reader))
    says_which = {Field.NAME, Field.ACRONYM, Field.SITE, Field.PORTAL}
    return tuple(claims) if names & says_which else ()


def acronym_and_year(title: str) -> tuple[str, str]:
    """The acronym with a year that a title holds, "LIME 2026" in "Legs in Motion (LIME 2026)"; empty where there is none."""
    found = _ACRONYM_YEAR.search(title)
    return (found[1], found[2]) if found else ("", "")


def _claim(name: Field, value: str, quote: str, notice: Notice, given: Given, reader: str) -> Claim:
    return Claim(
        subject=notice.locator,
        field=name,
        value=int(value) if name is Field.YEAR else value,
        evidence=Evidence(given.address, notice.locator, squeeze(quote)[:MAX_QUOTE]),
        reader=reader,
        version=_VERSION,
        authority=notice.authority,
        confidence=_CONFIDENCE,
        time=given.now,
    )


_ADDRESSES = frozenset({Field.SITE, Field.PORTAL, Field.PROCEEDINGS})


def _plain(name: Field, value: str | date | None, given: Given) -> str:
    if value is None:
        return ""
    if name in DATE_FIELDS:
        day = value if isinstance(value, date) else day_in(value)
        return day.isoformat() if day and day.year in _YEARS else ""
    text = squeeze(str(value))[:_MAX_VALUE]
    if name in _ADDRESSES:
        return _address(text, given)
    if name is Field.YEAR:
        return text if re.fullmatch(r"(?:19|20)\d\d", text) else ""
    if name is Field.ACRONYM:
        return _YEAR_AT_END.sub("", text).strip()[:60]
    return text


def _address(text: str, given: Given) -> str:
    base = given.address if given.address.startswith(("http://", "https://")) else None
    return (canonical_url(text, base=base) or "") if text else ""


def day_in(text: str) -> date | None:
    """The day that a text begins with or holds: "2026-11-16 23:59", "16 November 2026"."""
    return days_in(text)[0]


def days_in(text: str) -> tuple[date | None, date | None]:
    """The first and last day that a text names: "June 18 - 22, 2026"."""
    if match := _ISO.match(text):
        try:
            day = date(*map(int, match.groups()))
        except ValueError:
            return None, None
        return day, day
    for span in find_spans(text[:200])[:1]:
        if span.first.year and span.last.year:
            return span.first.on(span.first.year), span.last.on(span.last.year)
    return None, None
