"""The words by which the names of events are told: one data file a language, all of them together one table."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from harvestman.text import unaccent
from harvestman.text.many_words import ManyWords

_KEYS: Final = ("nouns", "empty", "leads", "hosts", "ends", "lists")
# White space or one of the dashes -, ‐, ‑ and –. Written as a set of these four it takes Python 60 µs to compile, each of two hundred times.
_GAP: Final = r"(?:[\s\-‐-–](?<!‒)){1,3}"


@dataclass(frozen=True, slots=True)
class EventWords:
    """What to look for in texts that were folded by `unaccent`."""

    noun: re.Pattern[str]
    noun_letters: ManyWords
    """The first letters of each noun, or the last ones where a compound may end in it ("Fachtagung")."""
    empty: re.Pattern[str]
    """Matches a whole word that tells nothing."""
    lead: re.Pattern[str]
    host: re.Pattern[str]
    end: re.Pattern[str]
    listing: re.Pattern[str]
    no_acronyms: frozenset[str]

    def has_noun(self, folded: str) -> bool:
        """Whether an event's noun stands in a folded text."""
        return self.noun_in(folded) >= 0

    def noun_in(self, folded: str) -> int:
        """Where the first noun stands in a folded text; -1 for none."""
        tried = -1
        for place in self.noun_letters.places(folded):
            begin = _word_at(folded, place, tried)
            if begin > tried and self.noun.match(folded, begin) is not None:
                return begin
            tried = place
        return -1

    def nouns_in(self, folded: str) -> list[int]:
        """Where the words begin that are nouns: only those with a noun's letters are tried, a fifth of the time of trying all."""
        found: list[int] = []
        tried = -1
        for place in self.noun_letters.places(folded):
            begin = _word_at(folded, place, tried)
            if begin > tried and self.noun.match(folded, begin) is not None:
                found.append(begin)
            tried = place
        return found

    def has_letters(self, folded: str) -> bool:
        """Whether a folded text has the letters of any noun: of all lines of a page a tenth has."""
        return bool(self.noun_letters.places(folded))


@cache
def event_words() -> EventWords:
    """The words of all languages."""
    folder = files("harvestman.pages.events").joinpath("data")
    tables = [
        tomllib.loads(item.read_text("utf-8"))
        for item in sorted(folder.iterdir(), key=lambda item: item.name)
        if item.name.endswith(".toml")
    ]
    terms = {key: [term for table in tables for term in table[key]] for key in _KEYS}
    return EventWords(
        noun=_noun_pattern(terms["nouns"]),
        noun_letters=ManyWords(_telling_letters(unaccent(noun)) for noun in terms["nouns"]),
        empty=re.compile(rf"(?:{'|'.join(map(_term, sorted(set(terms['empty']))))})"),
        lead=re.compile(rf"\W*(?:{_alternatives(terms['leads'])})(?!\w)"),
        host=_pattern(terms["hosts"]),
        end=_pattern(terms["ends"]),
        listing=_pattern(terms["lists"]),
        no_acronyms=frozenset(
            unaccent(word) for table in tables for word in table.get("no_acronyms", ())
        ),
    )


def _word_at(text: str, place: int, tried: int) -> int:
    """Where the word around a place begins, or a place in it that was tried before."""
    while place > tried and place and (text[place - 1].isalnum() or text[place - 1] == "_"):
        place -= 1
    return place


def _telling_letters(noun: str) -> str:
    """Four letters by which a word that may be this noun is told; none has fewer."""
    return noun[-4:] if noun.startswith("*") else noun[:4]


def _noun_pattern(nouns: list[str]) -> re.Pattern[str]:
    """Compounds are tried together: one by one, each would run through every word and back."""
    ends = _alternatives([noun[1:] for noun in nouns if noun.startswith("*")])
    whole = _alternatives([noun for noun in nouns if not noun.startswith("*")])
    return re.compile(rf"(?<!\w)(?:{whole}|\w{{0,20}}(?:{ends}))(?!\w)")


def _pattern(terms: list[str]) -> re.Pattern[str]:
    """Finds any of the terms. Their first letters come first of all, so that the search tries nothing at most letters of a text."""
    by_letter: dict[str, list[str]] = {}
    for term in set(terms):
        by_letter.setdefault(unaccent(term)[0], []).append(term)
    letters = "".join(map(re.escape, sorted(by_letter)))
    rest = "|".join(
        rf"(?<={re.escape(letter)})(?:{_alternatives(group, skipped=1)})"
        for letter, group in sorted(by_letter.items())
    )
    return re.compile(rf"[{letters}](?<!\w(?s:.))(?:{rest})(?!\w)")


def _alternatives(terms: list[str], *, skipped: int = 0) -> str:
    """Longest first, so that a phrase is found rather than its first word; without their first letters where these are matched already."""
    ordered = sorted(set(terms), key=lambda t: (-len(t), t))
    return "|".join(_term(unaccent(term)[skipped:]) for term in ordered)


def _term(term: str) -> str:
    pieces = [
        re.escape(word).replace(r"\*", r"\w{0,20}").replace(r"\?", r"\w")
        for word in unaccent(term).split(" ")
    ]
    return _GAP.join(pieces)
