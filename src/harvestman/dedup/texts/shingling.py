"""From a text to its fingerprint: which words count, and how runs of three of them become numbers.

Only runs of three or more letters count as words, in any script; ideographs count one by one. So digits, symbols, single
Greek and Latin letters never reach the simhash: they made CiteSeerExtractor's false matches. Case, accents, ligatures, hyphens at
line ends and all white space are folded away, because another typesetting changes them. All is done by numpy, without a
loop over words: about half a millisecond for a paper of ten pages.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS, Fingerprint
from harvestman.dedup.texts.tokens import Hashes, Tokens, tokens
from harvestman.text import words

Places = npt.NDArray[np.intp]

_MOST_CHARACTERS = 4_000_000  # of a text: a book of two thousand pages
_PIECE = 400_000  # characters; the token that a border cuts is one of some sixty thousand
_MOST_TITLE_WORDS = 40
_SHINGLE = 3  # words
_NOTATION_SHINGLE = 5  # numbers and letters: shorter runs of them occur in any two formulas
# A hyphen joins, whether or not a line ends there: U+FFFE is PDFium's mark of such an end, U+00AD the soft hyphen. A pattern for
# each sign, which stands first in it: they are found four times as fast as by one pattern for all.
_HYPHENS = {
    sign: re.compile(rf"{sign}(?<=[^\W\d_].)\s*(?=[^\W\d_])", re.DOTALL)
    for sign in "-\u00ad\u2010\u2011\ufffe"
}
# Numbers of references: another version has them in another order.
_CITED = re.compile(r"\[[\d\s,;–-]{1,40}\]")
# Constants of the mixing are arrays: an array and a number take twice as long as two arrays.
_TIMES = np.array(31, np.uint64)
_STEP = np.array(0x9E3779B97F4A7C15, np.uint64)
_ROUNDS = [
    (np.array(30, np.uint64), np.array(0xBF58476D1CE4E5B9, np.uint64)),
    (np.array(27, np.uint64), np.array(0x94D049BB133111EB, np.uint64)),
]
_LAST_SHIFT = np.array(31, np.uint64)


def fingerprint(text: str, *, title: str | None = None) -> Fingerprint:
    """The fingerprint of a document's text. The same text gives the same one on every machine and in every version."""
    found = _tokens(_CITED.sub(" ", _joined(text[:_MOST_CHARACTERS])))
    runs = _runs(found.words, _SHINGLE)
    order = runs.argsort()
    hashes, starts = _distinct(runs.take(order))
    bins = _Bins.of(hashes, SKETCH_BINS)
    # Equal runs stand side by side in any order; each is said to be where it occurs first.
    first = np.minimum.reduceat(order, starts) if len(starts) else starts
    signs, _ = _distinct(np.sort(_runs(found.notation, _NOTATION_SHINGLE)))
    return Fingerprint(
        simhash=_simhash(hashes),
        words=len(found.words),
        shingles=len(hashes),
        bands=bins.joined(SKETCH_BINS // BAND_BINS).smallest(hashes, "<u4"),
        sketch=bins.smallest(hashes, "<u2"),
        positions=bins.positions(first, len(found.words)),
        notation=_Bins.of(signs, NOTATION_BINS).smallest(signs, "<u2"),
        title=" ".join(words(title)[:_MOST_TITLE_WORDS]) if title else "",
    )


def _joined(text: str) -> str:
    """The text without the hyphens in its words."""
    for sign, pattern in _HYPHENS.items():
        if sign in text:
            text = pattern.sub("", text)
    return text


def _tokens(text: str) -> Tokens:
    """The tokens of the text, piece by piece: the arrays of a whole book would take a hundred times its length."""
    if len(text) <= _PIECE:
        return tokens(text)
    pieces = [tokens(text[at : at + _PIECE]) for at in range(0, len(text), _PIECE)]
    return Tokens(
        np.concatenate([piece.words for piece in pieces]),
        np.concatenate([piece.notation for piece in pieces]),
    )


def _runs(ids: Hashes, size: int) -> Hashes:
    """The hashes of all runs of so many tokens, in the order of the text."""
    count = max(0, len(ids) - size + 1)
    mixed = ids[:count].copy()
    _mix(mixed)
    for place in range(1, size):
        mixed *= _TIMES
        mixed += ids[place : place + count]
        _mix(mixed)
    return mixed


def _mix(values: Hashes) -> None:
    """Let every bit of the numbers depend on every bit (the finaliser of splitmix64)."""
    values += _STEP
    for shift, factor in _ROUNDS:
        values ^= values >> shift
        values *= factor
    values ^= values >> _LAST_SHIFT


def _distinct(ordered: Hashes) -> tuple[Hashes, Places]:
    """The different ones of sorted hashes, and where each begins."""
    is_first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    starts = is_first.nonzero()[0]
    return ordered.take(starts), starts


def _simhash(hashes: Hashes) -> int:
    """Each bit is what most of the hashes have there (Charikar 2002); a run counts once, so that running heads do not."""
    # 255 rows, in as many columns as it takes: so many bits can be counted in bytes, which is many times as fast.
    table = np.zeros((255, -(-len(hashes) // 255)), "<u8")
    table.ravel()[: len(hashes)] = hashes
    bits = np.unpackbits(table.view(np.uint8), bitorder="little").reshape(255, -1)
    counts = bits.sum(axis=0, dtype=np.uint8).reshape(-1, 64).sum(axis=0)
    majority = np.packbits(2 * counts > len(hashes), bitorder="little")
    return int.from_bytes(majority.tobytes(), "little")


class _Bins:
    """Sorted hashes in equal parts of all numbers: of each the first one counts (one permutation hashing, Li and others 2012)."""

    def __init__(self, borders: Places) -> None:
        self._borders = borders
        self._first = borders[:-1]
        self._is_filled = borders[1:] > self._first

    @classmethod
    def of(cls, hashes: Hashes, count: int) -> _Bins:
        borders = np.empty(count + 1, np.intp)
        borders[:-1] = hashes.searchsorted(_least_of_bins(count))
        borders[-1] = len(hashes)
        return cls(borders)

    def joined(self, count: int) -> _Bins:
        """Bins of so many of these each."""
        return _Bins(self._borders[::count])

    def smallest(self, hashes: Hashes, kind: str) -> bytes:
        """The smallest hash of each bin, shortened, 0 for an empty bin."""
        largest = (1 << 8 * np.dtype(kind).itemsize) - 1
        values = self._of_first(hashes) % np.uint64(largest) + np.uint64(1)
        return (values * self._is_filled).astype(kind).tobytes()

    def positions(self, first: Places, words: int) -> bytes:
        """Where in the text the smallest hashes come from, in 255ths; `first` is the word with which each hash begins."""
        values = self._of_first(first) * 255 // max(1, words)
        return (values * self._is_filled).astype(np.uint8).tobytes()

    def _of_first(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if not len(values):
            return np.zeros(len(self._first), values.dtype)
        return values.take(self._first, mode="clip")


@cache
def _least_of_bins(count: int) -> Hashes:
    return np.arange(count, dtype=np.uint64) << np.uint64(65 - count.bit_length())
