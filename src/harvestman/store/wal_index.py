"""Whether anybody has written to an SQLite database since, told without asking it.

A question to SQLite takes and gives back a lock, which is most of the 6 µs that even the shortest one costs. But the first 96 bytes of
its WAL index (https://sqlite.org/walformat.html, 2.1) change with every commit of every process, and they are in this process's memory
already: SQLite has mapped the file. They are read there. The file must not be opened once more for that: closing it again, even
a copy of its descriptor, would drop all locks that SQLite holds on it (POSIX locks belong to the process).
"""

from __future__ import annotations

import ctypes
from pathlib import Path

_HEADER_BYTES = (
    96  # two copies of what a commit changes; what readers and checkpoints change stands behind
)


class WalIndex:
    """The header of the WAL index of an SQLite database. To be asked only while a connection of this process is open that has read."""

    def __init__(self, database: str) -> None:
        address = _mapped_at(f"{Path(database).resolve()}-shm")
        self._header = (ctypes.c_char * _HEADER_BYTES).from_address(address) if address else None

    @property
    def state(self) -> bytes | None:
        """What is another after every commit; None where that cannot be told."""
        return self._header.raw if self._header is not None else None


def _mapped_at(file: str) -> int:
    """Where the beginning of a file is in this process's memory; 0 when it is not, or where that is not to be learnt."""
    try:
        lines = Path("/proc/self/maps").read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return 0
    for line in lines:
        span, _rights, offset, _device, _inode, *name = line.split(maxsplit=5)
        if name == [file] and not int(offset, 16):
            return int(span.partition("-")[0], 16)
    return 0
