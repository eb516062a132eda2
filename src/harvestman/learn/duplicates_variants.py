"""Variants of a text that are the same document: set anew, cut, with a cover page, another version, recognised from pictures.

Every number that decides how far a variant is from its original stands in `How`, and was chosen to be what such variants look like,
before any of them was looked for: they are there to judge the method, not to suit it. The words that variants add are in
`data/duplicates/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from random import Random

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class How:
    """How far variants are from their originals; a span is drawn from evenly, for each document anew."""

    line_letters: Span = (38, 110)
    page_lines: Span = (38, 60)
    hyphenated: float = 0.15
    """Share of line ends in the middle of a word."""
    with_ligatures: float = 0.5
    """Share of the documents."""
    read_across: float = 0.15
    """Share of the pages on which two columns are read line by line across both."""
    kept: Span = (0.35, 0.9)
    """Share of a cut text that is left: its beginning, or, of one in four, its end."""
    sentences_changed: Span = (0.05, 0.10)
    paragraphs_lost: float = 0.03
    paragraphs_new: float = 0.03
    wrong_letters: Span = (0.01, 0.03)
    lost_spaces: Span = (0.005, 0.02)


HOW = How()
_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ"))
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)")
_NUMBER_IN_BRACKETS = re.compile(r"\[(\d{1,3})\]")
# What recognition takes for each other, in Latin and Cyrillic print.
_CONFUSED = {
    "l": "1", "1": "l", "o": "0", "0": "o", "e": "c", "c": "e", "h": "b", "b": "h", "n": "u", "u": "n", "m": "rn", "i": "l",
    "t": "f", "f": "t", "s": "5", "5": "s", "a": "o", "v": "y", "г": "т", "и": "н", "н": "п", "п": "н", "ш": "щ", "щ": "ш",
    "з": "э", "о": "с", "е": "с", "в": "н", "л": "п", "ж": "х", "а": "л", "т": "г", "ы": "ьг",
}  # fmt: skip


def retypeset(text: str, rng: Random, others: Sequence[str]) -> str:
    """The same words on other lines and pages, with hyphens, ligatures, running heads, and some pages read across columns."""
    if rng.random() < HOW.with_ligatures:
        for letters, ligature in _LIGATURES:
            text = text.replace(letters, ligature)
    lines = _wrapped(text.split(), int(rng.uniform(*HOW.line_letters)), rng)
    per_page = int(rng.uniform(*HOW.page_lines))
    head = _first_words(text, 8)
    pages = []
    for number, start in enumerate(range(0, len(lines), per_page), 1):
        page = lines[start : start + per_page]
        if rng.random() < HOW.read_across:
            half = (len(page) + 1) // 2
            left, right = page[:half], [*page[half:], ""]
            page = [f"{one} {two}" for one, two in zip(left, right, strict=False)]
        pages.append(
            "\n".join([f"{number}   {head}" if number % 2 else f"{head}   {number}", *page])
        )
    return "\n".join(pages)


def cut(text: str, rng: Random, others: Sequence[str]) -> str:
    """Only the beginning of the text, or only its end."""
    words = text.split(" ")
    left = max(1, int(len(words) * rng.uniform(*HOW.kept)))
    return " ".join(words[-left:] if rng.random() < 0.25 else words[:left])


def with_cover(text: str, rng: Random, others: Sequence[str]) -> str:
    """A repository's cover page before the text, and its line at the foot of some pages."""
    cover = rng.choice(_wordings()["cover"]).format(
        title=_first_words(text, 12), year=rng.randint(1998, 2025), number=rng.randint(1000, 99999)
    )
    foot = rng.choice(_wordings()["foot"]).format(year=rng.randint(2001, 2025))
    paragraphs = text.split("\n\n")
    for place in range(len(paragraphs) - 1, 0, -12):
        paragraphs.insert(place, foot)
    return "\n\n".join([cover, *paragraphs])


def other_version(text: str, rng: Random, others: Sequence[str]) -> str:
    """As published, or as it was before: sentences reworded, paragraphs lost and new, references numbered anew."""
    share = rng.uniform(*HOW.sentences_changed)
    own_words = [word for word in text.split() if word.isalpha()] or ["and"]
    shift = rng.randint(1, 9)
    paragraphs = []
    for place, paragraph in enumerate(text.split("\n\n")):
        if place > 3 and rng.random() < HOW.paragraphs_lost:
            continue
        sentences = _SENTENCE_END.split(paragraph)
        paragraphs.append(
            " ".join(_reworded(s, own_words, rng) if rng.random() < share else s for s in sentences)
        )
        if others and rng.random() < HOW.paragraphs_new:
            paragraphs.append(rng.choice(rng.choice(others).split("\n\n"))[:1500])
    note = rng.choice(_wordings()["version"]).format(year=rng.randint(1998, 2025))
    renumbered = _NUMBER_IN_BRACKETS.sub(
        lambda m: f"[{int(m[1]) + shift}]", "\n\n".join(paragraphs)
    )
    return f"{note}\n\n{renumbered}"


def recognised(text: str, rng: Random, others: Sequence[str]) -> str:
    """As a program reads it from pictures: letters taken for others, spaces lost."""
    wrong, lost = rng.uniform(*HOW.wrong_letters), rng.uniform(*HOW.lost_spaces)
    letters = []
    for letter in text:
        if letter.isspace():
            letters.append("" if letter == " " and rng.random() < lost else letter)
        elif rng.random() < wrong:
            letters.append(_CONFUSED.get(letter.lower()) or rng.choice(("", "i", letter + "'")))
        else:
            letters.append(letter)
    return "".join(letters)


KINDS: Mapping[str, Callable[[str, Random, Sequence[str]], str]] = {
    "re-typeset": retypeset,
    "cut": cut,
    "cover page": with_cover,
    "other version": other_version,
    "ocr noise": recognised,
}
"""Every kind of variant: a text, chance and other documents' texts in; the variant out."""


def variant(kind: str, text: str, *, seed: str, others: Sequence[str] = ()) -> str:
    """The variant of that kind; the same for the same seed."""
    return KINDS[kind](text, Random(f"{kind} {seed}"), others)


def _wrapped(words: Sequence[str], width: int, rng: Random) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in words:
        if len(line) + 1 + len(word) <= width:
            line = f"{line} {word}" if line else word
            continue
        half = len(word) // 2
        if word.isalpha() and half >= 2 and rng.random() < HOW.hyphenated:
            lines.append(f"{line} {word[:half]}-")
            line = word[half:]
        else:
            lines.append(line)
            line = word
    return [*lines, line]


def _reworded(sentence: str, own_words: Sequence[str], rng: Random) -> str:
    """A third of the words are other words of the text; the halves of the sentence change places."""
    words = [rng.choice(own_words) if rng.random() < 1 / 3 else word for word in sentence.split()]
    half = len(words) // 2
    return " ".join([*words[half:], *words[:half]])


def _first_words(text: str, count: int) -> str:
    return " ".join(text.split(None, count)[:count])


@lru_cache(maxsize=1)
def _wordings() -> Mapping[str, Sequence[str]]:
    return wordings("variants")


def wordings(name: str) -> Mapping[str, Sequence[str]]:
    """The pieces of text in a file of `data/duplicates/`, by the kind that stands at the head of each."""
    data = (
        files("harvestman.learn").joinpath("data", "duplicates", f"{name}.txt").read_text("utf-8")
    )
    found: dict[str, list[str]] = {}
    for piece in re.split(r"^== ", data, flags=re.M)[1:]:
        kind, _, body = piece.partition("\n")
        found.setdefault(kind.strip(), []).append(body.strip())
    return found
