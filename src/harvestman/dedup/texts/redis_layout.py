"""How fingerprints lie in Redis: a record for each document, and strings of short entries that lead to it.

    hv:f:ID              the record: the document's key and its fingerprint; ID is the first eight bytes of the key
    hv:s:K:TABLE:BLOCK   one of K+1 sub-hash tables: simhash and ID of all documents with this block
    hv:b:BAND:HIGH       one bucket of bands: low half of the value, and ID
    hv:n:K               the mark: number and key of the last change of the library's rows that is in here

An entry is appended and never taken out: a document that was discarded has no record any more, and an entry that leads to none,
or to one that has changed, finds nothing. Strings of entries take a fifth of the memory of Redis's own sets, and come in one piece.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.fingerprints import BAND_BINS, Fingerprint
from harvestman.dedup.texts.rows import Known
from harvestman.dedup.texts.segments import Shape

MOST_BYTES = 65_536
"""Of one string: far above what chance brings together, far below what could stop us."""

HASH_ENTRY = np.dtype([("simhash", "<u8"), ("id", "<u8")])
BAND_ENTRY = np.dtype([("low", "<u2"), ("id", "<u8")])
_KEY_BYTES = 32
_ID = struct.Struct("<Q")
_BAND = struct.Struct("<HQ")
_HASH = struct.Struct("<QQ")


class Layout:
    """The names and entries of fingerprints for one distance."""

    def __init__(self, distance: int) -> None:
        self.distance = distance
        bits = Shape(0, distance).block_bits
        self._tables = [
            (b"hv:s:%d:%d:" % (distance, table), bits * table) for table in range(distance + 1)
        ]
        self._mask = (1 << bits) - 1
        self._bands = [b"hv:b:%d:" % band for band in range(BAND_BINS)]
        self.mark = b"hv:n:%d" % distance

    def hash_names(self, simhash: int) -> list[bytes]:
        """The strings in which documents near this simhash are."""
        mask = self._mask
        return [
            prefix + ((simhash >> shift) & mask).to_bytes(2, "little")
            for prefix, shift in self._tables
        ]

    def band_names(self, bands: Sequence[int]) -> list[bytes]:
        """The strings in which documents with one of these bands are; none for empty bands."""
        return [
            prefix + (value >> 16).to_bytes(2, "little")
            for prefix, value in zip(self._bands, bands, strict=True)
            if value
        ]

    def entries(self, key: bytes, fp: Fingerprint) -> list[tuple[bytes, bytes]]:
        """The entries of a document, each with the string that it is appended to."""
        own = id_of(key)
        bands = np.frombuffer(fp.bands, "<u4").tolist()
        lows = [_BAND.pack(value & 0xFFFF, own) for value in bands if value]
        hashed = _HASH.pack(fp.simhash, own)
        return [
            *((name, hashed) for name in self.hash_names(fp.simhash)),
            *zip(self.band_names(bands), lows, strict=True),
        ]


def id_of(key: bytes) -> int:
    """The short name of a document."""
    return int(_ID.unpack_from(key)[0])


def record_name(identity: int) -> bytes:
    """Where the record of a document lies."""
    return b"hv:f:" + _ID.pack(identity)


def record(key: bytes, fp: Fingerprint) -> bytes:
    """The record of a document."""
    return key + fp.to_bytes()


def read_record(data: bytes | None) -> tuple[bytes, Fingerprint] | None:
    """The key and fingerprint of a record; None for what is none."""
    if data is None:
        return None
    try:
        return data[:_KEY_BYTES], Fingerprint.from_bytes(data[_KEY_BYTES:])
    except ValueError:
        return None


def mark(known: Known) -> bytes:
    """How far Redis knows the rows, as it is noted there."""
    return f"{known.number}:{known.key}".encode()


def read_mark(data: object) -> Known:
    """What `mark` noted; the beginning for anything else."""
    number, _, key = (
        data.decode("ascii", "replace").partition(":") if isinstance(data, bytes) else ("", "", "")
    )
    return Known(int(number), key) if number.isdecimal() else Known(0, "")


def joined(
    strings: Sequence[bytes | None], kind: np.dtype[np.void]
) -> tuple[npt.NDArray[np.void], npt.NDArray[np.intp]]:
    """All entries of many strings, and which string each is of. Half an entry at an end is left out."""
    size = kind.itemsize
    whole = [string[: len(string) // size * size] if string else b"" for string in strings]
    of = np.repeat(np.arange(len(whole)), [len(string) // size for string in whole])
    return np.frombuffer(b"".join(whole), kind), of
