"""A library in numbers: what it holds, what failed and why, for `harvestman status`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import Status
from harvestman.store.asking import ask, ask_one, moment_told
from harvestman.store.tallies import (
    HAS_FAILED,
    MENTIONS,
    PAGE_BYTES,
    PAGES,
    PAPERS,
    PAPERS_WITH_PDF,
    ended_visits,
    number_of_claims,
    read_tallies,
)

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

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
    """Those whose file is held or linked."""
    mentions: int
    claims: int
    """Of more than 100,000 on PostgreSQL, about how many."""
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


_FAILED = f"""
    SELECT url, status, detail, ended FROM visit
    WHERE {HAS_FAILED}
      AND NOT EXISTS (SELECT 1 FROM visit AS later WHERE later.url_key = visit.url_key AND later.state = 'done' AND later.id > visit.id)
      AND site_key NOT IN (SELECT site_key FROM ignored_site)
    ORDER BY ended DESC, id DESC LIMIT {_MAX_FAILURES}
"""  # noqa: S608 (our own words)


def summarise(connection: AnyConnection) -> Summary:
    """The numbers, which cost the same in every library: the database keeps them (`tallies.py`)."""
    numbers = read_tallies(connection)
    return Summary(
        papers=numbers.get(PAPERS, 0),
        papers_with_pdf=numbers.get(PAPERS_WITH_PDF, 0),
        mentions=numbers.get(MENTIONS, 0),
        claims=number_of_claims(connection, numbers),
        pages=numbers.get(PAGES, 0),
        size_bytes=numbers.get(PAGE_BYTES, 0),
        harvests=int(ask_one(connection, "SELECT count(*) FROM harvest")),
        unfinished_harvests=int(
            ask_one(connection, "SELECT count(*) FROM harvest WHERE finished IS NULL")
        ),
        by_status=ended_visits(numbers),
        failures=tuple(
            FailedVisit(url, Status(status), detail or "", moment_told(ended))
            for url, status, detail, ended in ask(connection, _FAILED)
        ),
    )
