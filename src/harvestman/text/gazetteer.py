"""The offline list of the world's places: which countries have a place of this name, and how large it is there.

One compressed file of sorted lines, built by `learn.gazetteer` from GeoNames (CC BY 4.0). It is unpacked once, on first use,
and searched in place: a dictionary of two hundred thousand names would take longer to build than ten thousand titles to
parse.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from harvestman.text.folding import fold

GAZETTEER: Final = Path(__file__).parent / "data" / "gazetteer.zz"

_LONGEST_NAME: Final = (
    60  # folded characters; the longest names of places that hold events have about thirty
)
_SEARCHED: Final = 400  # characters of the list; less than this is searched from end to end
# Titles without umlauts spell Muenchen, Saarbruecken, Goeteborg.
_SPELT_OUT: Final = (("ue", "u"), ("oe", "o"), ("ae", "a"))


@dataclass(frozen=True, slots=True)
class City:
    """A place of some name in one country: the binary logarithm of its inhabitants, and whether it is the main name."""

    country: str
    size: int
    is_own_name: bool


@lru_cache(maxsize=32_768)
def cities_named(name: str) -> tuple[City, ...]:
    """Every country's largest place of this name, the likeliest first: large ones, main names before others."""
    key = fold(name)
    found = _look_up(key)
    if found:
        return found
    if key.startswith("st") and (found := _look_up("saint" + key[2:])):
        return found
    for spelt, plain in _SPELT_OUT:
        if spelt in key and (found := _look_up(key.replace(spelt, plain))):
            return found
    return ()


def own_name(city: str) -> str:
    """A city by its own name: "Brisbane" for "Brisbane City", but "Mexico City" as it stands."""
    short = city.removesuffix(" City")
    is_own = any(known.is_own_name for known in cities_named(city))
    return short if short != city and not is_own and cities_named(short) else city


def encode_size(population: int, is_own_name: bool) -> str:
    """One letter for the binary logarithm of a population: a capital for a place's main name."""
    letter = chr(ord("a") + min(25, int(math.log2(population + 1))))
    return letter.upper() if is_own_name else letter


def shard_of(key: str) -> str:
    """The part of the list in which a folded name stands: its first two letters."""
    return key[:2]


@cache
def load() -> dict[bytes, tuple[bytes, int, int]]:
    """The list, and where in it each two-letter shard begins and ends; unpacked on first use (1.6 MB in 30 ms)."""
    text = zlib.decompress(GAZETTEER.read_bytes())
    shards = {}
    start = text.find(b"\f")
    while start >= 0:
        following = text.find(b"\f", start + 1)
        line_end = text.index(b"\n", start)
        end = len(text) if following < 0 else following
        shards[text[start + 1 : line_end]] = (text, line_end, end)
        start = following
    return shards


def _look_up(key: str) -> tuple[City, ...]:
    if not 2 <= len(key) <= _LONGEST_NAME:
        return ()
    shard = load().get(shard_of(key).encode())
    if shard is None:
        return ()
    text, start, end = shard
    begin = _behind_key(text, key.encode() + b"\t", start, end)
    if not begin:
        return ()
    coded = text[begin : text.index(b"\n", begin)].decode()
    return tuple(
        City(coded[i : i + 2], ord(coded[i + 2].lower()) - ord("a"), coded[i + 2].isupper())
        for i in range(0, len(coded), 3)
    )


def _behind_key(text: bytes, key: bytes, start: int, end: int) -> int:
    """Where the line of a key goes on behind it, or 0. Lines are sorted: halving is five times as fast as searching."""
    while end - start > _SEARCHED:
        middle = text.find(b"\n", (start + end) // 2, end)
        if middle < 0 or middle + 1 >= end:
            break
        if text[middle + 1 : middle + 1 + len(key)] < key:
            start = middle
        else:
            end = middle + 1
    at = text.find(b"\n" + key, start, end + len(key))
    return at + 1 + len(key) if at >= 0 else 0
