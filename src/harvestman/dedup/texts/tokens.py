"""The tokens of a text as numbers, equal for equal tokens: no string is made of any of them.

A text is looked at as an array of UTF-16 units. A table says of each unit what it is, and which number stands for it when case and
accents do not count; a token's number is the polynomial of its letters' numbers. The table is filled in as letters are met. What
folds into several letters (ligatures), marks beside their letter, and letters of two units (mathematical ones) are spelt out first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from unicodedata import combining, normalize

import numpy as np
import numpy.typing as npt

from harvestman.text import unaccent

Hashes = npt.NDArray[np.uint64]
Units = npt.NDArray[np.uint16]
Places = npt.NDArray[np.intp]
Kinds = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Tokens:
    """A number for each token of a text, in their order; two letters are none."""

    words: Hashes
    notation: Hashes
    """Numbers, single letters, and names such as x2."""


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

    def of(self, text: str) -> tuple[Kinds, Units]:
        """The kind of each unit of the text, once it is spelt out, and its place in the tables."""
        units = _units(text)
        kinds = self.kinds.take(units)
        if np.count_nonzero(kinds > _SYLLABLE):
            units = _units(self._spelt_out(text, units))
            kinds = self._met(units)
        return kinds, units

    def _spelt_out(self, text: str, units: Units) -> str:
        kinds = self._met(units)
        is_half = (kinds == _HALF).any()
        if is_half or (kinds == _MARK).any():
            form: Literal["NFKC", "NFC"] = "NFKC" if is_half else "NFC"
            # Line by line: most need no work, and nothing composes across a line's end.
            text = "\n".join([normalize(form, line) for line in text.split("\n")])
            units = _units(text)
            kinds = self._met(units)
        for unit in sorted(set(units[kinds == _SPELT].tolist())):  # a table would look at all
            text = text.replace(chr(unit), self.spellings[unit])
        return text

    def _met(self, units: Units) -> Kinds:
        """The kinds of the units, none of which is new from now on."""
        kinds = self.kinds.take(units)
        if np.count_nonzero(kinds == _NEW):
            for unit in set(units[kinds == _NEW].tolist()):
                self._meet(unit)
            kinds = self.kinds.take(units)
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
        if _APART < kind <= _SYLLABLE:
            self.numbers[unit] = (ord(folded or letter) + 1) * 0xD1342543DE82EF95 % (1 << 64)
        self.kinds[unit] = kind  # last: from now on other threads take the rest for known


class _Powers:
    """Powers of the base, and their inverses, modulo 2**64; as many as were needed so far."""

    def __init__(self) -> None:
        self.up = self.down = np.ones(1, np.uint64)

    def grow(self, count: int) -> None:
        if count > len(self.up):
            self.down = self._powers(pow(_BASE, -1, 1 << 64), 2 * count)
            self.up = self._powers(_BASE, 2 * count)  # last, as above

    @staticmethod
    def _powers(base: int, count: int) -> Hashes:
        factors = np.full(count, base, np.uint64)
        factors[0] = 1
        return np.cumprod(factors)


_LETTERS = _Letters()
_POWERS = _Powers()


def tokens(text: str) -> Tokens:
    """The tokens of the text as numbers."""
    kinds, units = _LETTERS.of(text)
    is_sign, is_syllable = kinds == _SIGN, kinds == _SYLLABLE
    starts, ends = _borders(is_sign | (kinds == _LETTER))
    has_syllables = np.count_nonzero(is_syllable) > 0
    if has_syllables:
        alone = is_syllable.nonzero()[0]
        starts = np.sort(np.concatenate([starts, alone]))
        ends = np.sort(np.concatenate([ends, alone + 1]))
    lengths = ends - starts
    has_sign = np.zeros(len(starts), np.bool_)
    has_sign[starts.searchsorted(is_sign.nonzero()[0], "right") - 1] = True
    is_word = ~has_sign & (lengths >= _LEAST_LETTERS)
    is_notation = has_sign | (lengths == 1)
    if has_syllables:
        is_word |= is_syllable.take(starts)
        is_notation &= ~is_word
    ids = _polynomials(_LETTERS.numbers.take(units), starts, ends)
    return Tokens(ids.compress(is_word), ids.compress(is_notation))


def _borders(is_part: npt.NDArray[np.bool_]) -> tuple[Places, Places]:
    """Where the runs of parts begin and end."""
    fenced = np.zeros(len(is_part) + 2, np.bool_)
    fenced[1:-1] = is_part
    borders = (fenced[1:] != fenced[:-1]).nonzero()[0]
    return borders[::2], borders[1::2]


def _polynomials(numbers: Hashes, starts: Places, ends: Places) -> Hashes:
    """For each token the sum of its letters' numbers, each times the base to the power of its place in the token.

    The numbers are written over: fresh memory would take longer than the arithmetic.
    """
    _POWERS.grow(len(numbers))
    # Differences of running sums, which take three quarters of the time of sums by token and are the same modulo 2**64. Between
    # tokens all numbers are 0, so the sum before a token is the one at the end of the last.
    numbers *= _POWERS.up[: len(numbers)]
    sums = np.cumsum(numbers, out=numbers).take(ends - 1)
    ids = sums.copy()
    ids[1:] -= sums[:-1]
    ids *= _POWERS.down.take(starts)
    return ids


def _units(text: str) -> Units:
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
