"""The newest documents of the embedded index, not sorted yet: few enough to be looked through one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.asking import MOST_CANDIDATES
from harvestman.dedup.texts.fingerprints import cut_packed, title_mark
from harvestman.dedup.texts.segments import ROWS, Array, Rows, Shape
from harvestman.store import FingerprintRow

ROOM = 2_048
"""Documents: looking through the simhashes of so many takes less time than one look-up among sorted ones."""


class Tail:
    """Rows of arrays that are filled one after the other."""

    def __init__(self, room: int = ROOM) -> None:
        arrays = Shape(room, 0).arrays()
        self._rows = {name: np.zeros(arrays[name][1], arrays[name][0]) for name in ROWS}
        self.candidate = Rows(self._rows).candidate
        self._alive = np.ones(room, np.bool_)
        self._count = 0
        # Which documents have a band; noted when they are asked for, because most parts of a long catching-up never are.
        self._bands: defaultdict[int, list[int]] = defaultdict(list)
        self._noted = 0

    def __len__(self) -> int:
        return self._count

    @property
    def arrays(self) -> Mapping[str, Array]:
        """The rows that are filled."""
        return {name: rows[: self._count] for name, rows in self._rows.items()}

    @property
    def alive(self) -> npt.NDArray[np.bool_]:
        """Which of them were not discarded since."""
        return self._alive[: self._count]

    def append(self, rows: Sequence[FingerprintRow]) -> None:
        """Add documents, at most as many as there is room for."""
        if not rows:
            return
        span = slice(self._count, self._count + len(rows))
        own = self._rows
        keys = bytes.fromhex("".join(row.key for row in rows))
        own["keys"][span] = np.frombuffer(keys, "<u8").reshape(-1, 4)
        own["simhash"][span] = np.array([row.simhash for row in rows], np.uint64)
        own["title"][span] = np.array([title_mark(row.title) for row in rows], np.uint64)
        own["shingles"][span] = [row.shingles for row in rows]
        pieces = zip(*(cut_packed(row.sketch or b"") for row in rows), strict=True)
        for name, piece in zip(("bands", "sketch", "positions", "notation"), pieces, strict=True):
            own[name][span] = np.frombuffer(b"".join(piece), own[name].dtype).reshape(len(rows), -1)
        self._alive[span] = True
        self._count += len(rows)

    def clear(self) -> None:
        """Begin anew."""
        self._count = self._noted = 0
        self._bands.clear()

    def near(self, simhash: int, distance: int) -> list[int]:
        """The places of documents whose simhash differs in at most so many bits, in order."""
        own = self._rows["simhash"][: self._count]
        near = np.bitwise_count(own ^ np.uint64(simhash)) <= distance
        return self._living(near.nonzero()[0].tolist())

    def sharing(self, bands: Sequence[int]) -> list[int]:
        """The places of documents that share one of these bands, each once, in order."""
        by_band = self._bands
        for place in range(self._noted, self._count):
            for band in self._rows["bands"][place].tolist():
                by_band[band].append(place)
        self._noted = self._count
        return self._living(place for band in bands if band for place in by_band.get(band, ()))

    def discard(self, keys: npt.NDArray[np.uint64]) -> None:
        """Never name the documents with these keys again."""
        own = self._rows["keys"][: self._count]
        for place in np.flatnonzero(np.isin(own[:, 0], keys[:, 0])):
            if (own[place] == keys).all(axis=1).any():
                self._alive[place] = False

    def _living(self, found: Iterable[int]) -> list[int]:
        return sorted({place for place in found if self._alive[place]})[:MOST_CANDIDATES]
