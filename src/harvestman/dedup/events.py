"""Are these two the same event? By the site's address and year, by acronym and year, or by name, year and days together.

An acronym or an address alone is not trusted: two conferences share an acronym, a university's front page is given as the site of
several workshops. So a key only proposes; what the two say otherwise (names, days) can still speak against it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date, timedelta

from harvestman.model import NAMES_ALIKE, Event, distinctive_words, identity_keys, series_keys
from harvestman.text import fold

_NUMBER = re.compile(r"[?&]eventid=(\d+)", re.I)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)?|[ivxlc]+|(?:19|20)\d\d")
_NUMBER = re.compile(r"(?<![\w.])(?!(?:19|20)\d\d\b)\d+(?![\w.])")  # neither a year nor "7th"
_APART = timedelta(days=21)
_OVERLAP = timedelta(days=1)


class Ledger:
    """The events that are known, found again under their keys."""

    def __init__(self) -> None:
        self._events: dict[str, Event] = {}
        self._by_key: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._by_year: dict[int, set[str]] = defaultdict(set)

    def add(self, event: Event) -> None:
        """Learn of an event, or of its new state."""
        self._events[event.id] = event
        for key in identity_keys(event):
            self._by_key[key].add(event.id)
        if event.year:
            self._by_year[event.year].add(event.id)

    def find(self, event: Event) -> str | None:
        """The id of the same event, the surest ground first."""
        for key in identity_keys(event):
            for name in sorted(self._by_key.get(key, ())):
                if _may_be_same(self._events[name], event, key[0]):
                    return name
        for name in sorted(self._by_year.get(event.year, ())):
            if _is_same_by_name(self._events[name], event):
                return name
        return None

    def editions(self, event: Event) -> list[Event]:
        """The other editions of its series, the oldest first."""
        near: set[str] = set()
        for key in series_keys(event):
            near |= self._by_key.get(key, set())
        found = [self._events[name] for name in near if name != event.id]
        return sorted((e for e in found if e.year != event.year), key=lambda e: e.year)


def names_alike(one: str, other: str) -> float:
    """The share of telling words that two names have in common, between 0 and 1."""
    first, second = distinctive_words(one), distinctive_words(other)
    if not first or not second:
        return 0.0
    return len(first & second) / len(first | second)


def _may_be_same(known: Event, event: Event, kind: str) -> bool:
    if kind == "portal":
        return True
    years = {known.year, event.year} - {0}
    if len(years) > 1:
        return False
    one, other = (fold(e.acronym) for e in (known, event))
    alike = names_alike(known.name, event.name)
    if kind == "site":
        # The front page of an institution is given as the site of many events.
        return not (one and other and one != other and alike < NAMES_ALIKE)
    if not (known.year and event.year):
        return False  # an acronym without a year names a series
    if _days_apart(known, event) <= _APART:
        return True
    return alike >= NAMES_ALIKE


def _is_same_by_name(known: Event, event: Event) -> bool:
    if known.start is None or event.start is None or _days_apart(known, event) > _OVERLAP:
        return False
    numbers = [set(_NUMBER.findall(e.name)) for e in (known, event)]
    if all(numbers) and numbers[0] != numbers[1]:
        return False  # "Shared Task 1" and "Shared Task 2"
    one, other = (fold(e.acronym) for e in (known, event))
    needed = NAMES_ALIKE if not (one and other) or one == other else 0.8
    return names_alike(known.name, event.name) >= needed


def _days_apart(one: Event, other: Event) -> timedelta:
    """How far the days of two events are apart; 0 when they overlap, or when either has none."""
    if one.start is None or other.start is None:
        return timedelta(0)
    if one.start > other.start:
        one, other = other, one
    return max((other.start or date.min) - (one.end or one.start or date.min), timedelta(0))
