"""What one line says of an event: its acronym with a year ("ICAPS'23", "PMBS14"), its name, its year.

A line may be a page's title, a heading, the words for a logo. "5th Workshop on Legs (LEGS 2014)" names all three;
"Accepted papers | LEGS'14" an acronym and a year; "Legs in Motion 2014" a year that belongs to whatever stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from string import digits
from typing import Final

from harvestman.pages.events.lines import (
    AHEAD,
    EDGES,
    MAX_LINE,
    is_empty,
    is_year,
    only_year,
    telling_words,
    title_parts,
    without_year,
)
from harvestman.pages.events.words import EventWords, event_words
from harvestman.pages.learned.name_lists import name_list
from harvestman.text import squeeze, unaccent
from harvestman.text.calendar import find_spans
from harvestman.text.segments import read

_LONGEST_NAME: Final = 200
_DIGITS: Final = re.compile(r"\d\d")
# Latin or Cyrillic letters with two capitals at least, perhaps digits, perhaps a part behind a hyphen: RECOMB-Seq, EC2ND.
# A word is taken whole: to try each of its beginnings took a tenth of a page's time.
_LETTERS: Final = r"[A-ZА-ЯЁ][A-Za-zА-ЯЁа-яё]{0,19}+(?:[&/+0-9]{0,2}[A-Za-zА-ЯЁа-яё]{1,15}+){0,3}+"
_ACRONYM: Final = rf"{_LETTERS}(?:-[A-ZА-ЯЁ][A-Za-zА-ЯЁа-яё]{{0,14}}+){{0,2}}"
_ACRONYM_YEAR: Final = re.compile(
    rf"(?<![\w@])(?P<first>(?:{_ACRONYM}\s?(?:&|and|/|\+|\s[uy])\s?)?{_ACRONYM})"
    rf"(?:(?P<gap>\s?[-–_'’‘`´\s.]{{0,2}}\s?)(?P<long>(?:19[89]|20[0-4])\d)|\s?['’‘`´-](?P<short>\d\d)|(?P<glued>\d\d))(?!\d|[.,:/]\d|\w)"
)
_BRACKETED: Final = re.compile(
    rf"\((?P<acronym>{_ACRONYM})(?:[\s'’-]{{0,2}}(?P<year>\d\d(?:\d\d)?))?\)"
)
_LEADING: Final = re.compile(rf"\W{{0,3}}(?P<acronym>{_ACRONYM})\s{{0,2}}(?::|[-–—]\s|\s[-–—])")
_SENTENCE: Final = re.compile(
    r"[.!?](?:(?<=[^\W\d_]{3}.)|(?<=[)»”].)|(?<=\d[!?]))\s+"
)  # the sign first: so the search passes over letters
_RANGE: Final = re.compile(r"^\W{0,3}(?:19|20)\d\d\s?[-–]\s?(?:(?:19|20)\d\d)?\s")
# "Industry panel for the 25th International …": the name begins with its number.
_NUMBERED: Final = re.compile(r"\s(?:for|of|at|to) the (?=\d{1,3}(?:st|nd|rd|th)\s)", re.IGNORECASE)
_ROMAN: Final = re.compile(r"(?=.)X{0,3}(?:IX|IV|V?I{0,3})")  # "II Coloquio", "XIV Congreso"
_TO_YEAR: Final = re.compile(r"\s?[-–—]\s?(?:19|20)\d\d\b")
_BEHIND: Final = re.compile(r"\s?[(\[][^()\[\]]{1,40}[)\]]?\s*$")
_MIN_TELLING: Final = 2
_LONGEST_SMALL: Final = 12  # words of a name with few capitals
_COMPOUND: Final = 11  # letters: of words that long one is enough, as in "Tagung für Gangforschung"
_ADJECTIVE: Final = re.compile(
    r"[а-яё-]{2,20}(?:ая|яя|ый|ий|ой|ое|ее|ые|ие)"
)  # Russian writes them small
_JOINING: Final = 4  # letters: "of", "and", "para"


@dataclass(frozen=True, slots=True)
class Naming:
    """What one line says of an event."""

    acronym: str = ""
    year: int = 0
    name: str = ""
    is_short: bool = False
    """Whether the year has two digits and no apostrophe before them."""
    is_bare: bool = False
    """Whether the year stands in the line without belonging to an acronym or a name."""


_NOTHING: Final = Naming()


def read_naming(text: str, *, now: int) -> Naming:
    """What a line says; `now` is the year in which it was read."""
    line = squeeze(text)[:MAX_LINE]
    return _read_naming(line, now) if line else _NOTHING


@lru_cache(
    maxsize=4_096
)  # the pages of a site share their menus and logos; lines are short, so this is a megabyte or two
def _read_naming(text: str, now: int) -> Naming:
    words = event_words()
    is_dated, has_noun = has_digits(text), words.has_noun(unaccent(text))
    if not is_dated and not has_noun:
        return _NOTHING
    own, of_host = _acronyms(text, words, now) if is_dated else (None, None)
    name, name_year = _name(text, words, now) if has_noun else ("", 0)
    acronym, year, is_short = own or ("", 0, False)
    if not acronym and name:
        acronym, year = _acronym_beside(text, words, now)
    if not year and of_host:
        year = of_host[1]  # a workshop is held in the year of its conference
    if not year:
        year = name_year
    if acronym or name or year:
        return Naming(acronym, year or only_year(text, now), name, is_short)
    bare = only_year(text, now)
    return Naming(year=bare, is_bare=True) if bare else _NOTHING


def is_acronym(word: str) -> bool:
    """Whether letters look like an acronym: two capitals at least, and a name of no month, body or format."""
    capitals = sum(map(str.isupper, word))
    if capitals < 2 or _ROMAN.fullmatch(word):
        return False
    return unaccent(word) not in event_words().no_acronyms


def short_year(written: str, now: int) -> int:
    """The year that two digits mean; 0 where they can mean none."""
    number = int(written)
    year = 2000 + number if 2000 + number <= now + AHEAD else 1900 + number
    return year if is_year(year, now) else 0


def has_digits(text: str) -> bool:
    """Whether a year may be in a text at all, be it of two digits."""
    if text.isascii() and not any(digit in text for digit in digits):
        return False  # a tenth of the time of the pattern on a paragraph
    return _DIGITS.search(text) is not None


def _acronyms(
    text: str, words: EventWords, now: int
) -> tuple[tuple[str, int, bool] | None, tuple[str, int, bool] | None]:
    """The first acronym with a year of the line's own event, and that of the event which hosts it."""
    own = host = None
    for match in _ACRONYM_YEAR.finditer(text):
        acronym = _bare_acronym(match["first"])
        year = int(match["long"]) if match["long"] else 0
        if not year:
            year = short_year(match["short"] or match["glued"], now)
        is_glued = match["glued"] is not None
        if _TO_YEAR.match(text, match.end()):
            continue  # "TEMPERATURES 2012–2014" in a title of capitals
        if not acronym or not is_year(year, now) or (is_glued and len(acronym) < 3):
            continue
        found = (acronym, year, is_glued)
        if _is_hosted(text[: match.start()], words):
            host = host or found
        else:
            own = own or found
    return own, host


def _bare_acronym(written: str) -> str:
    """The acronym without the bodies before it: "ACM MobiHoc" is MobiHoc, "SIGdial & INLG" stays."""
    parts = re.split(r"\s?(?:&|\+|\band\b|/)\s?", written)
    kept = [part for part in parts if is_acronym(part)]
    if len(kept) == len(parts):
        return squeeze(written)
    return kept[-1] if kept and kept[-1] == parts[-1] else ""


def _is_hosted(before: str, words: EventWords) -> bool:
    """Whether what stands before says that the event behind it is the larger one: "Workshop on Legs at"."""
    folded = unaccent(before[-60:]).rstrip(" (")
    ended = [match for match in words.host.finditer(folded) if match.end() >= len(folded) - 6]
    return bool(ended) or before.rstrip().endswith("@")


def _acronym_beside(text: str, words: EventWords, now: int) -> tuple[str, int]:
    """An acronym without a year beside a name: "… (LEGS)", "LEGS: Workshop on …", "LEGS Workshop"."""
    for match in _BRACKETED.finditer(text):
        if is_acronym(match["acronym"]) and not _is_hosted(text[: match.start()], words):
            written = match["year"] or ""
            year = int(written) if len(written) == 4 else short_year(written, now) if written else 0
            return match["acronym"], year if is_year(year, now) else 0
    leading = _LEADING.match(text)
    if leading and is_acronym(leading["acronym"]):
        return leading["acronym"], 0
    tokens = text.split(" ")
    for token, following in pairwise(tokens):
        bare = token.strip(EDGES + "()")
        is_noun = words.noun.fullmatch(unaccent(following).strip(EDGES)) is not None
        if is_noun and is_acronym(bare) and re.fullmatch(_ACRONYM, bare):
            return bare, 0
    return "", 0


def _name(text: str, words: EventWords, now: int) -> tuple[str, int]:
    """The event's name in a line without its year, and the year; empty where the line has none."""
    for part in _candidates(text):
        if not words.has_letters(unaccent(part)):
            continue  # no noun: half of all parts
        name = _cut(part, words)
        bare, year = without_year(name, now=now)
        bare = _without_place(_without_acronym(bare))
        is_whole = not _is_sentence(bare, words) and _is_name(bare, words)
        if is_whole and _has_capitals(bare):
            return bare, year
        run = _without_place(_without_acronym(_in_sentence(bare, words)))
        if _is_name(run, words):
            return run, year  # "International Congress on Legs believe that …"
        if is_whole:
            return bare, year
    return "", 0


def _candidates(text: str) -> Iterator[str]:
    """The parts of a line that may be a name, and of a paragraph its first sentences."""
    for part in title_parts(text):
        yield from _SENTENCE.split(part)[:3]


def _cut(part: str, words: EventWords) -> str:
    """A part without what stands before and behind a name: welcomes, dates, places, verbs, the host."""
    if spans := find_spans(part):
        part = part[: spans[0].begin] or part[spans[0].end :]
    part = _RANGE.sub("", part)
    if numbered := _NUMBERED.search(part):
        part = part[numbered.end() :]
    folded = unaccent(part)
    if len(folded) == len(part):
        begin = 0
        while (lead := words.lead.match(folded, begin)) and lead.end() < len(folded):
            begin = lead.end()
        ends = [match.start() for match in words.end.finditer(folded, begin + 8)]
        ends += [
            match.start()
            for match in words.host.finditer(folded, begin + 8)
            if words.noun.search(folded, begin, match.start())
        ]
        part = part[begin : min(ends, default=len(part))]
    return part.strip(EDGES)


def _without_acronym(name: str) -> str:
    """The name without "(LEGS 2014)" behind it and "LEGS:" before it."""
    name = _BEHIND.sub("", name).strip(EDGES)
    for opening, closing in ("«»", "“”", "„“"):
        if name.startswith(opening) and name.endswith(closing):
            name = name[1:-1].strip(EDGES)
        if name.count(opening) > name.count(closing):
            name = name.rpartition(opening)[0].strip(EDGES)
    leading = _LEADING.match(name)
    if leading and is_acronym(leading["acronym"]) and len(name) > leading.end() + 8:
        name = name[leading.end() :].strip(EDGES)
    return name


def _is_sentence(text: str, words: EventWords) -> bool:
    """Whether small words that join nothing stand before an event's noun: "Despite this, we in the"."""
    before = text[: max(0, words.noun_in(unaccent(text)))].split()
    return any(word[:1].islower() and not _goes_on(word) for word in before)


def _in_sentence(text: str, words: EventWords) -> str:
    """The run of words with capitals around an event's noun in a sentence: "we in the *International Congress on Legs* think"."""
    tokens = text.split(" ")
    for place, token in enumerate(tokens):
        if not token[:1].isupper() or not words.noun.fullmatch(unaccent(token).strip(EDGES)):
            continue
        begin = place
        while begin and _goes_on(tokens[begin - 1]):
            begin -= 1
        end = place + 1
        while end < len(tokens) and _goes_on(tokens[end]):
            end += 1
        while begin < place and tokens[begin][:1].islower():
            begin += 1
        while end > place + 1 and tokens[end - 1][:1].islower():
            end -= 1
        return " ".join(tokens[begin:end]).strip(EDGES)
    return ""


def _goes_on(token: str) -> bool:
    """Whether a word may stand within a name: it has a capital, is a number, or joins two that do."""
    if token[:1].isupper() or token[:1].isdigit() or token[:1] in "(&":
        return True
    if _ADJECTIVE.fullmatch(token):
        return True  # "Всероссийская научная конференция"
    return len(token) <= _JOINING and is_empty(unaccent(token))


def _without_place(name: str) -> str:
    """The name without the town and country behind its last commas."""
    while "," in name:
        before, _, last = name.rpartition(",")
        reading = read(last.strip())
        if not (reading.country or reading.cities or reading.regions or reading.is_name):
            break
        name = before.strip(EDGES)
    return name


def _is_name(name: str, words: EventWords) -> bool:
    """Whether words with capitals, an event's noun among them, tell of a subject."""
    if not 8 <= len(name) <= _LONGEST_NAME or not words.has_noun(unaccent(name)):
        return False
    telling = telling_words(name)
    if len(telling) < _MIN_TELLING and not any(len(word) >= _COMPOUND for word in telling):
        return False
    if name.count(".") > 3 or _names_people(name):
        return False
    if not (name[0].isupper() or name[0].isdigit()):
        return False
    if _has_capitals(name):
        return True
    # Spanish, Portuguese and Russian write few capitals in names, but begin with what it is; a sentence does not.
    written = name.split()
    first = unaccent(" ".join(written[:4]))
    joins = any(word[0].islower() and _goes_on(word) for word in written if word)
    joins = joins or name.endswith("»")  # «Всероссийская конференция „Озера“»
    return joins and len(written) <= _LONGEST_SMALL and words.has_noun(first)


def _names_people(name: str) -> bool:
    """Whether a name is several people: "Seminario" is also a surname."""
    found = name_list(name) if "," in name else None
    return found is not None and len(found.named) > 1 and found.is_known


def _has_capitals(name: str) -> bool:
    """Whether more than half of the long words begin with a capital."""
    long = [word for word in name.split() if len(word) > 3]
    capital = sum(word[0].isupper() or not word[0].isalpha() for word in long)
    return capital * 2 > len(long)
