"""Signs: what one page says about which event it belongs to, before anybody has judged it.

A page's title, headings, logo, footer and address each may name an event, its acronym or its year. None of them is believed by
itself: a whole site is judged from the signs of all its pages (`crawl/editions.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from harvestman.model.sending import sent_by_values


class SignPlace(StrEnum):
    """Where on a page a sign stands."""

    TITLE = "title"
    SITE_NAME = "site-name"
    """What the page says its site is called: `og:site_name` and its kin."""
    SCHEMA = "schema"
    """An event in schema.org's vocabulary."""
    HEADING = "heading"
    """The first headings of the page."""
    SUBHEADING = "subheading"
    LOGO = "logo"
    """What stands for a picture at the top."""
    OPENING = "opening"
    """The first lines that are no headings."""
    FOOTER = "footer"
    """The last lines: "© 2016 …"."""
    DAY = "day"
    """A whole date in a heading or in the first lines."""
    SECTION = "section"
    """A heading with a year under which papers stand, on a page that lists several editions."""
    HOST = "host"
    FOLDER = "folder"


@sent_by_values
@dataclass(frozen=True, slots=True)
class EventSign:
    """One place of a page that says something of its event."""

    place: SignPlace
    text: str
    """As it stands there, cut to a line."""
    acronym: str = ""
    year: int = 0
    """0 where it names none."""
    name: str = ""
    """The event's name without its year."""
    is_short: bool = False
    """Whether the year is written with two digits that may mean something else: `pmbs14`."""


@dataclass(frozen=True, slots=True)
class SignedPage:
    """A page that the library holds, with what it says of its event."""

    url: str
    signs: tuple[EventSign, ...] = ()
    papers: int = 0
    """How many papers it states."""
