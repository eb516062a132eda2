"""A word of warning about a text that was read but may not be worth much: words glued together, or most of it lost.

Such a document is still a success, for its text is all there is; but nobody shall take it for an ordinary one.
"""

from __future__ import annotations

import re

from harvestman.documents.layout.lines import Layout, Role

_WORD = re.compile(r"[^\W\d_]+")
_ALPHABET = re.compile(r"[A-Za-zÀ-ɏͰ-ӿ]")
_WORD_START = re.compile(r"\b[A-Za-zÀ-ɏͰ-ӿ]")
_SAMPLE = 20_000
_ENOUGH = 600
"""Letters below which nothing is said."""
_GLUED = 14
"""Letters a word, on average: more than twice what any language written with these letters has."""
_LEAST_PIECES = 20
_LETTERS_A_PIECE = 1
"""Pieces of text are words or lines; where there are fewer letters than pieces, most of them are lost."""


def doubts(layout: Layout) -> str:
    """What is to be said about the text of a document, or ""."""
    text = _sample(layout)
    return _glued(text) or _lost(layout, text)


def _glued(text: str) -> str:
    if len(text) < _GLUED * len(_WORD_START.findall(text)):
        return ""  # so it is with nearly all texts, and cheaper to see than the words themselves
    words = [word for word in _WORD.findall(text) if _ALPHABET.match(word)]
    letters = sum(map(len, words))
    if letters < _ENOUGH or letters < _GLUED * len(words):
        return ""
    return f"words seem to be glued together: {letters // len(words)} letters each on average"


def _lost(layout: Layout, text: str) -> str:
    if layout.fields:
        return f"{layout.fields} filled form fields are not part of the text"
    if layout.pieces < _LEAST_PIECES:
        return ""
    letters = len("".join(text.split()))
    if letters >= _LETTERS_A_PIECE * layout.pieces:
        return ""
    return f"most of the text seems to be lost: {letters} letters of {layout.pieces} pieces of text"


def _sample(layout: Layout) -> str:
    lines: list[str] = []
    size = 0
    for page in layout.pages:
        for line in page.lines:
            if line.role is Role.TEXT:
                lines.append(line.text)
                size += len(line.text)
        if size > _SAMPLE:
            break
    return "\n".join(lines)
