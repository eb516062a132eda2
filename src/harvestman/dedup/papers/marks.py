"""Marks in titles: errata and replies, lesser forms, labels, numbers of parts. The words are data (`data/title_marks.txt`)."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

_ROMAN = re.compile(r"(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})")
_MAX_MARK = 4  # words

# In front these are words of the title: "Abstract Interpretation", "Short Proofs".
_WORDS_TOO = frozenset(
    (word,)
    for word in "abstract appendix correction corrections demonstration panel reply short slides".split()
)

ANOTHER, LESSER, LABEL = "another", "lesser", "label"


@cache
def _marks(section: str) -> frozenset[tuple[str, ...]]:
    text = (files("harvestman.dedup.papers") / "data" / "title_marks.txt").read_text("utf-8")
    _, _, rest = text.partition(f"[{section}]")
    lines = rest.partition("\n[")[0].splitlines()
    return frozenset(tuple(line.split()) for line in lines if line and not line.startswith("#"))


@cache
def little_words() -> frozenset[str]:
    """The words that say nothing about what a title is about."""
    return frozenset(word for (word,) in _marks("little"))


def is_little(word: str) -> bool:
    """Whether a word says nothing about what a title is about."""
    return word in little_words()


@lru_cache(maxsize=20_000)  # every word is asked about each time its title is compared
def is_number(word: str) -> bool:
    """Whether a word numbers its title: a figure, a Roman number, "part", "second"."""
    return (
        (word,) in _marks("part")
        or any(character.isdigit() for character in word)
        or _ROMAN.fullmatch(word) is not None
    )


def cut_marks(words: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The words without the marks at their ends, and the mark that was found of each kind (`ANOTHER`, `LESSER`, `LABEL`)."""
    found: dict[str, str] = {}
    while (mark := _mark_at_an_end(words)) is not None:
        section, text, words = mark
        found.setdefault(section, text)
    return words, found


def _mark_at_an_end(words: tuple[str, ...]) -> tuple[str, str, tuple[str, ...]] | None:
    """The longest mark at either end: its kind, the mark, and the words without it. The last word is never a mark."""
    every = _all_marks()
    for length in range(min(_MAX_MARK, len(words) - 1), 0, -1):
        front, back = words[:length], words[-length:]
        if front not in every and back not in every:  # nearly always
            continue
        for section in (ANOTHER, LESSER, LABEL):
            if front in _marks(section) and front not in _WORDS_TOO:
                return section, " ".join(front), words[length:]
            if back in _marks(section):
                return section, " ".join(back), words[:-length]
    return None


@cache
def _all_marks() -> frozenset[tuple[str, ...]]:
    return _marks(ANOTHER) | _marks(LESSER) | _marks(LABEL)
