"""Whether a name or an organisation that was found elsewhere stands in the first part of a document.

Names are looked for by local alignment after Smith and Waterman: the piece of the text that is most like the family name, found by
rapidfuzz, with the given name or its initial beside it. Whole organisations are compared by the distance of Damerau and Levenshtein,
which works better on long strings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import DamerauLevenshtein

from harvestman.text import fold, unaccent, words
from harvestman.text.names import parse_name
from harvestman.text.persons import person_name
from harvestman.text.romanising import romanise

NAME_LIKENESS = 92.0  # of 100: a letter may be wrong in a name of twelve
ORGANISATION_LIKENESS = 0.85
_WORD = re.compile(r"[^\W\d_]+")
_PART = re.compile(r"[^\W\d_]+|[^\s.]")
_AROUND = 40  # characters on either side of a family name in which the given names stand
_MOST_GIVEN = 3
_AND = frozenset("and y и und et e by por".split())


@dataclass(frozen=True, slots=True)
class Opening:
    """The first part of a document, ready to be searched."""

    text: str
    """In small letters without accents."""
    latin: str
    """The same in Latin letters; equal to `text` where it has no others."""

    @classmethod
    def of(cls, text: str) -> Opening:
        """The opening that begins a text."""
        plain = unaccent(text)
        return cls(plain, plain if plain.isascii() else unaccent(romanise(plain)))


def place_of(name: str, opening: Opening) -> int | None:
    """Where a person is named in an opening: the family name with the given name or its initial beside it; None where nowhere."""
    for text, wanted in ((opening.text, unaccent(name)), (opening.latin, _latin(name))):
        place = _place(wanted, text)
        if place is not None:
            return place
    return None


def _place(name: str, text: str) -> int | None:
    parsed = parse_name(name)
    family = max(_WORD.findall(parsed.family) or [""], key=len)
    given = _WORD.findall(parsed.given)
    if len(family) < 3 or not given:
        return None
    for at in _places_of(family, text):
        before = _names_before(text[max(0, at - _AROUND) : at])
        after = _names_after(text[at + len(family) : at + len(family) + _AROUND])
        if _is_given(given[0], before) or _is_given(given[0], after):
            return at
    return None


def _names_before(text: str) -> list[str]:
    """The words directly in front of a family name, without a comma or the like between."""
    found: list[str] = []
    for part in reversed(_PART.findall(text)):
        if not part[0].isalpha() or part in _AND or len(found) >= _MOST_GIVEN:
            break
        found.append(part)
    return found


def _names_after(text: str) -> list[str]:
    """The words directly behind a family name: "Ivanov I. I.", "Ivanov, Ivan"."""
    found: list[str] = []
    for place, part in enumerate(_PART.findall(text)):
        if place == 0 and part == ",":
            continue
        if not part[0].isalpha() or found:
            break
        found.append(part)
    return found


def _places_of(family: str, text: str) -> list[int]:
    """All places where a family name stands as a word; with one wrong letter if it is long and stands nowhere."""
    found: list[int] = []
    at = text.find(family)
    while at >= 0 and len(found) < 20:
        before, after = text[at - 1 : at], text[at + len(family) : at + len(family) + 1]
        if not before.isalpha() and not after.isalpha():
            found.append(at)
        at = text.find(family, at + 1)
    if not found and len(family) >= 7:
        best = fuzz.partial_ratio_alignment(family, text, score_cutoff=NAME_LIKENESS)
        if best is not None:
            start, end = best.dest_start, best.dest_end
            while start > 0 and text[start - 1].isalpha():
                start -= 1
            while end < len(text) and text[end].isalpha():
                end += 1
            if abs((end - start) - len(family)) <= 1:
                found.append(start)
    return found


def _is_given(given: str, near: list[str]) -> bool:
    if len(given) == 1:
        return any(word[0] == given for word in near)
    return any(word == given or (len(word) == 1 and word == given[0]) for word in near)


@lru_cache(maxsize=20_000)
def _latin(name: str) -> str:
    return unaccent(romanise(name))


def names_organisation(name: str, opening: Opening) -> bool:
    """Whether an organisation stands in an opening."""
    plain = unaccent(name)
    if len(plain) < 4:
        return False
    if re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", opening.text):
        return True
    if len(plain) < 12 or len(plain) > len(opening.text):
        return False
    best = fuzz.partial_ratio_alignment(
        plain, opening.text, score_cutoff=100 * ORGANISATION_LIKENESS
    )
    return best is not None


def same_organisation(one: str, other: str) -> bool:
    """Whether two strings name one organisation, or a part of it."""
    x, y = fold(one), fold(other)
    if not x or not y:
        return False
    if x == y or (min(len(x), len(y)) >= 4 and (x in y or y in x)):
        return True
    few, many = sorted((_long(one), _long(other)), key=len)
    if len(few) > 1 and few <= many:
        return True
    return DamerauLevenshtein.normalized_similarity(x, y) >= ORGANISATION_LIKENESS


def _long(text: str) -> set[str]:
    return {word for word in words(text) if len(word) > 3}


def family_key(name: str) -> str:
    """By which names of one person can be found: how the last family name sounds."""
    families = person_name(name).families
    return families[-1] if families else ""
