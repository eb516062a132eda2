"""What is inside files that were read: numbers for their streams, so that a file that may have all of them inside is told at once.

One row a file, found by its least number: whatever holds all the streams of a file also holds that one.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harvestman.store.database import Database
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_MOST_FOUND = 50  # files of one template may have their least number in common; the oldest of so many is enough

_MAYBE_INSIDE = Statement(
    f"SELECT digest, streams, pages, mark FROM content WHERE least IN :among ORDER BY id LIMIT {_MOST_FOUND}"  # noqa: S608 (a number)
)
# Read again, a file may have another mark, or none, and other streams that its pages refer to.
_KEEP = Statement.insert(
    "content",
    *("digest", "least", "streams", "pages", "mark"),
    then="""
    ON CONFLICT (digest) DO UPDATE
    SET least = excluded.least, streams = excluded.streams, pages = excluded.pages, mark = excluded.mark
    """,
)


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
        with self._database.asking(is_one=True) as connection:
            return [
                Content(
                    row.digest,
                    struct.unpack(f"<{len(row.streams) // 8}q", row.streams),
                    row.pages,
                    row.mark,
                )
                for row in _MAYBE_INSIDE.rows(connection, {"among": list(streams)})
            ]


def keep_content(connection: AnyConnection, content: Content) -> None:
    """Make a file known by what is inside it, in the caller's transaction."""
    values = {
        "digest": content.digest,
        "least": content.streams[0],
        "streams": struct.pack(f"<{len(content.streams)}q", *content.streams),
        "pages": content.pages,
        "mark": content.mark,
    }
    _KEEP.change(connection, values)
