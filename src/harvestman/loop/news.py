"""What a receiver has not been told yet: pages of the change log after the place up to which it was told, with the papers they are about.

The place is kept in the result of the step that told it, so that telling and knowing what was told are one. A receiver that is new
is told of what changes from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from harvestman.loop.steps import PREFIX
from harvestman.model import Paper, Plain
from harvestman.store import Change, ChangeKind, Library, change_to_plain, parse_moment

PAGE = 500
_MOST_JOBS = 1_000


@dataclass(frozen=True, slots=True)
class Place:
    """Up to where somebody was told: a moment, and later a cursor of the change log."""

    since: datetime
    after: str = ""

    def to_plain(self) -> Plain:
        """As it is kept in the result of a step."""
        return {"since": self.since.isoformat(), "after": self.after}


@dataclass(frozen=True, slots=True)
class News:
    """Some changes, the oldest first, with the papers that are new or have changed."""

    changes: tuple[Change, ...]
    papers: dict[str, Paper]
    place: Place
    """Up to where one is told with them."""
    has_more: bool

    def name(self, receiver: str) -> str:
        """The same name for the same news to the same receiver, however often they are sent."""
        return sha256(f"{receiver}\n{self.place.after}".encode()).hexdigest()[:24]

    def to_plain(self) -> list[Plain]:
        """Each change, with what the paper is."""
        return [change_to_plain(one) | self._about(one) for one in self.changes]

    def _about(self, one: Change) -> Plain:
        paper = self.papers.get(one.id)
        if paper is None:
            return {}
        event = paper.event.title if paper.event else None
        return {
            "title": paper.title,
            "authors": [author.name for author in paper.authors],
            "year": paper.year,
            "event": event or paper.venue or None,
            "doi": paper.doi or None,
            "pdf": paper.pdf or None,
            "url": paper.url or None,
        }


def place_of(library: Library, kind: str, subject: str) -> Place | None:
    """Up to where a receiver was told; None when it is new."""
    for job in library.jobs.newest(kind=PREFIX + kind, state="done", limit=_MOST_JOBS):
        if job.task["subject"] == subject:
            return Place(parse_moment(job.result["since"]), job.result["after"])
    return None


def is_news(library: Library, place: Place) -> bool:
    """Whether anything has changed after a place."""
    since = None if place.after else place.since
    return bool(library.changes(since=since, after=place.after, limit=1).changes)


def news_after(library: Library, place: Place) -> Iterator[News]:
    """The changes after a place, page by page."""
    while True:
        since = None if place.after else place.since
        page = library.changes(since=since, after=place.after, limit=PAGE)
        if not page.changes:
            return
        place = Place(place.since, page.cursor)
        alive = {
            one.id
            for one in page.changes
            if one.thing == "paper" and one.kind in (ChangeKind.NEW, ChangeKind.CHANGED)
        }
        papers = {name: paper for name in alive if (paper := library.papers.get(name)) is not None}
        yield News(page.changes, papers, place, page.has_more)
        if not page.has_more:
            return
