"""The words that tell what a date is: one data file a language, compiled to one pattern a kind.

A page is read with the words of its own language and the English ones, for many pages mix the two.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from harvestman.text.folding import unaccent
from harvestman.text.vocabulary import vocabulary

KINDS: Final = (
    "camera_ready",
    "notification",
    "submission",
    "paper",
    "main",
    "final",
    "abstract",
    "proposal",
    "side",
    "other",
    "due",
    "opens",
    "since",
    "until",
    "goal",
    "after",
    "event",
    "kind",
    "first",
    "last",
    "extended",
    "old",
    "past",
    "news",
    "host",
    "venue",
    "heading",
    "people",
    "round",
    "page",
)
_GAP: Final = r"[\s\-‐‑–/_]{1,3}"
# Up to four words between the two halves of "comunic* ~ acept*": "comunicación a los autores de la aceptación".
_NEAR: Final = r"(?:[\s\-‐‑–/_()'’]{1,3}\w{1,20}){0,4}[\s\-‐‑–/_()'’]{1,3}"
_FEW: Final = 10  # common words: a text with fewer does not tell its language by them
_DECLARED: Final = 5  # what a declared language counts: more than two labels, fewer than three
_SAMPLE: Final = 8_000  # characters that are enough to tell the language
_WORD: Final = re.compile(r"[^\W\d_]+")
_ORDINAL: Final = re.compile(r"^\s*(?:(?:st|nd|rd|th)\b)?\s*")


@dataclass(frozen=True, slots=True)
class Keywords:
    """What to look for on a page in one language. Texts must be folded by `unaccent` first."""

    language: str
    patterns: dict[str, re.Pattern[str]]
    is_day_first: bool
    endings: tuple[tuple[str, str], ...] = ()
    """Endings of towns behind "in", and those of their names: Russian inflects them."""

    def has(self, kind: str, folded: str) -> bool:
        """Whether a word of this kind stands in the text."""
        return self.patterns[kind].search(folded) is not None

    def found(self, kind: str, folded: str) -> list[str]:
        """The words of this kind in the text."""
        return [match.group() for match in self.patterns[kind].finditer(folded)]

    def is_final(self, folded: str) -> bool:
        """Whether a label is nothing but "Final": of the version that is printed."""
        return self.patterns["final"].fullmatch(folded.strip(" :;,-–.")) is not None

    def ends_with(self, kind: str, folded: str) -> bool:
        """Whether the text ends in words of this kind."""
        ends = (match.end() for match in self.patterns[kind].finditer(folded))
        return max(ends, default=-1) == len(folded.rstrip())

    def ends_in_until(self, folded: str) -> bool:
        """Whether a date that follows is the last day of something: "open until", "hasta el viernes"."""
        words = folded.split()
        while words and words[-1].strip(",.") in vocabulary().weekdays:
            words.pop()
        return self.ends_with("until", " ".join(words))

    def begins_with_goal(self, folded: str) -> bool:
        """Whether a text tells what something is for: "to upload the final version"."""
        return self.patterns["goal"].match(_ORDINAL.sub("", folded)) is not None

    def is_heading(self, text: str) -> bool:
        """Whether a text is nothing but a heading over dates: "Important Dates"."""
        return self.patterns["heading"].fullmatch(unaccent(text).strip(" :.!-*")) is not None

    def is_label(self, text: str) -> bool:
        """Whether a text is nothing but a label: "Date" is also a town in Japan."""
        folded = unaccent(text)
        return any(self.patterns[kind].fullmatch(folded) for kind in ("heading", "venue", "event"))


def keywords_for(
    text: str, declared: str = "", *, without: frozenset[str] = frozenset()
) -> Keywords:
    """The keywords for a page with this text; its own word on its language helps where the text is short.

    A list of dates has hardly a "the" or "de", but it has labels, and they tell more than what a template declares.
    """
    folded = unaccent(text[:_SAMPLE])
    counts = _count_common(folded)
    if max(counts.values()) < _FEW:
        for language in counts:
            counts[language] += _count_labels(folded, language)
        if declared[:2].lower() in counts:
            counts[declared[:2].lower()] += _DECLARED
    return _compiled(max(counts, key=lambda language: counts[language]), without)


def word_list() -> frozenset[str]:
    """Every word and phrase of the lists, as they are written there."""
    return frozenset(term for table in _tables().values() for kind in KINDS for term in table[kind])


def _count_labels(folded: str, language: str) -> int:
    words = _own_labels(language)
    return 2 * len(words.findall(folded))


def _count_common(folded: str) -> dict[str, int]:
    words = Counter(_WORD.findall(folded))
    return {
        language: sum(words[word] for word in table["common"])
        for language, table in _tables().items()
    }


@cache
def _tables() -> dict[str, dict[str, Any]]:
    """English first: it wins where nothing tells the language."""
    folder = files("harvestman.pages.dates").joinpath("data")
    names = sorted(
        (item.name for item in folder.iterdir() if item.name.endswith(".toml")),
        key=lambda name: (name != "en.toml", name),
    )
    return {
        name.removesuffix(".toml"): tomllib.loads(folder.joinpath(name).read_text("utf-8"))
        for name in names
    }


@cache
def _compiled(language: str, without: frozenset[str]) -> Keywords:
    own, english = _tables()[language], _tables()["en"]
    # English words that mean something else here: "data" is the day in Portuguese.
    left_out = without | frozenset(own.get("false_friends", ()))
    patterns = {
        kind: _pattern(
            [
                *(term for term in own[kind] if term not in without),
                *(term for term in english[kind] if term not in left_out),
            ]
        )
        for kind in KINDS
    }
    endings = tuple(tuple(pair.split(">")) for pair in own.get("endings", ()))
    return Keywords(language, patterns, bool(own["day_first"]), endings)


@cache
def _own_labels(language: str) -> re.Pattern[str]:
    """The labels that only this language has: "workshop" tells nothing."""
    tables = _tables()
    kinds = ("camera_ready", "notification", "submission", "event", "heading")
    own = {term for kind in kinds for term in tables[language][kind]}
    others = {
        t for name, table in tables.items() if name != language for k in kinds for t in table[k]
    }
    return _pattern(sorted(own - others))


def _pattern(terms: list[str]) -> re.Pattern[str]:
    """Longest first, so that a phrase is found rather than its first word."""
    parts = [
        _NEAR.join(map(_phrase, term.split(" ~ ")))
        for term in sorted(set(map(unaccent, terms)), key=len, reverse=True)
    ]
    return re.compile(rf"\b(?:{'|'.join(parts)})\b")


def _phrase(term: str) -> str:
    """Words that follow each other: "full paper*"; a bar stands between words of which one is there: "text*|articl*"."""
    return _GAP.join(
        "(?:" + "|".join(map(_word, word.split("|"))) + ")" if "|" in word else _word(word)
        for word in term.split()
    )


def _word(word: str) -> str:
    return re.escape(word.removesuffix("*")) + (r"\w*" if word.endswith("*") else "")
