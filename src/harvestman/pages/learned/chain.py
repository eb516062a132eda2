"""A taught chain (CRF) at work: the best labels of a sequence, computed from columns of features.

The score of a label is a sum of weights, and most sums come back again and again: the same tags, the same word beside it.
So features come in columns, one value an item, each looked up once in a table that remembers what it tells of this item and of those around. What is
looked up is added, and the best way through the sums found, by a decoder (`decoding.py`).
"""

from __future__ import annotations

import gzip
import json
import struct
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from harvestman.pages.learned.decoding import (
    Decoder,
    Lookup,
    Rows,
    Spell,
    Sums,
    decoder_for,
    features_of,
)


class ToldAt(NamedTuple):
    """What the items at one distance are told by the values of a column."""

    distance: int
    """How many places behind a value's own item they are, or before it where it is negative."""
    name: str
    """What the names of these features begin with."""
    spell: Spell | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """One feature, or a group of them, for each item of a sequence. A feature's full name is the column's name and the value."""

    name: str
    values: list[Any]
    """All of one kind: `str` (one feature) or None (none); `tuple[str, ...]` (several that come back together); `list[str]` (several, each for itself)."""
    spell: Spell | None = None
    """What features a value of any other kind stands for: asked once a value, not once an item."""
    around: tuple[ToldAt, ...] = ()
    """What a value tells of other items than its own: it is looked up once for all of them. Has the names and spellings then."""
    margin: int = 0
    """How many values stand before that of the first item, and as many behind that of the last: of no item, but told to those near them."""

    @classmethod
    def of(cls, values: list[Any], around: tuple[ToldAt, ...], *, margin: int = 0) -> Column:
        """One whose values tell of several items."""
        return cls("", values, None, around, margin)

    @property
    def size(self) -> int:
        """How many items there are."""
        return len(self.values) - 2 * self.margin

    @property
    def told(self) -> tuple[ToldAt, ...]:
        """All that its values tell."""
        return self.around or (ToldAt(0, self.name, self.spell),)


@dataclass(frozen=True, slots=True)
class Weights:
    """What a chain was taught."""

    labels: tuple[str, ...]
    transitions: tuple[tuple[int, ...], ...]
    """From each label to each."""
    names: list[str]
    """The features, sorted."""
    rows: bytes
    """The weights of each feature for each label, one 32-bit number after the other: split up where they are needed, opening a model takes a sixth of the time."""

    @classmethod
    def of(
        cls,
        labels: tuple[str, ...],
        transitions: tuple[tuple[int, ...], ...],
        features: Mapping[str, Sequence[int]],
    ) -> Weights:
        """From the weights by feature."""
        names = sorted(features)
        numbers = [weight for name in names for weight in features[name]]
        return cls(labels, transitions, names, struct.pack(f"={len(numbers)}i", *numbers))

    def by_feature(self) -> dict[str, tuple[int, ...]]:
        """The weights of each feature."""
        rows = struct.iter_unpack(f"={len(self.labels)}i", self.rows)
        return dict(zip(self.names, rows, strict=True))


def spelt_out(columns: Sequence[Column], size: int) -> list[list[str]]:
    """The features of each item as strings: what training is given."""
    items: list[list[str]] = [[] for _ in range(size)]
    for column in columns:
        if column.size != size:
            raise ValueError("every column has a value for each item")
        for distance, name, spell in column.told:
            for place, value in enumerate(column.values, distance - column.margin):
                if 0 <= place < size:
                    items[place] += [name + one for one in features_of(value, spell)]
    return items


def to_bytes(weights: Weights) -> bytes:
    """A model as it is shipped, the same bytes each time: a line of JSON, the names of the features, a line each, and their rows."""
    names = "\n".join(weights.names).encode("utf-8")
    told = {
        "labels": weights.labels,
        "transitions": weights.transitions,
        "features": len(weights.names),
        "bytes_of_names": len(names),
    }
    head = json.dumps(told, separators=(",", ":")).encode("ascii")
    return gzip.compress(b"\n".join((head, names, _turned(weights.rows))), mtime=0)


def from_bytes(data: bytes) -> Weights:
    """A shipped model."""
    head, _, rest = gzip.decompress(data).partition(b"\n")
    told = json.loads(head)
    size = told["bytes_of_names"]
    names = rest[:size].decode("utf-8").split("\n") if told["features"] else []
    transitions = tuple(map(tuple, told["transitions"]))
    return Weights(tuple(told["labels"]), transitions, names, _turned(rest[size + 1 :]))


def _turned(rows: bytes) -> bytes:
    """From this machine's order of bytes to that of files, in which the least comes first, and back."""
    if sys.byteorder == "little":
        return rows
    numbers = array("i", rows)
    numbers.byteswap()
    return numbers.tobytes()


@cache
def shipped_chain(name: str) -> Chain:
    """The model `models/NAME.chain.gz` of this package, opened once a process."""
    return Chain(from_bytes(files(__package__).joinpath("models", f"{name}.chain.gz").read_bytes()))


class Chain:
    """One opened model."""

    def __init__(
        self,
        weights: Weights,
        decoder: Callable[[tuple[str, ...], Sequence[Sequence[int]]], Decoder] = decoder_for,
    ) -> None:
        self.labels = weights.labels
        self._decoder = decoder(weights.labels, weights.transitions)
        self._taught = weights
        self._weights: dict[str, Rows] = {}
        self._sums: dict[object, Sums] = {}

    def tag(self, columns: Sequence[Column]) -> list[str]:
        """The labels of a sequence."""
        return self._decoder.best(*self._asked(columns))

    def tag_surely(self, columns: Sequence[Column]) -> list[tuple[str, int]]:
        """The labels of a sequence, each with how sure it is, from 0 to 4."""
        return self._decoder.sure(*self._asked(columns))

    def _asked(self, columns: Sequence[Column]) -> tuple[list[Lookup], int]:
        """In which table each column is to be looked up; and how many items there are."""
        asked: list[Lookup] = []
        for column in columns:
            values = column.values
            if column.spell or column.around or (values and type(values[0]) is tuple):
                key = column.around or (column.name, column.spell)
                sums = self._sums.get(key)
                if sums is None:
                    sums = self._sums[key] = Sums(
                        {},
                        tuple(
                            (at, self._weights_below(name), spell)
                            for at, name, spell in column.told
                        ),
                    )
                asked.append((*sums, values, column.margin))
            else:
                asked.append((self._weights_below(column.name), None, values, 0))
        return asked, columns[0].size if columns else 0

    def _weights_below(self, name: str) -> Rows:
        """The weights of the features whose names begin so, by the rest of their names."""
        found = self._weights.get(name)
        if found is None:
            names, start = self._taught.names, len(name)
            first, end = bisect_left(names, name), bisect_left(names, f"{name}\U0010ffff")
            size = 4 * len(self.labels)
            rows = self._taught.rows[first * size : end * size]
            found = self._decoder.table([each[start:] for each in names[first:end]], rows)
            self._weights[name] = found
        return found
