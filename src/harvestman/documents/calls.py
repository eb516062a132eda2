"""Where the text calls the entries of its reference list: "[3, 5-7]", "(Ruiz et al., 2019a; Ершов, 2001)", "Ruiz and Quill (2019)".

A document either numbers its entries or calls them by author and year; whichever leads to more entries is how it calls them. A
number leads to the entry with that number, a year to the entry of that year whose first author is named shortly before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from harvestman.model import Call, Reference, Section
from harvestman.text import find_year, fold, parse_name

# "[12]", "[3, 5-7]": brackets with nothing but numbers in them.
_BRACKETS = re.compile(r"\[\s?\d{1,3}(?:\s?[,;–—-]\s?\d{1,3}){0,30}\s?\]")
_NUMBER = re.compile(r"\d{1,3}")
_RANGE = re.compile(r"\s?[–—-]\s?")
_LONGEST_RANGE = 30
_YEAR = re.compile(r"(?<![\w.,/–-])(?:1[89]|20)\d\d[a-z]?(?!\w)")
_WORD = re.compile(r"[^\W\d_][\w’'ʼ-]*")
_REACH = 90  # characters before a year in which its authors are named
# What ends the reach of a year: another entry of the same brackets, or another sentence ("et al." and initials end none).
_STOP = re.compile(r";|(?<=[^\W\d_]{3})\.\s(?!,)")
_ET_AL = re.compile(
    r"\s*+,?+\s*+(?:et\s++al\b|и\s++др\b|y\s++otros\b|e\s++outros\b|u\.\s?a\.)", re.IGNORECASE
)
_AND = re.compile(r"\s*+,?+\s*+(?:&|and\b|y\b|e\b|et\b|und\b|и\b)\s+", re.IGNORECASE)
_SAME_AUTHOR = re.compile(r"\s?(?:,|and|&|y|e|и)\s?")


def with_calls(body: Sequence[Section], citations: Sequence[Reference]) -> tuple[Section, ...]:
    """The sections, each with the places where it calls entries of the list."""
    if not citations:
        return tuple(body)
    names = _Names(citations)
    numbered = [tuple(_numbers(section.text, len(citations))) for section in body]
    named = [tuple(names.calls(section.text)) for section in body]
    chosen = max(numbered, named, key=_reached)
    return tuple(replace(section, calls=calls) for section, calls in zip(body, chosen, strict=True))


def _reached(calls: Sequence[Sequence[Call]]) -> int:
    """How many entries are called at least once."""
    return len({entry for section in calls for call in section for entry in call.citations})


def _numbers(text: str, most: int) -> Iterator[Call]:
    """A call for each number in brackets; a range calls all entries that it spans."""
    for brackets in _BRACKETS.finditer(text):
        numbers = [
            (brackets.start() + one.start(), brackets.start() + one.end(), int(one.group()))
            for one in _NUMBER.finditer(brackets.group())
        ]
        if not all(1 <= number <= most for _, _, number in numbers):
            continue  # an interval or a year's short form, not an entry
        place = 0
        while place < len(numbers):
            start, end, number = numbers[place]
            last = number
            if place + 1 < len(numbers) and _RANGE.fullmatch(text, end, numbers[place + 1][0]):
                _, range_end, range_last = numbers[place + 1]
                if number < range_last <= number + _LONGEST_RANGE:
                    end, last = range_end, range_last
                    place += 1
            yield Call(start, end, tuple(range(number - 1, last)))
            place += 1


class _Names:
    """The entries by their first author's family name and their year."""

    def __init__(self, citations: Sequence[Reference]) -> None:
        self._entries: dict[tuple[str, str], list[int]] = {}
        self._second: list[str] = []
        """The second author's family name of each entry, "" where it has none."""
        for index, reference in enumerate(citations):
            families = [fold(parse_name(name).family) for name in reference.authors[:2]]
            self._second.append(families[1] if len(families) > 1 else "")
            year = find_year(reference.year)
            if not families or not year:
                continue
            printed = reference.year.strip()
            letter = printed[-1] if printed[-1:].isalpha() else ""
            for key in {str(year), f"{year}{letter}"}:
                self._entries.setdefault((families[0], key), []).append(index)

    def calls(self, text: str) -> Iterator[Call]:
        """A call for each year before which an entry's first author is named."""
        last: tuple[int, str] | None = None
        for year in _YEAR.finditer(text):
            begin = max(0, year.start() - _REACH, last[0] if last else 0)
            if last and _SAME_AUTHOR.fullmatch(text, last[0], year.start()):
                if found := self._entries.get((last[1], year.group())):
                    yield Call(year.start(), year.end(), tuple(found[:1]))
                    last = year.end(), last[1]
                continue
            for stop in _STOP.finditer(text, begin, year.start()):
                begin = stop.end()
            if best := self._best(text, begin, year):
                start, family, entry = best
                yield Call(start, year.end(), (entry,))
                last = year.end(), family

    def _best(self, text: str, begin: int, year: re.Match[str]) -> tuple[int, str, int] | None:
        """The name that leads to an entry of this year: the one whose co-author agrees, else the nearest."""
        best: tuple[int, int, str, int] | None = None
        for word in _WORD.finditer(text, begin, year.start()):
            family = fold(word.group().removesuffix("’s").removesuffix("'s"))
            for entry in self._entries.get((family, year.group()), ()):
                agreement = self._agreement(text, word.end(), year.start(), entry)
                if best is None or agreement >= best[0]:
                    best = agreement, word.start(), family, entry
                    if agreement == 2:
                        return best[1:]
        return best[1:] if best else None

    def _agreement(self, text: str, behind: int, end: int, entry: int) -> int:
        """How well the words behind a name fit the entry's other authors: 2 well, 1 nothing is said, 0 badly."""
        second = self._second[entry]
        if _ET_AL.match(text, behind, end):
            return 2 if second else 0
        if joined := _AND.match(text, behind, end):
            word = _WORD.match(text, joined.end(), end)
            return 2 if word and second and fold(word.group()) == second else 0
        return 1 if second else 2
