"""The words by which the names of events are told: one data file a language, all of them together one table."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
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
        return bool(self.noun_letters.within(folded)) and self.noun.search(folded) is not None

    def has_one_of(self, letters: Collection[str], folded: str) -> bool:
        """Whether a noun with some of these letters stands in a folded text; most texts have no such letters, which is seen at once."""
        for some in letters:
            if some in folded:
                return self.noun.search(folded) is not None
        return False

    def letters_in(self, folded: str) -> frozenset[str]:
        """The letters of nouns that stand in a folded text: of all lines of a page a tenth has any."""
        return self.noun_letters.within(folded)


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


def _telling_letters(noun: str) -> str:
    """Four letters by which a word that may be this noun is told; none has fewer."""
    return noun[-4:] if noun.startswith("*") else noun[:4]


def _noun_pattern(nouns: list[str]) -> re.Pattern[str]:
    """Compounds are tried together: one by one, each would run through every word and back."""
    ends = _alternatives([noun[1:] for noun in nouns if noun.startswith("*")])
    whole = _alternatives([noun for noun in nouns if not noun.startswith("*")])
    return re.compile(rf"(?<!\w)(?:{whole}|\w{{0,20}}(?:{ends}))(?!\w)")


def _pattern(terms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_alternatives(terms)})(?!\w)")


def _alternatives(terms: list[str]) -> str:
    """Longest first, so that a phrase is found rather than its first word."""
    return "|".join(_term(term) for term in sorted(set(terms), key=lambda t: (-len(t), t)))


def _term(term: str) -> str:
    pieces = [
        re.escape(word).replace(r"\*", r"\w{0,20}").replace(r"\?", r"\w")
        for word in unaccent(term).split(" ")
    ]
    return _GAP.join(pieces)
