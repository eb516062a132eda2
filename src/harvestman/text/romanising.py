"""Latin letters for Cyrillic and Greek ones, and how a name sounds when its spelling in Latin letters is not to count.

One Russian name is printed in many ways: Иванов, Ivanov, Iwanow; Соловьёв, Soloviev, Solovyov, Solowjow. `sound` maps them to one
string by the habits of English, German, French, Polish and scientific transliteration. It is coarse on purpose: it says
that two spellings may be one name, never that they are one person.
"""

from __future__ import annotations

import re
from functools import lru_cache

from harvestman.text.folding import fold, unaccent

# Russian, Ukrainian, Belarusian, Serbian, Macedonian and Bulgarian letters after BGN/PCGN, without its diacritics.
_CYRILLIC = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфыэ", "abvgdeziyklmnoprstufye", strict=True))
    | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": ""}
    | {"ю": "yu", "я": "ya", "ё": "e", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u"}
    | {"ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz", "ѓ": "g", "ќ": "k"}
    | {"ѕ": "dz"}
)
_GREEK = str.maketrans(
    dict(zip("αβγδεζηικλμνξοπρστυφω", "avgdeziiklmnxoprstyfo", strict=True))
    | {"θ": "th", "ς": "s", "χ": "ch", "ψ": "ps"}
)

# Applied in this order to Latin letters. One s stands for all of с, з, ц, ш, щ, ч, ж: the systems spell them with each other's
# letters, and scientific ones with marks that are easily lost.
_SPELLINGS = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"x", "ks"),
        (r"schtsch|shtch|chtch|shch|stsch|szcz|tsch|tch|sch|sh|sz|ch|cz|zh|dzh", "s"),
        (r"kh", "h"),
        (r"ph", "f"),
        (r"th", "t"),
        (r"gh", "g"),
        (r"ts|tz|z|c(?=[eiy])", "s"),
        (r"c", "k"),
        (r"ou", "u"),
        (r"[yj]", "i"),
        (r"w|ff$", "v"),
        (r"(?<!i)i++(?=[aeou])", ""),  # я, ю, е and ё with or without the glide
        (r"([aou])e", r"\1"),  # ä, ö and ü written out
        (r"[eo]v(?=a?$)", "ov"),  # -ev, -yov, -ow
        (r"(.)\1+", r"\1"),
    )
)


def romanise(text: str) -> str:
    """Lower-cased text without accents, Cyrillic and Greek in Latin letters; other scripts stay as they are."""
    plain = unaccent(text)
    if plain.isascii():
        return plain
    return unaccent(plain.translate(_CYRILLIC).translate(_GREEK))


@lru_cache(maxsize=20_000)  # names come again and again
def sound(name: str) -> str:
    """One string for the spellings of one name: equal for "Иванов", "Ivanov" and "Iwanow"."""
    letters = fold(romanise(name[:100]))
    for pattern, plain in _SPELLINGS:
        letters = pattern.sub(plain, letters)
    return letters


CYRILLIC_LANGUAGES = frozenset(("ru", "uk", "be", "bg", "sr", "mk", "kk"))
"""Languages that are written in Cyrillic letters."""


def is_cyrillic(text: str) -> bool:
    """Whether a text has Cyrillic letters."""
    return any("\u0400" <= letter <= "\u04ff" for letter in text)
