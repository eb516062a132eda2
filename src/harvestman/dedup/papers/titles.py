"""How alike two titles are, word by word: misprints count little, another word or number counts as another paper.

"Polynomial images of balls" and "Regular images of balls" differ by few letters and are two papers; so do "Part I" and
"Part II", "symmetric" and "asymmetric". So letters are compared only within a word that the other title lacks.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import accumulate

from rapidfuzz import fuzz

from harvestman.dedup.papers.marks import (
    ANOTHER,
    LESSER,
    cut_marks,
    is_little,
    is_number,
    little_words,
)
from harvestman.dedup.papers.misprints import is_misprint
from harvestman.text import romanise, sound

_SUBTITLE = re.compile(r"\s*(?::|[?!.]\s|\s[-–—]{1,2}\s|—)\s*")
_MARKS = frozenset(":?!.-–—")  # one of them stands before every subtitle
_WORD = re.compile(r"[^\W_]+")
_ELLIPSIS = re.compile(r"(?:…|\.\.\.)\s*$")
_FOREIGN = re.compile("[а-яё]", re.IGNORECASE)
_LONE_NUMBERS = {"i": "1", "v": "5", "x": "10"}  # elsewhere these are words, of Russian too
_LEAST_CUT = 6  # words that a cut title must have left; with dots at its end it may be shorter
_LEAST_DOTTED = 4
_LEAST_LED = 4  # words behind the colon, when what stands before it is lost
_CLOSE = 85  # of 100 letters alike, in titles of which one word differs
_FOREIGN_LIKENESS = (
    60  # of 100 letters alike; below it, titles in two scripts are taken for translations
)


class TitleTie(Enum):
    """How two titles are related, the closest first."""

    EQUAL = "the titles are equal"
    NEAR = "the titles are equal but for misprints"
    SUBTITLE = "one title is the other with a subtitle"
    DOTTED = "one title is the other, cut with dots"
    CUT = "one title is the beginning of the other"
    CLOSE = "the titles are similar"
    LANGUAGES = "the titles are in two languages"
    NUMBERED = "the titles differ in a number"
    ABOUT = "one title is that of a correction, reply or review"
    FAR = "the titles differ"


_RANK = {tie: rank for rank, tie in enumerate(TitleTie)}


@dataclass(frozen=True, slots=True)
class TitlesCompared:
    """The closest tie between the titles of two papers."""

    tie: TitleTie
    weight: int
    """How many words, without little ones, the titles have in common."""
    lesser: str = ""
    """"poster", "extended abstract" or the like, where only one of them says so."""

    @property
    def agrees(self) -> bool:
        """Whether the titles may be those of one paper."""
        return _RANK[self.tie] <= _RANK[TitleTie.CUT]


@dataclass(frozen=True, slots=True)
class _Title:
    words: tuple[str, ...]
    main: int
    """How many of the words stand before the subtitle; all of them when there is none."""
    another: str
    lesser: str
    is_cut: bool
    is_cyrillic: bool


def compare_titles(one: tuple[str, ...], other: tuple[str, ...]) -> TitlesCompared | None:
    """The closest tie between any two titles; None when one of the papers has no title."""
    found = [_compare(_prepared(x), _prepared(y)) for x in one for y in other]
    return min(found, key=lambda c: (_RANK[c.tie], bool(c.lesser), -c.weight), default=None)


def title_words(title: str) -> tuple[str, ...]:
    """The words of a title as they are compared: in Latin letters, without marks at its ends."""
    return _prepared(title).words


def main_words(title: str) -> tuple[str, ...]:
    """The words before the subtitle."""
    prepared = _prepared(title)
    return prepared.words[: prepared.main]


@lru_cache(maxsize=5_000)  # a title is compared with many
def _prepared(title: str) -> _Title:
    is_cyrillic = not title.isascii() and _FOREIGN.search(title) is not None
    every = tuple(_WORD.findall(romanise(title)))
    if not is_cyrillic and every[-1:] and every[-1] in _LONE_NUMBERS:  # "Theory of Reeds I"
        every = (*every[:-1], _LONE_NUMBERS[every[-1]])
    words, marks = cut_marks(every)
    # Where parts end, counted in words; those of a mark in front ("Poster: …") are cut off.
    cut = 0
    if len(words) < len(every):
        cut = next(i for i in range(len(every) + 1) if every[i : i + len(words)] == words)
    lengths = [len(every)]
    # Looking for one of these marks is many times as fast as the pattern.
    if not _MARKS.isdisjoint(title) and len(parts := _SUBTITLE.split(title)) > 1:
        lengths = [len(_WORD.findall(romanise(part))) for part in parts]
    first = next((end - cut for end in accumulate(lengths) if end > cut), 0)
    return _Title(
        words=words,
        main=first if 0 < first < len(words) else len(words),
        another=marks.get(ANOTHER, ""),
        lesser=marks.get(LESSER, ""),
        is_cut=("…" in title or "..." in title) and _ELLIPSIS.search(title) is not None,
        is_cyrillic=is_cyrillic,
    )


def _compare(one: _Title, other: _Title) -> TitlesCompared:
    lesser = one.lesser or other.lesser if bool(one.lesser) != bool(other.lesser) else ""
    if bool(one.another) != bool(other.another):
        return TitlesCompared(TitleTie.ABOUT, 0)
    tie, shared = _tie(one, other)
    little = little_words()
    return TitlesCompared(tie, sum(word not in little for word in shared), lesser)


def _tie(one: _Title, other: _Title) -> tuple[TitleTie, tuple[str, ...]]:
    if not one.words or not other.words:
        return TitleTie.FAR, ()
    if one.is_cyrillic != other.is_cyrillic:  # one of them may be in Latin letters by any system
        one, other = (replace(t, words=tuple(map(sound, t.words))) for t in (one, other))
    if "".join(one.words) == "".join(other.words):
        return TitleTie.EQUAL, one.words
    short, long = sorted((one, other), key=lambda title: len(title.words))
    if tie := _beginning(short, long) or _end(short, long):
        return tie, short.words
    return _by_words(one, other)


def _beginning(short: _Title, long: _Title) -> TitleTie | None:
    """Whether the longer title goes on where the shorter one ends, and how."""
    length = len(short.words)
    if short.is_cut and length >= _LEAST_DOTTED:  # its last word may be half a word
        last = short.words[-1]
        if _alike(short.words[:-1], long.words[: length - 1]) and (
            long.words[length - 1].startswith(last)
        ):
            return TitleTie.DOTTED
    if long.main < len(long.words) and _alike(short.words, long.words[: long.main]):
        rest, tie = long.words[long.main :], TitleTie.SUBTITLE
    elif len(long.words) > length >= _LEAST_CUT and _alike(short.words, long.words[:length]):
        rest, tie = long.words[length:], TitleTie.CUT
    else:
        return None
    # "… : Part II" is another paper; "… : a study of 25 cases" is the same one.
    return TitleTie.NUMBERED if any(map(is_number, (*rest[:2], *rest[-1:]))) else tie


def _end(short: _Title, long: _Title) -> TitleTie | None:
    """Whether the shorter title lacks what stands before the longer one's colon: "HL: A System for Haptic …"."""
    if len(short.words) < _LEAST_LED or not _alike(short.words, long.words[long.main :]):
        return None
    return TitleTie.SUBTITLE


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two rows of words are equal in their order but for misprints."""
    if "".join(one) == "".join(other):
        return True
    if len(one) != len(other):
        return False
    differing = [(x, y) for x, y in zip(one, other, strict=True) if x != y]
    return len(differing) <= max(1, len(one) // 4) and all(is_misprint(x, y) for x, y in differing)


def _by_words(one: _Title, other: _Title) -> tuple[TitleTie, tuple[str, ...]]:
    shared = tuple((Counter(one.words) & Counter(other.words)).elements())
    left, right = _leftovers(one.words, other.words)
    likeness = fuzz.ratio("".join(one.words), "".join(other.words))
    if any(map(is_number, (*left, *right))):
        return (TitleTie.NUMBERED if likeness >= _CLOSE else TitleTie.FAR), shared
    if "".join(left) == "".join(right) and (left or right):  # "multi-agent", "multiagent"
        return TitleTie.NEAR, shared
    misprints, odd_left, odd_right = _without_misprints(left, right)
    is_foreign = one.is_cyrillic != other.is_cyrillic
    # Systems of transliteration differ in every other word.
    is_bearable = misprints <= max(1, len(one.words) // (2 if is_foreign else 4))
    if not odd_left and not odd_right and is_bearable and (left or right):
        return TitleTie.NEAR, shared
    # Nothing is left over in either when only the order of the words differs.
    if likeness >= _CLOSE and max(len(odd_left), len(odd_right)) <= 1 and len(shared) >= 4:
        return TitleTie.CLOSE, shared
    if is_foreign and likeness < _FOREIGN_LIKENESS:
        return TitleTie.LANGUAGES, ()
    return TitleTie.FAR, shared


def _leftovers(
    one: tuple[str, ...], other: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that each has and the other has not, in their order."""

    def more(words: tuple[str, ...], counts: Counter[str]) -> tuple[str, ...]:
        found = []
        for word in words:
            if counts[word] > 0:
                counts[word] -= 1
                found.append(word)
        return tuple(found)

    here, there = Counter(one), Counter(other)
    return more(one, here - there), more(other, there - here)


def _without_misprints(
    left: tuple[str, ...], right: tuple[str, ...]
) -> tuple[int, list[str], list[str]]:
    """How many words are misprints of one another or such that printers lose; and the others of each side."""
    rest = list(right)
    odd: list[str] = []
    for word in left:
        near = next((w for w in rest if is_misprint(word, w)), None)
        if near is not None:
            rest.remove(near)
        else:
            odd.append(word)
    odd_left = [w for w in odd if not is_little(w)]
    odd_right = [w for w in rest if not is_little(w)]
    return len(left) - len(odd_left) + len(rest) - len(odd_right), odd_left, odd_right
