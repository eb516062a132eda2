"""Keys of events: under which an event is kept, so that the same one, and other editions of its series, are found without reading all.

Two events that may be the same share a key: the page of a portal, the address of the site, the series, the acronym, or the year
and a word of the name. A key only proposes; whether the two are one is judged by `harvestman.dedup.events`.
"""

from __future__ import annotations

import math
import re
from urllib.parse import urlsplit

from harvestman.model.venues import Event
from harvestman.text import fold, site_of, words

NAMES_ALIKE = 0.6
"""Words that the names of one event share, of all their words; 0.5 joins "Data Mining" and "Data Engineering" with a topic in common."""

_INDEX = re.compile(r"/(?:index|home|default)\.\w{2,5}$|/$", re.I)
_PORTAL_NUMBER = re.compile(r"[?&]eventid=(\d+)", re.I)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)?|[ivxlc]+|(?:19|20)\d\d")
_COMMON = frozenset(
    "the of on in and for a an international annual conference workshop symposium congress meeting proceedings acm ieee "
    "ifip usenix european national world joint advances first second third fourth fifth de la el del y en las los "
    "congreso conferencia internacional jornadas taller".split()
)


def event_keys(event: Event) -> list[tuple[str, str]]:
    """All keys of an event, each with its kind; the surest first."""
    return identity_keys(event) + name_keys(event)


def identity_keys(event: Event) -> list[tuple[str, str]]:
    """The keys that name an event or its series outright; the surest first."""
    found = []
    if event.portal:
        number = _PORTAL_NUMBER.search(event.portal)  # its page there has several addresses
        found.append(("portal", f"{site_of(event.portal)} {number[1]}" if number else event.portal))
    if event.site:
        found.append(("site", site_key(event.site)))
    return found + series_keys(event)


def series_keys(event: Event) -> list[tuple[str, str]]:
    """The keys that all editions of a series share."""
    found = [("series", event.series)] if event.series else []
    acronym = fold(event.acronym)
    return [*found, ("acronym", acronym)] if acronym else found


def name_keys(event: Event) -> list[tuple[str, str]]:
    """Keys of which two events of one year share one whenever their names are alike (`NAMES_ALIKE`).

    Names that share so many words share one of the few that come first in any fixed order; taking long words first, since they are
    rarer, few other events have the same. An event without days has none: names alone make nothing one.
    """
    if not event.year or event.start is None:
        return []
    telling = sorted(distinctive_words(event.name), key=lambda word: (-len(word), word))
    needed = len(telling) - math.ceil(NAMES_ALIKE * len(telling) - 1e-9) + 1
    return [("name", f"{event.year} {word}") for word in telling[:needed]]


def site_key(address: str) -> str:
    """The one form of a site's address: without scheme, "www.", index page and last slash."""
    if not address:
        return ""
    parts = urlsplit(address)
    path = _INDEX.sub("", parts.path)
    return f"{site_of(address)}{path}" + (f"?{parts.query}" if parts.query else "")


def distinctive_words(name: str) -> frozenset[str]:
    """The words of a name that tell events apart: neither "international" nor "7th"."""
    return frozenset(w for w in words(name) if w not in _COMMON and not _ORDINAL.fullmatch(w))
