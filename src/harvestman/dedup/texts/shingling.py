"""From a text to its fingerprint: which words count, and how runs of three of them become numbers.

Only runs of three or more letters count as words, in any script; ideographs count one by one. So digits, symbols, single
Greek and Latin letters never reach the simhash: they made the seed's false matches. Case, accents, ligatures, hyphens at
line ends and all white space are folded away, because another typesetting changes them. All is done by numpy, without a
loop over words: about a millisecond for a paper of ten pages.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS, Fingerprint
from harvestman.dedup.texts.tokens import NOTATION, WORD, Hashes, tokens
from harvestman.text import words

Places = npt.NDArray[np.intp]

_MOST_CHARACTERS = 4_000_000  # of a text: a book of two thousand pages
_PIECE = 400_000  # characters; the token that a border cuts is one of some sixty thousand
_MOST_TITLE_WORDS = 40
_SHINGLE = 3  # words
_NOTATION_SHINGLE = 5  # numbers and letters: shorter runs of them occur in any two formulas
# A hyphen joins, whether or not a line ends there: U+FFFE is PDFium's mark of such an end, U+00AD the soft hyphen. The
# sign stands first in the pattern because that is twenty times as fast as looking behind every letter.
_HYPHEN = re.compile(r"[-\u00ad\u2010\u2011\ufffe](?<=[^\W\d_].)\s*(?=[^\W\d_])", re.DOTALL)
# Numbers of references: another version has them in another order.
_CITED = re.compile(r"\[[\d\s,;–-]{1,40}\]")


def fingerprint(text: str, *, title: str | None = None) -> Fingerprint:
    """The fingerprint of a document's text. The same text gives the same one on every machine and in every version."""
    ids, kinds = _tokens(_CITED.sub(" ", _HYPHEN.sub("", text[:_MOST_CHARACTERS])))
    counted = ids[kinds == WORD]
    hashes, first = _shingles(counted, _SHINGLE)
    bands, _ = _smallest(hashes, BAND_BINS, np.uint32)
    sketch, chosen = _smallest(hashes, SKETCH_BINS, np.uint16)
    signs, _ = _shingles(ids[kinds == NOTATION], _NOTATION_SHINGLE)
    return Fingerprint(
        simhash=_simhash(hashes),
        words=len(counted),
        shingles=len(hashes),
        bands=bands.tobytes(),
        sketch=sketch.tobytes(),
        positions=_positions(sketch, first[chosen], len(counted)),
        notation=_smallest(signs, NOTATION_BINS, np.uint16)[0].tobytes(),
        title=" ".join(words(title)[:_MOST_TITLE_WORDS]) if title else "",
    )


def _tokens(text: str) -> tuple[Hashes, npt.NDArray[np.uint8]]:
    """The tokens of the text, piece by piece: the arrays of a whole book would take a hundred times its length."""
    pieces = [tokens(text[at : at + _PIECE]) for at in range(0, max(1, len(text)), _PIECE)]
    return np.concatenate([p[0] for p in pieces]), np.concatenate([p[1] for p in pieces])


def _shingles(ids: Hashes, size: int) -> tuple[Hashes, Places]:
    """The different hashes of all runs of so many tokens, in their order, and where each run occurs first."""
    count = len(ids) - size + 1
    if count < 1:
        return np.empty(0, np.uint64), np.empty(0, np.intp)
    mixed = np.zeros(count, np.uint64)
    for place in range(size):
        mixed = _mixed(mixed * np.uint64(31) + ids[place : place + count])
    order = np.argsort(mixed, kind="stable")
    mixed = mixed[order]
    is_first = np.concatenate(([True], mixed[1:] != mixed[:-1]))
    return mixed[is_first], order[is_first]


def _mixed(values: Hashes) -> Hashes:
    """Numbers whose every bit depends on every bit (the finaliser of splitmix64)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _simhash(hashes: Hashes) -> int:
    """Each bit is what most of the hashes have there (Charikar 2002); a run counts once, so that running heads do not."""
    bits = np.zeros(64, np.int64)
    for start in range(
        0, len(hashes), 255
    ):  # so many are counted in bytes, which is many times as fast
        part = hashes[start : start + 255].astype("<u8").view(np.uint8).reshape(-1, 8)
        bits += np.unpackbits(part, axis=1, bitorder="little").sum(axis=0, dtype=np.uint8)
    majority = np.packbits(2 * bits > len(hashes), bitorder="little")
    return int.from_bytes(majority.tobytes(), "little")


def _smallest(
    hashes: Hashes, bins: int, kind: type[np.uint16 | np.uint32]
) -> tuple[npt.NDArray[np.unsignedinteger[Any]], Places]:
    """The smallest hash of each bin, shortened (one permutation hashing, Li and others 2012), 0 for an empty bin; and
    which hashes these are."""
    result = np.zeros(bins, np.dtype(kind).newbyteorder("<"))
    of_bin = (hashes >> np.uint64(65 - bins.bit_length())).astype(np.intp)
    filled, chosen = np.unique(of_bin, return_index=True)
    result[filled] = hashes[chosen] % np.uint64(np.iinfo(kind).max) + np.uint64(1)
    return result, chosen


def _positions(sketch: npt.NDArray[Any], starts: Places, words: int) -> bytes:
    """Where in the text the values of a sketch come from."""
    result = np.zeros(len(sketch), np.uint8)
    result[sketch != 0] = starts * 255 // max(1, words)
    return result.tobytes()
