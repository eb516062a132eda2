"""A reference string cut into tokens: words, numbers, marks, and whole links and DOIs.

Letters and digits are parted ("7(4)", "С.12", "1999a"), so that each token can have one field; a link stays one token, since
its dots and slashes say nothing about the reference around it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST = 4_000
"""Characters of a string that are read; the longest real reference of the training data has 1,900."""

_TOKEN = re.compile(
    r"(?P<link>(?:https?|ftp)\s?:\s?//\s?\S*[^\s.,;)\]>}]|www\.[^\s,;]*[^\s.,;)\]>}])"
    r"|(?P<doi>10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}|\\^`]*[^\s\"<>{}|\\^`.,;:)\]])"
    r"|\d+|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\s]",
    re.IGNORECASE,
)
_UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class Token(NamedTuple):
    """A piece of the string: its text, and where it stands. A tuple: forty are made for each reference."""

    text: str
    start: int
    end: int
    kind: str
    """"w" for a word, "n" for a number, "p" for a mark, "link", "doi"."""


def readable(raw: str) -> str:
    """The first `LONGEST` characters, each control character and broken half of a character as a blank."""
    text = raw[:LONGEST]
    return text if text.isprintable() else _UNREADABLE.sub(" ", text)


def tokens_of(text: str) -> list[Token]:
    """The tokens of a readable text."""
    found = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        kind = match.lastgroup or (
            "n" if piece[0].isdecimal() else "w" if piece[0].isalpha() else "p"
        )
        found.append(Token(piece, match.start(), match.end(), kind))
    return found
