"""Keeps the index in Redis up to date with the rows of the library's database, which decide.

Redis notes the number of the last change that it has. When it was lost, or came back empty, what is missing is written into it
again from the rows, in the background when it is much; until then it finds less, and the state says so. Many processes may do
this at once: each piece is written by one of them.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from harvestman.dedup.texts.fingerprints import PACKED_BYTES
from harvestman.dedup.texts.matching import State
from harvestman.dedup.texts.redis_layout import (
    MOST_BYTES,
    Layout,
    id_of,
    mark,
    read_mark,
    record,
    record_name,
)
from harvestman.dedup.texts.redis_link import Link, fetched
from harvestman.dedup.texts.rows import Known, kept_row
from harvestman.store import FingerprintRow, Fingerprints

if TYPE_CHECKING:
    from redis import Redis

_WRITTEN_AT_ONCE = 500  # documents in one round trip
_IN_BACKGROUND = 2_000  # documents; what is missing beyond is written in the background
_ANOTHER = (
    "Redis has the index of another library, or of a later state of this one: give each library a database number of its "
    "own, or empty this one with FLUSHDB"
)


# One script is one step that nobody can enter: it writes all or, when the mark has moved, nothing. A string that has grown
# too long is boilerplate of thousands of documents and grows no more. An empty record is that of a discarded document.
_WRITE = f"""
local mark = redis.call('GET', KEYS[1]) or ''
if mark ~= ARGV[1] then return 0 end
local strings = tonumber(ARGV[3])
for n = 1, strings do
  if redis.call('STRLEN', KEYS[1 + n]) < {MOST_BYTES} then redis.call('APPEND', KEYS[1 + n], ARGV[3 + n]) end
end
for n = strings + 1, #KEYS - 1 do
  if ARGV[3 + n] == '' then redis.call('DEL', KEYS[1 + n]) else redis.call('SET', KEYS[1 + n], ARGV[3 + n]) end
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
"""


class Follower:
    """Keeps the Redis of an index up to date with the rows."""

    def __init__(self, rows: Fingerprints, link: Link, layout: Layout) -> None:
        self._rows = rows
        self._link = link
        self._layout = layout
        self._busy = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._number = 0  # the last change that we know to have been in Redis
        self._trouble = ""
        self.is_ours = True
        """Whether Redis has the index of this library, as far as we know."""

    def state(self) -> State:
        """Whether Redis has what it should."""
        return State("degraded", self._trouble) if self._trouble else State("ok")

    def notice(self, data: bytes | None) -> None:
        """Redis has this mark of how far it knows the rows: when it knew more before, it was emptied."""
        if read_mark(data).number < self._number:
            self.follow()

    def follow(self) -> None:
        """Write into Redis what it has not got yet; much of it in the background."""
        if not self._busy.acquire(blocking=False):
            return  # somebody is at it
        is_left_to_thread = False
        try:
            known = self._link.ask(self._known, None)
            if known is None:
                return  # it will be tried again when Redis is back
            self._number = known.number
            self.is_ours = (
                not known.number or (self._rows.number_of(known.key) or 0) >= known.number
            )
            self._trouble = "" if self.is_ours else _ANOTHER
            if not self.is_ours:
                return
            behind = self._rows.newest() - known.number
            if behind > _IN_BACKGROUND:
                is_left_to_thread = True
                self._trouble = f"Redis is being filled: {behind:,} documents are to be written"
                self._thread = threading.Thread(target=self._fill, daemon=True)
                self._thread.start()
            elif behind > 0:
                self._write_missing()
        finally:
            if not is_left_to_thread:
                self._busy.release()

    def close(self) -> None:
        """Stop what runs in the background."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _fill(self) -> None:
        try:
            self._write_missing()
        finally:
            self._trouble = ""
            self._busy.release()

    def _write_missing(self) -> None:
        while not self._stop.is_set():
            known = self._link.ask(self._known, None)
            if known is None:
                return
            rows = self._rows.since(known.number, limit=_WRITTEN_AT_ONCE)
            if not rows or not self._link.tell(partial(self._write, known=known, rows=rows)):
                return
            self._number = rows[-1].number

    def _known(self, client: Redis) -> Known:
        return read_mark(fetched(client, [self._layout.mark])[0])

    def _write(self, client: Redis, *, known: Known, rows: Sequence[FingerprintRow]) -> None:
        """The entries and records of these rows, all or none; nothing when somebody else has written them."""
        appended: dict[bytes, list[bytes]] = defaultdict(list)
        records: dict[bytes, bytes] = {}
        for row in rows:
            key = bytes.fromhex(row.key)
            name = record_name(id_of(key))
            records[name] = b""
            if row.sketch is not None and len(row.sketch) == PACKED_BYTES:
                fp = kept_row(row)
                records[name] = record(key, fp)
                for string, entry in self._layout.entries(key, fp):
                    appended[string].append(entry)
        mark_now = mark(known) if known.number else b""
        names = [self._layout.mark, *appended, *records]
        values: list[bytes | int] = [
            mark_now,
            mark(Known(rows[-1].number, rows[-1].key)),
            len(appended),
            *(b"".join(entries) for entries in appended.values()),
            *records.values(),
        ]
        client.eval(_WRITE, len(names), *names, *values)
