"""The tokens of a text as numbers, equal for equal tokens: no string is made of any of them.

A text is looked at as an array of UTF-16 units. A table says of each unit what it is, and which number stands for it when case and
accents do not count; a token's number is the polynomial of its letters' numbers. The table is filled in as letters are met. What
folds into several letters (ligatures), marks beside their letter, and letters of two units (mathematical ones) are spelt out first.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import combining, normalize

import numpy as np
import numpy.typing as npt

from harvestman.text import unaccent

Hashes = npt.NDArray[np.uint64]
Units = npt.NDArray[np.uint16]
Kinds = npt.NDArray[np.uint8]

IGNORED, WORD, NOTATION = 0, 1, 2
"""Two letters; a word; a number, a single letter, a name such as x2."""

_LEAST_LETTERS = 3
# Scripts that put no space between words: each of their letters is a word.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff]"
)
# What a unit is: no part of a token, a digit or the like, a letter, a letter that is a word; from here on what must be spelt out:
# several letters in one, a mark, half of a letter, what was not met yet.
_APART, _SIGN, _LETTER, _SYLLABLE, _SPELT, _MARK, _HALF, _NEW = range(8)
_BASE = 0x9E3779B97F4A7C15  # odd, so that it can be divided by


class _Letters:
    """What is known of each UTF-16 unit."""

    def __init__(self) -> None:
        self.kinds = np.full(1 << 16, _NEW, np.uint8)
        self.numbers = np.zeros(1 << 16, np.uint64)
        self.spellings: dict[int, str] = {}

    def of(self, text: str) -> tuple[Kinds, Hashes]:
        """The kind and the number of each unit of the text; numbers of what is no part of a token are 0."""
        units = _units(text)
        kinds = self.kinds[units]
        if kinds.max(initial=0) > _SYLLABLE:
            units = self._spelt_out(text, units)
            kinds = self.kinds[units]
        return kinds, self.numbers[units]

    def _spelt_out(self, text: str, units: Units) -> Units:
        kinds = self._met(units)
        if (kinds == _HALF).any():
            text = normalize("NFKC", text)
        elif (kinds == _MARK).any():
            text = normalize("NFC", text)
        units = _units(text)
        kinds = self._met(units)
        for unit in map(int, np.unique(units[kinds == _SPELT])):  # a table would look at all
            text = text.replace(chr(unit), self.spellings[unit])
        units = _units(text)
        self._met(units)
        return units

    def _met(self, units: Units) -> Kinds:
        """The kinds of the units, none of which is new from now on."""
        kinds = self.kinds[units]
        if (kinds == _NEW).any():
            for unit in map(int, np.unique(units[kinds == _NEW])):
                self._meet(unit)
            kinds = self.kinds[units]
        return kinds

    def _meet(self, unit: int) -> None:
        letter = chr(unit)
        folded = unaccent(letter) if letter.isalnum() else ""
        if 0xD800 <= unit < 0xE000:
            kind = _HALF
        elif combining(letter):
            kind = _MARK
        elif len(folded) > 1:
            kind = _SPELT
            self.spellings[unit] = folded
        elif _UNSPACED.match(letter):
            kind = _SYLLABLE
        elif folded.isalpha():
            kind = _LETTER
        else:
            kind = _SIGN if folded or letter == "_" else _APART
        self.kinds[unit] = kind
        if _APART < kind <= _SYLLABLE:
            self.numbers[unit] = (ord(folded or letter) + 1) * 0xD1342543DE82EF95 % (1 << 64)


class _Powers:
    """Powers of the base, and their inverses, modulo 2**64; as many as were needed so far."""

    def __init__(self) -> None:
        self.up = self.down = np.ones(1, np.uint64)

    def grow(self, count: int) -> None:
        if count > len(self.up):
            self.up = self._powers(_BASE, 2 * count)
            self.down = self._powers(pow(_BASE, -1, 1 << 64), 2 * count)

    @staticmethod
    def _powers(base: int, count: int) -> Hashes:
        factors = np.full(count, base, np.uint64)
        factors[0] = 1
        return np.cumprod(factors)


_LETTERS = _Letters()
_POWERS = _Powers()


def tokens(text: str) -> tuple[Hashes, Kinds]:
    """A number for each token of the text, and what kind of token it is."""
    kinds, numbers = _LETTERS.of(text)
    is_part = (kinds - np.uint8(1)) < _SYLLABLE  # what is apart becomes 255
    # A token goes on where a part follows a part, unless one of them is a syllable: that is a token by itself.
    goes_on = np.zeros(len(kinds) + 1, np.bool_)
    np.logical_and(is_part[1:], is_part[:-1], out=goes_on[1:-1])
    is_syllable = kinds == _SYLLABLE
    if is_syllable.any():
        goes_on[1:-1] &= ~(is_syllable[1:] | is_syllable[:-1])
    starts = np.flatnonzero(is_part & ~goes_on[:-1])
    if not len(starts):
        return np.empty(0, np.uint64), np.empty(0, np.uint8)
    lengths = np.flatnonzero(is_part & ~goes_on[1:]) + 1 - starts
    _POWERS.grow(len(kinds))
    ids: Hashes = np.add.reduceat(numbers * _POWERS.up[: len(kinds)], starts)
    ids *= _POWERS.down[starts]
    has_sign = np.logical_or.reduceat(kinds == _SIGN, starts)
    found = np.full(len(starts), NOTATION, np.uint8)
    found[~has_sign & (lengths >= _LEAST_LETTERS)] = WORD
    found[~has_sign & (lengths == _LEAST_LETTERS - 1)] = IGNORED
    found[is_syllable[starts]] = WORD
    return ids, found


def _units(text: str) -> npt.NDArray[Any]:
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
