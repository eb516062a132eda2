"""First looks at short texts, in a tenth of the time of a regular expression where this is compiled: at digits and signs, and whether a text
may begin with one of some words, or hold one, by their first three letters alone; expressions have the last word where it may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

IS_COMPILED: Final = not __file__.endswith(".py")
"""Interpreted, a look at each letter takes longer than an expression."""
_FIRST: Final = 3  # letters of a word that are looked at
_PLAIN: Final = 128
_NUMBERS: Final = 32  # of a letter: the same in any case; all that is not ASCII has number 0
_BLANK: Final = 32  # no word begins with it
_ODD_CASES: Final = "iks"
"""Expressions that do not mind the case take ı, K and ſ for these."""
_DIGIT: Final = re.compile(r"\d")
_FIRST_DIGIT_ABROAD: Final = 0x660


def _number(letter: str) -> int:
    code = ord(letter)
    return code % _NUMBERS if code < _PLAIN else 0


class Beginnings:
    """The first three letters of some words; a star or another sign stands for any letters."""

    def __init__(self, words: Iterable[str]) -> None:
        table = bytearray(_NUMBERS**_FIRST)
        for word in words:
            places = [0]
            for letter in word[:_FIRST].partition("*")[0].ljust(_FIRST, "*"):
                numbers = set(range(_NUMBERS))
                if letter.isalpha():
                    numbers = {_number(one) for one in letter + letter.lower() + letter.upper()}
                    numbers |= {0} if letter in _ODD_CASES else set()
                places = [place * _NUMBERS + number for place in places for number in numbers]
            for place in places:
                table[place] = 1
        self._table = bytes(table)

    def may_begin(self, text: str) -> bool:
        """Whether one of the words may stand at the very beginning of a text, in any case."""
        return self._is_there(text, 0)

    def _is_there(self, text: str, at: int) -> bool:
        left = len(text) - at
        first = ord(text[at]) if left > 0 else 0
        second = ord(text[at + 1]) if left > 1 else 0
        third = ord(text[at + 2]) if left > 2 else 0
        first = first % _NUMBERS if first < _PLAIN else 0
        second = second % _NUMBERS if second < _PLAIN else 0
        third = third % _NUMBERS if third < _PLAIN else 0
        return self._table[(first * _NUMBERS + second) * _NUMBERS + third] != 0

    def next_in(self, text: str, start: int) -> int:
        """Where the next of the words may begin, at this place of a text or behind it, not within another word; -1 if nowhere."""
        is_inner = start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")
        for at in range(start, len(text)):
            code = ord(text[at])
            if not is_inner and code != _BLANK and self._is_there(text, at):
                return at
            if code < _PLAIN:  # letters, digits, _
                is_inner = 97 <= code <= 122 or 65 <= code <= 90 or 48 <= code <= 57 or code == 95
            else:
                is_inner = text[at].isalnum()
        return -1


class Signs:
    """Some signs that are looked for in many texts."""

    def __init__(self, signs: str) -> None:
        self._pattern = re.compile(f"[{re.escape(signs)}]")
        self._plain = bytes(chr(code) in signs for code in range(_PLAIN))

    def first_in(self, text: str, end: int) -> int:
        """Where the first of them stands in a text, before this place; -1 if nowhere."""
        start = 0
        if IS_COMPILED:
            end = min(end, len(text))
            while start < end:
                code = ord(text[start])
                if code >= _PLAIN:
                    break
                if self._plain[code] != 0:
                    return start
                start += 1
            else:
                return -1
        found = self._pattern.search(text, start, end)
        return -1 if found is None else found.start()

    def are_in(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        return self.first_in(text, len(text)) >= 0


def has_digit(text: str) -> bool:
    """Whether there is a decimal digit in a text."""
    if not IS_COMPILED:
        return _DIGIT.search(text) is not None
    for at in range(len(text)):
        code = ord(text[at])
        if 48 <= code <= 57 or (code >= _FIRST_DIGIT_ABROAD and text[at].isdecimal()):
            return True
    return False
