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
_BARE_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\s]")
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


class _Kinds(dict[str, str]):
    """The kind of a token by its first character, remembered."""

    def __missing__(self, first: str) -> str:
        self[first] = kind = "n" if first.isdecimal() else "w" if first.isalpha() else "p"
        return kind


_KINDS = _Kinds()


def tokens_of(text: str) -> list[Token]:
    """The tokens of a readable text."""
    if "//" in text or "10." in text or "www." in text.lower():
        return _tokens_and_links(text)
    found: list[Token] = []
    make, end = Token._make, 0
    for piece in _BARE_TOKEN.findall(text):  # half the time of one match after the other
        start = text.index(piece, end)
        end = start + len(piece)
        found.append(make((piece, start, end, _KINDS[piece[0]])))
    return found


def _tokens_and_links(text: str) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        kind = match.lastgroup or _KINDS[piece[0]]
        found.append(Token(piece, match.start(), match.end(), kind))
    return found
