"""Features in columns: one key for each item of many sequences, and what features a key stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

Spell = Callable[[Any], Sequence[str]]

BETWEEN = "|"
"""What parts the pieces in the name of a feature of neighbours."""


class Group(NamedTuple):
    """Features that an item's key gives to the item itself, or to one near it."""

    rank: int
    """Where they stand among the features of an item when these are spelt out."""
    spell: Spell
    """What features a key stands for: asked once a key, not once an item."""
    reach: int = 0
    """To which item: 1 to the next one."""


class Column(NamedTuple):
    """Features of one kind, for each item of all sequences. Around each sequence stand items that belong to none."""

    groups: tuple[Group, ...]
    keys: Sequence[Any]
    """One for each item; None for no feature."""


class Neighbours(NamedTuple):
    """One feature for each item: what stands there, side by side. No feature where one of them belongs to no sequence."""

    rank: int
    name: str
    """What the feature's name begins with; behind "=" the pieces follow, parted by `BETWEEN`."""
    pieces: tuple[tuple[Sequence[str | None], int], ...]
    """For each place beside the item (-1 is the one before it) what all items have there, from left to right."""


Told = Sequence[Column | Neighbours]


def spelt_out(columns: Told, start: int, end: int) -> list[list[str]]:
    """The features of the items from `start` to before `end` as strings: what the library is given."""
    items: list[list[str]] = [[] for _ in range(start, end)]
    ranked: list[tuple[int, Iterator[Sequence[str]]]] = []
    for column in columns:
        if isinstance(column, Neighbours):
            ranked.append((column.rank, _side_by_side(column, start, end)))
        else:
            ranked += [
                (rank, _of_keys(spell, column.keys[start - reach : end - reach]))
                for rank, spell, reach in column.groups
            ]
    for _, features in sorted(ranked, key=lambda one: one[0]):
        for item, some in zip(items, features, strict=True):
            item.extend(some)
    return items


def _of_keys(spell: Spell, keys: Sequence[Any]) -> Iterator[Sequence[str]]:
    return (() if key is None else spell(key) for key in keys)


def _side_by_side(column: Neighbours, start: int, end: int) -> Iterator[Sequence[str]]:
    beside = (all_of[start + at : end + at] for all_of, at in column.pieces)
    for pieces in zip(*beside, strict=True):
        known = [piece for piece in pieces if piece is not None]
        is_whole = len(known) == len(pieces)
        yield (f"{column.name}={BETWEEN.join(known)}",) if is_whole else ()
