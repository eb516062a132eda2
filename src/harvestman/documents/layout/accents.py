"""Accents that are printed as signs of their own, put on the letters that they stand over.

TeX's old fonts have no accented letters: "é" is drawn as "´" and then "e" at the same place. The letter starts a new piece
there, so the piece whose first letter stands below the accent is the one that it belongs to.
"""

from __future__ import annotations

from harvestman.documents.layout.characters import ACCENTS, accented
from harvestman.documents.layout.words import Word


def place_accents(words: list[Word]) -> list[Word]:
    """The words of a page, without those that were only accents."""
    if not any(word.text in ACCENTS for word in words):
        return words
    placed: list[Word | None] = list(words)
    for index, word in enumerate(words):
        if word.text not in ACCENTS:
            continue
        host = _host(placed, index)
        if host is not None:
            below = placed[host]
            if below is not None:
                text = accented(below.text[0], word.text) + below.text[1:]
                # The letter was drawn apart for the accent's sake: only the gap tells whether a space is before it.
                placed[host] = below._replace(text=text, is_joined=True)
                placed[index] = None
    return [word for word in placed if word is not None]


def _host(words: list[Word | None], index: int) -> int | None:
    """The nearest piece, in the file's order, whose first letter stands below the accent."""
    accent = words[index]
    if accent is None:
        return None
    em = accent.look.size
    near = range(max(0, index - 40), min(len(words), index + 6))
    for other in sorted(near, key=lambda other: abs(other - index)):
        word = words[other]
        if word is None or other == index or word.text in ACCENTS:
            continue
        is_below = -0.05 * em <= word.base - accent.base <= 0.45 * em
        if (
            is_below
            and abs(word.x0 - accent.x0) <= 0.35 * em
            and accented(word.text[0], accent.text) != word.text[0]
        ):
            return other
    return None
