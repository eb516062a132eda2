"""A person's name against what pages print: how far a text names that person, and who else is meant.

Names come in Cyrillic and Latin letters, with initials or patronymics, family name first or last, with two family names of which pages print
one. Family names are compared by their sound (`text.romanising`), given names by their letters as far as both are written out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from rapidfuzz.distance import OSA

from harvestman.text import fold, parse_name, romanise, sound, squeeze
from harvestman.text.personal import PARTICLES, word_look

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+){0,3}\.?")
_GLUED = re.compile(r"\.(?=[^\W\d_])")
_TITLES = re.compile(
    r"\b(?:prof|dr|dra|phd|ph\.d|msc|mgr|ing|univ|dipl|rer|nat|habil|доц|проф|д-р|акад)\b\.?",
    re.IGNORECASE,
)
_NEAR = 3  # words between a given name and its family name at most
_MOST_WORDS = 60_000  # of one text


class Naming(IntEnum):
    """How far a text names a person."""

    OTHER = -1
    """The family name, but with another given name."""
    NONE = 0
    FAMILY = 1
    """The family name alone."""
    INITIAL = 2
    """The family name with an initial that fits."""
    FULL = 3
    """The family name with the same given name written out."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A person whose name is looked for."""

    name: str
    families: frozenset[str]
    """The sounds of the words that may be the family name."""
    given: tuple[str, ...]
    """Given names and initials in Latin letters, in their order."""

    @property
    def is_written_out(self) -> bool:
        """Whether a given name is known and not only its initial."""
        return any(len(name) > 2 for name in self.given)


@lru_cache(maxsize=2_000)
def sought(name: str) -> Sought:
    """A name as it is looked for."""
    plain = squeeze(_TITLES.sub(" ", _GLUED.sub(". ", name)))
    parsed = parse_name(plain)
    given = tuple(romanise(word.rstrip(".")) for word in _WORD.findall(parsed.given))
    families = {
        sound(word) for word in re.split(r"[\s-]", parsed.family) if fold(word) not in PARTICLES
    }
    families |= {sound(parsed.family)}
    if len(given) > 1 and "," not in plain and not _is_cyrillic_order(plain):
        # "Ana María Ruiz Pérez" prints two family names; pages print the first of them as often as both.
        families |= {sound(word) for word in given[1:] if len(word) > 3}
    return Sought(squeeze(name), frozenset(filter(None, families)), given)


def _is_cyrillic_order(name: str) -> bool:
    return any("\u0400" <= letter <= "\u04ff" for letter in name)


def names_in(text: str, who: Sought) -> Naming:
    """How far a text names a person: the best of all places where the family name stands."""
    words = _WORD.findall(_GLUED.sub(". ", text))[:_MOST_WORDS]
    best = Naming.NONE
    is_other = False
    for place, word in enumerate(words):
        if not word[0].isupper() or not _is_family(word, who):
            continue
        found = _with_given(words, place, who)
        is_other = is_other or found is Naming.OTHER
        best = max(best, found)
        if best is Naming.FULL:
            return best
    return Naming.OTHER if is_other and best <= Naming.FAMILY else best


def _is_family(word: str, who: Sought) -> bool:
    plain = word.rstrip(".")
    if len(plain) < 2:
        return False
    heard = sound(plain)
    return heard in who.families or (
        "-" in plain and any(sound(part) in who.families for part in plain.split("-"))
    )


def _with_given(words: Sequence[str], place: int, who: Sought) -> Naming:
    """What stands around a family name: this person's given name or initial, another's, or none."""
    if not who.given:
        return Naming.FAMILY
    first = who.given[0]
    near = [*words[max(0, place - _NEAR) : place][::-1], *words[place + 1 : place + 1 + _NEAR]]
    best = Naming.FAMILY
    for other in near:
        if not other[0].isupper():
            continue
        fits = _fits(first, other)
        if fits is Naming.FULL:
            return fits
        best = max(best, fits)
    if best is Naming.FAMILY and _is_named_otherwise(words, place, first):
        return Naming.OTHER
    return best


def _fits(given: str, word: str) -> Naming:
    other = romanise(word.rstrip("."))
    if len(given) > 2 and len(other) > 2:
        x, y = sound(given), sound(other)
        short, long = sorted((x, y), key=len)
        is_same = long.startswith(short) if len(short) > 3 else short == long
        if is_same or (
            len(short) > 4 and OSA.distance(x, y) <= 1 and OSA.distance(given, other) <= 2
        ):
            return Naming.FULL
        return Naming.NONE
    if not other or not given:
        return Naming.NONE
    return Naming.INITIAL if _initials(given) & _initials(other) else Naming.NONE


def _initials(name: str) -> set[str]:
    """The letters with which a name may begin when it is shortened: Ю. is printed Yu., Ju., Iu. and U."""
    first = name[:1]
    return {sound(name)[:1], "i" if first in "yj" else first} - {""}


def _is_named_otherwise(words: Sequence[str], place: int, given: str) -> bool:
    """Whether a known given name or an initial of somebody else stands right beside the family name."""
    beside = [words[at] for at in (place - 1, place + 1) if 0 <= at < len(words)]
    for word in beside:
        plain = word.rstrip(".")
        if not word[0].isupper() or len(plain) == 2:
            continue
        if (len(plain) == 1 or word_look(plain) in "GN") and not _fits(given, word):
            return True
    return False


def other_script(name: str) -> str:
    """A Cyrillic name in Latin letters, as English pages print it; "" for a name in Latin letters."""
    if not _is_cyrillic_order(name):
        return ""
    parsed = parse_name(_GLUED.sub(". ", name))
    given = [word for word in parsed.given.split() if word]
    return " ".join(romanise(word).strip().title() for word in (*given[:1], parsed.family))
