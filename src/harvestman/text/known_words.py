"""Words that scholarly texts are written with, in Latin letters: lists from training texts, made by `harvestman learn words`.

They tell a misprint from another word: "Nothern" is none of these, "Southern" is. Words that were written in Cyrillic stand in a list of
their own: "metod" is Russian, and in an English title a misprint. A word is known in its other forms too, so far as they differ in a usual
ending: Russian has a dozen of them, of which no list has all.

Each list has a line for words that stand in 1, 2–3, 4–7, 8–15 … texts. Where one of two words is far more usual, the other may be its misprint
although it is a word somewhere ("Forets" for "Forest").
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from typing import Final

from harvestman.text.vocabulary import DATA

KNOWN_WORDS: Final = {
    "latin": DATA / "words-latin.txt.gz",
    "cyrillic": DATA / "words-cyrillic.txt.gz",
}
_LEAST_STEM: Final = 4
_LEAST_PART: Final = 3
_USUAL: Final = 4  # the line up to which words are rare
_FAR_MORE_USUAL: Final = 4  # lines apart: about sixteen times as many texts have it
# Endings of forms of one word: English, Spanish and German plurals; Russian cases, numbers and genders, romanised.
_ENDINGS: Final = {
    "latin": ("es", "en", "(?<!s)s", "n"),
    "cyrillic": tuple(
        "yami iyami ogo ego omu emu ymi imi ykh ikh akh yakh ami aya yaya oye eye yye iye oy ey yy iy uyu yuyu "
        "oyu eyu om em ym im am yam ov ev ye ya yu ii ie iyu iya iyey iem iyam iyakh iey a e i o u y".split()
    ),
}
_ENDING: Final = {
    script: re.compile("(?:" + "|".join(sorted(endings, key=len, reverse=True)) + ")$")
    for script, endings in _ENDINGS.items()
}


def are_two_words(one: str, other: str) -> bool:
    """Whether two romanised words are known in the same script, about equally usual, and are no forms of one word."""
    if any(_stem(one, script) == _stem(other, script) for script in KNOWN_WORDS):
        return False
    pairs = ((_usual(one, script), _usual(other, script)) for script in KNOWN_WORDS)
    return any(x and y and abs(x - y) < _FAR_MORE_USUAL for x, y in pairs)


def is_known_word(word: str) -> bool:
    """Whether a romanised word, in this form or in another, is one that several texts have."""
    return any(_usual(word, script) for script in KNOWN_WORDS)


def are_compounded(left: str, right: str) -> bool:
    """Whether two words that a line's end parts are usual by themselves and make none together: "best-effort", not "con-text".

    Of 126 compounds of printed papers whose hyphen fell on a line's end this finds 38 more than a list of first words did, and takes
    14 of 2,966 divided words for compounds.
    """
    known = _known_words("latin")
    one, other = left.casefold(), right.casefold()
    return (
        len(one) >= _LEAST_PART <= len(other)
        and min(known.get(one, 0), known.get(other, 0)) > _USUAL
        and one + other not in known
    )


def _usual(word: str, script: str) -> int:
    """How usual a word is, in this form or in another: the number of its line in the list; 0 for an unknown one."""
    known = _known_words(script)
    return known.get(word) or known.get(_stem(word, script), 0)


def _stem(word: str, script: str) -> str:
    """A word without its ending, so that its forms are equal; roughly."""
    bare = _ENDING[script].sub("", word, count=1)
    return bare if len(bare) >= _LEAST_STEM else word


@cache
def _known_words(script: str) -> dict[str, int]:
    """Words, and stems of Cyrillic words, with the number of their line."""
    lines = gzip.decompress(KNOWN_WORDS[script].read_bytes()).decode("utf-8").split("\n")
    known = {word: usual for usual, line in enumerate(lines, start=1) for word in line.split()}
    if script == "cyrillic":
        for word, usual in list(known.items()):
            stem = _stem(word, script)
            known[stem] = max(usual, known.get(stem, 0))
    return known
