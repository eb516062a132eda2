"""The index as a file beside the database, so that a restart maps it instead of building it again.

A file is written whole under another name, synced and renamed, so there is never half of one. It says up to which change of
the database it knows everything; what came later is read from the rows. A file that is damaged, of another kind, or of
another database is ignored and built again: nothing is in it that is not in the rows.
"""

from __future__ import annotations

import json
import mmap
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import numpy as np

from harvestman.dedup.texts.rows import Known
from harvestman.dedup.texts.segments import Array, Segment, Shape

_MAGIC = "harvestman fingerprints 3"
_HEAD_BYTES = 4_096
_ALIGNED = 64
_PIECE = 1 << 24  # bytes that are checked at once


def write_snapshot(
    path: Path,
    shape: Shape,
    known: Known,
    fill: Callable[[Callable[[Shape], Mapping[str, Array]]], Segment],
) -> Segment:
    """A segment in a new file at `path`; `fill` makes it in the arrays that it is given. OSError when that cannot be."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    temporary = Path(name)
    try:
        with open(descriptor, "r+b") as stream:
            offsets, size = _places(shape)
            # Reserved, not only promised: a full disk is an error here, and would kill us in the middle of a mapped page.
            os.posix_fallocate(stream.fileno(), 0, size)
            mapped = mmap.mmap(stream.fileno(), size)
            segment = fill(lambda wanted: _arrays(mapped, wanted, offsets))
            head = {
                "magic": _MAGIC,
                "count": shape.count,
                "distance": shape.distance,
                "number": known.number,
                "key": known.key,
                "checksum": _checksum(mapped),
            }
            mapped[:_HEAD_BYTES] = json.dumps(head).encode("ascii").ljust(_HEAD_BYTES)
            mapped.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    return segment


def read_snapshot(path: Path, distance: int) -> tuple[Segment, Known] | None:
    """The segment of a file and how far it goes; None when there is none that serves."""
    try:
        with path.open("rb") as stream:
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        head = json.loads(mapped[:_HEAD_BYTES])
        if head["magic"] != _MAGIC or head["distance"] != distance:
            return None
        shape = Shape(int(head["count"]), distance)
        offsets, size = _places(shape)
        if len(mapped) != size or _checksum(mapped) != head["checksum"]:
            return None
        known = Known(int(head["number"]), str(head["key"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return Segment(shape, _arrays(mapped, shape, offsets)), known


def _places(shape: Shape) -> tuple[Mapping[str, int], int]:
    """Where in the file each array begins, and the size of the file."""
    offsets, end = {}, _HEAD_BYTES
    for name, (kind, size) in shape.arrays().items():
        offsets[name] = end
        used = int(np.prod(size, dtype=np.int64)) * np.dtype(kind).itemsize
        end += -(-used // _ALIGNED) * _ALIGNED
    return offsets, end


def _arrays(mapped: mmap.mmap, shape: Shape, offsets: Mapping[str, int]) -> Mapping[str, Array]:
    return {
        name: np.frombuffer(
            mapped, kind, count=int(np.prod(size, dtype=np.int64)), offset=offsets[name]
        ).reshape(size)
        for name, (kind, size) in shape.arrays().items()
    }


def _checksum(mapped: mmap.mmap) -> int:
    total = 0
    with memoryview(mapped) as view:
        for start in range(_HEAD_BYTES, len(view), _PIECE):
            total = crc32(view[start : start + _PIECE], total)
    return total
