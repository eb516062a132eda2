"""A library in numbers: what it holds, what failed and why, for `harvestman status`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Status
from harvestman.store import schema
from harvestman.store.crawl.frontier import DONE
from harvestman.store.papers.lacking import PDF, is_lacking

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


def summarise(connection: Connection, *, is_quick: bool = False) -> Summary:
    """Count everything; what is quick leaves out claims and bytes, for which all rows are gone through (they are 0 then)."""
    paper, page, harvest, visit = schema.paper, schema.page, schema.harvest, schema.visit
    last = sa.select(sa.func.max(visit.c.id)).where(visit.c.state == DONE).group_by(visit.c.url_key)
    ends = connection.execute(
        sa.select(visit.c.status, sa.func.count())
        .where(visit.c.id.in_(last))
        .group_by(visit.c.status)
    ).all()
    failed = connection.execute(
        sa.select(visit.c.url, visit.c.status, visit.c.detail, visit.c.ended)
        .where(
            visit.c.id.in_(last),
            visit.c.status.not_in([str(status) for status in Status if status.is_read]),
            visit.c.site_key.not_in(sa.select(schema.ignored_site.c.site_key)),
        )
        .order_by(visit.c.ended.desc(), visit.c.id.desc())
        .limit(_MAX_FAILURES)
    ).all()
    return Summary(
        # Each by a small index: going through the table itself takes 150 ms with 100,000 papers.
        papers=_count(connection, paper) - _count(connection, paper, paper.c.title == ""),
        papers_with_pdf=_count(connection, paper, ~is_lacking(PDF)),
        mentions=_count(connection, schema.mention),
        claims=0 if is_quick else _count(connection, schema.claim),
        pages=_number(connection, sa.select(sa.func.count(page.c.url_key.distinct()))),
        size_bytes=0
        if is_quick
        else _number(connection, sa.select(sa.func.sum(page.c.size_bytes))),
        harvests=_count(connection, harvest),
        unfinished_harvests=_count(connection, harvest, harvest.c.finished.is_(None)),
        by_status={Status(status): count for status, count in ends},
        failures=tuple(
            FailedVisit(row.url, Status(row.status), row.detail or "", row.ended) for row in failed
        ),
    )


def _count(connection: Connection, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
    return _number(connection, sa.select(sa.func.count()).select_from(table).where(*where))


def _number(connection: Connection, statement: sa.Select[Any]) -> int:
    return int(connection.scalar(statement) or 0)
