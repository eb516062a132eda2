"""Focus: what a link is worth before it is fetched, so that the pages with papers are reached early.

The words of a link's text and address say where it leads (`words/`, one file a language); a link on a page that has papers is
worth more, one that is further away or comes from a sitemap less. What visits to addresses of the same kind have brought
is added later (`families.py`). The points are whole numbers: the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from urllib.parse import unquote, urlsplit

from harvestman.text import unaccent

ON_A_PAGE_WITH_PAPERS = 15
EACH_STEP_AWAY = -10
AN_EDITION = 15
"""For a short text with a year in it: other years of the conference, whose papers are wanted too."""
FROM_A_SITEMAP = -25
PROMISING = 40
"""What the words of a page that lists papers are worth, at least: "programme", "sessions"."""

_WORD = re.compile(r"[^\W_]+")
_MIN_WITHIN = 6  # shorter words are found by themselves only: "day" is in "holiday"
_MAX_TEXT = 300
_SHORT = 40
_YEAR = re.compile(r"(?<!\d)(?:19[6-9]|20[0-4])\d(?!\d)")


def score(url: str, anchor: str, *, depth: int, parent_papers: int, is_listed: bool = False) -> int:
    """The points of a link; the greater, the sooner it is visited."""
    points = address_points(url) + text_points(anchor[:_MAX_TEXT]) + depth * EACH_STEP_AWAY
    if len(anchor) <= _SHORT and _YEAR.search(anchor):
        points += AN_EDITION
    if parent_papers:
        points += ON_A_PAGE_WITH_PAPERS
    return points + FROM_A_SITEMAP if is_listed else points


@lru_cache(maxsize=65_536)
def address_points(url: str) -> int:
    """What the words of an address say."""
    parts = urlsplit(url)
    return text_points(unquote(f"{parts.path} {parts.query}")[:_MAX_TEXT])


@lru_cache(maxsize=65_536)
def text_points(text: str) -> int:
    """What the words of a text say: its best word and its worst, for a menu may name both in one link."""
    words = _WORD.findall(unaccent(text))
    if not any(map(_may_begin, words)):
        return 0
    found = set(_points_in(f" {' '.join(words)} "))
    return max(0, *found) + min(0, *found) if found else 0


def _points_in(plain: str) -> Iterator[int]:
    """The points of the words that stand in a text, the longest where several begin at one place."""
    words = _lexicon()
    at = 1
    while at < len(plain):
        # By their first letters: a tenth of the time of one pattern for all of them.
        for word, worth in words.within.get(plain[at : at + _MIN_WITHIN], ()):
            if plain.startswith(word, at):
                yield worth
                at += len(word)
                break
        else:
            if plain[at - 1] == " ":
                first = plain[at : plain.index(" ", at)]
                if not _may_begin(first):
                    at += len(first)
                for word, worth in words.alone.get(first, ()):
                    if plain.startswith(f"{word} ", at):
                        yield worth
                        at += len(word) - 1
                        break
            at += 1


@lru_cache(maxsize=16_384)  # the words of a site's links are few
def _may_begin(word: str) -> bool:
    """Whether a word of the lexicon, or a phrase, may begin somewhere in this word: in most none does."""
    lexicon = _lexicon()
    if word in lexicon.alone or any(
        word[at : at + _MIN_WITHIN] in lexicon.within for at in range(len(word))
    ):
        return True
    return word.endswith(lexicon.begun)


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The words of all languages with their points, the longest first."""

    within: dict[str, list[tuple[str, int]]]
    """Those that count also as a part of a longer word, by their first letters."""
    alone: dict[str, list[tuple[str, int]]]
    """The shorter ones, by the first word of each."""
    begun: tuple[str, ...]
    """The first words of phrases, where these are shorter than the first letters that count."""


@cache
def _lexicon() -> _Lexicon:
    points: dict[str, int] = {}
    for entry in sorted(files(__package__).joinpath("words").iterdir(), key=lambda e: e.name):
        if not entry.name.endswith(".txt"):
            continue
        for line in entry.read_text(encoding="utf-8").splitlines():
            worth, colon, words = line.partition(":")
            if not colon or line.startswith("#"):
                continue
            for word in words.split(","):
                plain = " ".join(_WORD.findall(unaccent(word)))
                # Of two languages that share a word the surer one counts.
                if abs(int(worth)) > abs(points.get(plain, 0)):
                    points[plain] = int(worth)
    # A phrase is also written without blanks in addresses: acceptedpapers.
    points |= {
        word.replace(" ", ""): worth
        for word, worth in points.items()
        if " " in word and word.replace(" ", "") not in points
    }
    within: dict[str, list[tuple[str, int]]] = {}
    alone: dict[str, list[tuple[str, int]]] = {}
    for word in sorted(points, key=lambda word: (-len(word), word)):
        if len(word.replace(" ", "")) >= _MIN_WITHIN:
            within.setdefault(word[:_MIN_WITHIN], []).append((word, points[word]))
        else:
            alone.setdefault(word.partition(" ")[0], []).append((word, points[word]))
    begun = tuple(sorted({first.partition(" ")[0] for first in within if " " in first}))
    return _Lexicon(within, alone, begun)
