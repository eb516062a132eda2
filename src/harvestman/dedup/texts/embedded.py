"""The embedded backend: rows in the library's database, and an index of them in arrays.

The rows are the truth. Every process on the database has its own index and reads what others have written before it answers,
which it sees from one number. Documents go through three levels: a short unsorted tail, a young segment in memory, and an
old one in a mapped file, the snapshot; a level that has grown large is sorted into the next. At one million documents the
file has 0.8 GB, which processes share and the system may drop from memory, and the rest takes under 200 MB.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from harvestman.dedup.texts.asking import Candidate, best_match, best_matches
from harvestman.dedup.texts.fingerprints import PACKED_BYTES, Fingerprint
from harvestman.dedup.texts.matching import (
    DISTANCE,
    Dedup,
    Match,
    State,
    chosen_distance,
    key_bytes,
)
from harvestman.dedup.texts.rows import Known, packed_rows
from harvestman.dedup.texts.segments import Part, Segment, Shape, build, in_memory
from harvestman.dedup.texts.snapshots import read_snapshot, write_snapshot
from harvestman.dedup.texts.tail import ROOM, Tail
from harvestman.store import Fingerprints, Library

_AT_ONCE = 512  # questions that are answered together; more would only take more memory
_READ_AT_ONCE = 16_384  # rows of the database, when there is much to catch up with
_SORTED_AT_ONCE = 262_144  # of them, which take 200 MB until they are sorted
_YOUNG = 65_536  # documents; sorting so many takes a fifth of a second


class EmbeddedIndex:
    """An index over the fingerprints of a library; safe to use from many threads."""

    def __init__(
        self, rows: Fingerprints, *, distance: int = DISTANCE, snapshot: Path | None = None
    ) -> None:
        self._rows = rows
        self._distance = distance
        self._snapshot = snapshot
        self._lock = threading.RLock()
        self._tail = Tail()
        self._young = self._empty()
        self._old = self._empty()
        self._known = Known(0, "")
        self._kept = 0  # the last change that is in the snapshot
        self._open_snapshot()

    def __len__(self) -> int:
        with self._lock:
            self._catch_up()
            return sum(int(level.alive.sum()) for level in self._levels())

    def find(self, fp: Fingerprint, *, within: int | None = None) -> Match | None:
        """The document that is the same as this one, if there is one."""
        distance = chosen_distance(within, self._distance)
        if not fp.is_telling:
            return None
        with self._lock:
            self._catch_up()
            levels = [level for level in self._levels() if len(level)]
            near = [(one, place) for one in levels for place in one.near(fp.simhash, distance)]
            match = self._best(fp, near) if near else None
            if match is None:
                bands = fp.band_values
                sharing = [(one, place) for one in levels for place in one.sharing(bands)]
                match = self._best(fp, sharing) if sharing else None
            return match

    def find_many(
        self, fps: Sequence[Fingerprint], *, within: int | None = None
    ) -> list[Match | None]:
        """The same for many, at a fraction of the cost."""
        distance = chosen_distance(within, self._distance)
        answers: list[Match | None] = [None] * len(fps)
        telling = [place for place, fp in enumerate(fps) if fp.is_telling]
        with self._lock:
            self._catch_up()
            if len(self._tail):
                self._sort()
            for start in range(0, len(telling), _AT_ONCE):
                places = telling[start : start + _AT_ONCE]
                for asker, match in self._find_some([fps[p] for p in places], distance).items():
                    answers[places[asker]] = match
        return answers

    def add(self, key: str, fp: Fingerprint) -> None:
        """Make a document known, here and to all processes."""
        self.add_many([(key, fp)])

    def add_many(self, pairs: Iterable[tuple[str, Fingerprint]]) -> None:
        """Make many documents known."""
        for rows in packed_rows(pairs):
            self._rows.keep(rows)

    def follow(self) -> None:
        """Nothing: what is new is taken in before every answer."""

    def discard(self, key: str) -> None:
        """Forget a document."""
        key_bytes(key)
        self._rows.discard(key)

    def close(self) -> None:
        """Write the snapshot, if there is something new, and let go of the arrays."""
        with self._lock:
            if self._snapshot is not None and self._known.number > self._kept:
                self._sort(whole=True)
            self._tail, self._young, self._old = Tail(), self._empty(), self._empty()

    def _levels(self) -> tuple[Segment, Segment, Tail]:
        return self._old, self._young, self._tail

    def _best(self, fp: Fingerprint, found: Sequence[tuple[Segment | Tail, int]]) -> Match | None:
        candidates = [level.candidate(place) for level, place in found]
        return best_match(fp, candidates, self._rows.titles)

    def _find_some(self, fps: Sequence[Fingerprint], distance: int) -> Mapping[int, Match]:
        levels = [level for level in (self._old, self._young) if len(level)]
        simhashes = np.array([fp.simhash for fp in fps], np.uint64)
        candidates: defaultdict[int, list[Candidate]] = defaultdict(list)
        for level in levels:
            for asker, place in level.near_many(simhashes, distance):
                candidates[asker].append(level.candidate(place))
        matches = best_matches(fps, candidates, self._rows.titles)
        waiting = [asker for asker in range(len(fps)) if asker not in matches]
        bands = np.array([fps[asker].band_values for asker in waiting], np.uint32)
        candidates.clear()
        for level in levels if waiting else ():
            for row, place in level.sharing_many(bands):
                candidates[waiting[row]].append(level.candidate(place))
        return matches | best_matches(fps, candidates, self._rows.titles)

    def _catch_up(self) -> None:
        """Take in what was written since, by whomever."""
        newest = self._rows.newest()
        behind = newest - self._known.number
        if behind <= 0:
            return
        parts: list[Tail] = []
        size = ROOM if behind <= ROOM else _READ_AT_ONCE
        while self._known.number < newest:
            rows = self._rows.since(self._known.number, limit=size)
            if not rows:
                break
            self._forget([row.key for row in rows if row.is_changed], parts)
            living = [r for r in rows if r.sketch is not None and len(r.sketch) == PACKED_BYTES]
            self._known = Known(rows[-1].number, rows[-1].key)
            if len(self._tail) + len(living) <= ROOM:
                self._tail.append(living)
            else:
                parts.append(Tail(len(living)))
                parts[-1].append(living)
            if sum(map(len, parts)) >= _SORTED_AT_ONCE:
                self._sort(parts)
                parts = []
        if parts:
            self._sort(parts)

    def _forget(self, keys: Sequence[str], parts: Sequence[Tail]) -> None:
        if keys:
            numbers = np.frombuffer(bytes.fromhex("".join(keys)), "<u8").reshape(-1, 4)
            levels: tuple[Segment | Tail, ...] = (*self._levels(), *parts)
            for level in levels:
                level.discard(numbers)

    def _sort(self, parts: Sequence[Tail] = (), *, whole: bool = False) -> None:
        """Sort the tail, and these parts, into the young segment; or all into the old one, when that has become too large."""
        newer: tuple[Segment | Tail, ...] = (self._young, self._tail, *parts)
        levels = [(one.arrays, one.alive) for one in newer]
        count = sum(int(alive.sum()) for _, alive in levels)
        if not whole and count <= max(_YOUNG, len(self._old) // 8):
            self._young = build(levels, Shape(count, self._distance), in_memory)
        else:
            self._old = self._renewed([(self._old.arrays, self._old.alive), *levels])
            self._young = self._empty()
        self._tail.clear()

    def _renewed(self, levels: Sequence[Part]) -> Segment:
        """All levels in one segment, in a new snapshot where that can be written."""
        shape = Shape(sum(int(alive.sum()) for _, alive in levels), self._distance)
        if self._snapshot is not None:
            with suppress(
                OSError
            ):  # no room on the disk: memory serves, and a restart takes longer
                return write_snapshot(
                    self._snapshot,
                    shape,
                    self._known,
                    lambda allocate: build(levels, shape, allocate),
                )
        return build(levels, shape, in_memory)

    def _open_snapshot(self) -> None:
        found = read_snapshot(self._snapshot, self._distance) if self._snapshot else None
        if found is None:
            return
        segment, known = found
        # Numbers only grow, so a database in which the snapshot's last change is missing is another one, or an old copy.
        number = self._rows.number_of(known.key)
        if number is not None and number >= known.number:
            self._old, self._known, self._kept = segment, known, known.number

    def _empty(self) -> Segment:
        return build([], Shape(0, self._distance), in_memory)


def open_embedded(
    library: Library, *, distance: int = DISTANCE, folder: Path | None = None
) -> Dedup:
    """The backend in a library's database; the snapshot lies beside an SQLite file, or in `folder`."""
    rows = library.fingerprints
    file = Path(rows.where)
    snapshot = None
    if folder is not None or rows.is_file:
        snapshot = (
            folder or file.parent
        ) / f"{file.stem if rows.is_file else 'library'}.fingerprints"
    index = EmbeddedIndex(rows, distance=distance, snapshot=snapshot)
    return Dedup(index, None, lambda: State("ok"), index.close)
