"""Whether a library is sound, for `harvestman doctor`: the file, the references, the search indexes, the blobs."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store import schema
from harvestman.store.blobs import Blobs
from harvestman.store.search import DOCUMENT_INDEX, PAPER_INDEX
from harvestman.store.tallies import count_anew, read_tallies

_MAX_NAMED = 5
_MAX_BLOBS = 10_000  # the newest: a bucket answers for one after the other


def find_damage(connection: Connection) -> list[str]:
    """Tables that are gone, and what the database itself finds broken in its file; a line each."""
    there = set(sa.inspect(connection).get_table_names())
    broken = [f"it lacks the table {name}" for name in schema.metadata.tables if name not in there]
    if not broken and connection.dialect.name == "sqlite":
        told = connection.exec_driver_sql("PRAGMA quick_check(5)").scalars().all()
        broken = [line for line in told if line != "ok"]
    return [f"the database is damaged: {line}" for line in broken]


def check_tables(connection: Connection, blobs: Blobs) -> list[str]:
    """A line for each kind of thing that is wrong; none for a sound library."""
    problems: list[str] = []
    if connection.dialect.name == "sqlite":
        problems += _check_references(connection)
    problems += _check_indexes(connection)
    problems += _check_tallies(connection)
    problems += _check_blobs(connection, blobs)
    return problems


def _check_references(connection: Connection) -> list[str]:
    strays = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if not strays:
        return []
    tables = ", ".join(sorted({row[0] for row in strays}))
    return [f"{len(strays)} rows refer to rows that do not exist (in {tables})."]


def _check_indexes(connection: Connection) -> list[str]:
    problems = []
    for index, table in ((PAPER_INDEX, schema.paper), (DOCUMENT_INDEX, schema.full_text)):
        words = sa.table(index.name, sa.column("rowid"))
        missing = connection.scalar(
            sa.select(sa.func.count())
            .select_from(table)
            .where(table.c.id.not_in(sa.select(words.c.rowid)))
        )
        if missing:
            problems.append(f"{missing} rows of {table.name} cannot be found by searching.")
    return problems


def _check_tallies(connection: Connection) -> list[str]:
    kept, found = read_tallies(connection), count_anew(connection)
    wrong = [name for name in sorted({*kept, *found}) if kept.get(name, 0) != found.get(name, 0)]
    told = f"The numbers of `harvestman status` are wrong ({', '.join(wrong)}): `harvestman upgrade` counts anew."
    return [told] if wrong else []


def _check_blobs(connection: Connection, blobs: Blobs) -> list[str]:
    page, kept = schema.page, schema.page_bytes
    digests = connection.scalars(
        sa.select(page.c.digest)
        .where(~sa.exists().where(kept.c.digest == page.c.digest))
        .order_by(page.c.id.desc())
        .limit(_MAX_BLOBS)
    )
    missing = [digest for digest in dict.fromkeys(digests) if not blobs.has(digest)]
    if not missing:
        return []
    named = ", ".join(digest[:12] for digest in missing[:_MAX_NAMED])
    return [f"{len(missing)} pages have lost their bytes ({named}, …): harvest them again."]
