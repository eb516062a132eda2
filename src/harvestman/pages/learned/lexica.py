"""What a word by itself tells: its shape, and the word lists it is in. Looked up once a word, then remembered.

The lists (personal names, words of affiliations, words of titles, and the words that the models know as features) are made
by `harvestman learn pages` and lie beside this file, the names in the room of texts; MODEL.md says from what they were made.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from harvestman.text import unaccent
from harvestman.text.name_words import name_words

TOKEN = re.compile(r"(?:[^\W\d_]\.-?)+(?![^\W\d_])|\w+(?:['’‐-]\w+)*|[^\w\s]")

_STOP = frozenset(
    "a an the of for in on to with and by from at as is are be via using or its it their we our this that de la le les des du et "
    "pour en un une der die das und für von zu im mit el los las y para con por do da dos das e em uma und ein eine и в на с для по".split()
)
_PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zur af av st".split()
)
_DEGREES = frozenset("dr prof phd ph.d msc mr mrs ms ing professor jr sr ii iii".split())
_REMEMBERED = 300_000


class Word(NamedTuple):
    """What is known of a word."""

    lower: str
    kind: str
    """One letter: its shape (see `_kind`)."""
    lexicon: str
    """Which lists it is in: some of n (name), f (affiliation), t (title)."""
    known: bool
    """Whether the models know it as a feature of its own."""


_memory: dict[str, Word] = {}


def look_up(token: str) -> Word:
    """What is known of a token."""
    word = _memory.get(token)
    if word is None:
        if len(_memory) > _REMEMBERED:
            _memory.clear()
        word = _memory[token] = _describe(token)
    return word


def tokens_of(text: str) -> list[str]:
    """The tokens of a text: words, initials with their dots, single punctuation marks."""
    return TOKEN.findall(text)


def _describe(token: str) -> Word:
    lower = token.lower()
    kind = _kind(token, lower)
    lexicon = ""
    if kind not in "dp":
        plain = unaccent(token)
        names, affiliations, titles = name_words(), _list("affiliations"), _list("titles")
        parts = re.split(r"['’‐-]", plain)
        if plain in names or (len(parts) > 1 and all(p in names for p in parts if p)):
            lexicon += "n"
        if plain in affiliations:
            lexicon += "f"
        if plain in titles:
            lexicon += "t"
    return Word(lower, kind, lexicon, lower in _list("features"))


def _kind(token: str, lower: str) -> str:
    """d number, D with digits, p punctuation, i initials, s small function word, l lower case, U upper case, C capital, M mixed."""
    if not token[0].isalpha():
        return "d" if token.isdigit() else "D" if token[0].isdigit() else "p"
    if token[-1] == "." or (len(token) == 1 and token.isupper()):
        return "i"
    is_small = lower in _STOP
    if token == lower:
        return "s" if is_small else "l"
    if token.isupper():
        return "U"
    if is_small:
        return "S"
    return "C" if token[0].isupper() and (token[1:].islower() or "-" in token) else "M"


def is_particle(lower: str) -> bool:
    """Whether a word may stand in lower case within a name: "van", "de la"."""
    return lower in _PARTICLES


def is_degree(lower: str) -> bool:
    """Whether a word is a title or degree, no name."""
    return lower.strip(".") in _DEGREES


@cache
def _list(name: str) -> frozenset[str]:
    resource = files("harvestman.pages.learned").joinpath(f"lexica/{name}.txt.gz")
    try:
        return frozenset(gzip.decompress(resource.read_bytes()).decode("utf-8").split("\n"))
    except FileNotFoundError:
        return frozenset()


def forget() -> None:
    """Read the lists anew: after training has written them."""
    _memory.clear()
    _list.cache_clear()
    name_words.cache_clear()
