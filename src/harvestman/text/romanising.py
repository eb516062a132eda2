"""Latin letters for Cyrillic and Greek ones, and how a name sounds when its spelling in Latin letters is not to count.

One Russian name is printed in many ways: Иванов, Ivanov, Iwanow; Соловьёв, Soloviev, Solovyov, Solowjow. `sound` maps them to one
string by the habits of English, German, French, Polish and scientific transliteration. It is coarse on purpose: it says
that two spellings may be one name, never that they are one person.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from harvestman.text.folding import fold, unaccent

# Russian, Ukrainian, Belarusian, Serbian, Macedonian and Bulgarian letters after BGN/PCGN, without its diacritics.
_CYRILLIC: Final = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфыэ", "abvgdeziyklmnoprstufye", strict=True))
    | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": ""}
    | {"ю": "yu", "я": "ya", "ё": "e", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u"}
    | {"ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz", "ѓ": "g", "ќ": "k"}
    | {"ѕ": "dz"}
)
_GREEK: Final = str.maketrans(
    dict(zip("αβγδεζηικλμνξοπρστυφω", "avgdeziiklmnxoprstyfo", strict=True))
    | {"θ": "th", "ς": "s", "χ": "ch", "ψ": "ps"}
)

# Applied by `sound` in the order in which they stand there. One s stands for all of с, з, ц, ш, щ, ч, ж: the systems spell them with
# each other's letters, and scientific ones with marks that are easily lost.
_HISSING: Final = re.compile(r"schtsch|shtch|chtch|shch|stsch|szcz|tsch|tch|sch|sh|sz|ch|cz|zh|dzh")
_SOFT: Final = re.compile(r"ts|tz|z|c(?=[eiy])")
_GLIDE: Final = re.compile(r"(?<!i)i++(?=[aeou])")  # я, ю, е and ё with or without it
_WRITTEN_OUT: Final = re.compile(r"(?<=[aou])e")  # ä, ö and ü
_DOUBLED: Final = re.compile(r"(.)(?=\1)")


def romanise(text: str) -> str:
    """Lower-cased text without accents, Cyrillic and Greek in Latin letters; other scripts stay as they are."""
    plain = unaccent(text)
    if plain.isascii():
        return plain
    return unaccent(plain.translate(_CYRILLIC).translate(_GREEK))


@lru_cache(maxsize=20_000)  # names come again and again
def sound(name: str) -> str:
    """One string for the spellings of one name: equal for "Иванов", "Ivanov" and "Iwanow"."""
    # A pattern that finds nothing takes five times as long as a look for its letters, and most find nothing; what is replaced by nothing
    # takes a third of what a replacement with groups does.
    letters = romanise(name[:100])
    if not (letters.isascii() and letters.isalnum()):
        letters = fold(letters)
    letters = letters.replace("x", "ks")
    if "h" in letters or "z" in letters:
        letters = _HISSING.sub("s", letters)
        for spelled, plain in (("kh", "h"), ("ph", "f"), ("th", "t"), ("gh", "g")):
            letters = letters.replace(spelled, plain)
    if "c" in letters or "z" in letters or "ts" in letters:
        letters = _SOFT.sub("s", letters).replace("c", "k")
    letters = letters.replace("ou", "u")
    letters = letters.replace("y", "i").replace("j", "i").replace("w", "v")
    if letters.endswith("ff"):
        letters = f"{letters[:-2]}v"
    if "i" in letters:
        letters = _GLIDE.sub("", letters)
    if "ae" in letters or "oe" in letters or "ue" in letters:
        letters = _WRITTEN_OUT.sub("", letters)
    if letters.endswith("ev"):  # -ev, -yov, -ow
        letters = f"{letters[:-2]}ov"
    elif letters.endswith("eva"):
        letters = f"{letters[:-3]}ova"
    return _DOUBLED.sub("", letters)


CYRILLIC_LANGUAGES: Final = frozenset(("ru", "uk", "be", "bg", "sr", "mk", "kk"))
"""Languages that are written in Cyrillic letters."""


def is_cyrillic(text: str) -> bool:
    """Whether a text has Cyrillic letters."""
    return any("\u0400" <= letter <= "\u04ff" for letter in text)
