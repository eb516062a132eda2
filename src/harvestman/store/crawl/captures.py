"""Captures: states of pages that come from an archive, with the dates at which they were taken.

They are kept as a harvest keeps its visits, but belong to none: no request was made, and no frontier grows. An archive may
be older than what the library holds, or hold one page many times. So only the newest state of a page speaks for it; an
older one is kept as history, once, and takes nothing back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from harvestman.model import Claim, Clock, LinkedMention, Page, VisitOutcome, value_to_plain
from harvestman.store.claims import MENTION
from harvestman.store.crawl.pages import add_state, keep_page, latest_state
from harvestman.store.database import Database
from harvestman.store.ids import digest_key
from harvestman.store.papers.linking import PapersSaid, keep_mentions
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

_SELECT_SAID = Statement(
    f"""
    SELECT claim.field, CAST(claim.value AS text) AS value, claim.reader, claim.version
    FROM mention JOIN claim ON claim.about = '{MENTION}' AND claim.about_id = mention.id
    WHERE mention.source_key = :source_key ORDER BY claim.number
    """  # noqa: S608 (our own word)
)
_SELECT_CAPTURE = Statement(
    """
    SELECT id FROM page WHERE url_key = :url_key AND digest = :digest AND fetched = :fetched
    LIMIT 1
    """
)


class Captures:
    """The door for pages that no harvest has fetched."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def keep(self, outcome: VisitOutcome) -> bool:
        """Keep a page and what was read off it in one transaction; False when a newer state speaks for the page.

        The page's blob must have been put before. Keeping the same capture again changes nothing but what was read.
        """
        page = outcome.page
        if page is None:
            return False
        with self._database.write() as connection:
            latest = latest_state(connection, page.url)
            if latest is not None and latest.digest != page.digest:
                is_there = _is_there(connection, page)
                if is_there or latest.fetched > page.fetched:
                    if not is_there:
                        add_state(connection, page)
                    return False
            elif latest is not None and latest.fetched > page.fetched:
                # The same bytes, seen again since: what is read off them now is as true of the later date.
                page = replace(
                    page,
                    fetched=latest.fetched,
                    etag=latest.etag,
                    last_modified=latest.last_modified,
                )
            is_rewritten = keep_page(connection, page, outcome.reading)
            said = PapersSaid(outcome.visit.url, outcome.mentions, is_rewritten)
            self._keep(connection, [said])
            return True

    def keep_entries(self, mentions: Iterable[LinkedMention]) -> int:
        """Keep what entries of files say of papers, each under the source of its claims; how many say something new."""
        by_source = {one.mention.claims[0].evidence.source: one for one in mentions}
        with self._database.write() as connection:
            new = [
                PapersSaid(source, [linked])
                for source, linked in by_source.items()
                if not says_the_same(connection, source, linked.mention.claims)
            ]
            self._keep(connection, new)
        return len(new)

    def _keep(self, connection: Connection, said: Sequence[PapersSaid]) -> None:
        now = self._clock.now()
        keep_mentions(self._database, connection, said, now=now, new_id=self._new_id)


def says_the_same(connection: AnyConnection, source: str, claims: Sequence[Claim]) -> bool:
    """Whether the library has just these values of this source already."""
    known = _SELECT_SAID.rows(connection, {"source_key": digest_key(source)})
    return [(row.field, json.loads(row.value), row.reader, row.version) for row in known] == [
        (str(one.field), value_to_plain(one.value), one.reader, one.version) for one in claims
    ]


def _is_there(connection: AnyConnection, page: Page) -> bool:
    """Whether the library has this very capture."""
    it = {"url_key": digest_key(page.url), "digest": page.digest, "fetched": page.fetched}
    return _SELECT_CAPTURE.first(connection, it) is not None
