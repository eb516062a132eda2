"""Files that papers link to: which there are, whose they are, and which of them could not be had."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from harvestman.model import Clock, Harvest, Status
from harvestman.store import schema
from harvestman.store.database import Database, batches, insert_into
from harvestman.store.ids import digest_key
from harvestman.store.storable import storable

_document, _failure, _paper = schema.document, schema.file_failure, schema.paper
_MAX_LINE = 1_000
_MOST_LOOKED_AT = 50_000


@dataclass(frozen=True, slots=True)
class WantedFile:
    """A file that a paper links to and that is not held."""

    url: str
    title: str
    """Of the paper."""
    changed: datetime
    """When the paper last changed: the link is known at least since then."""
    tried: datetime | None
    """When it was last asked for in vain."""


class LinkedFiles:
    """The files that papers link to."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def of_harvest(self, harvest: Harvest) -> list[str]:
        """The addresses of the files of all papers that the pages of a harvest speak of, in the order of the papers."""
        visit, mention = schema.visit, schema.mention
        statement = (
            sa.select(_paper.c.id, _paper.c.pdf)
            .join_from(schema.harvest, visit, visit.c.harvest_id == schema.harvest.c.id)
            .join(mention, mention.c.source_key == visit.c.url_key)
            .join(_paper, _paper.c.id == mention.c.paper_id)
            .where(schema.harvest.c.public_id == harvest.id, _paper.c.pdf != "")
            .distinct()
            .order_by(_paper.c.id)
        )
        with self._database.read() as connection:
            return list(dict.fromkeys(row.pdf for row in connection.execute(statement)))

    def wanted(self, *, since: datetime, limit: int) -> list[WantedFile]:
        """The files that papers which changed since then link to and that are not held, those of the newest changes first."""
        statement = (
            sa.select(_paper.c.pdf, _paper.c.title, _paper.c.changed)
            .where(_paper.c.changed >= since, _paper.c.pdf != "", _paper.c.title != "")
            .order_by(_paper.c.changed.desc(), _paper.c.id)
            .limit(_MOST_LOOKED_AT)
        )
        found: dict[str, WantedFile] = {}
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
            for batch in batches([row for row in rows if row.pdf.startswith("http")]):
                keys = {row.pdf: digest_key(row.pdf) for row in batch}
                held = set(
                    connection.scalars(
                        sa.select(_document.c.origin_key).where(
                            _document.c.origin_key.in_(keys.values()), _document.c.status != ""
                        )
                    )
                )
                tried = {
                    row.url_key: row.tried
                    for row in connection.execute(
                        sa.select(_failure.c.url_key, _failure.c.tried).where(
                            _failure.c.url_key.in_(keys.values())
                        )
                    )
                }
                for row in batch:
                    if keys[row.pdf] not in held:
                        one = WantedFile(row.pdf, row.title, row.changed, tried.get(keys[row.pdf]))
                        found.setdefault(row.pdf, one)
                if len(found) >= limit:
                    break
        return list(found.values())[:limit]

    def papers(self, urls: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The ids of the papers that link to each of these addresses."""
        found: dict[str, list[str]] = {url: [] for url in urls}
        with self._database.read() as connection:
            for batch in batches(urls):
                rows = connection.execute(
                    sa.select(_paper.c.pdf, _paper.c.public_id)
                    .where(_paper.c.pdf.in_(batch))
                    .order_by(_paper.c.id)
                )
                for row in rows:
                    found[row.pdf].append(row.public_id)
        return {url: tuple(ids) for url, ids in found.items()}

    def note_failure(self, url: str, status: Status, detail: str) -> None:
        """Note that a file could not be had just now, so that nobody asks for it again at once."""
        with self._database.write() as connection:
            insert = insert_into(_failure, connection.dialect.name).values(
                url_key=digest_key(url),
                url=url,
                status=str(status),
                detail=storable(detail[:_MAX_LINE]),
                tried=self._clock.now(),
            )
            changed = ("status", "detail", "tried")
            connection.execute(
                insert.on_conflict_do_update(
                    index_elements=["url_key"],
                    set_={name: insert.excluded[name] for name in changed},
                )
            )

    def failed_since(self, urls: Collection[str], moment: datetime) -> dict[str, Status]:
        """Those of the addresses that were asked for in vain since then, each with how that ended."""
        found: dict[str, Status] = {}
        with self._database.read() as connection:
            for batch in batches({digest_key(url) for url in urls}):
                rows = connection.execute(
                    sa.select(_failure.c.url, _failure.c.status).where(
                        _failure.c.url_key.in_(batch), _failure.c.tried >= moment
                    )
                )
                found.update((row.url, Status(row.status)) for row in rows)
        return found
