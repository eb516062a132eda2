"""From what tables say of the items of a sequence to its best labels (Viterbi), and to how sure each of them is.

Two decoders give the same answers. `CompiledDecoder` (`_decoding.c`) is there where the package was built with a C compiler. `PlainDecoder` lays the
weights of all labels side by side in one large integer, so that one addition adds them all: the same labels as python-crfsuite
(`text/tagging.py`) gives for lists of strings, in half the time.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any, Final, Protocol

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


class Known:
    """What is known of the values of a column."""

    __slots__ = ("distances", "parts", "rows", "run")

    def __init__(
        self,
        rows: Rows,
        distances: tuple[int, ...],
        parts: tuple[tuple[Rows, Spell | None], ...] | None,
        run: int,
    ) -> None:
        self.rows = rows
        """For each value what it adds to each of the items that it tells of."""
        self.distances = distances
        """How far behind a value's own item each of these items is."""
        self.parts = parts
        """What each of these items is told: the rows of the features, and which features a value stands for. So the rows of new values are made, and
        remembered; None where a value is a feature itself, or a list of them, and weighs nothing where there is no row of it."""
        self.run = run
        """How many strings in a row, put together, are one value; the last one's item is its own."""


Lookup = tuple[Any, list[Any], int]
"""What is known of the values of a column, as `Adder.known` gives it, with a value for each item and how many more there are at both ends."""

Begun = tuple[Any, int, int, int]
"""Sums of other columns that sums go on with: those, of how many items and labels they are, and which of the labels is the first one here."""


def features_of(value: Any, spell: Spell | None) -> Sequence[str]:
    """What a value of a column stands for."""
    if spell is not None:
        return spell(value)
    return (value,) if type(value) is str else value or ()


def in_runs(values: Sequence[str], run: int) -> list[str]:
    """So many strings in a row, put together: one for each that has as many before it."""
    later = [values[at:] for at in range(run)]
    return list(map("".join, zip(*later, strict=False)))


class Adder(Protocol):
    """Adds the weights of one chain, or of several that are told the same, side by side."""

    def table(self, taught: Sequence[tuple[Sequence[str], bytes]]) -> Rows:
        """A row for each feature, from those that each chain knows and their 32-bit numbers one after the other."""

    def around(self, tables: Sequence[Rows]) -> Rows:
        """A row for each value that several items are told of, each by a table of its own."""

    def known(self, known: Known) -> Any:
        """The same as it is looked up."""

    def sums(self, columns: list[Lookup], size: int, begun: Begun | None) -> Any:
        """The scores of all labels for each item."""


class Decoder(Protocol):
    """What a chain asks."""

    def adder(self, counts: Sequence[int]) -> Adder:
        """What adds weights as this decoder wants them, for chains that have so many labels."""

    def best(self, sums: Any) -> list[str]:
        """The labels of a sequence."""

    def sure(self, sums: Any) -> list[tuple[str, int]]:
        """The labels, each with how sure it is, from 0 to 4."""


def decoder_for(labels: tuple[str, ...], transitions: Sequence[Sequence[int]]) -> Decoder:
    """The fastest decoder that there is."""
    kind = PlainDecoder if _decoding is None else CompiledDecoder
    return kind(labels, transitions)


def _joined(
    tables: Sequence[Rows], nothing: Sequence[Any], join: Callable[[list[Any]], Any]
) -> Rows:
    """One row for each feature of several tables."""
    if len(tables) == 1:
        return tables[0]
    features = dict.fromkeys([feature for table in tables for feature in table])
    pairs = list(zip(tables, nothing, strict=True))
    return {one: join([table.get(one, none) for table, none in pairs]) for one in features}


class CompiledAdder:
    """In C; a row is the bytes of its numbers."""

    def __init__(self, counts: Sequence[int]) -> None:
        self._sizes = [4 * count for count in counts]
        self._width = sum(counts)

    def table(self, taught: Sequence[tuple[Sequence[str], bytes]]) -> Rows:
        """A row for each feature."""
        tables: list[Rows] = []
        for (features, rows), size in zip(taught, self._sizes, strict=True):
            cut = struct.iter_unpack(f"{size}s", rows)
            tables.append({feature: row for feature, (row,) in zip(features, cut, strict=True)})
        return _joined(tables, [bytes(size) for size in self._sizes], b"".join)

    def around(self, tables: Sequence[Rows]) -> Rows:
        """A row for each value."""
        return _joined(tables, [bytes(sum(self._sizes))] * len(tables), b"".join)

    def known(self, known: Known) -> Any:
        """The same in C."""
        parts, run = known.parts, known.run
        return _decoding.Table(known.rows, known.distances, parts, run, self._width, MAX_REMEMBERED)

    def sums(self, columns: list[Lookup], size: int, begun: Begun | None) -> Any:
        """The scores of all labels for each item."""
        return _decoding.sums(columns, size, self._width, begun)


class CompiledDecoder:
    """In C; sums are the bytes of their numbers."""

    def __init__(self, labels: tuple[str, ...], transitions: Sequence[Sequence[int]]) -> None:
        self._labels = labels
        self._ways = b"".join(struct.pack(f"={len(row)}i", *row) for row in transitions)

    def adder(self, counts: Sequence[int]) -> Adder:
        """What adds weights."""
        return CompiledAdder(counts)

    def best(self, sums: Any) -> list[str]:
        """The labels of a sequence."""
        return _decoding.best(self._labels, sums, self._ways)

    def sure(self, sums: Any) -> list[tuple[str, int]]:
        """The labels, each with how sure it is."""
        return _decoding.sure(self._labels, sums, self._ways, _STEPS)


class PlainAdder:
    """In Python; a row is one large integer."""

    def __init__(self, counts: Sequence[int]) -> None:
        self._counts = counts
        self._zero = _packed([_RAISE] * sum(counts))
        self._mask = (1 << _BITS * sum(counts)) - 1

    def table(self, taught: Sequence[tuple[Sequence[str], bytes]]) -> Rows:
        """A row for each feature."""
        tables: list[Rows] = []
        before = 0
        for (features, rows), count in zip(taught, self._counts, strict=True):
            numbers = struct.iter_unpack(f"={count}i", rows)
            shift = _BITS * before
            tables.append(
                {one: _packed(row) << shift for one, row in zip(features, numbers, strict=True)}
            )
            before += count
        return _joined(tables, [0] * len(tables), sum)

    def around(self, tables: Sequence[Rows]) -> Rows:
        """A row for each value."""
        return _joined(tables, [0] * len(tables), tuple)

    def known(self, known: Known) -> Known:
        """The same."""
        return known

    def sums(self, columns: list[Lookup], size: int, begun: Begun | None) -> Any:
        """For each item the scores of the labels side by side, all raised by the same amount."""
        sums: list[Sequence[int]] = []
        for known, given, around in columns:
            rows, distances, parts = known.rows, known.distances, known.parts
            if len(given) != size + 2 * around:
                raise ValueError("every column has a value for each item")
            values, margin = given, around
            if known.run > 1:
                values, margin = in_runs(given, known.run), around - known.run + 1
            if parts is None and values and type(values[0]) is list:
                sums.append([sum(map(rows.get, value, repeat(0))) for value in values])
                continue
            if parts is not None:
                _remember(rows, parts, values)
            elif len(distances) == 1:
                told = tuple(map(rows.get, values, repeat(0)))
                sums.append(_cut(told, margin - distances[0], size))
                continue
            nothing = (0,) * len(distances)
            each = zip(*map(rows.get, values, repeat(nothing)), strict=True)
            for distance, row in zip(distances, each, strict=False):
                sums.append(_cut(row, margin - distance, size))
        return list(map(sum, zip(self._begin(begun, size), *sums, strict=True)))

    def _begin(self, begun: Begun | None, size: int) -> Iterable[int]:
        """What sums begin with; those of other columns are raised."""
        if begun is None:
            return repeat(self._zero, size)
        others, _, _, first = begun
        return [one >> (_BITS * first) & self._mask for one in others]


class PlainDecoder:
    """In Python."""

    def __init__(self, labels: tuple[str, ...], transitions: Sequence[Sequence[int]]) -> None:
        self._labels = labels
        self._ahead = _Steps(transitions)
        self._back = _Steps(tuple(zip(*transitions, strict=True)))

    def adder(self, counts: Sequence[int]) -> Adder:
        """What adds weights."""
        return PlainAdder(counts)

    def best(self, sums: Any) -> list[str]:
        """The labels of a sequence."""
        labels = self._labels
        return [labels[place] for place in self._ahead.best(sums)]

    def sure(self, sums: Any) -> list[tuple[str, int]]:
        """The labels, each with how sure it is."""
        if not sums:
            return []
        ahead = self._ahead.reach(sums)
        back = self._back.reach(sums[::-1])
        back.reverse()
        labels, unpack = self._labels, self._ahead.unpack
        found = []
        for here, before, behind in zip(sums, ahead, back, strict=True):
            through = unpack(before + behind - here)
            *_, second, best = sorted(through) if len(through) > 1 else (0, *through)
            found.append((labels[through.index(best)], bisect_right(_STEPS, best - second)))
        return found


def _remember(known: Rows, parts: Sequence[tuple[Rows, Spell | None]], values: list[Any]) -> None:
    """See to it that it is known of all these values what they add to each item that they tell of."""
    new = {value for value in values if value not in known}
    if len(known) + len(new) > MAX_REMEMBERED:
        known.clear()
        new = set(values)
    for value in new:
        known[value] = tuple(
            sum(map(table.get, features_of(value, spell), repeat(0))) for table, spell in parts
        )


def _cut(row: tuple[int, ...], first: int, size: int) -> tuple[int, ...]:
    """So many numbers from a place on, with nothing where there are none."""
    if first == 0 and len(row) == size:
        return row
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
