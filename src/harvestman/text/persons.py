"""Whether two printed names may be one person's: initials, either order, double surnames, Cyrillic and Latin letters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from harvestman.text.folding import fold
from harvestman.text.names import parse_name
from harvestman.text.romanising import romanise, sound

_GIVEN: Final = re.compile(r"[^\W\d_]+")
_GLUED: Final = re.compile(r"\.(?=[^\W\d_])")
_LAST_INITIALS: Final = re.compile(r"((?:[^\s,.]{2,}+ )++)((?:[^\W\d_]\.[ -]?+)++)")
_LONG_NAME: Final = 6  # letters of a family name in which one may be misprinted


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name as two names are compared."""

    families: tuple[str, ...]
    """The sounds of the words of the family name."""
    given: tuple[str, ...]
    """The given names and initials, folded and in Latin letters."""
    name: str
    """As it is printed."""

    @property
    def words(self) -> frozenset[str]:
        """How all words of the name sound."""
        return _sounds(self.name)


@lru_cache(maxsize=20_000)
def person_name(name: str, family: str = "") -> PersonName:
    """A name in the parts by which two names are compared; the family name where it is known."""
    parsed = parse_name(spread_initials(name))
    given = parsed.given
    if family and fold(family) != fold(parsed.family):
        given = _without(name, family)
    else:
        family = parsed.family
    return PersonName(
        families=tuple([s for word in family.replace("-", " ").split() if (s := sound(word))]),
        given=tuple(_GIVEN.findall(romanise(given))),
        name=name,
    )


@lru_cache(maxsize=20_000)  # apart from the rest: most names are never compared
def _sounds(name: str) -> frozenset[str]:
    return frozenset(map(sound, _GIVEN.findall(romanise(name))))


def spread_initials(name: str) -> str:
    """The name with its initials apart ("E.Baro") and, where they stand last, behind a comma ("del Sagrado J.")."""
    if "." not in name:
        return name
    spread = _GLUED.sub(". ", name)
    match = _LAST_INITIALS.fullmatch(spread)
    return f"{match[1].rstrip()}, {match[2]}" if match else spread


def _without(name: str, family: str) -> str:
    """The given names of a name whose family name is known."""
    known = {fold(word) for word in family.split()}
    return " ".join(word for word in name.replace(",", " ").split() if fold(word) not in known)


def agreement(one: PersonName, other: PersonName) -> int:
    """0 when these are two people, 1 when they may be one, 2 when their given names say so too."""
    here = one.words
    if here == other.words and len(here) > 1:  # "Li Wei", "Wei Li"
        return 2
    if not _is_one_family(one, other):
        return 1 if _is_turned(one, other) or _is_turned(other, one) else 0
    return _given_agreement(one.given, other.given)


def _is_one_family(one: PersonName, other: PersonName) -> bool:
    here, there = one.families, other.families
    if not here or not there:
        return False
    x, y = here[-1], there[-1]
    if x == y:
        return True
    is_double = len(here) > 1 or len(there) > 1
    # "G. García" for "Gabriel García Márquez": of two family names the first may stand for both.
    if is_double and any(len(name) > 2 for name in set(here) & set(there)):
        return True
    if min(len(x), len(y)) >= _LONG_NAME and OSA.distance(x, y, score_cutoff=1) <= 1:
        return True
    # "Gabriel García Márquez" without a comma shows only the last word as family name.
    return is_double and any(
        len(people.families) > 1 and sound(word) in people.families
        for names, people in ((one, other), (other, one))
        for word in names.given
        if len(word) > 2
    )


def _is_turned(one: PersonName, other: PersonName) -> bool:
    """Whether the first of two words is the family name after all: "Ivanov Ivan" for "I. Ivanov"."""
    if len(one.given) != 1 or len(one.families) != 1 or not other.families or not other.given:
        return False
    (given,) = one.given
    if len(given) < 3 or sound(given) != other.families[-1]:
        return False
    return one.families[0][:1] in _initials(other.given[0])


def _given_agreement(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    if not one or not other:
        return 1
    level = 1
    for x, y in zip(one, other, strict=False):
        if len(x) > 2 and len(y) > 2:
            if not _is_one_given(x, y):
                return 0
            level = 2
        elif not _initials(x) & _initials(y):
            return 0
    return level


def _is_one_given(one: str, other: str) -> bool:
    """Whether two written-out names are one: "Doug" and "Douglas", "Sergey" and "Sergei"."""
    x, y = sound(one), sound(other)
    short, long = sorted((x, y), key=len)
    if not short or long.startswith(short):
        return True
    return len(short) > 3 and OSA.distance(x, y, score_cutoff=1) <= 1


def _initials(name: str) -> set[str]:
    """The letters with which a name may begin when it is shortened: Ю. is printed Yu., Ju., Iu. and U."""
    first = name[:1]
    return {sound(name)[:1], "i" if first in "yj" else first}
