"""A taught chain (CRF) at work: the best labels of a sequence, computed from columns of features.

The score of a label is a sum of weights, and most sums come back again and again: the same tags, the same word beside it.
So features come in columns, one value an item, each looked up in a table that remembers. What is looked up is added, and the best
way through the sums found, by a decoder (`decoding.py`).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from harvestman.pages.learned.decoding import Decoder, Lookup, Rows, decoder_for

_MAX_REMEMBERED = (
    10_000  # sums of one table; of some hundred tables, twenty ever grow so large: 40 MB
)


@dataclass(frozen=True, slots=True)
class Column:
    """One feature, or a group of them, for each item of a sequence. A feature's full name is the column's name and the value."""

    name: str
    values: list[Any]
    """All of one kind: `str` (one feature) or None (none); `tuple[str, ...]` (several that come back together); `list[str]` (several, each for itself)."""
    spell: Callable[[Any], tuple[str, ...]] | None = None
    """What features a value of any other kind stands for: asked once a value, not once an item."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a chain was taught."""

    labels: tuple[str, ...]
    transitions: tuple[tuple[int, ...], ...]
    """From each label to each."""
    features: dict[str, tuple[int, ...]]
    """For each label."""


def spelt_out(columns: Sequence[Column], size: int) -> list[list[str]]:
    """The features of each item as strings: what training is given."""
    items: list[list[str]] = [[] for _ in range(size)]
    for column in columns:
        name, spell = column.name, column.spell
        for item, value in zip(items, column.values, strict=True):
            if spell is not None:
                item += [name + one for one in spell(value)]
            elif type(value) is str:
                item.append(name + value)
            elif value:
                item += [name + one for one in value]
    return items


def to_bytes(weights: Weights) -> bytes:
    """A model as it is shipped; the same bytes each time."""
    plain = {
        "labels": weights.labels,
        "transitions": weights.transitions,
        "features": dict(sorted(weights.features.items())),
    }
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode("utf-8"), mtime=0)


def from_bytes(data: bytes) -> Weights:
    """A shipped model."""
    plain = json.loads(gzip.decompress(data))
    return Weights(
        tuple(plain["labels"]), tuple(map(tuple, plain["transitions"])), plain["features"]
    )


@cache
def shipped_chain(name: str) -> Chain:
    """The model `models/NAME.json.gz` of this package, opened once a process."""
    return Chain(from_bytes(files(__package__).joinpath("models", f"{name}.json.gz").read_bytes()))


class _Sums(Rows):
    """The sums of a column whose values stand for several features, remembered."""

    def __init__(self, weights: Rows, column: Column, decoder: Decoder) -> None:
        super().__init__()
        self._weights, self._spell, self._decoder = weights, column.spell, decoder

    def __missing__(self, value: Any) -> Any:
        features = value if self._spell is None else self._spell(value)
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        total = self[value] = self._decoder.total(self._weights, features)
        return total


class Chain:
    """One opened model."""

    def __init__(
        self,
        weights: Weights,
        decoder: Callable[[tuple[str, ...], Sequence[Sequence[int]]], Decoder] = decoder_for,
    ) -> None:
        self.labels = weights.labels
        self._decoder = decoder(weights.labels, weights.transitions)
        row = self._decoder.row
        self._weights: dict[str, Rows] = {
            "": {name: row(each) for name, each in weights.features.items()}
        }
        self._sums: dict[object, _Sums] = {}

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
            if column.spell is not None or (values and type(values[0]) is tuple):
                key = (column.name, column.spell)
                known = self._sums.get(key)
                if known is None:
                    below = self._weights_below(column.name)
                    known = self._sums[key] = _Sums(below, column, self._decoder)
                asked.append((known, values, True))
            else:
                asked.append((self._weights_below(column.name), values, False))
        return asked, len(columns[0].values) if columns else 0

    def _weights_below(self, name: str) -> Rows:
        """The weights of the features whose names begin so, by the rest of their names."""
        found = self._weights.get(name)
        if found is None:
            every, size = self._weights[""].items(), len(name)
            found = {feature[size:]: row for feature, row in every if feature.startswith(name)}
            self._weights[name] = found
        return found
