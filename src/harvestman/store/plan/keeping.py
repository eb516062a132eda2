"""How an import for the plan is written: one transaction, rows met again by their keys.

All or nothing is left to the database: an import that dies, even by kill -9, has changed nothing, so nothing half-imported
can be ranked and there are no leftovers to remove.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store import schema
from harvestman.store.database import insert_into
from harvestman.store.plan.rows import TABLES, KnownPapers, PlanImport, SeriesRecord, VolumeRecord
from harvestman.store.storable import storable

_BATCH_ROWS = 2_000
_PART_BYTES = 30 << 16  # a multiple of the keys' five and six bytes; about two megabytes a row

_SERIES = tuple(f.name for f in fields(SeriesRecord))
_VOLUME = tuple(f.name for f in fields(VolumeRecord))


def keep_import(
    connection: Connection, brought: PlanImport, *, imported: datetime, replace: bool
) -> None:
    """Write an import. With `replace`, series and volumes that it does not hold are forgotten."""
    noted = sa.insert(schema.plan_import).values(
        source=brought.source,
        kind=brought.kind,
        as_of=brought.as_of,
        series=len(brought.series),
        volumes=len(brought.volumes),
        imported=imported,
    )
    number = connection.execute(noted.returning(schema.plan_import.c.id)).scalar_one()
    marks = (brought.as_of, number)
    _upsert_newer(
        connection,
        schema.plan_series,
        [(*(_value(row, name) for name in _SERIES), *marks) for row in brought.series],
        _SERIES,
    )
    _upsert_newer(
        connection,
        schema.plan_volume,
        [(*(_value(row, name) for name in _VOLUME), *marks) for row in brought.volumes],
        _VOLUME,
        oldest="entered",
    )
    if replace:
        for table in (schema.plan_volume, schema.plan_series):
            connection.execute(sa.delete(table).where(table.c.import_id != number))
    if replace or _is_newest(connection, brought):
        _keep_prominence(connection, brought, replace=replace)
        if brought.known is not None:
            _keep_known(connection, brought.known)


def _value(row: SeriesRecord | VolumeRecord, name: str) -> Any:
    value = getattr(row, name)
    return list(value) if isinstance(value, tuple) else value


def _upsert_newer(
    connection: Connection,
    table: sa.Table,
    rows: Sequence[tuple[Any, ...]],
    names: Sequence[str],
    *,
    oldest: str = "",
) -> None:
    """Insert or update by key: the newer import's values are kept, and the older one of two `oldest` dates."""
    columns = (*names, "as_of", "import_id")
    statement = insert_into(table, connection.dialect.name)
    new, old = statement.excluded, table.c
    is_newer = new.as_of >= old.as_of
    changes: dict[str, sa.ColumnElement[Any]] = {
        name: sa.case((is_newer, new[name]), else_=old[name])
        for name in columns
        if name not in ("key", oldest, "import_id")
    }
    # The mark of the last import that held the row, old or new: `replace` forgets the rest.
    changes["import_id"] = new.import_id
    if oldest:
        changes[oldest] = sa.case(
            (old[oldest].is_(None), new[oldest]),
            (sa.or_(new[oldest].is_(None), old[oldest] <= new[oldest]), old[oldest]),
            else_=new[oldest],
        )
    keyed = {storable(row[0]): row for row in rows}  # a key that a file holds twice counts once
    upsert = statement.on_conflict_do_update(index_elements=[old.key], set_=changes)
    write_rows(connection, upsert, columns, keyed.values())


def write_rows(
    connection: Connection,
    statement: sa.Executable,
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
) -> int:
    """Run a statement for many rows, in batches that bound the memory; how many there were."""
    written = 0
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(dict(zip(columns, row, strict=True)))
        if len(batch) >= _BATCH_ROWS:
            connection.execute(statement, batch)
            written += len(batch)
            batch = []
    if batch:
        connection.execute(statement, batch)
    return written + len(batch)


def _is_newest(connection: Connection, brought: PlanImport) -> bool:
    """Whether no newer import of the same bibliography is there: dumps are all of one, tables have their names."""
    table = schema.plan_import
    same = (
        sa.and_(table.c.kind == brought.kind, table.c.source == brought.source)
        if brought.kind == TABLES
        else table.c.kind != TABLES
    )
    newest = connection.scalar(sa.select(sa.func.max(table.c.as_of)).where(same))
    return newest is None or brought.as_of >= newest


def _keep_prominence(connection: Connection, brought: PlanImport, *, replace: bool) -> None:
    """The prominence of the newest dump takes the place of all before."""
    prominence = schema.plan_prominence
    ours = sorted({row.series for row in brought.prominence})
    if replace:
        connection.execute(sa.delete(prominence))
    for start in range(0, len(ours), _BATCH_ROWS):
        part = ours[start : start + _BATCH_ROWS]
        connection.execute(sa.delete(prominence).where(prominence.c.series.in_(part)))
    write_rows(
        connection,
        sa.insert(prominence),
        ("series", "now_year", "prm", "events"),
        ((p.series, p.now_year, p.prm, p.events) for p in brought.prominence),
    )


def _keep_known(connection: Connection, known: KnownPapers) -> None:
    """The papers of the newest dump take the place of those of the one before."""
    keys, packed, of_volume = schema.plan_known, schema.plan_packed, schema.plan_packed_volume
    for table in (of_volume, packed, keys):
        connection.execute(sa.delete(table))
    for kind, every in (("title", known.titles), ("doi", known.dois)):
        for part, at in enumerate(range(0, len(every), _PART_BYTES)):
            values = {"kind": kind, "part": part, "numbers": every[at : at + _PART_BYTES]}
            connection.execute(sa.insert(keys), values)
    for records, volumes in known.packed:
        insert = sa.insert(packed).returning(packed.c.id)
        row = connection.scalars(insert, {"records": records}).one()
        write_rows(
            connection,
            sa.insert(of_volume),
            ("volume", "packed_id"),
            ((storable(name), row) for name in dict.fromkeys(volumes)),
        )
