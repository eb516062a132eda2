"""The words that personal names are made of: a list from DBLP (CC0) and training pages, made by `harvestman learn pages`.

There are 250,000 of them. A set of as many strings takes 50 ms to make and 24 MB, before the first page is read; so they stay the text that
they are shipped as, a line for each three letters that words begin with, and a word is looked for in its line.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Final

from harvestman.text.vocabulary import DATA

NAME_WORDS: Final = DATA / "names.txt.gz"
_BEGINNING: Final = 3  # letters: 7,000 lines, the longest of 2,400 words
_FEW: Final = 150  # letters of a line that are looked through


class NameWords:
    """A list of words that can tell whether a word is in it."""

    def __init__(self, text: str) -> None:
        lines = (line.partition(" ") for line in text.splitlines())
        self._ends = {beginning: f" {ends} " for beginning, _, ends in lines}

    def __contains__(self, word: str) -> bool:
        ends = self._ends.get(word[:_BEGINNING])
        if ends is None or " " in word:
            return False
        # The words of a line are sorted. Halved until little of it is left to look through, it tells in 0.7 µs, not 1.2.
        end, first, last = word[_BEGINNING:], 0, len(ends) - 1
        while last - first > _FEW:
            middle = ends.rfind(" ", first, (first + last) // 2)
            if middle <= first:
                break
            if ends[middle + 1 : ends.find(" ", middle + 1)] <= end:
                first = middle
            else:
                last = middle
        return ends.find(f" {end} ", first, last + 1) >= 0


def written(words: Iterable[str]) -> str:
    """The words, none with a blank in it, as `NameWords` reads them."""
    lines = groupby(sorted(words), key=lambda word: word[:_BEGINNING])
    return "\n".join(f"{key} {' '.join(one[len(key) :] for one in ones)}" for key, ones in lines)


@cache
def name_words() -> NameWords:
    """All of them, in lower case without accents; read once."""
    try:
        return NameWords(gzip.decompress(NAME_WORDS.read_bytes()).decode("utf-8"))
    except FileNotFoundError:
        return NameWords("")
