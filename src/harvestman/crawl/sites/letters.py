"""The weights of letter n-grams in one flat table: at each letter of a piece one number is worked out and one cell read.

As keys of a dictionary, n-grams are cut, hashed and mostly looked for in vain: that was a third of the time an address took. A cell
stands for four letters and holds the weights of the 2-, 3- and 4-gram that they begin with, in thousandths, as the model has them.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping

SCALE = 1000  # weights are kept as thousandths
SMALL = "abcdefghijklmnopqrstuvwxyz^$0Y-_.%+,:"  # the Y of a year is not the letter
CAPITALS = SMALL.replace("Y", "").upper()
_BASE = 1 + len(SMALL)  # 0 is each byte of every other character, and what follows the end
_THREE = _BASE**3


class LetterWeights:
    """The weights of the n-grams that are made of one alphabet; 4 MB."""

    def __init__(self, grams: Mapping[str, float], alphabet: str) -> None:
        codes = bytearray(256)
        for code, letter in enumerate(alphabet, 1):
            codes[ord(letter)] = code
        self._codes = bytes(codes)
        self._cells = array("h", [0]) * (_BASE * _THREE)
        # Shorter ones first: each begins with what was already written for its beginning.
        for gram in sorted(grams, key=len):
            places = gram.encode().translate(self._codes)
            if 0 in places:
                continue
            first, width = 0, _BASE * _THREE
            for place in places:
                width //= _BASE
                first += place * width
            weight = self._cells[first] + round(grams[gram] * SCALE)
            self._cells[first : first + width] = array("h", [weight]) * width

    def weigh(self, letters: str) -> float:
        """The weight of all n-grams of a piece, which has two letters or more."""
        cells = self._cells
        places = letters.encode(errors="replace").translate(self._codes) + b"\0\0"
        total, code = 0, (places[0] * _BASE + places[1]) * _BASE + places[2]
        for place in places[3:]:
            code = code * _BASE + place
            total += cells[code]
            code %= _THREE
        return total / SCALE
