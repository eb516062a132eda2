"""Families of addresses within a site: a calendar's months, the papers of a volume. What visits to one say of its other links.

A family that brings what is looked for is preferred, one that does not is put off, and one that has brought nothing after as
many visits as its patience allows is left alone: that is how a calendar without end is told from a list of papers. The
store counts the visits (`store/crawl/families.py`); what they mean is decided here.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from harvestman.store import Standing

# Points of a link's score; a word such as "accepted papers" in it is worth 40 to 60.
_OFTEN_FRUITFUL, _SOMETIMES_FRUITFUL = 40, 20
_PUT_OFF = ((8, -30), (3, -15))
"""After so many visits that brought nothing, so many points."""
VIEW = "view "
"""How the shape of a family begins whose addresses show the same list in other ways."""
_VIEW, _PLAIN = "v", "p"


@lru_cache(maxsize=65_536)
def family_name(shape: str, patience: int) -> str:
    """A family as the store knows it: its patience, whether it is a view of a list, and a digest of its shape."""
    if not shape:
        return ""
    kind = _VIEW if shape.startswith(VIEW) else _PLAIN
    return f"{patience}:{kind}{hashlib.sha256(shape.encode()).hexdigest()[:32]}"


def standing(name: str, visited: int, fruitful: int) -> Standing:
    """What is thought of a family after so many visits, so many of them fruitful."""
    return Standing(_points(visited, fruitful), _why_left(name, visited, fruitful))


def _points(visited: int, fruitful: int) -> int:
    if fruitful:
        return _OFTEN_FRUITFUL if 2 * fruitful >= visited else _SOMETIMES_FRUITFUL
    return next((points for visits, points in _PUT_OFF if visited >= visits), 0)


def _why_left(name: str, visited: int, fruitful: int) -> str:
    patience, _, kind = name.partition(":")
    if not patience or visited < int(patience):
        return ""
    if kind.startswith(_VIEW):
        return f"{visited} other views of this list have been visited"
    return "" if fruitful else f"{visited} addresses of this kind had no paper"
