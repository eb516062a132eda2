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
_FIRST_LETTER: Final = 97
_LETTERS: Final = 26
_SEARCHED: Final = 100  # characters of a line; less than this is searched from end to end


class NameWords:
    """A list of words that can tell whether a word is in it."""

    def __init__(self, text: str) -> None:
        self._ends: dict[str, str] = {}
        self._plain_ends = [""] * _LETTERS**_BEGINNING
        """Those behind three letters from a to z, by the number of these: in two thirds of the time."""
        for line in text.splitlines():
            beginning, _, ends = line.partition(" ")
            place = _place(beginning)
            if place >= 0:
                self._plain_ends[place] = f" {ends} "
            else:
                self._ends[beginning] = f" {ends} "

    def __contains__(self, word: str) -> bool:
        place = _place(word)
        ends = self._plain_ends[place] if place >= 0 else self._ends.get(word[:_BEGINNING], "")
        if not ends or " " in word:
            return False
        wanted = f" {word[_BEGINNING:]} "
        size = len(wanted)
        start, end = 0, len(ends)
        while end - start > _SEARCHED:  # the ends are sorted: half of a long line is left each time
            middle = ends.find(" ", (start + end) // 2)
            if middle + 1 >= end:
                break
            if ends[middle : middle + size] > wanted:
                end = middle + 1
            else:
                start = middle
        return ends.find(wanted, start, end) >= 0


def _place(word: str) -> int:
    """The number of the three letters from a to z that a word begins with; -1 where it does not."""
    if len(word) < _BEGINNING:
        return -1
    place = 0
    for at in range(_BEGINNING):
        number = ord(word[at]) - _FIRST_LETTER
        if not 0 <= number < _LETTERS:
            return -1
        place = place * _LETTERS + number
    return place


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
