"""What is weighed: a date that may be the answer to a field, and what the page as a whole tells."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.labels import DatedText


@dataclass(frozen=True, slots=True)
class Candidate:
    """A date that may be the answer to a field."""

    text: DatedText
    first: date
    last: date
    score: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What the page as a whole tells: the words of its language, the year of its event, its own name, how it writes numbers."""

    words: Keywords
    year: int | None
    name: frozenset[str]
    """The words of title and first lines, folded: the posters of a poster workshop are its papers."""
    opening: int
    """The number of the line where the page's opening ends."""
    year_from: str = ""
    """Where the year was read."""
    hosts: frozenset[str] = frozenset()
    """The short names of larger events that this one is said to be part of, folded: "sc" of "part of SC10"."""
    kinds: frozenset[str] = frozenset()
    """What the page's title calls the event: "workshop"; its first lines may name the conference around it."""
