"""The plan's part of a library: series, volumes, side tables and observations, taken in and given back as plain rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import date
from typing import Any

import sqlalchemy as sa

from harvestman.model import Clock
from harvestman.store import schema
from harvestman.store.addresses import is_on_site
from harvestman.store.database import PLANNING, Database, insert_into
from harvestman.store.plan.keeping import keep_import, write_rows
from harvestman.store.plan.rows import (
    CitationRecord,
    ImportRecord,
    Observation,
    PlanImport,
    ProminenceRecord,
    RatingRecord,
    SeriesRecord,
    UsageRecord,
    VolumeLine,
    VolumeRecord,
)

_CHUNK_ROWS = 1_000
_SERIES = sa.select(
    *(
        schema.plan_series.c[name]
        for name in ("key", "name", "acronym", "is_workshop", "hosts", "ended")
    )
).order_by(schema.plan_series.c.key)


class Plan:
    """What the library knows of conference series."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def keep(self, brought: PlanImport, *, replace: bool = False) -> None:
        """Keep an import, all of it or nothing. Again, or newer, it updates; older, it brings older entry dates only."""
        with self._database.write() as connection:
            self._database.lock(connection, PLANNING)
            keep_import(connection, brought, imported=self._clock.now(), replace=replace)

    def keep_sides(
        self,
        *,
        ratings: Sequence[RatingRecord] = (),
        citations: Sequence[CitationRecord] = (),
        usage: Sequence[UsageRecord] = (),
    ) -> None:
        """Keep side tables: a rating list of the same name and year is replaced, the other rows by their keys."""
        with self._database.write() as connection:
            self._database.lock(connection, PLANNING)
            rating = schema.plan_rating
            for name, year in sorted({(r.list, r.year) for r in ratings}):
                connection.execute(
                    sa.delete(rating).where(rating.c.list == name, rating.c.year == year)
                )
            write_rows(
                connection,
                sa.insert(rating),
                ("list", "year", "acronym", "title", "value", "series"),
                ((r.list, r.year, r.acronym, r.title, r.value, r.series) for r in ratings),
            )
            self._upsert(
                connection,
                schema.plan_citation,
                [(c.series, c.event_year, c.citing_year, c.citations) for c in citations],
            )
            self._upsert(
                connection, schema.plan_usage, [(u.series, u.month, u.uses) for u in usage]
            )

    def _upsert(
        self, connection: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]
    ) -> None:
        """Insert or update; the last column is the value, those before it are the key."""
        *key, value = [column.name for column in table.columns]
        statement = insert_into(table, connection.dialect.name)
        upsert = statement.on_conflict_do_update(
            index_elements=key, set_={value: statement.excluded[value]}
        )
        keyed = {row[:-1]: row for row in rows}
        write_rows(connection, upsert, (*key, value), keyed.values())

    def observe(self, seen: Observation) -> None:
        """Note an entry that arrived, or a look in vain; the same one twice is one."""
        table = schema.plan_observation
        with self._database.write() as connection:
            statement = insert_into(table, connection.dialect.name).values(
                series=seen.series,
                event_year=seen.event_year,
                seen=seen.seen,
                event_month=seen.event_month,
                source=seen.source,
            )
            changed = {name: statement.excluded[name] for name in ("event_month", "source")}
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["series", "event_year", "seen"], set_=changed
                )
            )

    def take_back(self, series: str, seen: date, event_year: int) -> bool:
        """Forget what was noted of a series on a day, of an edition or (0) of a look in vain; whether there was anything."""
        table = schema.plan_observation
        statement = sa.delete(table).where(
            table.c.series == series, table.c.seen == seen, table.c.event_year == event_year
        )
        with self._database.write() as connection:
            return bool(connection.execute(statement).rowcount)

    def imports(self) -> list[ImportRecord]:
        """What was imported, the newest last."""
        table = schema.plan_import
        columns = (
            table.c.source,
            table.c.kind,
            table.c.as_of,
            table.c.series,
            table.c.volumes,
            table.c.imported,
        )
        with self._database.read() as connection:
            rows = connection.execute(sa.select(*columns).order_by(table.c.id)).all()
        return [ImportRecord(*row) for row in rows]

    def series(self) -> list[SeriesRecord]:
        """All series, by key."""
        return self._series(_SERIES)

    def series_after(self, key: str, limit: int, *, words: str = "") -> list[SeriesRecord]:
        """So many series whose keys come after that one; `words` is a part of key, name or acronym, in any case."""
        t = schema.plan_series
        statement = _SERIES.where(t.c.key > key).limit(limit)
        if words:
            fits = [
                column.icontains(words, autoescape=True)
                for column in (t.c.key, t.c.name, t.c.acronym)
            ]
            statement = statement.where(sa.or_(*fits))
        return self._series(statement)

    def one_series(self, key: str) -> SeriesRecord | None:
        """The series with this key."""
        return next(iter(self._series(_SERIES.where(schema.plan_series.c.key == key))), None)

    def _series(self, statement: sa.Select[Any]) -> list[SeriesRecord]:
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return [
            SeriesRecord(key, name, acronym, is_workshop, tuple(hosts), ended)
            for key, name, acronym, is_workshop, hosts, ended in rows
        ]

    def volumes(
        self, series: str | None = None, *, key: str | None = None
    ) -> Iterator[VolumeRecord]:
        """All volumes with all that is known of them, by key; or those of one series, or the one with a key."""
        names = [field.name for field in fields(VolumeRecord)]
        t = schema.plan_volume
        statement = sa.select(*(t.c[name] for name in names)).order_by(t.c.key)
        if series is not None:
            statement = statement.where(t.c.series == series)
        if key is not None:
            statement = statement.where(t.c.key == key)
        with self._database.read() as connection:
            streaming = connection.execution_options(yield_per=_CHUNK_ROWS)
            for row in streaming.execute(statement):
                yield VolumeRecord(**dict(zip(names, row, strict=True)))

    def volume_lines(self) -> list[VolumeLine]:
        """What a ranking looks at, of all volumes with a year, in an order that both databases keep."""
        t = schema.plan_volume
        titles = sa.case(
            (t.c.strand != "", sa.case((t.c.booktitle != "", t.c.booktitle), else_=t.c.title)),
            (t.c.title.contains("@"), t.c.title),
            else_="",
        )
        statement = (
            sa.select(
                t.c.series,
                t.c.strand,
                t.c.year,
                t.c.month,
                t.c.entered,
                t.c.papers,
                t.c.country,
                sa.case((t.c.source != "", t.c.source), else_=t.c.publisher),
                titles,
            )
            .where(t.c.year > 0)
            .order_by(t.c.series, t.c.key)
        )
        with self._database.read() as connection:
            return list(map(VolumeLine._make, connection.execute(statement).all()))

    def prominence(self, year: int) -> list[ProminenceRecord]:
        """prm(c) as of that year, or of the newest year before it that is known, for each series."""
        t = schema.plan_prominence
        newest = (
            sa.select(t.c.series, sa.func.max(t.c.now_year).label("now_year"))
            .where(t.c.now_year <= year)
            .group_by(t.c.series)
            .subquery()
        )
        statement = sa.select(t.c.series, t.c.now_year, t.c.prm, t.c.events).join(
            newest, sa.and_(t.c.series == newest.c.series, t.c.now_year == newest.c.now_year)
        )
        with self._database.read() as connection:
            return [ProminenceRecord(*row) for row in connection.execute(statement)]

    def ratings(self, *, before_year: int) -> list[RatingRecord]:
        """The lines of all lists published before that year."""
        t = schema.plan_rating
        statement = sa.select(
            t.c.list, t.c.year, t.c.acronym, t.c.title, t.c.value, t.c.series
        ).where(t.c.year < before_year)
        with self._database.read() as connection:
            return [RatingRecord(*row) for row in connection.execute(statement.order_by(t.c.id))]

    def citations(self, *, before_year: int) -> list[CitationRecord]:
        """Citations given before that year."""
        t = schema.plan_citation
        statement = sa.select(t.c.series, t.c.event_year, t.c.citing_year, t.c.citations).where(
            t.c.citing_year < before_year
        )
        with self._database.read() as connection:
            return [CitationRecord(*row) for row in connection.execute(statement)]

    def usage(self, month: str) -> list[UsageRecord]:
        """What was asked for in that month."""
        t = schema.plan_usage
        statement = sa.select(t.c.series, t.c.month, t.c.uses).where(t.c.month == month)
        with self._database.read() as connection:
            return [UsageRecord(*row) for row in connection.execute(statement)]

    def observations(self) -> list[Observation]:
        """All observations, the oldest first."""
        t = schema.plan_observation
        statement = sa.select(
            t.c.series, t.c.seen, t.c.event_year, t.c.event_month, t.c.source
        ).order_by(t.c.seen, t.c.series, t.c.event_year)
        with self._database.read() as connection:
            return [Observation(*row) for row in connection.execute(statement)]

    def has_read(self, host: str) -> bool:
        """Whether papers were read off a page of that host."""
        t = schema.visit
        statement = sa.select(t.c.id).where(t.c.papers > 0, is_on_site(t.c.url, host)).limit(1)
        with self._database.read() as connection:
            return connection.execute(statement).first() is not None

    def known_keys(self, kind: str) -> bytes:
        """The keys of the papers that the newest dump has, by `title` or `doi`; b"" when there is none."""
        t = schema.plan_known
        statement = sa.select(t.c.numbers).where(t.c.kind == kind).order_by(t.c.part)
        with self._database.read() as connection:
            return b"".join(connection.scalars(statement))

    def packed_papers(self, volume: str) -> list[bytes]:
        """The packed records of the newest dump among which those of a volume's papers are."""
        t, of_volume = schema.plan_packed, schema.plan_packed_volume
        statement = (
            sa.select(t.c.records)
            .join_from(of_volume, t)
            .where(of_volume.c.volume == volume)
            .order_by(t.c.id)
        )
        with self._database.read() as connection:
            return list(connection.scalars(statement))
