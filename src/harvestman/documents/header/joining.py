"""Putting printed lines together into running text: hyphens at line ends undone, blanks squeezed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harvestman.text import squeeze
from harvestman.text.known_words import are_compounded

_HYPHEN = re.compile(r"(\w)[-‐\u00ad]$")
_LAST_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]++$")
_FIRST_WORD = re.compile(r"[^\W\d_]++")
_LONGEST_WORD = 40
_COMPOUNDED = frozenset("self cross well real high low large".split())
OPEN_WORDS = frozenset(
    "a an the of for in on to with and by from at as via using or de la el los las y para con por en del un una и в на с для по "
    "о об der die das und für von zu im mit des".split()
)
"""What ends with one of these goes on in the next line."""


def _is_compound(before: str, after: str) -> bool:
    left, right = _LAST_WORD.search(before[-_LONGEST_WORD:]), _FIRST_WORD.match(after)
    if left is None or right is None:
        return False
    return left[0].lower() in _COMPOUNDED or are_compounded(left[0], right[0])


def join_lines(lines: Iterable[str]) -> str:
    """One text of several lines."""
    text = ""
    for line in map(squeeze, lines):
        if not line:
            continue
        if _HYPHEN.search(text):
            # A hyphen before a small letter is the printer's, unless the words beside it are compounded.
            if line[0].islower() and not _is_compound(text[:-1], line):
                text = text[:-1] + line
            else:
                text += line
        else:
            text = f"{text} {line}" if text else line
    return squeeze(text.replace("\u00ad", ""))
