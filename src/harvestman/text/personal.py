"""Which words and lines look like personal names, in Latin and Cyrillic letters, by lists, endings and shapes alone."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from harvestman.text.lexicon import classes_of, plain_word
from harvestman.text.name_words import name_words

TOKEN: Final = re.compile(
    r"(?:[^\W\d_]\.-?)+(?![^\W\d_])|(?:[^\W\d_]\.-?)+(?=[^\W\d_])|"  # initials, also glued to the family name
    r"[^\W\d_]+(?:['’‐`´-][^\W\d_]+)*\.?(?=[^\W\d_]|)|\d+|[^\w\s]|_"
)
PARTICLES: Final = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zur af av y e i 't".split()
)
_PATRONYMIC: Final = re.compile(
    r"(?:ович|евич|ьич|овна|евна|инична|ична|овича|евича|ьича|овны|евны|ичны|оглы|кызы)$"
)
_SURNAME: Final = re.compile(
    r"(?:[оеё]в|[оеё]ва|[иы]н|[иы]на|ск[иоа]й|цк[иоа]й|ская|цкая|ской|енко|чук|юк|ук|ян|янц|швили|дзе|ых|их|ович|евич|ко|ик|"
    r"[оеё]вой|[иы]ной|ского|цкого|ькин|ман|берг|штейн|айтис|ец|ник|аев|ла|ня|ор)а?у?$"
)
_JOIN: Final = re.compile(
    r"(?:(?<!\s)\s++)?(?:[,;]\s*+(?:and|AND|y|Y|и|И|und|UND|et)\s(?=\s*\S)|[,;&|•·∗*†‡§¶#\d()\[\]{}⋆⁎](?:\s*+(?:and|AND|и|und|et)\s)?)\s*+|"
    r"(?<!\s)\s++(?:and|AND|y|Y|и|И|und|UND|et|e)\s++"
)


# "В. Н. Салий": two initials make a name of any capitalised word.
_TWO_INITIALS: Final = re.compile(r"\s*(?:[^\W\d_a-zа-яё]\.\s?){2}[^\W\d_a-zа-яё][^\W\d_]")
_LEADING: Final = 60
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.-?){1,4}")


class NameLook(NamedTuple):
    """How far a line looks like a list of names."""

    pieces: int
    """Parts between separators."""
    named: int
    """Those of them that look like one name."""
    known: int
    """Those of them with a word that is surely a name."""


_looks: dict[str, str] = {}


def word_look(word: str) -> str:
    """One letter: I initials, G a known first name, P a patronymic, S like a family name, N in the list of names, C capitalised,
    A all capitals, p particle, l other letters, 0 none."""
    found = _looks.get(word)
    if found is None:
        if len(_looks) > 100_000:
            _looks.clear()
        found = _looks[word] = _look(word)
    return found


def _look(word: str) -> str:
    if not word[0].isalpha():
        return "0"
    plain = plain_word(word.rstrip("."))
    if _INITIALS.fullmatch(word) or (len(word) == 1 and word.isupper()):
        return "I"
    if plain in PARTICLES and (len(word) > 1 or not word.isupper()):
        return "p"
    return _capital_look(word, plain) if word[0].isupper() else "l"


def _capital_look(word: str, plain: str) -> str:
    kinds = set(classes_of(plain))
    other = "A" if word.isupper() and len(word) > 3 else "C"
    is_cyrillic = "а" <= plain[-1] <= "я"
    parts = [part for part in re.split(r"['’‐`´-]", plain) if part]
    names = name_words()
    if "given" in kinds:
        return "G"
    if is_cyrillic and _PATRONYMIC.search(plain):
        return "P"
    if kinds - {"and", "degree", "place", "term"}:
        return other
    if is_cyrillic and _SURNAME.search(plain):
        return "S"
    return "N" if plain in names or (parts and all(p in names for p in parts)) else other


def name_look(text: str) -> NameLook:
    """How far a line looks like a list of names."""
    pieces = [piece for piece in _JOIN.split(text) if len(piece) > 1]
    named = known = 0
    for piece in pieces[:40]:
        looks = looks_of(piece)[:8]
        if is_name(looks):
            named += 1
            known += any(look in "GPSNI" for look in looks)
    return NameLook(len(pieces), named, known)


def looks_of(text: str) -> list[str]:
    """The look of each word; a capitalised particle at the end is a family name: "Minh Le"."""
    tokens = TOKEN.findall(text)
    looks = [word_look(token) for token in tokens]
    if looks and looks[-1] == "p" and tokens[-1].istitle():
        looks[-1] = "N"
    return looks


def split_names(text: str) -> list[tuple[str, int]]:
    """The parts of a line between separators of names, each with its place."""
    found, start = [], 0
    for match in [*_JOIN.finditer(text), None]:
        part = text[start : match.start() if match else len(text)]
        if len(part) > 1:
            found.append((part, start))
        start = match.end() if match else start
    return found


def leading_name(text: str) -> str:
    """The name that a line begins with; "" where there is surely none."""
    looks: list[str] = []
    end = 0
    for match in TOKEN.finditer(text[:_LEADING]):
        look = word_look(match.group())
        if look not in "IGPSNCp" or (look != "p" and match.group()[0].islower()):
            break
        looks.append(look)
        end = match.end()
    sure = (
        "G" in looks
        or "P" in looks
        or ("I" in looks and ("S" in looks or "N" in looks))
        or _TWO_INITIALS.match(text) is not None
    )
    return text[:end].strip() if sure and is_name(looks) else ""


def is_name(looks: list[str]) -> bool:
    """Whether words of these looks can be one name: two to five, all capitalised, not only initials."""
    full = [look for look in looks if look in "GPSNCA"]
    return (
        2 <= len(looks) <= 6
        and all(look in "IGPSNCAp" for look in looks)
        and bool(full)
        and (len(full) > 1 or "I" in looks)
        and looks[-1] != "p"
    )
