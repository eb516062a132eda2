"""The newest documents of the embedded index, not sorted yet: few enough to be looked through one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.fingerprints import cut_packed
from harvestman.dedup.texts.segments import ROWS, Array, Places, Shape
from harvestman.store import FingerprintRow

ROOM = 2_048
"""Documents: looking through so many takes as long as one look-up among a million sorted ones."""


class Tail:
    """Rows of arrays that are filled one after the other."""

    def __init__(self, room: int = ROOM) -> None:
        arrays = Shape(room, 0).arrays()
        self._rows = {name: np.zeros(arrays[name][1], arrays[name][0]) for name in ROWS}
        self._alive = np.ones(room, np.bool_)
        self._count = 0

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
        own["shingles"][span] = [row.shingles for row in rows]
        pieces = zip(*(cut_packed(row.sketch or b"") for row in rows), strict=True)
        for name, piece in zip(("bands", "sketch", "positions", "notation"), pieces, strict=True):
            own[name][span] = np.frombuffer(b"".join(piece), own[name].dtype).reshape(len(rows), -1)
        self._alive[span] = True
        self._count += len(rows)

    def clear(self) -> None:
        """Begin anew."""
        self._count = 0

    def near(self, simhash: int, distance: int) -> Places:
        """The places of documents whose simhash differs in at most so many bits."""
        own = self._rows["simhash"][: self._count]
        near = np.bitwise_count(own ^ np.uint64(simhash)) <= distance
        return np.flatnonzero(near & self.alive)

    def sharing(self, bands: npt.NDArray[np.uint32]) -> tuple[Places, Places]:
        """For one row of bands: zeros, and the places of documents that share a band with it."""
        own = self._rows["bands"][: self._count]
        found = np.flatnonzero(((own == bands) & (bands != 0)).any(axis=1) & self.alive)
        return np.zeros_like(found), found

    def discard(self, keys: npt.NDArray[np.uint64]) -> None:
        """Never name the documents with these keys again."""
        own = self._rows["keys"][: self._count]
        for place in np.flatnonzero(np.isin(own[:, 0], keys[:, 0])):
            if (own[place] == keys).all(axis=1).any():
                self._alive[place] = False
