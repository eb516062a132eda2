"""The words by which pages tell roles, organisations and offices, read from one file a language in `words`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from harvestman.text.lexicon import words_of

Phrases = dict[str, list[tuple[tuple[str, ...], bool]]]
"""By their first word: all words, and whether the last may go on."""


def says(kind: str, text: str) -> bool:
    """Whether a word or phrase of that kind stands in a text."""
    return find(kind, words_of(text)) is not None


def find(kind: str, words: list[str]) -> int | None:
    """The place of the first word or phrase of that kind among words; None where there is none."""
    phrases = _phrases()[kind]
    for place, word in enumerate(words):
        for length in range(len(word), 2, -1):
            for phrase, is_open in phrases.get(word[:length], ()):
                if length < len(word) and not (is_open and len(phrase) == 1):
                    continue
                if _stands(phrase, is_open, words[place : place + len(phrase)]):
                    return place
            if length == len(word) and not _open(kind):
                break
    return None


def _stands(phrase: tuple[str, ...], is_open: bool, words: list[str]) -> bool:
    if len(words) < len(phrase) or tuple(words[: len(phrase) - 1]) != phrase[:-1]:
        return False
    return words[-1].startswith(phrase[-1]) if is_open else words[-1] == phrase[-1]


@cache
def _open(kind: str) -> bool:
    return any(is_open for ones in _phrases()[kind].values() for _, is_open in ones)


@cache
def _phrases() -> dict[str, Phrases]:
    found: dict[str, Phrases] = {}
    for entry in sorted(files(__package__).joinpath("words").iterdir(), key=lambda e: e.name):
        if not entry.name.endswith(".txt"):
            continue
        for line in entry.read_text(encoding="utf-8").splitlines():
            kind, colon, entries = line.partition(":")
            if not colon or line.startswith("#"):
                continue
            for one in entries.split(","):
                words = tuple(words_of(one.rstrip("*")))
                if words:
                    phrases = found.setdefault(kind, {})
                    phrases.setdefault(words[0], []).append((words, one.rstrip().endswith("*")))
    return found
