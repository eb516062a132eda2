"""What is inside files that were read: numbers for their streams, so that a file that may have all of them inside is told at once.

One row a file, found by its least number: whatever holds all the streams of a file also holds that one.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection

from harvestman.store import schema
from harvestman.store.database import Database, insert_into
from harvestman.store.prepared import Prepared

_content = schema.content
_MOST_FOUND = 50  # files of one template may have their least number in common; the oldest of so many is enough


def _maybe_inside(dialect: str) -> sa.Select[Any]:
    """The statement with one value for all numbers, so that it is compiled once."""
    is_among: sa.ColumnElement[bool]
    if dialect == "sqlite":
        many = sa.func.json_each(sa.bindparam("among", type_=sa.Text)).table_valued("value")
        is_among = _content.c.least.in_(sa.select(many.c.value))
    else:
        among = sa.bindparam("among", type_=postgresql.ARRAY(sa.BigInteger))
        is_among = _content.c.least == sa.any_(among)
    return (
        sa.select(_content.c.digest, _content.c.streams, _content.c.pages, _content.c.mark)
        .where(is_among)
        .order_by(_content.c.id)
        .limit(sa.literal_column(str(_MOST_FOUND)))
    )


_MAYBE_INSIDE = Prepared(_maybe_inside)


def _keep(dialect: str) -> sa.Executable:
    """Read again, a file may have another mark, or none."""
    insert = insert_into(_content, dialect)
    return insert.on_conflict_do_update(
        index_elements=["digest"],
        set_={name: insert.excluded[name] for name in ("pages", "mark")},
    )


_KEEP = Prepared(_keep, "digest", "least", "streams", "pages", "mark")


@dataclass(frozen=True, slots=True)
class Content:
    """What is inside one file."""

    digest: str
    streams: tuple[int, ...]
    """Signed numbers of 64 bits, in ascending order."""
    pages: int = 0
    mark: str = ""
    """Of its pages, in order, with all that they refer to; "" when there is none, and then it is inside nothing."""


class Contents:
    """The contents of the files of a library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def maybe_inside(self, streams: Sequence[int]) -> list[Content]:
        """Files whose least stream is among these, the oldest first; not all, if there are very many."""
        among = json.dumps(streams) if self._database.is_sqlite else list(streams)
        with self._database.read() as connection:
            return [
                Content(
                    row.digest,
                    struct.unpack(f"<{len(row.streams) // 8}q", row.streams),
                    row.pages,
                    row.mark,
                )
                for row in _MAYBE_INSIDE.rows(connection, {"among": among})
            ]


def keep_content(connection: Connection, content: Content) -> None:
    """Make a file known by what is inside it, in the caller's transaction."""
    values = {
        "digest": content.digest,
        "least": content.streams[0],
        "streams": struct.pack(f"<{len(content.streams)}q", *content.streams),
        "pages": content.pages,
        "mark": content.mark,
    }
    _KEEP.change(connection, values)
