"""From a text to its fingerprint: which words count, and how runs of three of them become numbers.

Only runs of three or more letters count as words, in any script; ideographs count one by one. So digits, symbols, single
Greek and Latin letters never reach the simhash: they made the seed's false matches. Case, accents, ligatures, hyphens at
line ends and all white space are folded away, because another typesetting changes them. The work on single words is done
once for each different word, and the rest by numpy: about two milliseconds for a paper of ten pages.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize
from zlib import crc32

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS, Fingerprint
from harvestman.text import unaccent, words

Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.intp]

_MOST_CHARACTERS = 4_000_000  # of a text: a book of two thousand pages
_MOST_TITLE_WORDS = 40
_MOST_CODES = 100_000  # tokens that are remembered, in some 15 MB
_SHINGLE = 3  # words
_NOTATION_SHINGLE = 5  # numbers and letters: shorter runs of them occur in any two formulas
_LEAST_LETTERS = 3
# Scripts that put no space between words: each of their letters is a word.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
_TOKEN = re.compile(r"\w+")
# A hyphen joins, whether or not a line ends there: U+FFFE is PDFium's mark of such an end, U+00AD the soft hyphen. The
# sign stands first in the pattern because that is twenty times as fast as looking behind every letter.
_HYPHEN = re.compile(r"[-\u00ad\u2010\u2011\ufffe](?<=[^\W\d_].)\s*(?=[^\W\d_])", re.DOTALL)
# Numbers of references: another version has them in another order.
_CITED = re.compile(r"\[[\d\s,;–-]{1,40}\]")
_IGNORED, _WORD, _NOTATION = 0, 1, 2


def fingerprint(text: str, *, title: str | None = None) -> Fingerprint:
    """The fingerprint of a document's text. The same text gives the same one on every machine and in every version."""
    ids, kinds = _tokens(text[:_MOST_CHARACTERS])
    counted = ids[kinds == _WORD]
    hashes, first = _shingles(counted, _SHINGLE)
    bands, _ = _smallest(hashes, BAND_BINS, np.uint32)
    sketch, chosen = _smallest(hashes, SKETCH_BINS, np.uint16)
    signs, _ = _shingles(ids[kinds == _NOTATION], _NOTATION_SHINGLE)
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
    """A number for each token of the text, equal for equal tokens, and what kind of token it is."""
    if not text.isascii():
        # Looked for in numbers, because a pattern would take longer than all the rest.
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
        if ((units >= 0x300) & (units < 0x370)).any():
            text = normalize("NFC", text)  # a mark that stands by itself would cut its word in two
        if (((units >= 0xE00) & (units < 0x1800)) | ((units >= 0x3040) & (units < 0xFB00))).any():
            text = _UNSPACED.sub(r" \g<0> ", text)
    tokens = _TOKEN.findall(_CITED.sub(" ", _HYPHEN.sub("", text)))
    codes = np.fromiter(map(_CODES.__getitem__, tokens), np.uint64, len(tokens))
    return codes >> np.uint64(2), (codes & np.uint64(3)).astype(np.uint8)


class _Codes(dict[str, int]):
    """The number and kind of each token, filled in as tokens are met: most words of a text were in the texts before it."""

    def __missing__(self, token: str) -> int:
        if len(self) >= _MOST_CODES:
            self.clear()
        folded = unaccent(token)
        code = crc32(folded.encode("utf-8", "surrogatepass")) << 2 | _kind(folded)
        self[token] = code
        return code


_CODES = _Codes()


def _kind(folded: str) -> int:
    if not folded.isalpha():  # x2, 1998
        return _NOTATION
    if len(folded) >= _LEAST_LETTERS or _UNSPACED.match(folded):
        return _WORD
    return _NOTATION if len(folded) == 1 else _IGNORED


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
