"""Documents in sorted arrays: the part of the embedded index that does not change.

For simhashes there are k+1 tables, each sorted by another block of the bits: two hashes that differ in at most k bits are
equal in at least one block (Manku and others 2007; the seed's text speaks of k+1 and uses k). For texts that differ in more,
by a cover page or a revision, there is one table of all bands. A segment lives in memory or in a mapped file alike: see
`snapshots`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS

Array = npt.NDArray[Any]
Places = npt.NDArray[np.intp]

Part = tuple[Mapping[str, Array], npt.NDArray[np.bool_]]
"""Rows of documents, and which of them are alive."""

_COMMON = 64
"""A run of words that more documents share is boilerplate, and finds nothing."""
_LONGEST = 4_096
"""Documents of one block that are looked at: far above what chance brings together, far below what could stop us."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the arrays of a segment look like."""

    count: int
    distance: int

    @property
    def block_bits(self) -> int:
        """Bits of one block; those that the division leaves over belong to none."""
        return min(16, 64 // (self.distance + 1))

    def arrays(self) -> Mapping[str, tuple[str, tuple[int, ...]]]:
        """The type and shape of each array."""
        n, tables = self.count, self.distance + 1
        return {
            "keys": ("<u8", (n, 4)),
            "simhash": ("<u8", (n,)),
            "shingles": ("<u4", (n,)),
            "bands": ("<u4", (n, BAND_BINS)),
            "sketch": ("<u2", (n, SKETCH_BINS)),
            "positions": ("|u1", (n, SKETCH_BINS)),
            "notation": ("<u2", (n, NOTATION_BINS)),
            "starts": ("<u4", (tables, (1 << self.block_bits) + 1)),
            "sorted": ("<u8", (tables, n)),
            "places": ("<u4", (tables, n)),
            "band_values": ("<u4", (n * BAND_BINS,)),
            "band_places": ("<u4", (n * BAND_BINS,)),
        }


ROWS = ("keys", "simhash", "shingles", "bands", "sketch", "positions", "notation")
"""The arrays with one row a document; the others are worked out from them."""


class Segment:
    """Sorted documents; `alive` says which of them were not discarded since."""

    def __init__(self, shape: Shape, arrays: Mapping[str, Array]) -> None:
        self.shape = shape
        self.arrays = arrays
        self.alive = np.ones(shape.count, np.bool_)
        self._starts = [memoryview(row) for row in np.ascontiguousarray(arrays["starts"])]
        self._sorted = list(arrays["sorted"])
        bits = shape.block_bits
        self._shifts = [bits * table for table in range(shape.distance + 1)]
        self._mask = (1 << bits) - 1

    def __len__(self) -> int:
        return self.shape.count

    def near(self, simhash: int, distance: int) -> Places:
        """The places of documents whose simhash differs in at most so many bits; some may be named twice."""
        ranges = []
        for starts, shift in zip(self._starts, self._shifts, strict=True):
            block = (simhash >> shift) & self._mask
            first = starts[block]
            ranges.append(slice(first, min(starts[block + 1], first + _LONGEST)))
        near = np.concatenate([row[span] for row, span in zip(self._sorted, ranges, strict=True)])
        hits: Places = np.flatnonzero(np.bitwise_count(near ^ np.uint64(simhash)) <= distance)
        if not len(hits):
            return hits
        rows = self.arrays["places"]
        found = np.concatenate([row[span] for row, span in zip(rows, ranges, strict=True)])[hits]
        living: Places = found[self.alive[found]].astype(np.intp)
        return living

    def near_many(self, simhashes: npt.NDArray[np.uint64], distance: int) -> tuple[Places, Places]:
        """The same for many: which of them, and the place of a document that is near it."""
        askers, found = [], []
        for table, shift in enumerate(self._shifts):
            blocks = ((simhashes >> np.uint64(shift)) & np.uint64(self._mask)).astype(np.intp)
            starts = self.arrays["starts"][table]
            first = starts[blocks].astype(np.intp)
            lengths = np.minimum(starts[blocks + 1].astype(np.intp) - first, _LONGEST)
            asker, entry = _spread(first, lengths)
            differing = np.bitwise_count(self.arrays["sorted"][table][entry] ^ simhashes[asker])
            hits = np.flatnonzero(differing <= distance)
            askers.append(asker[hits])
            found.append(self.arrays["places"][table][entry[hits]].astype(np.intp))
        return self._living(np.concatenate(askers), np.concatenate(found))

    def sharing(self, bands: npt.NDArray[np.uint32]) -> tuple[Places, Places]:
        """For rows of bands: which row, and the place of a document that shares a band with it, once for each band."""
        rows, columns = np.nonzero(bands)
        wanted = bands[rows, columns]
        if (
            len(bands) > 1
        ):  # neighbours in the table are looked up one after the other: fewer misses of the cache
            order = np.argsort(wanted)
            rows, wanted = rows[order], wanted[order]
        values = self.arrays["band_values"]
        first = np.searchsorted(values, wanted)
        first[first == len(values)] = 0
        hits = np.flatnonzero(values[first] == wanted) if len(values) else first[:0]
        rows, wanted, first = rows[hits], wanted[hits], first[hits]
        lengths = np.searchsorted(values, wanted, "right") - first
        lengths[lengths > _COMMON] = 0
        asker, entry = _spread(first, lengths)
        return self._living(rows[asker], self.arrays["band_places"][entry].astype(np.intp))

    def discard(self, keys: npt.NDArray[np.uint64]) -> None:
        """Never name the documents with these keys again."""
        own = self.arrays["keys"]
        for place in np.flatnonzero(np.isin(own[:, 0], keys[:, 0])):
            if (own[place] == keys).all(axis=1).any():
                self.alive[place] = False

    def _living(self, askers: Places, found: Places) -> tuple[Places, Places]:
        living = self.alive[found]
        return askers[living], found[living]


def build(
    parts: Sequence[Part],
    shape: Shape,
    allocate: Callable[[Shape], Mapping[str, Array]],
) -> Segment:
    """A segment of all documents that are alive in the parts, in arrays from `allocate`."""
    arrays = allocate(shape)
    start = 0
    for part, alive in parts:
        living = np.flatnonzero(alive)
        for begin in range(
            0, len(living), 65_536
        ):  # in pieces: a file that is copied needs no memory
            chosen = living[begin : begin + 65_536]
            for name in ROWS:
                arrays[name][start : start + len(chosen)] = part[name][chosen]
            start += len(chosen)
    _sort_blocks(arrays, shape)
    _sort_bands(arrays)
    return Segment(shape, arrays)


def in_memory(shape: Shape) -> Mapping[str, Array]:
    """Arrays in this process's memory."""
    return {name: np.zeros(size, kind) for name, (kind, size) in shape.arrays().items()}


def _sort_blocks(arrays: Mapping[str, Array], shape: Shape) -> None:
    bits = shape.block_bits
    hashes = np.asarray(arrays["simhash"], np.uint64)
    for table in range(shape.distance + 1):
        blocks = (hashes >> np.uint64(bits * table)) & np.uint64((1 << bits) - 1)
        order = np.argsort(blocks, kind="stable")
        arrays["sorted"][table] = hashes[order]
        arrays["places"][table] = order
        arrays["starts"][table, 1:] = np.cumsum(
            np.bincount(blocks.astype(np.intp), minlength=1 << bits)
        )


def _sort_bands(arrays: Mapping[str, Array]) -> None:
    bands = np.asarray(arrays["bands"], np.uint32).ravel()
    order = np.argsort(bands, kind="stable")
    # Empty bands are 0 and stand first; nobody looks for them.
    arrays["band_values"][:] = bands[order]
    arrays["band_places"][:] = order // BAND_BINS


def _spread(first: Places, lengths: Places) -> tuple[Places, Places]:
    """All numbers of many ranges, one after the other, and which range each is of."""
    of = np.repeat(np.arange(len(first)), lengths)
    within = np.arange(len(of)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return of, first[of] + within
