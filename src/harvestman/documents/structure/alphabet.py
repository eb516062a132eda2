"""Alphabetical order as evidence: in a list that is sorted by its authors, an entry begins with a name that stands in order.

The longest row of lines in order among those that begin with a name says whether the list is sorted at all; then each line
fits between its neighbours of that row, or does not.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from harvestman.text.folding import unaccent

_LETTERS = 5  # of the first word that are compared
_LEAST = 5
_SORTED = 0.75  # of the names; by chance alone, of twenty names nine are in order


def fits_alphabet(texts: Sequence[str], is_name: Sequence[bool]) -> list[str]:
    """For each line whether it stands in order: "in", "out", or "no" where the list is not sorted."""
    keys = [_key(text) for text in texts]
    names = [place for place, yes in enumerate(is_name) if yes and keys[place]]
    row = _longest_row([keys[place] for place in names])
    if len(names) < _LEAST or len(row) < _SORTED * len(names):
        return ["no"] * len(texts)
    members = [names[place] for place in row]
    fitting: list[str] = []
    behind = 0  # how many members of the row stand at or before the line
    for place, key in enumerate(keys):
        while behind < len(members) and members[behind] < place:
            behind += 1
        low = keys[members[behind - 1]] if behind else ""
        ahead = behind + (behind < len(members) and members[behind] == place)
        high = keys[members[ahead]] if ahead < len(members) else "\uffff"
        fitting.append("in" if key and low <= key <= high else "out")
    return fitting


def _key(text: str) -> str:
    word = "".join(c for c in unaccent(text[:16]) if c.isalpha())[:_LETTERS]
    # Lists with names in two scripts have the Cyrillic ones first.
    return f"\uf8ff{word}" if word.isascii() and word else word


def _longest_row(keys: Sequence[str]) -> list[int]:
    """The places of a longest row of keys that never go down (patience sorting)."""
    ends: list[str] = []
    at: list[int] = []
    before = [-1] * len(keys)
    for place, key in enumerate(keys):
        slot = bisect_right(ends, key)
        before[place] = at[slot - 1] if slot else -1
        if slot == len(ends):
            ends.append(key)
            at.append(place)
        else:
            ends[slot] = key
            at[slot] = place
    row: list[int] = []
    place = at[-1] if at else -1
    while place >= 0:
        row.append(place)
        place = before[place]
    return row[::-1]
