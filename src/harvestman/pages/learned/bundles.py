"""A paper as a page prints it: what the learned reader makes of an entry before anything is claimed."""

from __future__ import annotations

from dataclasses import dataclass, field

from harvestman.pages.learned.links import Links
from harvestman.pages.learned.people import Person


@dataclass(slots=True)
class Bundle:
    """A paper as this page prints it."""

    title: str
    region: int
    """Where its title begins."""
    people: list[Person] = field(default_factory=list)
    links: Links = field(default_factory=Links)
    session: str = ""
    session_region: int = -1
    """Which region the session's heading is."""
    first: int = 0
    """Where the entry begins."""
    names_region: int = -1
    """Where its first names stand."""
    is_talk: bool = False
    """Whether the page calls it a keynote, an invited talk or a tutorial."""
    abstract: str = ""
