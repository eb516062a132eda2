"""What words of first pages and of people's own pages tell, by the word lists in `data/lexica`, one file a language.

Classes: `org` a whole organisation, `part` a part of one, `firm` a company, `by` what stands before authors, `other` what
stands before people who are no authors, `teacher` who gives a course, `term` the words of
terms and dates, `abstract`, `keywords` and `heading` the words of headings, `kind` what sort of
document it is, `course` teaching matter, `venue` what printers and editors add, `place`, `degree`, `contact`, `group`,
`and`, `given` first names. All languages are read together: a first page often mixes two.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from harvestman.text.folding import unaccent
from harvestman.text.vocabulary import DATA

_WORD: Final = re.compile(r"[^\W_]+(?:[.'’/-]{1,2}[^\W_]+)*")
_LANGUAGES: Final = ("en", "es", "ru", "xx")
_REMEMBERED: Final = 100_000


class Hit(NamedTuple):
    """A word or phrase of a class, at its place among the words of a line."""

    kind: str
    start: int
    end: int


class _Lists(NamedTuple):
    whole: dict[str, tuple[str, ...]]
    stems: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[tuple[tuple[str, ...], str], ...]]
    """By their first word."""


_plain: dict[str, str] = {}
_classes: dict[str, tuple[str, ...]] = {}


def words_of(text: str) -> list[str]:
    """The words of a line in lower case without accents."""
    return [plain_word(word) for word in _WORD.findall(text)]


def plain_word(word: str) -> str:
    """One word in lower case without accents."""
    found = _plain.get(word)
    if found is None:
        if len(_plain) > _REMEMBERED:
            _plain.clear()
        found = _plain[word] = unaccent(word)
    return found


def classes_of(word: str) -> tuple[str, ...]:
    """The classes of a plain word by itself."""
    found = _classes.get(word)
    if found is None:
        if len(_classes) > _REMEMBERED:
            _classes.clear()
        lists = _lists()
        kinds = list(lists.whole.get(word, ()))
        for length in range(3, len(word) + 1):
            kinds.extend(lists.stems.get(word[:length], ()))
        found = _classes[word] = tuple(dict.fromkeys(kinds))
    return found


def find_classes(words: list[str]) -> list[Hit]:
    """All words and phrases of a class in a line."""
    hits: list[Hit] = []
    phrases = _lists().phrases
    for place, word in enumerate(words):
        for kind in classes_of(word):
            hits.append(Hit(kind, place, place + 1))  # most words have none
        for phrase, kind in phrases.get(word, ()):
            end = place + len(phrase)
            if tuple(words[place:end]) == phrase:
                hits.append(Hit(kind, place, end))
    return hits


@cache
def _lists() -> _Lists:
    whole: dict[str, list[str]] = {}
    stems: dict[str, list[str]] = {}
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for language in _LANGUAGES:
        for line in (DATA / "lexica" / f"{language}.txt").read_text(encoding="utf-8").splitlines():
            kind, colon, entries = line.partition(":")
            if not colon or line.startswith("#"):
                continue
            for entry in entries.split(","):
                words = tuple(words_of(entry.rstrip("*")))
                if len(words) > 1:
                    phrases.setdefault(words[0], []).append((words, kind))
                elif words:
                    table = stems if entry.endswith("*") else whole
                    table.setdefault(words[0], []).append(kind)
    return _Lists(
        {word: tuple(kinds) for word, kinds in whole.items()},
        {word: tuple(kinds) for word, kinds in stems.items()},
        {word: tuple(found) for word, found in phrases.items()},
    )
