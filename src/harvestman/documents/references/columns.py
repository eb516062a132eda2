"""Features in columns: one key for each item of many sequences, and what features a key stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

Spell = Callable[[Any], Sequence[str]]


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


def spelt_out(columns: Sequence[Column], start: int, end: int) -> list[list[str]]:
    """The features of the items from `start` to before `end` as strings: what the library is given."""
    items: list[list[str]] = [[] for _ in range(start, end)]
    ranked = sorted((group, keys) for groups, keys in columns for group in groups)
    for (_, spell, reach), keys in ranked:
        for item, key in zip(items, keys[start - reach : end - reach], strict=True):
            if key is not None:
                item.extend(spell(key))
    return items
