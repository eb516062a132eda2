"""From what tables say of the items of a sequence to its best labels (Viterbi), and to how sure each of them is.

Two decoders give the same answers. `CompiledDecoder` (`_decoding.c`) is there where the package was built with a C compiler. `PlainDecoder` lays the
weights of all labels side by side in one large integer, so that one addition adds them all: the same labels as python-crfsuite
(`text/tagging.py`) gives for lists of strings, in half the time.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, Final, NamedTuple, Protocol

try:
    from harvestman.pages.learned import _decoding
except ImportError:  # built without a compiler
    _decoding = None  # type: ignore[assignment]

MAX_REMEMBERED: Final = 10_000
"""Sums of one table; of some eighty tables, few ever grow so large."""
SCALE: Final = 4096  # weights are whole numbers of 1/4096
_BITS: Final = 32
_RAISE: Final = 1 << 24  # keeps sums of negative weights from borrowing of the label beside them
# How sure a label is, by how far the best labelling without it is behind: odds of 1.5, 4, 50 and 3,000 to one.
_STEPS: Final = tuple(int(step * SCALE) for step in (0.4, 1.4, 3.9, 8.0))


Rows = dict[Any, Any]
"""A row of weights for each feature; or for each value of a column the rows of all that are told of it. Those of features hold nothing but text and
numbers, so that the garbage collector does not look through a hundred thousand of them."""


Spell = Callable[[Any], tuple[str, ...]]
"""What features a value stands for."""


Parts = tuple[tuple[int, Rows, Spell | None], ...]
"""What the values of a column tell: how far behind its own item each item is that is told, the rows of the features that it is told, and what these are."""


class Sums(NamedTuple):
    """The sums of a column whose values stand for several features, remembered."""

    known: Rows
    """For each value what it adds to each of the items that it tells of."""
    parts: Parts


Lookup = tuple[Rows, Parts | None, list[Any], int]
"""Sums, with a value for each item and how many more there are at both ends. Or a table of features without parts: there a value may be a list of
features, and what is not in it weighs nothing."""


def features_of(value: Any, spell: Spell | None) -> Sequence[str]:
    """What a value of a column stands for."""
    if spell is not None:
        return spell(value)
    return (value,) if type(value) is str else value or ()


class Decoder(Protocol):
    """What a chain asks."""

    def table(self, features: Sequence[str], rows: bytes) -> Rows:
        """A row for each feature as this decoder adds it, from their 32-bit numbers one after the other."""

    def best(self, columns: list[Lookup], size: int) -> list[str]:
        """The labels of a sequence."""

    def sure(self, columns: list[Lookup], size: int) -> list[tuple[str, int]]:
        """The labels, each with how sure it is, from 0 to 4."""


def decoder_for(labels: tuple[str, ...], transitions: Sequence[Sequence[int]]) -> Decoder:
    """The fastest decoder that there is."""
    kind = PlainDecoder if _decoding is None else CompiledDecoder
    return kind(labels, transitions)


class CompiledDecoder:
    """In C; a row is the bytes of its numbers."""

    def __init__(self, labels: tuple[str, ...], transitions: Sequence[Sequence[int]]) -> None:
        self._labels = labels
        self._ways = b"".join(struct.pack(f"={len(row)}i", *row) for row in transitions)

    def table(self, features: Sequence[str], rows: bytes) -> Rows:
        """A row for each feature."""
        cut = struct.iter_unpack(f"{4 * len(self._labels)}s", rows)
        return {feature: row for feature, (row,) in zip(features, cut, strict=True)}

    def best(self, columns: list[Lookup], size: int) -> list[str]:
        """The labels of a sequence."""
        return _decoding.best(self._labels, columns, size, self._ways, MAX_REMEMBERED)

    def sure(self, columns: list[Lookup], size: int) -> list[tuple[str, int]]:
        """The labels, each with how sure it is."""
        return _decoding.sure(self._labels, columns, size, self._ways, MAX_REMEMBERED, _STEPS)


class PlainDecoder:
    """In Python; a row is one large integer."""

    def __init__(self, labels: tuple[str, ...], transitions: Sequence[Sequence[int]]) -> None:
        self._labels = labels
        self._ahead = _Steps(transitions)
        self._back = _Steps(tuple(zip(*transitions, strict=True)))
        self._zero = _packed([_RAISE] * len(labels))

    def table(self, features: Sequence[str], rows: bytes) -> Rows:
        """A row for each feature."""
        numbers = struct.iter_unpack(f"={len(self._labels)}i", rows)
        return dict(zip(features, map(_packed, numbers), strict=True))

    def best(self, columns: list[Lookup], size: int) -> list[str]:
        """The labels of a sequence."""
        labels = self._labels
        return [labels[place] for place in self._ahead.best(self._scores(columns, size))]

    def sure(self, columns: list[Lookup], size: int) -> list[tuple[str, int]]:
        """The labels, each with how sure it is."""
        scores = self._scores(columns, size)
        if not scores:
            return []
        ahead = self._ahead.reach(scores)
        back = self._back.reach(scores[::-1])
        back.reverse()
        labels, unpack = self._labels, self._ahead.unpack
        found = []
        for here, before, behind in zip(scores, ahead, back, strict=True):
            through = unpack(before + behind - here)
            *_, second, best = sorted(through) if len(through) > 1 else (0, *through)
            found.append((labels[through.index(best)], bisect_right(_STEPS, best - second)))
        return found

    def _scores(self, columns: list[Lookup], size: int) -> list[int]:
        """For each item the scores of the labels side by side, all raised by the same amount."""
        sums: list[Sequence[int]] = []
        for table, parts, values, margin in columns:
            find, none = table.get, repeat(0)
            if len(values) != size + 2 * margin:
                raise ValueError("every column has a value for each item")
            if parts is not None:
                _remember(table, parts, values)
                told = zip(*map(table.__getitem__, values), strict=True)
                for (distance, *_), row in zip(parts, told, strict=False):
                    sums.append(_cut(row, margin - distance, size))
            elif values and type(values[0]) is list:
                sums.append([sum(map(find, value, none)) for value in values])
            else:
                sums.append(list(map(find, values, none)))
        return list(map(sum, zip(repeat(self._zero, size), *sums, strict=True)))


def _remember(known: Rows, parts: Parts, values: list[Any]) -> None:
    """See to it that it is known of all these values what they add to each item that they tell of."""
    new = {value for value in values if value not in known}
    if len(known) + len(new) > MAX_REMEMBERED:
        known.clear()
        new = set(values)
    for value in new:
        known[value] = tuple(
            sum(map(table.get, features_of(value, spell), repeat(0))) for _, table, spell in parts
        )


def _cut(row: tuple[int, ...], first: int, size: int) -> tuple[int, ...]:
    """So many numbers from a place on, with nothing where there are none."""
    part = (
        row[first : first + size]
        if first >= 0
        else (0,) * min(-first, size) + row[: max(first + size, 0)]
    )
    return part + (0,) * (size - len(part))


class _Steps:
    """From the scores of one item to those of the next, without the labels that are too far behind to matter."""

    def __init__(self, transitions: Sequence[Sequence[int]]) -> None:
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


_PLACES: Final = range(1_000)


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
