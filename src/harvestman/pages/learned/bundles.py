"""A paper as a page prints it: what the learned reader makes of an entry before anything is claimed."""

from __future__ import annotations

from harvestman.pages.learned.links import Links
from harvestman.pages.learned.people import Person


class Bundle:
    """A paper as this page prints it."""

    __slots__ = (
        "abstract",
        "first",
        "is_talk",
        "links",
        "names_region",
        "people",
        "region",
        "session",
        "session_region",
        "title",
    )

    def __init__(
        self,
        title: str,
        region: int,
        people: list[Person] | None = None,
        first: int = 0,
        names_region: int = -1,
        is_talk: bool = False,
    ) -> None:
        self.title = title
        self.region = region
        """Where its title begins."""
        self.people = [] if people is None else people
        self.links = Links()
        self.session = ""
        self.session_region = -1
        """Which region the session's heading is."""
        self.first = first
        """Where the entry begins."""
        self.names_region = names_region
        """Where its first names stand."""
        self.is_talk = is_talk
        """Whether the page calls it a keynote, an invited talk or a tutorial."""
        self.abstract = ""
