"""Documents in sorted arrays: the part of the embedded index that does not change.

For simhashes there are k+1 tables, each sorted by another block of the bits: two hashes that differ in at most k bits are
equal in at least one block (Manku and others 2007; CiteSeerExtractor's text speaks of k+1 and uses k). For texts that differ in more,
by a cover page or a revision, there is one table of all bands. Each table has a directory that says where the values with the
same first bits stand. One question goes through plain Python, because a call of numpy takes a microsecond even for nothing;
many go through numpy together. A segment lives in memory or in a mapped file alike: see `snapshots`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.asking import MOST_CANDIDATES, Candidate
from harvestman.dedup.texts.comparing import text_of
from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS

Array = npt.NDArray[Any]
Places = npt.NDArray[np.intp]

Pairs = Iterable[tuple[int, int]]
"""Which question, and the place of a document: each pair once, in order."""

Part = tuple[Mapping[str, Array], npt.NDArray[np.bool_]]
"""Rows of documents, and which of them are alive."""

_COMMON = 64
"""A run of words that more documents share is boilerplate, and finds nothing."""
_FEW = 32
"""Simhashes of one block that are sooner looked at one by one than by numpy."""
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

    @property
    def band_bits(self) -> int:
        """First bits of a band by which the directory is ordered: so many that one or two bands have the same."""
        return min(32, max(0, (self.count * BAND_BINS).bit_length() - 1))

    def arrays(self) -> Mapping[str, tuple[str, tuple[int, ...]]]:
        """The type and shape of each array."""
        n, tables = self.count, self.distance + 1
        return {
            "keys": ("<u8", (n, 4)),
            "simhash": ("<u8", (n,)),
            "title": ("<u8", (n,)),
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
            "band_starts": ("<u4", ((1 << self.band_bits) + 1,)),
        }


ROWS = ("keys", "simhash", "title", "shingles", "bands", "sketch", "positions", "notation")
"""The arrays with one row a document; the others are worked out from them."""


class Rows:
    """Reads single documents out of such arrays: slices of plain bytes are cut in a third of the time that numpy takes for a row."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        self._numbers = [_view(arrays[name]) for name in ("simhash", "title", "shingles")]
        self._pieces = [
            (_view(rows.reshape(-1).view(np.uint8)), rows.shape[1] * rows.itemsize)
            for rows in (arrays[name] for name in ("keys", "sketch", "positions", "notation"))
        ]

    def candidate(self, place: int) -> Candidate:
        """The document at a place, for the second look."""
        simhash, title, shingles = [numbers[place] for numbers in self._numbers]
        key, sketch, positions, notation = [
            bytes(piece[place * size : (place + 1) * size]) for piece, size in self._pieces
        ]
        return Candidate(key, simhash, title, text_of(shingles, sketch, positions, notation))


class Segment:
    """Sorted documents; `alive` says which of them were not discarded since."""

    def __init__(self, shape: Shape, arrays: Mapping[str, Array]) -> None:
        self.shape = shape
        self.arrays = arrays
        self.alive = np.ones(shape.count, np.bool_)
        bits = shape.block_bits
        self._shifts = [bits * table for table in range(shape.distance + 1)]
        self._mask = (1 << bits) - 1
        views = (map(_view, arrays[name]) for name in ("starts", "sorted", "places"))
        self._tables = list(zip(self._shifts, *views, strict=True))
        self.candidate = Rows(arrays).candidate
        self._living = _view(self.alive)
        self._band_shift = 32 - shape.band_bits
        self._band_starts = _view(arrays["band_starts"])
        self._band_values = _view(arrays["band_values"])
        self._band_places = _view(arrays["band_places"])

    def __len__(self) -> int:
        return self.shape.count

    def near(self, simhash: int, distance: int) -> list[int]:
        """The places of documents whose simhash differs in at most so many bits; each once, in order."""
        found: list[int] = []
        for shift, starts, hashes, places in self._tables:
            block = (simhash >> shift) & self._mask
            first = starts[block]
            last = min(starts[block + 1], first + _LONGEST)
            if last - first > _FEW:
                differing = np.frombuffer(hashes[first:last], "<u8") ^ np.uint64(simhash)
                hits = (np.bitwise_count(differing) <= distance).nonzero()[0]
                found += [places[first + hit] for hit in hits.tolist()]
            else:
                for entry in range(first, last):
                    if (hashes[entry] ^ simhash).bit_count() <= distance:
                        found.append(places[entry])
        return self._alive(found) if found else found

    def near_many(self, simhashes: npt.NDArray[np.uint64], distance: int) -> Pairs:
        """The same for many."""
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
        return self._alive_many(np.concatenate(askers), np.concatenate(found))

    def sharing(self, bands: Sequence[int]) -> list[int]:
        """The places of documents that share one of these bands, each once, in order."""
        starts, values, shift = self._band_starts, self._band_values, self._band_shift
        found: list[int] = []
        for band in bands:
            bucket = band >> shift
            first, end = starts[bucket], starts[bucket + 1]
            # Most buckets have one value or none: the first and the last one tell that it is not there.
            if first == end or values[first] > band or values[end - 1] < band or not band:
                continue
            first = bisect_left(values, band, first, end)
            last = bisect_right(values, band, first, end)
            if last - first <= _COMMON:
                found += self._band_places[first:last].tolist()
        return self._alive(found) if found else found

    def sharing_many(self, bands: npt.NDArray[np.uint32]) -> Pairs:
        """The same for many rows of bands."""
        rows, columns = np.nonzero(bands)
        wanted = bands[rows, columns]
        order = np.argsort(wanted)  # neighbours are looked up together: fewer misses of the cache
        rows, wanted = rows[order], wanted[order]
        values = self.arrays["band_values"]
        first = np.searchsorted(values, wanted)
        first[first == len(values)] = 0
        hits = np.flatnonzero(values[first] == wanted) if len(values) else first[:0]
        rows, wanted, first = rows[hits], wanted[hits], first[hits]
        lengths = np.searchsorted(values, wanted, "right") - first
        lengths[lengths > _COMMON] = 0
        asker, entry = _spread(first, lengths)
        return self._alive_many(rows[asker], self.arrays["band_places"][entry].astype(np.intp))

    def discard(self, keys: npt.NDArray[np.uint64]) -> None:
        """Never name the documents with these keys again."""
        own = self.arrays["keys"]
        for place in np.flatnonzero(np.isin(own[:, 0], keys[:, 0])):
            if (own[place] == keys).all(axis=1).any():
                self.alive[place] = False

    def _alive(self, found: Iterable[int]) -> list[int]:
        return sorted({place for place in found if self._living[place]})[:MOST_CANDIDATES]

    def _alive_many(self, askers: Places, found: Places) -> Pairs:
        living = self.alive[found]
        askers, found = askers[living], found[living]
        if len(found):
            askers, found = np.divmod(np.unique(askers * len(self) + found), len(self))
        is_asked = np.arange(len(askers)) - np.searchsorted(askers, askers) < MOST_CANDIDATES
        return zip(askers[is_asked].tolist(), found[is_asked].tolist(), strict=True)


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
    _sort_bands(arrays, shape)
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


def _sort_bands(arrays: Mapping[str, Array], shape: Shape) -> None:
    bands = np.asarray(arrays["bands"], np.uint32).ravel()
    order = np.argsort(bands, kind="stable")
    # Empty bands are 0 and stand first; nobody looks for them.
    arrays["band_values"][:] = bands[order]
    arrays["band_places"][:] = order // BAND_BINS
    least = np.arange(1, 1 << shape.band_bits, dtype=np.uint64) << np.uint64(32 - shape.band_bits)
    arrays["band_starts"][1:-1] = np.searchsorted(arrays["band_values"], least.astype(np.uint32))
    arrays["band_starts"][-1] = len(bands)


def _view(array: Array) -> memoryview:
    """The array as what is quick to read single values from."""
    return memoryview(array)  # type: ignore[arg-type]


def _spread(first: Places, lengths: Places) -> tuple[Places, Places]:
    """All numbers of many ranges, one after the other, and which range each is of."""
    of = np.repeat(np.arange(len(first)), lengths)
    within = np.arange(len(of)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return of, first[of] + within
