"""A library in numbers: what it holds, what failed and why, for `harvestman status`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Status
from harvestman.store import schema
from harvestman.store.crawl.frontier import DONE
from harvestman.store.crawl.tables import HAS_FAILED
from harvestman.store.tallies import (
    CLAIMS,
    MENTIONS,
    PAGE_BYTES,
    PAGES,
    PAPERS,
    PAPERS_WITH_PDF,
    ended_visits,
    read_tallies,
)

_MAX_FAILURES = 100


@dataclass(frozen=True, slots=True)
class FailedVisit:
    """A page whose last visit did not read it."""

    url: str
    status: Status
    detail: str
    when: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """What a library holds."""

    papers: int
    papers_with_pdf: int
    mentions: int
    claims: int
    pages: int
    """URLs of which at least one state is kept."""
    size_bytes: int
    """Of all states of all pages, unpacked."""
    harvests: int
    unfinished_harvests: int
    by_status: Mapping[Status, int]
    """How the last visit to each URL ended."""
    failures: tuple[FailedVisit, ...]
    """The newest hundred of those that failed, without those of sites that are ignored."""


def summarise(connection: Connection) -> Summary:
    """The numbers, which cost the same in every library: the database keeps them (`tallies.py`)."""
    harvest, visit = schema.harvest, schema.visit
    later = visit.alias()
    is_last = ~sa.exists().where(
        later.c.url_key == visit.c.url_key, later.c.state == DONE, later.c.id > visit.c.id
    )
    failed = connection.execute(
        sa.select(visit.c.url, visit.c.status, visit.c.detail, visit.c.ended)
        .where(
            HAS_FAILED,
            is_last,
            visit.c.site_key.not_in(sa.select(schema.ignored_site.c.site_key)),
        )
        .order_by(visit.c.ended.desc(), visit.c.id.desc())
        .limit(_MAX_FAILURES)
    ).all()
    numbers = read_tallies(connection)
    return Summary(
        papers=numbers.get(PAPERS, 0),
        papers_with_pdf=numbers.get(PAPERS_WITH_PDF, 0),
        mentions=numbers.get(MENTIONS, 0),
        claims=numbers.get(CLAIMS, 0),
        pages=numbers.get(PAGES, 0),
        size_bytes=numbers.get(PAGE_BYTES, 0),
        harvests=_count(connection, harvest),
        unfinished_harvests=_count(connection, harvest, harvest.c.finished.is_(None)),
        by_status=ended_visits(numbers),
        failures=tuple(
            FailedVisit(row.url, Status(row.status), row.detail or "", row.ended) for row in failed
        ),
    )


def _count(connection: Connection, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
    return int(connection.scalar(sa.select(sa.func.count()).select_from(table).where(*where)) or 0)
