"""A taught chain (CRF) at work: the best labels of a sequence, computed from columns of features.

The score of a label is a sum of weights, and most sums come back again and again: the same tags, the same word beside it.
So features come in columns, one value an item, each looked up in a table that remembers; and the weights of all labels lie
side by side in one large integer, so that one addition adds them all. Measured against python-crfsuite (`text/tagging.py`) with
lists of strings: the same labels in half the time.
"""

from __future__ import annotations

import gzip
import json
import struct
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import repeat
from typing import Any

SCALE = 4096  # weights are whole numbers of 1/4096
_BITS = 32
_RAISE = 1 << 24  # keeps sums of negative weights from borrowing of the label beside them
_MAX_REMEMBERED = (
    10_000  # sums of one table; of some hundred tables, twenty ever grow so large: 40 MB
)
# How sure a label is, by how far the best labelling without it is behind: odds of 1.5, 4, 50 and 3,000 to one.
_STEPS = tuple(int(step * SCALE) for step in (0.4, 1.4, 3.9, 8.0))


@dataclass(frozen=True, slots=True)
class Column:
    """One feature, or a group of them, for each item of a sequence. A feature's full name is the column's name and the value."""

    name: str
    values: Sequence[Any]
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


class _Sums(dict[Any, int]):
    """The sums of a column whose values stand for several features, remembered."""

    def __init__(self, weights: dict[str, int], column: Column) -> None:
        super().__init__()
        self._weights, self._spell = weights, column.spell

    def __missing__(self, value: Any) -> int:
        features = value if self._spell is None else self._spell(value)
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        total = self[value] = sum(map(self._weights.get, features, repeat(0)))
        return total


class Chain:
    """One opened model."""

    def __init__(self, weights: Weights) -> None:
        self.labels = weights.labels
        count = len(weights.labels)
        self._ahead = _Steps(weights.transitions)
        self._back = _Steps(tuple(zip(*weights.transitions, strict=True)))
        self._zero = _packed([_RAISE] * count)
        self._weights = {"": {name: _packed(row) for name, row in weights.features.items()}}
        self._sums: dict[object, _Sums] = {}

    def tag(self, columns: Sequence[Column]) -> list[str]:
        """The labels of a sequence."""
        labels = self.labels
        return [labels[place] for place in self._ahead.best(self._scores(columns))]

    def tag_surely(self, columns: Sequence[Column]) -> list[tuple[str, int]]:
        """The labels of a sequence, each with how sure it is, from 0 to 4."""
        scores = self._scores(columns)
        if not scores:
            return []
        ahead = self._ahead.reach(scores)
        back = self._back.reach(scores[::-1])
        back.reverse()
        labels, unpack = self.labels, self._ahead.unpack
        found = []
        for here, before, behind in zip(scores, ahead, back, strict=True):
            through = unpack(before + behind - here)
            *_, second, best = sorted(through) if len(through) > 1 else (0, *through)
            found.append((labels[through.index(best)], bisect_right(_STEPS, best - second)))
        return found

    def _scores(self, columns: Sequence[Column]) -> list[int]:
        """For each item the scores of the labels side by side, all raised by the same amount."""
        sums = []
        for column in columns:
            values = column.values
            kind = type(values[0]) if values else str
            if column.spell is not None or kind is tuple:
                key = (column.name, column.spell)
                known = self._sums.get(key)
                if known is None:
                    known = self._sums[key] = _Sums(self._weights_below(column.name), column)
                sums.append(list(map(known.__getitem__, values)))
            else:
                find, none = self._weights_below(column.name).get, repeat(0)
                if kind is list:
                    sums.append([sum(map(find, value, none)) for value in values])
                else:
                    sums.append(list(map(find, values, none)))
        return list(map(sum, zip(repeat(self._zero), *sums))) if sums else []

    def _weights_below(self, name: str) -> dict[str, int]:
        """The weights of the features whose names begin so, by the rest of their names."""
        found = self._weights.get(name)
        if found is None:
            every, size = self._weights[""].items(), len(name)
            found = {feature[size:]: row for feature, row in every if feature.startswith(name)}
            self._weights[name] = found
        return found


class _Steps:
    """From the scores of one item to those of the next, without the labels that are too far behind to matter."""

    def __init__(self, transitions: tuple[tuple[int, ...], ...]) -> None:
        count = len(transitions)
        self._rows = [_packed(row) for row in transitions]
        self._ones = _packed([1] * count)
        self._struct = struct.Struct(f"<{count}I")
        # How much each label may at most gain on another at the next step.
        self._gains = [
            [max(b - a for a, b in zip(mine, others, strict=True)) for others in transitions]
            for mine in transitions
        ]
        # How much better than from each label another may at most be reached.
        self._into = [
            [
                max((row[to] - mine[to] for row in transitions if row is not mine), default=0)
                for to in range(count)
            ]
            for mine in transitions
        ]
        self._most = [
            max([0, *(gain for two, gain in enumerate(row) if two != one)])
            for one, row in enumerate(self._gains)
        ]

    def unpack(self, scores: int) -> tuple[int, ...]:
        """The scores of the labels, each for itself."""
        return self._struct.unpack(scores.to_bytes(self._struct.size, "little"))

    def best(self, scores: Sequence[int]) -> list[int]:
        """The best labels (Viterbi)."""
        if not scores:
            return []
        came_from: list[_Ways | int] = []
        unpack, size, rows, most = self._struct.unpack, self._struct.size, self._rows, self._most
        if len(rows) == 1:
            return [0] * len(scores)
        into = self._into
        now = unpack(scores[0].to_bytes(size, "little"))
        second, best = sorted(now)[-2:]
        first = now.index(best)
        for here in scores[1:]:
            straight = unpack((here + rows[first]).to_bytes(size, "little"))
            order = sorted(straight)
            next_second, next_best = order[-2], order[-1]
            next_first = straight.index(next_best)
            behind = best - second
            gain = most[first]
            # Others do not matter where they are too far behind, or where all that they could gain is too far behind next.
            if gain < behind or (
                into[first][next_first] < behind
                and next_second + gain - behind + most[next_first] < next_best
            ):
                now, second, best = straight, next_second, next_best
                came_from.append(first)
                first = next_first
                continue
            ways = self._ways(now, here, first, straight=straight)
            came_from.append(ways)
            now = ways.best()
            order = sorted(now)
            second, best = order[-2], order[-1]
            first = now.index(best)
        place = first
        path = [place]
        for origin in reversed(came_from):
            place = origin if type(origin) is int else origin.origin(place)  # type: ignore[union-attr]
            path.append(place)
        path.reverse()
        return path

    def reach(self, scores: Sequence[int]) -> list[int]:
        """For each item and label the score of the best way that ends there, but for a number that all labels share."""
        unpack, size, rows, most = self._struct.unpack, self._struct.size, self._rows, self._most
        packed = scores[0]
        reached = [packed]
        is_only = len(rows) == 1
        for here in scores[1:]:
            now = unpack(packed.to_bytes(size, "little"))
            best = max(now)
            first = now.index(best)
            if is_only or sorted(now)[-2] + most[first] < best:
                packed = here + rows[first]
            else:
                straight = unpack((here + rows[first]).to_bytes(size, "little"))
                ways = self._ways(now, here, first, straight=straight)
                packed = int.from_bytes(self._struct.pack(*ways.best()), "little")
            reached.append(packed)
        return reached

    def _ways(
        self, now: Sequence[int], here: int, first: int, *, straight: tuple[int, ...]
    ) -> _Ways:
        """The ways on from each label that is not too far behind the best one, whose own way is known."""
        best = now[first]
        alive = [p for p, s, g in zip(_PLACES, now, self._gains[first]) if s + g >= best]  # noqa: B905
        rows, ones = self._rows, self._ones
        unpack, size = self._struct.unpack, self._struct.size
        return _Ways(
            alive,
            [
                straight
                if place == first
                else unpack(
                    (here + rows[place] + (now[place] - best) * ones).to_bytes(size, "little")
                )
                for place in alive
            ],
        )


_PLACES = range(1_000)


class _Ways:
    """The scores of the labels after one step, by the labels they are reached from."""

    __slots__ = ("_from", "_scores")

    def __init__(self, places: Sequence[int], scores: Sequence[tuple[int, ...]]) -> None:
        self._from, self._scores = places, scores

    def best(self) -> tuple[int, ...]:
        """The best score of each label."""
        scores = self._scores
        return tuple(map(max, *scores)) if len(scores) > 1 else scores[0]

    def origin(self, place: int) -> int:
        """From where a label is reached best."""
        reached = [scores[place] for scores in self._scores]
        return self._from[reached.index(max(reached))]


def _packed(row: Sequence[int]) -> int:
    return sum(weight << (_BITS * place) for place, weight in enumerate(row))
