"""Folding: what two strings have in common when case, accents, punctuation and spacing are not to count."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SPACE: Final = re.compile(r"\s+")
_PLAIN_ALREADY: Final = re.compile("[\0-\x7fа-я«»“”„’–—]*")
"""Russian and the marks of printed text: nothing to take away, and a pattern is ten times as fast as a table."""
_SHORT: Final = 10_000
# Russian prints ё and е for each other; NFKD alone would not make them one in every string.
_ALIKE: Final = str.maketrans(
    {"ё": "е", "ß": "ss", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe"}
)
# The short i of Russian is a letter of its own, not an и with a mark: й must survive the removal of marks.
_KEPT_COMPOSED: Final = {"й"}


def squeeze(text: str) -> str:
    """The text with all white space runs as single blanks, none at its ends."""
    # Most texts are squeezed already: the only white space that is printable is the blank.
    if "  " not in text and text.isprintable():
        return text.strip(" ")
    if (
        len(text) < _SHORT
    ):  # three times as fast; the list of a long text's words would take ten times its memory
        return " ".join(text.split())
    return _SPACE.sub(" ", text).strip()


def unaccent(text: str) -> str:
    """Lower-cased text without accents: "Ñandú" is "nandu", "Ёлка" is "елка", "Йод" stays "йод"."""
    if text.isascii():
        return text.lower()
    plain = _unaccented_latin(text)
    return _unaccented(text) if plain is None else plain


def _unaccented(text: str) -> str:
    lowered = text.casefold()
    if lowered.isascii() or _PLAIN_ALREADY.fullmatch(lowered):
        return lowered
    return unicodedata.normalize("NFKC", lowered).translate(_PLAIN)


class _PlainCharacters(dict[int, str]):
    """Every character without its marks, filled in as characters are met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        plain = character
        if character not in _KEPT_COMPOSED:
            apart = unicodedata.normalize("NFKD", character).casefold()  # 𝐀 is an A only now
            plain = "".join(c for c in apart if not unicodedata.combining(c)).translate(_ALIKE)
        self[code] = plain
        return plain


_PLAIN: Final = _PlainCharacters()
_FIRST_ACCENTED: Final = 0x80
_FIRST_MARK: Final = 0x300  # a mark belongs to the letter before it
_LATIN: Final[dict[str, str]] = {
    letter: plain
    for letter in [*map(chr, range(_FIRST_ACCENTED, _FIRST_MARK)), *"“”„’–—"]
    if (plain := _unaccented(letter)).lower() == plain
}


def _unaccented_latin(text: str) -> str | None:
    """The same for Latin letters: few of a text's letters have accents, so it is ten times as fast to replace them. None for a text with others."""
    plain = text
    for at in range(len(text)):
        if ord(text[at]) >= _FIRST_ACCENTED:
            letter = text[at]
            without = _LATIN.get(letter)
            if without is None:
                return None
            plain = plain.replace(letter, without)
    return plain.lower()


# Folding is what the house does most often: a table for plain text is many times as fast as asking each character.
_NO_LETTERS: Final = bytes(code for code in range(128) if not chr(code).isalnum())
_NO_WORDS: Final = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """Only the letters and digits, lower-cased and without accents: equal for two prints of one title."""
    is_ascii = text.isascii()
    plain = text.lower() if is_ascii else unaccent(text)
    if plain.isalnum():
        return plain  # a word
    if is_ascii or plain.isascii():
        return plain.encode("ascii").translate(None, _NO_LETTERS).decode("ascii")
    return _NO_WORDS.sub("", plain)


def words(text: str) -> list[str]:
    """The folded words of a text, in order."""
    return re.findall(r"\w+", unaccent(text))
