"""Which taught feature of neighbours each item has, found for all items at once.

A feature such as "-t=Aa|,|I" names pieces that stand side by side. Spelling it out for each item only to look it up would take longer than
everything else: most of these names are rare or were never taught. So each piece has a number, a row of pieces is one number made of
theirs, and all items' numbers are looked up in the sorted numbers of the taught features.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harvestman.documents.references.columns import BETWEEN, Neighbours

Places = NDArray[np.intp]


class TaughtNeighbours:
    """The features of neighbours that a model was taught, by their names' beginnings."""

    def __init__(self, names: Mapping[str, int], beginnings: Iterable[str]) -> None:
        self._pieces: dict[Any, int] = defaultdict(count(1).__next__)
        """Each piece's number; 0 is what no taught feature has."""
        number = self._pieces.__getitem__
        rows: dict[str, list[tuple[list[int], int]]] = {begin: [] for begin in beginnings}
        for name, row in names.items():
            begin, _, rest = name.partition("=")
            if (known := rows.get(begin)) is not None:
                pieces = rest.split(BETWEEN) if BETWEEN * 2 not in name else _pieces(rest)
                known.append((list(map(number, pieces)), row))
        self._base = len(self._pieces) + 1
        self._taught = {begin: self._sorted(known) for begin, known in rows.items()}

    def find(self, column: Neighbours, numbered: dict[int, NDArray[np.int64]]) -> tuple[Places, Places]:  # fmt: skip
        """The items that have a taught feature, and its row for each; `numbered` keeps what is numbered once for all columns."""
        size = len(column.pieces[0][0])
        reach = max(abs(at) for _, at in column.pieces)
        made = np.zeros(size - 2 * reach, np.int64)  # what reaches over the ends is no item
        for pieces, at in column.pieces:
            numbers = self._numbers(pieces, numbered)
            made *= self._base
            made += numbers[reach + at : size - reach + at]
        codes, rows = self._taught[column.name]
        if not len(codes):
            return np.zeros(0, np.intp), np.zeros(0, np.intp)
        nearest = np.minimum(np.searchsorted(codes, made), len(codes) - 1)
        items = np.flatnonzero(codes[nearest] == made)
        return items + reach, rows[nearest[items]]

    def _numbers(
        self, pieces: Sequence[str | None], numbered: dict[int, NDArray[np.int64]]
    ) -> NDArray[np.int64]:
        known = numbered.get(id(pieces))
        if known is None:
            found = map(self._pieces.get, pieces, repeat(0))
            known = numbered[id(pieces)] = np.fromiter(found, np.int64, len(pieces))
        return known

    def _sorted(self, known: Sequence[tuple[list[int], int]]) -> tuple[NDArray[np.int64], Places]:
        codes = np.zeros(len(known), np.int64)
        for numbers in zip(*(numbers for numbers, _ in known), strict=True):
            codes = codes * self._base + np.array(numbers, np.int64)
        order = np.argsort(codes)
        return codes[order], np.array([row for _, row in known], np.intp)[order]


def _pieces(text: str) -> list[str]:
    """The pieces of a feature's name; one of them may be the sign that parts them."""
    found, at = [], 0
    while at < len(text):
        end = text.find(BETWEEN, at + 1)
        end = len(text) if end < 0 else end
        found.append(text[at:end])
        at = end + 1
    return found
