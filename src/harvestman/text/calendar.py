"""Dates in a line of running text: "12–15 June 2024", "June 30 – July 3", "del 3 al 5 de octubre", "3.-5.10.2024".

A line is cut into tokens and each becomes one letter of a *shape* (D a day, M a month, Y a year, r a word such as "to",
...); blanks, weekdays, ordinal endings and times of day are left out. The grammar is a few regular expressions over
shapes, one for all languages: what belongs to a language is in its word file. Time is linear in the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final

from harvestman.text.folding import unaccent
from harvestman.text.vocabulary import vocabulary

MAX_DATES: Final = 60  # of one line: more is a table of numbers

_TIME: Final = r"\d{1,2}(?::|h(?=\d))\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?(?:[ap]\.?m\b\.?|uhr\b|hrs?\b|hours\b)"
_TOKEN: Final = re.compile(rf"\s+|(?P<time>{_TIME})|\d+|[^\W\d_]+|.", re.DOTALL | re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_NUMBERS: Final = re.compile(r"\d\s?[./-]\s?\d{1,2}\s?[./-]\s?\d")
_SMALL: Final = re.compile(r"\d[.\s/-]{1,3}(?:[a-z]{1,3}\s+)?([a-z]{3})\b")
_ROMAN_DATE: Final = re.compile(r"\d[.\s/-]{1,3}[IVX]{1,4}[.\s/-]{1,3}(?:19|20)\d\d\b")
_LETTERS: Final = re.compile(r"[^\W\d_]{3,}")
_ROMAN: Final = {
    numeral: month
    for month, numeral in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), start=1)
}
_ORDINALS: Final = frozenset("st nd rd th er ere eme ste º ª ° o".split())
_SIGNS: Final = {
    **dict.fromkeys("-‐‑‒–—−~", "-"),
    **dict.fromkeys("'’‘`´", "'"),
    **{sign: sign for sign in ",.&/()"},
}

# A day may carry a dot ("3."), a month too ("Oct."); between them may stand "of", "de", a hyphen.
_LINK: Final = r"(?:-{1,3}|[rb]f*|f*[rb]|&|/)"
_OF: Final = r"[,.]?f*-?"
_YEAR: Final = r"(?:[,.]?f*[-/(]?Y)?"
# A year in two digits, where its separator stands twice: 24-Jan-03, 3/15/06, 07.09.18.
_SHORT_YEAR: Final = re.compile(
    r"(?<![-/.:#DZY])D(?:(?P<a>[-/])[Mu]\.?(?P=a)|\.[Mu]\.|(?P<b>[-/.])D(?P=b))[DZ](?![-/.:]?[#DZY])"
)
_MONTH_FIRST: Final = re.compile(
    rf"M\.?[-/,]?f*(?:D(?=D,?Y))?D\.?(?:,D\.?(?=,?{_LINK}D|,D))*{_YEAR}"
    rf"(?:,?{_LINK}(?:M\.?,?f*D\.?|D\.?{_OF}M(?!\.?D)\.?|D(?!\.?f*[M:])\.?){_YEAR})?"
)
_DAY_FIRST: Final = re.compile(
    rf"D\.?(?:(?:{_LINK}|,)D\.?){{0,4}}{_OF}/?(?:M|u(?=\.?[,.]?f*[-/]?Y))(?!\.?,?D(?!\.?f*M|\.?{_LINK}D\.?f*M))\.?{_YEAR}"
    rf"(?:{_LINK}(?:D\.?{_OF}M\.?|M\.?,?D\.?){_YEAR})?"
)
_YEAR_FIRST: Final = re.compile(
    rf"Y[,.]?[-/]?M\.?[-/]?D\.?(?!D|f*M)(?:{_LINK}(?:M\.?)?D(?!f*M)\.?)?"
)
_NUMERIC: Final = re.compile(
    r"(?<![D#Y][/.])(?:"
    r"Y(?P<a>[-/.])D(?P=a)D(?:[-r]{1,2}(?:Y(?P=a)D(?P=a))?D(?![-/.:]?D))?"  # 2024-06-12
    r"|D(?P<b>[-/.])D(?P=b)[YZ](?:[-r]{1,2}D(?P=b)D(?P=b)[YZ])?"  # 12.06.2024
    r"|D/D-D/Y"  # 6/12-15/2024
    r"|D(?P<c>[/.])(?:D(?P=c)?)?[-r]{1,2}D(?P=c)D(?P=c)[YZ]"  # 12.-15.06.2024, 12/06-15/06/2024
    r"|D(?:-|[rb]|&)D(?P<d>[/.])D(?P=d)[YZ]"  # 12-15/06/2024, 12 a 15/06/2024
    r")(?![#/])"
)
_BARE_DAY: Final = re.compile(
    r"(?<![\d./:,-])(?P<day>\d\d)(?:(?P<sign>/)(?P<month>\d\d)|\.(?P<dotted>\d\d)\.)(?![\d/:-]|\.\d)"
)
_TWO_DIGITS: Final = 2
_CENTURY: Final = 100
_LAST_OF_1900: Final = 80  # a year in two digits from here on is of the last century


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar whose year the text may leave open."""

    year: int | None
    month: int
    day: int

    def on(self, year: int) -> date | None:
        """The day in its own year, or in the given one; None for the 31st of June."""
        try:
            return date(self.year or year, self.month, self.day)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Span:
    """A date or a range of dates in a line, and where it stands."""

    begin: int
    end: int
    first: Day
    last: Day
    is_swappable: bool = False
    """Whether it is in numbers that an American would read the other way: 03/04/2024, but not 03.04.2024."""
    is_month_first: bool = False
    """Whether its numbers can only be month and day, in this order: 06/15/2024."""

    @property
    def has_year(self) -> bool:
        """Whether the text says the year."""
        return self.last.year is not None

    @property
    def is_range(self) -> bool:
        """Whether it has two ends."""
        return self.first != self.last

    def swapped(self) -> Span:
        """Day and month the other way round."""
        first, last = (Day(d.year, d.day, d.month) for d in (self.first, self.last))
        return replace(self, first=first, last=last)


def find_spans(text: str, *, in_small_letters: bool = False) -> list[Span]:
    """The dates and ranges in a line, from left to right. Numbers alone are read day first.

    In languages that write months small, "5 mai" is a date too; in English "may" is a word.
    """
    return list(_find_spans(text, in_small_letters)) if may_have_date(text) else []


def find_bare_days(text: str) -> list[Span]:
    """Days in numbers without a year, "20/09" and "31.03.": numbers of many things, so only for lines that speak of deadlines."""
    found: list[Span] = []
    for match in _BARE_DAY.finditer(text):
        day, month = int(match["day"]), int(match["month"] or match["dotted"])
        is_swappable = match["sign"] == "/" and day <= 12 and month <= 12
        if is_month_first := month > 12 >= day and match["sign"] == "/":
            day, month = month, day
        one = Day(None, month, day)
        if 1 <= month <= 12 and day and one.on(2024) is not None and len(found) < MAX_DATES:
            found.append(Span(*match.span(), one, one, is_swappable, is_month_first))
    return found


def may_have_date(text: str) -> bool:
    """Whether a text has a number and a month, or a date in numbers: five times as quick as reading it."""
    if _DIGIT.search(text) is None:
        return False
    return (
        _NUMBERS.search(text) is not None
        or _ROMAN_DATE.search(text) is not None
        or any(_is_month(word, "M") for word in _LETTERS.findall(text))
        or any(_is_month(word, "u") for word in _SMALL.findall(text))
    )


@lru_cache(maxsize=8_192)
def _is_month(word: str, letter: str) -> bool:
    return _letter(word) == letter


@lru_cache(maxsize=256)
def _find_spans(text: str, in_small_letters: bool) -> tuple[Span, ...]:
    shape, places = _shape(text, in_small_letters)
    matches = [*_NUMERIC.finditer(shape)]
    if "M" in shape or "u" in shape:
        for pattern in (_MONTH_FIRST, _DAY_FIRST, _YEAR_FIRST):
            matches += pattern.finditer(shape)
    # From left to right, and of those that begin together the longest.
    matches.sort(key=lambda match: (match.start(), -match.end()))
    found: list[Span] = []
    at = 0
    for match in matches:
        if match.start() < at or len(found) >= MAX_DATES:
            continue
        span = _read(text, shape, places, match)
        if span is not None:
            found.append(span)
            at = match.end()
    return tuple(found)


def _shape(text: str, in_small_letters: bool) -> tuple[str, list[tuple[int, int]]]:
    """The letters of a line, and where the word of each stands."""
    letters: list[str] = []
    places: list[tuple[int, int]] = []
    is_behind_weekday = False
    for match in _TOKEN.finditer(text):
        letter = " " if match.lastgroup == "time" else _letter(match.group())
        if letter == " ":
            continue
        before = letters[-1] if letters else ""
        was_behind, is_behind_weekday = is_behind_weekday, letter == "k"
        if letter == "k" or (was_behind and letter in ",."):
            continue
        if letter == "o" and before == "D" and places[-1][1] == match.start():
            continue
        if (
            letter == "u"
            and in_small_letters
            and before in ("D", ".", "f")
            and match.group().islower()
        ):
            letter = "M"
        if before == "'" and letter in "DZ" and match.end() - match.start() == 2:
            letter = "Y"
        if (letter == "Y" and before == "'") or (letter == ")" and before == "(" and was_behind):
            letters.pop()
            places.pop()
        if not (letter == ")" and was_behind):
            letters.append(letter)
            places.append(match.span())
    shape = "".join(letters)
    return _with_short_years(shape, places), places


def _with_short_years(shape: str, places: list[tuple[int, int]]) -> str:
    """The shape with years in two digits as years; numbers between dots or hyphens must all have two digits."""
    letters = list(shape)
    for match in _SHORT_YEAR.finditer(shape):
        last = match.end() - 1
        numbers = [at for at in range(match.start(), last + 1) if shape[at] in "DZ"]
        sizes = [places[at][1] - places[at][0] for at in numbers]
        is_strict = match.group("b") in (".", "-")
        if sizes[-1] == _TWO_DIGITS and (not is_strict or set(sizes) == {_TWO_DIGITS}):
            letters[last] = "Y"
    return "".join(letters)


@lru_cache(maxsize=8_192)
def _letter(word: str) -> str:
    if word.isspace():
        return " "
    if word[0].isdecimal():
        return _number_letter(word)
    if not word[0].isalpha():
        return "o" if word in _ORDINALS else _SIGNS.get(word, "!")
    return _word_letter(word)


def _word_letter(word: str) -> str:
    words, folded = vocabulary(), unaccent(word)
    if word in _ROMAN:
        return "u"  # "8-10 IX 2008": a month only between a day and a year
    if folded in words.months or folded in words.short_months:
        # "may", "mar" and "out" in small letters are words, unless a day and a year stand around them.
        return "M" if len(word) > 3 or word[0].isupper() or not word.isascii() else "u"
    if folded in words.weekdays:
        return "k"
    if folded in words.ranges:
        return "b" if folded in words.fillers else "r"
    return "f" if folded in words.fillers else "o" if folded in _ORDINALS else "w"


def _number_letter(word: str) -> str:
    number = int(word) if word.isascii() and len(word) <= 4 else -1
    if len(word) <= 2 and 1 <= number <= 31:
        return "D"
    if len(word) == 2 and number >= 0:
        return "Z"  # a year in two digits, perhaps
    return "Y" if len(word) == 4 and 1980 <= number < 2100 else "#"


def _read(
    text: str, shape: str, places: list[tuple[int, int]], match: re.Match[str]
) -> Span | None:
    begin, end = match.span()
    inside = range(begin, end)
    words = [text[slice(*places[i])] for i in inside]
    letters = shape[begin:end]
    # "August 6th 13th 2025": the first day was moved to the second.
    moved = [pair == ("D", "D") for pair in zip(letters, letters[1:] + " ", strict=True)]
    days = [
        int(word)
        for word, letter, is_moved in zip(words, letters, moved, strict=True)
        if letter == "D" and not is_moved
    ]
    years = [_year(word) for word, letter in zip(words, letters, strict=True) if letter in "YZ"]
    months = [_month(word) for word, letter in zip(words, letters, strict=True) if letter in "Mu"]
    is_month_first = is_swappable = False
    if not months:
        months, days = _numbers(letters, days)
        is_swappable = "." not in letters and letters[0] != "Y" and max(months + days) <= 12
        if letters == "D/D-D/Y":
            months, days, is_month_first, is_swappable = days, months, True, False
        elif letters[0] != "Y" and max(months) > 12 >= max(days):
            months, days, is_month_first = days, months, True
        if max(months) > 12:
            return None
    if not days:
        return None
    last_year = years[-1] if years else None
    first_year = years[0] if years else None
    if len(years) == 1 and first_year is not None and months[0] > months[-1]:
        first_year -= 1  # "December 30 - January 3, 2000" begins in 1999
    first = Day(first_year, months[0], days[0])
    last = Day(last_year, months[-1], days[-1])
    if len(months) == 1 and last.day < first.day:
        last = first if first.year else replace(first, year=last_year)
    if first.on(2024) is None or last.on(2024) is None:  # a leap year: the 29th of February is one
        return None
    return Span(places[begin][0], places[end - 1][1], first, last, is_swappable, is_month_first)


def _numbers(letters: str, numbers: list[int]) -> tuple[list[int], list[int]]:
    """Months and days of a date in numbers, day first unless the year comes first."""
    if letters[0] == "Y":
        return (numbers[0::2], numbers[1::2]) if len(numbers) != 3 else (numbers[:1], numbers[1:])
    if letters == "D/D-D/Y":
        return numbers[1:], numbers[:1]  # 6/12-15/2024: read as day first, and turned round below
    if len(numbers) == 4:
        return numbers[1::2], numbers[0::2]
    return [numbers[-1]], numbers[:-1]


def _month(token: str) -> int:
    if token in _ROMAN:
        return _ROMAN[token]
    words, word = vocabulary(), unaccent(token)
    return words.months.get(word) or words.short_months[word]


def _year(token: str) -> int:
    number = int(token)
    if number >= _CENTURY:
        return number
    return number + (1900 if number >= _LAST_OF_1900 else 2000)
