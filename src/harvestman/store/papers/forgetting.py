"""Papers that a person wants gone: they are kept with all that is said of them, and shown nowhere until a person brings them back.

To forget a paper is a person's claim like a correction (`corrections.py`): it tells who said so and when, goes where the paper's id
leads, and no page, file or import takes it back. Who states the same paper again, by one of its keys, adds to the paper that is
forgotten. A comparison never joins a forgotten paper with one that is shown: forgetting a bad copy must not take the good one along.
Readers of the change log see the paper removed, and new when it is brought back.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import PERSON, Clock, Field, UsageError, person_named, persons_claim
from harvestman.store.asking import Values, ask, moment_told
from harvestman.store.claims import MENTION
from harvestman.store.database import LINKING, Database
from harvestman.store.papers.by_id import row_of
from harvestman.store.papers.corrections import say_of_paper, take_back_of_paper
from harvestman.store.sites import is_on
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_IS_FORGOTTEN = f"""EXISTS (
      SELECT 1 FROM mention JOIN claim ON claim.about = '{MENTION}' AND claim.about_id = mention.id
      WHERE mention.paper_id = paper.id AND mention.said_of IS NOT NULL AND claim.field = '{Field.FORGOTTEN}'
    )"""  # noqa: S608 (our own names)
_SELECT_PAPER = Statement("SELECT public_id, title FROM paper WHERE id = :row")


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
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            rows = [self._known(connection, paper) for paper in papers]
            return self._forget(connection, rows, by)

    def forget_site(self, host: str, *, by: str) -> list[ForgottenPaper]:
        """Forget the papers that pages of a host state and nobody else; those that another site or a file states too stay."""
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            return self._forget(connection, _only_on(connection, host), by)

    def bring_back(self, papers: Iterable[str]) -> list[str]:
        """Show papers again, by id; the ids of those that were forgotten."""
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            rows = [self._known(connection, paper) for paper in papers]
            return self._bring_back(connection, rows)

    def bring_back_site(self, host: str) -> list[str]:
        """Show the forgotten papers again that pages of a host state; their ids."""
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            values = Values()
            of_host = (
                f"SELECT id FROM paper WHERE {_IS_FORGOTTEN} AND {_is_stated(_on(host, values))}"  # noqa: S608
            )
            return self._bring_back(
                connection, [row for (row,) in ask(connection, of_host, values)]
            )

    def all(self) -> list[ForgottenPaper]:
        """The papers that are forgotten, the newest first."""
        with self._database.asking() as connection:
            return _told(connection)

    def one(self, paper_id: str) -> ForgottenPaper | None:
        """Who forgot a paper, by its id, one from before a merge, or the beginning of one; None when nobody did."""
        with self._database.asking() as connection:
            row = row_of(connection, paper_id, hidden=True)
            found = [] if row is None else _told(connection, f"paper.id = {row}")
        return found[0] if found else None

    def _known(self, connection: AnyConnection, paper: str) -> int:
        row = row_of(connection, paper) or row_of(connection, paper, hidden=True)
        if row is None:
            raise UsageError(f"there is no paper {paper!r}: `harvestman papers` lists the ids")
        return row

    def _forget(
        self, connection: AnyConnection, rows: Collection[int], by: str
    ) -> list[ForgottenPaper]:
        now, by = self._clock.now(), person_named(by)
        forgotten = []
        for row in dict.fromkeys(rows):
            one = _SELECT_PAPER.first(connection, {"row": row})
            if not one.title:
                continue
            claim = persons_claim(one.public_id, Field.FORGOTTEN, one.title, by=by, time=now)
            say_of_paper(connection, row, claim, now=now)
            forgotten.append(ForgottenPaper(one.public_id, one.title, claim.person, now))
        return forgotten

    def _bring_back(self, connection: AnyConnection, rows: Collection[int]) -> list[str]:
        now = self._clock.now()
        back = [
            row
            for row in dict.fromkeys(rows)
            if take_back_of_paper(connection, row, Field.FORGOTTEN, by=None, now=now)
        ]
        return [_SELECT_PAPER.first(connection, {"row": row}).public_id for row in back]


def _on(host: str, values: Values) -> str:
    return is_on("mention.source", host.strip().lower(), values)


def _is_stated(where: str) -> str:
    """Whether a page or file of which this is true states a paper, in SQL."""
    stating = f"mention.paper_id = paper.id AND mention.said_of IS NULL AND {where}"
    return f"EXISTS (SELECT 1 FROM mention WHERE {stating})"  # noqa: S608 (our own words)


def _only_on(connection: AnyConnection, host: str) -> list[int]:
    values = Values()
    here = _on(host, values)
    text = f"""
        SELECT paper.id FROM paper
        WHERE paper.title != '' AND {_is_stated(here)} AND NOT {_is_stated(f"NOT {here}")} ORDER BY paper.id
    """  # noqa: S608 (our own words)
    return [row for (row,) in ask(connection, text, values)]


def _told(connection: AnyConnection, which: str = "true") -> list[ForgottenPaper]:
    """The last word on each forgotten paper."""
    text = f"""
        SELECT paper.public_id, CAST(claim.value AS text), claim.source, claim.time FROM mention
        JOIN claim ON claim.about_id = mention.id JOIN paper ON paper.id = mention.paper_id
        WHERE claim.about = '{MENTION}' AND claim.field = '{Field.FORGOTTEN}'
        AND mention.said_of IS NOT NULL AND {which} ORDER BY claim.time DESC, paper.id
    """  # noqa: S608 (our own words and numbers)
    found: dict[str, ForgottenPaper] = {}
    for name, title, source, time in ask(connection, text):
        by = source.removeprefix(PERSON)
        one = ForgottenPaper(name, str(json.loads(title)), by, moment_told(time))
        found.setdefault(name, one)
    return list(found.values())
