"""Repositories and feeds that papers are taken from: how far each has been read, kept together with what it says.

A page of records, and the place where to go on after it, are one transaction: killed at any moment, the next run goes on there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from harvestman.model import Clock, LinkedMention
from harvestman.store.crawl.captures import says_the_same
from harvestman.store.database import Database
from harvestman.store.ids import digest_key
from harvestman.store.papers.linking import PapersSaid, keep_mentions
from harvestman.store.statements import Statement

_SELECT = Statement("SELECT since, token, began FROM repository WHERE address_key = :address_key")
_UPSERT = Statement.insert(
    "repository", "address_key", "address", "since", "token", "began", "asked",
    then="""
    ON CONFLICT (address_key) DO UPDATE SET address = excluded.address, since = excluded.since,
      token = excluded.token, began = excluded.began, asked = excluded.asked
    """,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RepositoryPlace:
    """How far a repository has been read."""

    since: str = ""
    """The repository's moment of the last harvest that came to its end: what changed later is asked for."""
    token: str = ""
    """Where a harvest under way goes on; "" when none is."""
    began: str = ""
    """The repository's moment when the harvest under way began."""


class Repositories:
    """The repositories of a library."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def place(self, address: str) -> RepositoryPlace:
        """How far a repository has been read."""
        with self._database.asking() as connection:
            row = _SELECT.first(connection, {"address_key": digest_key(address)})
        return RepositoryPlace(row.since, row.token, row.began) if row else RepositoryPlace()

    def keep(
        self, address: str, said: Mapping[str, LinkedMention | None], place: RepositoryPlace
    ) -> int:
        """Keep what records say, by their sources, None for a deleted one, and how far this goes; how many say something new."""
        now = self._clock.now()
        values = {"address_key": digest_key(address), "address": address, "asked": now}
        values |= {"since": place.since, "token": place.token, "began": place.began}
        with self._database.write() as connection:
            new = [
                PapersSaid(source, [] if one is None else [one], is_withdrawn=one is None)
                for source, one in said.items()
                if not says_the_same(connection, source, one.mention.claims if one else ())
            ]
            keep_mentions(self._database, connection, new, now=now, new_id=self._new_id)
            _UPSERT.change(connection, values)
        return len(new)
