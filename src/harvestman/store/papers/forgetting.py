"""Papers that a person wants gone: they are kept with all that is said of them, and shown nowhere until a person brings them back.

To forget a paper is a person's claim like a correction (`corrections.py`): it tells who said so and when, goes where the paper's id
leads, and no page, file or import takes it back. Who states the same paper again, by one of its keys, adds to the paper that is
forgotten. A comparison never joins a forgotten paper with one that is shown: forgetting a bad copy must not take the good one along.
Readers of the change log see the paper removed, and new when it is brought back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import PERSON, Clock, Field, UsageError, person_named, persons_claim
from harvestman.store import schema
from harvestman.store.addresses import is_on_site
from harvestman.store.claims import MENTION
from harvestman.store.database import LINKING, Database
from harvestman.store.papers.by_id import row_of
from harvestman.store.papers.corrections import say_of_paper, take_back_of_paper

_paper, _mention, _claim = schema.paper, schema.mention, schema.claim
_IS_PERSON = _mention.c.said_of.is_not(None)  # what a person says
_IS_FORGOTTEN = sa.exists().where(
    _mention.c.paper_id == _paper.c.id,
    _IS_PERSON,
    _claim.c.about == MENTION,
    _claim.c.about_id == _mention.c.id,
    _claim.c.field == Field.FORGOTTEN.value,
)


@dataclass(frozen=True, slots=True)
class ForgottenPaper:
    """A paper that is not shown because a person said so."""

    id: str
    title: str
    """As it was shown before."""
    by: str
    when: datetime


class Forgetting:
    """Which papers are forgotten: made so by people, and brought back by them."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def forget(self, papers: Iterable[str], *, by: str) -> list[ForgottenPaper]:
        """Forget papers by id, all or none; those that are forgotten already stay so. UsageError for an id that is none."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            rows = [self._known(connection, paper) for paper in papers]
            return self._forget(connection, rows, by)

    def forget_site(self, host: str, *, by: str) -> list[ForgottenPaper]:
        """Forget the papers that pages of a host state and nobody else; those that another site or a file states too stay."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            return self._forget(connection, _only_on(connection, host), by)

    def bring_back(self, papers: Iterable[str]) -> list[str]:
        """Show papers again, by id; the ids of those that were forgotten."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            rows = [self._known(connection, paper) for paper in papers]
            return self._bring_back(connection, rows)

    def bring_back_site(self, host: str) -> list[str]:
        """Show the forgotten papers again that pages of a host state; their ids."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            of_host = sa.select(_paper.c.id).where(_IS_FORGOTTEN, _is_stated(_on(host)))
            return self._bring_back(connection, connection.scalars(of_host).all())

    def all(self) -> list[ForgottenPaper]:
        """The papers that are forgotten, the newest first."""
        with self._database.read() as connection:
            return _told(connection, sa.true())

    def one(self, paper_id: str) -> ForgottenPaper | None:
        """Who forgot a paper, by its id, one from before a merge, or the beginning of one; None when nobody did."""
        with self._database.read() as connection:
            row = row_of(connection, paper_id, hidden=True)
            found = [] if row is None else _told(connection, _paper.c.id == row)
        return found[0] if found else None

    def _known(self, connection: Connection, paper: str) -> int:
        row = row_of(connection, paper) or row_of(connection, paper, hidden=True)
        if row is None:
            raise UsageError(f"there is no paper {paper!r}: `harvestman papers` lists the ids")
        return row

    def _forget(
        self, connection: Connection, rows: Collection[int], by: str
    ) -> list[ForgottenPaper]:
        now, by = self._clock.now(), person_named(by)
        forgotten = []
        for row in dict.fromkeys(rows):
            one = connection.execute(
                sa.select(_paper.c.public_id, _paper.c.title).where(_paper.c.id == row)
            ).one()
            if not one.title:
                continue
            claim = persons_claim(one.public_id, Field.FORGOTTEN, one.title, by=by, time=now)
            say_of_paper(connection, row, claim, now=now)
            forgotten.append(ForgottenPaper(one.public_id, one.title, claim.person, now))
        return forgotten

    def _bring_back(self, connection: Connection, rows: Collection[int]) -> list[str]:
        now = self._clock.now()
        back = [
            row
            for row in dict.fromkeys(rows)
            if take_back_of_paper(connection, row, Field.FORGOTTEN, by=None, now=now)
        ]
        return [
            connection.scalars(sa.select(_paper.c.public_id).where(_paper.c.id == row)).one()
            for row in back
        ]


def _on(host: str) -> sa.ColumnElement[bool]:
    return is_on_site(_mention.c.source, host.strip().lower())


def _is_stated(*where: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists().where(_mention.c.paper_id == _paper.c.id, ~_IS_PERSON, *where)


def _only_on(connection: Connection, host: str) -> list[int]:
    here = _on(host)
    which = (_paper.c.title != "") & _is_stated(here) & ~_is_stated(sa.not_(here))
    return list(connection.scalars(sa.select(_paper.c.id).where(which).order_by(_paper.c.id)))


def _told(connection: Connection, which: sa.ColumnElement[bool]) -> list[ForgottenPaper]:
    """The last word on each forgotten paper."""
    rows: Any = connection.execute(
        sa.select(_paper.c.public_id, _claim.c.value, _claim.c.source, _claim.c.time)
        .join_from(_mention, _claim, _claim.c.about_id == _mention.c.id)
        .join(_paper, _paper.c.id == _mention.c.paper_id)
        .where(
            _claim.c.about == MENTION, _claim.c.field == Field.FORGOTTEN.value, _IS_PERSON, which
        )
        .order_by(_claim.c.time.desc(), _paper.c.id)
    )
    found: dict[str, ForgottenPaper] = {}
    for row in rows:
        by = row.source.removeprefix(PERSON)
        found.setdefault(row.public_id, ForgottenPaper(row.public_id, str(row.value), by, row.time))
    return list(found.values())
