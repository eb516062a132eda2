"""The tokens of a text as numbers, equal for equal tokens: no string is made of any of them.

A text is looked at as an array of UTF-16 units. A table says of each unit whether it is part of a token, whether it is a letter, and
which number stands for it when case and accents do not count; a token's number is made of those of its letters. The table is filled
in as letters are met. What folds into several letters (ligatures), and what two units make (mathematical letters), is spelt out first.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize

import numpy as np
import numpy.typing as npt

from harvestman.text import unaccent

Hashes = npt.NDArray[np.uint64]
Units = npt.NDArray[np.uint16]

IGNORED, WORD, NOTATION = 0, 1, 2
"""Two letters; a word; a number, a single letter, a name such as x2."""

_LEAST_LETTERS = 3
# Scripts that put no space between words: each of their letters is a word.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
_POWERS = np.array([pow(0x9E3779B97F4A7C15, n, 1 << 64) for n in range(256)], np.uint64)
# What a unit is: not met yet, no part of a token, a digit or the like, a letter, a letter that is a word, several letters.
_NEW, _APART, _SIGN, _LETTER, _SYLLABLE, _SPELT = range(6)


class _Letters:
    """What is known of each UTF-16 unit."""

    def __init__(self) -> None:
        self.kinds = np.zeros(1 << 16, np.uint8)
        self.numbers = np.zeros(1 << 16, np.uint64)
        self.spellings: dict[int, str] = {}

    def of(self, text: str) -> tuple[npt.NDArray[np.uint8], Hashes]:
        """The kind and the number of each unit of the text, which is spelt out before where it must be."""
        units = _units(text)
        kinds = self.kinds[units]
        if (kinds == _NEW).any():
            self._meet(np.unique(units[kinds == _NEW]))
            kinds = self.kinds[units]
        if (kinds == _SPELT).any():
            for unit in map(int, np.unique(units[kinds == _SPELT])):  # a table would look at all
                text = text.replace(chr(unit), self.spellings[unit])
            units = _units(text)
            if (self.kinds[units] == _NEW).any():
                self._meet(np.unique(units))
            kinds = self.kinds[units]
        return kinds, self.numbers[units]

    def _meet(self, units: Units) -> None:
        for unit in map(int, units):
            letter = chr(unit)
            folded = unaccent(letter) if letter.isalnum() else ""
            if len(folded) > 1:
                self.kinds[unit] = _SPELT
                self.spellings[unit] = folded
            elif _UNSPACED.match(letter):
                self.kinds[unit] = _SYLLABLE
            elif folded.isalpha():
                self.kinds[unit] = _LETTER
            else:
                self.kinds[unit] = _SIGN if folded or letter == "_" else _APART
            self.numbers[unit] = (ord(folded[:1] or letter) + 1) * 0xD1342543DE82EF95 % (1 << 64)


_LETTERS = _Letters()


def tokens(text: str) -> tuple[Hashes, npt.NDArray[np.uint8]]:
    """A number for each token of the text, and what kind of token it is."""
    kinds, numbers = _LETTERS.of(_composed(text))
    is_part = kinds > _APART
    is_syllable = kinds == _SYLLABLE
    # A token begins where something else ends; a syllable is a token by itself.
    begins = is_part & ~np.concatenate(([False], is_part[:-1] & ~is_syllable[:-1]))
    begins |= is_syllable
    parts = np.flatnonzero(is_part)
    firsts = np.flatnonzero(begins[parts])
    if not len(firsts):
        return np.empty(0, np.uint64), np.empty(0, np.uint8)
    lengths = np.diff(np.append(firsts, len(parts)))
    place = np.arange(len(parts)) - np.repeat(firsts, lengths)
    weighed = numbers[parts] * _POWERS[place & 255]
    ids: Hashes = np.add.reduceat(weighed, firsts)
    is_word = np.minimum.reduceat(kinds[parts], firsts) >= _LETTER
    found = np.where(is_word & (lengths == 2), IGNORED, NOTATION)
    found[is_word & (lengths >= _LEAST_LETTERS)] = WORD
    found[is_syllable[parts[firsts]]] = WORD
    return ids, found.astype(np.uint8)


def _composed(text: str) -> str:
    """The text with marks on their letters, and with plain letters for those of two units."""
    if text.isascii():
        return text
    units = _units(text)
    if ((units >= 0xD800) & (units < 0xE000)).any():
        text = normalize("NFKC", text)
    elif ((units >= 0x300) & (units < 0x370)).any():
        text = normalize("NFC", text)  # a mark that stands by itself would cut its word in two
    return text


def _units(text: str) -> npt.NDArray[Any]:
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
