"""Papers of one line each, by the pattern that most lines of a list share: "Ann Lee, Bo Li: A title", "A title (A. Lee)", "Ли А.Б. Название".

Each line of a list is cut at every mark that may part people from a title; a way of cutting is believed where it fits most lines. Only the
people are looked at, and only by their shape, so titles may be in any language.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from harvestman.pages.learned.columns import (
    FEWEST,
    PLACE_BEHIND,
    Entry,
    joined_text,
    without_places,
)
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.looks import NAVIGATION
from harvestman.pages.learned.name_lists import (
    NameList,
    is_institution,
    looks_like_name,
    name_list,
)
from harvestman.pages.learned.regions import Region
from harvestman.pages.learned.title_texts import are_title_texts, is_title_text
from harvestman.text.beginnings import has_digit

_MOST: Final = 0.7  # of the lines of a list must be of one pattern
_MAX_LINE: Final = 1_000  # characters
_MAX_PARTS: Final = 20  # regions of a line
_MIN_WORDS: Final = 5
_FEW_WORDS: Final = 2
_WITH_PLACE: Final = "with place"
_MAX_CUTS: Final = 40
_FEWEST_ANNOUNCED: Final = 2
_NUMBER: Final = re.compile(r"^\s*[\[(]?(?:[A-Z]{0,2}-?\d{1,3})[\]).:]+\s*")
_NUMBERED: Final = 6  # letters: a number or time has its first digit within them
_TIME: Final = re.compile(
    r"^\s{0,9}[\[(]?\d{1,2}\s?(?:[:.h]\s?\d\d\b|h\b)(?:\s?(?:[-–—]|bis|a|to|à|до)\s?\d{1,2}\s?(?:[:.h]\s?\d\d\b|h\b))?"
    r"\s?(?:(?:uhr|hs?|hrs|[ap]\.?m\.?)(?!\w))?[\])]?\s?[:.|–—-]?\s{0,9}",
    re.IGNORECASE,
)
# Each cut begins with one of four signs, between which the search runs on: "(Oak) Title", "A - B", "A: B", "Lee A. B", 'Lee "B'.
_CUT: Final = re.compile(
    r"[,\s:.](?:(?<=\),)\s+|(?<=\)\s)\s*|(?<=\s)[-–—|/]\s|(?<=[^\d\s][:.])(?<![^\W\d_]\.[:.])\s+"
    r"|(?<=[^\W\d_]\.\s)\s*|(?<=\s)(?<!\s\s)\s*(?=[\"“«„]))"
)
_CUT_MARKS: Final = (
    ") ", "), ", ": ", ". ", " - ", " – ", " — ", " | ", " / ", ' "', " “", " «", " „",
)  # fmt: skip
"""A line that has blanks alone between its words is cut nowhere without any of these: seen in a tenth of the time."""
_AFTER_INITIAL: Final = re.compile(r"(?:^|[\s.])[^\W\d_]\.?$")
_IN_BRACKETS: Final = re.compile(r"^(.{8,400}?)\s*\(([^()]{4,300})\)\.?$")

Cut = tuple[str, str]
"""A pattern: which side the people are on, and the mark between."""


def read_lines(sketches: Sequence[Sketch]) -> list[list[Entry]]:
    """The entries of each list of a page whose lines follow one pattern."""
    lists = []
    for lines in _lists([one.region for one in sketches]):
        ways: dict[Cut, list[Entry]] = defaultdict(list)
        known: Counter[Cut] = Counter()
        wanted = max(FEWEST, _MOST * len(lines))
        for number, (first, last, text) in enumerate(lines):
            if max(known.values(), default=0) + len(lines) - number < wanted:
                break  # no pattern can fit enough of them any more
            for way, (entry, is_known) in _cuts(first, last, text).items():
                ways[way].append(entry)
                known[way] += is_known
        fitting = [
            (known[way], entries)
            for way, entries in ((way, without_places(found)) for way, found in ways.items())
            if known[way] >= wanted and _is_sure(way, entries)
        ]
        if fitting:
            lists.append(max(fitting, key=lambda one: one[0])[1])
    return lists


def read_announced(sketches: Sequence[Sketch]) -> list[Entry]:
    """Entries whose people stand in a line that ends in a colon, and the title in the next: "Ann Lee (Oak University):", "A title"."""
    entries = []
    for at, (one, following) in enumerate(pairwise(sketches)):
        region, title = one.region, following.region
        if not region.text.endswith(":") or region.flags & NAVIGATION or title.line == region.line:
            continue
        people = name_list(_behind(_TIME, region.text))
        if people is None or not people.is_known or title.text.endswith(":"):
            continue
        others = name_list(title.text)  # "Das Rauschen der Wälder" has the shape of one name
        if others is not None and len(others.named) > 1:
            continue
        if is_title_text(title.text) and _block(title) == _block(region):
            entries.append(Entry(title.text, at + 1, at + 1, at, people.people))
    return entries if len(entries) >= _FEWEST_ANNOUNCED else []


def _is_sure(way: Cut, entries: Sequence[Entry]) -> bool:
    """Whether what a pattern leaves beside the people are titles, and what it takes for their places are institutions."""
    if not are_title_texts([entry.title for entry in entries]):
        return False
    places = [place for entry in entries for who in entry.people for place in who.affiliations]
    return way[0] != _WITH_PLACE or 2 * sum(map(is_institution, places)) >= len(places)


def _lists(regions: Sequence[Region]) -> Iterator[list[tuple[int, int, str]]]:
    """The lines of each place in the structure: where they begin and end, and their text."""
    lists: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    at = 0
    while at < len(regions):
        last = at
        while last + 1 < len(regions) and regions[last + 1].line == regions[at].line:
            last += 1
        if not regions[at].flags & NAVIGATION and last - at < _MAX_PARTS:
            text = joined_text(regions[at : last + 1])
            if _has_words(text):
                text = _without_number(text)
            if len(text) <= _MAX_LINE and _has_words(text):
                lists[_block(regions[at])].append((at, last, text))
        at = last + 1
    return (lines for lines in lists.values() if len(lines) >= FEWEST)


def _has_words(text: str) -> bool:
    """Whether a line is long enough for people and a title."""
    return len(text.split(None, _MIN_WORDS)) >= _MIN_WORDS


def _without_number(text: str) -> str:
    """A line without the time or the number that it begins with."""
    if not has_digit(text[:_NUMBERED]) and not text[:1].isspace():
        return text
    return _behind(_NUMBER, _behind(_TIME, text))


def _behind(beginning: re.Pattern[str], text: str) -> str:
    """A text without what it begins with."""
    found = beginning.match(text)
    return text if found is None else text[found.end() :]


def _block(region: Region) -> str:
    """The path of a region without the tags of its style, so that lines that begin in bold or with a link are of one list."""
    return _unstyled(region.path)


@lru_cache(maxsize=5_000)
def _unstyled(path: str) -> str:
    parts = path.split()
    while parts and parts[-1].partition(".")[0] in _STYLED:
        parts.pop()
    return " ".join(parts)


_STYLED: Final = frozenset("a b strong i em u span font big small cite".split())


def _names_people(text: str) -> bool:
    """Whether a text that should be a title is people, or begins in their midst."""
    bare = PLACE_BEHIND.sub("", text)
    if bare.isupper() and len(bare.split()) > _FEW_WORDS:
        return False  # a title in capitals
    people = name_list(text)
    return len(text.split()) < _FEW_WORDS or (people is not None and people.is_known)


def _person_with_place(text: str) -> NameList | None:
    """ "Ann Lee, INRIA, France": one person, and anything behind."""
    name, comma, place = text.partition(",")
    if not comma or not looks_like_name(name.strip()):
        return None
    return NameList([(name.strip(), place.strip())], is_as_printed=True)


def _cuts(first: int, last: int, text: str) -> dict[Cut, tuple[Entry, bool]]:
    """What each pattern makes of a line, and whether its people are surely people."""
    found: dict[Cut, tuple[Entry, bool]] = {}
    may_be_cut = any(mark in text for mark in _CUT_MARKS) or not text.isprintable()

    def keep(way: Cut, title: str, people: NameList | None) -> None:
        if people is None or (way in found and not people.is_known):
            return
        if is_title_text(title) and not _names_people(title):
            entry = Entry(title.strip(), first, last, first, people.people)
            found[way] = (entry, people.is_known)

    for cut in list(_CUT.finditer(text))[:_MAX_CUTS] if may_be_cut else []:
        mark = cut.group().strip()[:1] or ")" * (text[cut.start() - 1] == ")") or "."
        left, right = text[: cut.start()], text[cut.end() :]
        keep(("before", mark), right, name_list(left))
        if mark == ":":
            keep((_WITH_PLACE, mark), right, _person_with_place(left))
        if ("behind", mark) not in found and not _AFTER_INITIAL.search(left, max(0, len(left) - 3)):
            keep(("behind", mark), left.rstrip("."), name_list(right))
    bracket = _IN_BRACKETS.match(text) if text.endswith((")", ").")) else None
    if bracket is not None:
        keep(("behind", "("), bracket.group(1), name_list(bracket.group(2)))
    return found
