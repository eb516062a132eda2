"""Running text cut into sentences, for readers who want them one by one.

A sentence ends at a full stop, a question or an exclamation mark before a blank and a beginning: a capital, a digit, an opening
quote or bracket. Not behind an initial ("J. Ruiz"), an abbreviation ("et al.", "см.": `data/abbreviations.txt`), or within
brackets that are still open.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

# Possessive, and only from the first mark of a row: a text of nothing but marks is read once.
_END: Final = re.compile(r"(?<![.!?…])[.!?…]++[\"'”»’)\]]*+\s++[\"'“«‘(\[¿¡]*+(?P<first>[^\W_])")
_LAST_WORD: Final = re.compile(r"(?<![^\W\d_])(?<![.'’-])(?:[^\W\d_]|[.'’-])+$")
_OPENING: Final = "(["
_CLOSING: Final = ")]"
_TAIL: Final = 40  # characters in which the last word stands
_LONGEST_ASIDE: Final = (
    300  # characters in brackets; a bracket that stays open longer was never closed
)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text in order; joined by blanks they are the text."""
    sentences: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if match["first"].islower():
            continue
        end = match.start() + len(match.group().split()[0])
        if text[match.start()] == "." and _is_abbreviated(text[max(start, end - _TAIL) : end]):
            continue
        if _is_in_brackets(text[max(start, end - _LONGEST_ASIDE) : end]):
            continue
        sentences.append(text[start:end].strip())
        start = end
    rest = text[start:].strip()
    return [*sentences, rest] if rest else sentences


def _is_abbreviated(tail: str) -> bool:
    """Whether the full stop at the end of this belongs to its last word."""
    found = _LAST_WORD.search(tail.rstrip("\"'”»’)].…"))
    if found is None:
        return False
    word = found.group().strip("'’-")
    is_initial = len(word) == 1 and word.isupper()
    return is_initial or word.lower() in _abbreviations() or _is_dotted(word)


def _is_dotted(word: str) -> bool:
    """Whether it is a row of single letters: "e.g", "U.S", "т.е"."""
    parts = word.split(".")
    return len(parts) > 1 and all(len(part) == 1 for part in parts)


def _is_in_brackets(text: str) -> bool:
    depth = 0
    for character in text:
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth = max(0, depth - 1)
    return depth > 0


@cache
def _abbreviations() -> frozenset[str]:
    path = Path(__file__).parent / "data" / "abbreviations.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(
        word
        for line in lines
        if not line.startswith("#")
        for word in line.partition(":")[2].lower().split()
    )
