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
    Begun,
    Decoder,
    Known,
    Lookup,
    Rows,
    Spell,
    decoder_for,
    features_of,
    in_runs,
)
from harvestman.text.native import mypyc_attr


class ToldAt(NamedTuple):
    """What the items at one distance are told by the values of a column."""

    distance: int
    """How many places behind a value's own item they are, or before it where it is negative."""
    name: str
    """What the names of these features begin with."""
    spell: Spell | None = None


@mypyc_attr(acyclic=True)
class Column:
    """One feature, or a group of them, for each item of a sequence. A feature's full name is the column's name and the value."""

    __slots__ = ("around", "margin", "name", "run", "spell", "values")

    def __init__(
        self,
        name: str,
        values: list[Any],
        spell: Spell | None = None,
        around: tuple[ToldAt, ...] = (),
        margin: int = 0,
        run: int = 1,
    ) -> None:
        self.name = name
        self.values = values
        """All of one kind: `str` (one feature) or None (none); `tuple[str, ...]` (several that come back together); `list[str]` (several, each for itself)."""
        self.spell = spell
        """What features a value of any other kind stands for: asked once a value, not once an item."""
        self.around = around
        """What a value tells of other items than its own: it is looked up once for all of them. Has the names and spellings then."""
        self.margin = margin
        """How many values stand before that of the first item, and as many behind that of the last: of no item, but told to those near them."""
        self.run = run
        """How many strings in a row, put together, tell something; the last one's item is theirs."""

    @classmethod
    def of(
        cls, values: list[Any], around: tuple[ToldAt, ...], *, margin: int = 0, run: int = 1
    ) -> Column:
        """One whose values tell of several items."""
        return Column("", values, None, around, margin, run)

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

    def below(self, name: str) -> tuple[list[str], bytes]:
        """The features whose names begin so, by the rest of their names, and their weights."""
        names, start, size = self.names, len(name), 4 * len(self.labels)
        first, end = bisect_left(names, name), bisect_left(names, f"{name}\U0010ffff")
        return [each[start:] for each in names[first:end]], self.rows[first * size : end * size]

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
        values = in_runs(column.values, column.run) if column.run > 1 else column.values
        first = column.run - 1 - column.margin
        for distance, name, spell in column.told:
            for place, value in enumerate(values, first + distance):
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
        self.weights = weights
        self.decoder = decoder(weights.labels, weights.transitions)
        self._told = Told([weights], self.decoder)
        self._beside: tuple[Chain, Told] | None = None

    def tag(self, columns: Sequence[Column], begun: Begun | None = None) -> list[str]:
        """The labels of a sequence, from columns alone or with what another sum of columns has begun."""
        return self.decoder.best(self._told.sums(columns, begun))

    def tag_surely(
        self, columns: Sequence[Column], begun: Begun | None = None
    ) -> list[tuple[str, int]]:
        """The labels of a sequence, each with how sure it is, from 0 to 4."""
        return self.decoder.sure(self._told.sums(columns, begun))

    def begin(self, columns: Sequence[Column], following: Chain) -> tuple[Begun, Begun]:
        """What columns tell this chain and the one that is asked next: looked up once for both."""
        if self._beside is None or self._beside[0] is not following:
            both = Told([self.weights, following.weights], self.decoder)
            self._beside = following, both
        sums = self._beside[1].sums(columns, None)
        size, mine = columns[0].size, len(self.labels)
        count = mine + len(following.labels)
        return (sums, size, count, 0), (sums, size, count, mine)


class Told:
    """What columns tell a chain, or several chains side by side."""

    def __init__(self, taught: Sequence[Weights], decoder: Decoder) -> None:
        self._taught = taught
        self._adder = decoder.adder([len(one.labels) for one in taught])
        self._tables: dict[str, Rows] = {}
        self._features: dict[object, Any] = {}
        self._groups: dict[object, Any] = {}

    def sums(self, columns: Sequence[Column], begun: Begun | None) -> Any:
        """The scores of all labels for each item."""
        asked: list[Lookup] = []
        for column in columns:
            asked.append((self._known(column), column.values, column.margin))
        size = columns[0].size if columns else 0 if begun is None else begun[1]
        return self._adder.sums(asked, size, begun)

    def _known(self, column: Column) -> Any:
        """What is known of a column's values: kept, for most columns come again with other values."""
        spell, around, values = column.spell, column.around, column.values
        is_group = bool(values) and type(values[0]) is tuple
        kept = self._groups if is_group else self._features
        key: object = around or (column.name, spell)
        if column.run > 1:
            key = column.run, around
        known = kept.get(key)
        if known is None:
            told = column.told
            tables = [self._table(one.name) for one in told]
            spells = [one.spell for one in told]
            if is_group or any(one is not None for one in spells):
                rows, parts = {}, tuple(zip(tables, spells, strict=True))
            else:
                rows, parts = self._adder.around(tables), None
            distances = tuple([one.distance for one in told])
            known = self._adder.known(Known(rows, distances, parts, column.run))
            kept[key] = known
        return known

    def _table(self, name: str) -> Rows:
        """The weights of the features whose names begin so, by the rest of their names."""
        found = self._tables.get(name)
        if found is None:
            found = self._adder.table([one.below(name) for one in self._taught])
            self._tables[name] = found
        return found
