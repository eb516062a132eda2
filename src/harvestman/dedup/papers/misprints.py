"""May one word be another, misprinted? Letters alone cannot tell: "hydrophilic" and "hydrophobic" differ by two of eleven.

A misprint is hardly ever a word of its own. So two words that are both known (`text.known_words`), and are no forms or spellings of one word,
are never misprints of each other; an unknown word may be one of a known or unknown word next to it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from harvestman.dedup.papers.marks import is_number
from harvestman.text.known_words import are_two_words, is_known_word

_DOUBLED = re.compile(r"(.)\1+")
# British and American spelling, and letters that transcriptions write either way.
_SPELLINGS = tuple(
    (re.compile(pattern), common)
    for pattern, common in (
        (r"(?<=.{2})is(?=e|ing|ation|able)", "iz"),
        (r"(?<=.{2})ys(?=e|ing)", "yz"),
        (r"our(?=\b|s\b|al\b|ed\b|ing\b|able\b)", "or"),
        (r"(?<=[^aeiou])re(?=s?\b)", "er"),
        (r"ae|oe", "e"),
        (r"ogue(?=s?\b)", "og"),
        (r"artefact", "artifact"),
        (r"ph", "f"),
    )
)
# A word with one of these in front means the opposite, or another thing.
_TURNING = frozenset(
    "a an anti co de dis il im in inter intra ir meta multi non over post pre re semi sub super un under".split()
)
_OPPOSITES = (("hyper", "hypo"), ("inter", "intra"), ("micro", "macro"), ("under", "over"))
_SHORT = 4  # letters; in shorter words any letter makes another word
_LONG = 9  # from here on two letters may be wrong


def is_misprint(one: str, other: str) -> bool:
    """Whether one romanised word may be the other, misprinted or in another spelling, and is no word that means another thing."""
    if is_number(one) or is_number(other):
        return False
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if long == short + "s" or (len(short) > 2 and _is_spelling(short, long)):
        return True
    if len(short) < _SHORT:
        return False
    # What costs least is asked first: nearly all pairs of words are far apart.
    allowed = 2 if len(short) >= _LONG and short[:2] == long[:2] else 1
    if OSA.distance(one, other, score_cutoff=allowed) > allowed:
        return False
    if _is_turned(short, long) or are_two_words(one, other):
        return False
    is_sure = is_known_word(one) != is_known_word(other)
    # Of two unknown words a letter in front, or one exchanged in a short word, makes two names rather than a misprint.
    return is_sure or not (short[0] != long[0] or (len(long) == 5 and sorted(one) != sorted(other)))


def _is_spelling(one: str, other: str) -> bool:
    """Whether two words differ in doubled letters, or in ways of spelling, alone."""
    (here, here_spelled), (there, there_spelled) = _spellings(one), _spellings(other)
    return here == there or here_spelled == there_spelled


@lru_cache(maxsize=20_000)  # a word of a title is compared with all those of many others
def _spellings(word: str) -> tuple[str, str]:
    """A word with doubled letters once, and the same of its common spelling."""
    return _single(word), _single(_spelled(word))


def _is_turned(short: str, long: str) -> bool:
    """Whether a syllable in front turns the one word into the other's opposite: "organic", "inorganic"."""
    if long.endswith(short) and long.removesuffix(short) in _TURNING:
        return True
    return any(
        (short.startswith(x) and long.startswith(y)) or (short.startswith(y) and long.startswith(x))
        for x, y in _OPPOSITES
    )


def _spelled(word: str) -> str:
    for pattern, common in _SPELLINGS:
        word = pattern.sub(common, word)
    return word


def _single(word: str) -> str:
    """The word with doubled letters once."""
    return _DOUBLED.sub(r"\1", word)
