"""Dates in titles: "June 29 - July 10, 2003", "1.-3. Oktober 1999", "del 4 al 6 de mayo de 2005", "January 1993".

A title is cut into tokens, and each token becomes one letter of a *shape* (D a day, M a month, Y a year, r a word such
as "to" or "bis", ...). The grammar of dates is four regular expressions over shapes, the same for every language: what
belongs to a language is in its word file. The first day decides month and year.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from functools import lru_cache

from harvestman.text import unaccent
from harvestman.text.vocabulary import vocabulary

_TOKEN = re.compile(r"\s+|\d{1,8}|[^\W\d_]{1,40}|.", re.DOTALL)
_ORDINALS = frozenset("st nd rd th er eme ste".split())
_SIGNS = {
    **dict.fromkeys("-‐‑‒–—−~", "-"),
    **dict.fromkeys("'’‘`´", "'"),
    **{sign: sign for sign in ",.&/("},
}

# One space token, or none. A day may carry an ordinal ending and a dot: "3rd", "3.".
_DAY = r"Do?\.?"
_MONTH = r"[Mm]\.?"
_LINK = r"(?: ?-(?: ?-)? ?| ?[&/] ?| ?[rb] (?:[fbr] )?)"
_OF = r" ?[,.]? ?(?:[fb] )*"
_YEAR = rf"(?:{_OF}\(?Y)?"
# A comma may list a second day ("July 4, 6-8"), but not begin the next thought ("July 4, 12th Workshop").
_MORE = rf"(?:{_LINK}|, ?(?!Do? ?w))"

_MONTH_FIRST = re.compile(
    rf"{_MONTH} ?,? ?(?:[fb] )?{_DAY}{_YEAR}(?:{_MORE}(?:{_MONTH} ?)?{_DAY}{_YEAR}){{0,4}}"
)
_DAY_FIRST = re.compile(
    rf"(?<![wMmo']){_DAY}(?:(?:(?:{_LINK}|, ?){_DAY}){{1,4}} ?,?)?(?: ?(?:[fb] )*M|[ .]+(?:[fb] )*m)\.?(?! ?D){_YEAR}"
    rf"(?:{_LINK}{_DAY} ?(?:[fb] )*{_MONTH}{_YEAR})?"
)
_NO_DAY = re.compile(rf"{_MONTH}(?:{_LINK}{_MONTH})?{_OF}Y")
_NUMERIC = re.compile(r"D\.(?: ?D\.(?: ?Y)?)? ?- ?(?:- ?)?D\. ?D\. ?Y|D\. ?D\. ?Y")
_ISO = re.compile(r"Y-D-D")

# Years outside of dates. A number with an apostrophe is a year ('93); with a hyphen or blank only if it cannot be a count:
# AAAI-88 and IJCAI-03 are years, FSE-22 and WWW 10 are editions.
_FULL_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?!\d|s\b)")
_SHORT_YEAR = re.compile(r"['’‘`´]\s?(\d\d)(?!\d)|(?<=[A-Za-z])[-– ]?((?:[7-9]|0)\d)(?![\d\w])")
_CENTURY = 45  # '44 is 2044, '45 is 1945: the first proceedings are of the late 1940s


@dataclass(frozen=True, slots=True)
class DateFound:
    """A date in a title: where it stands, its first month, its year if it has one, and its days if it names them."""

    begin: int
    end: int
    month: int
    year: int | None
    last_month: int
    last_year: int | None
    first_day: int | None
    last_day: int | None

    def days(self, year: int) -> tuple[datetime.date | None, datetime.date | None]:
        """The first and last day, where the title names them; `year` serves where the date has none."""
        last_year = self.last_year or year + (self.last_month < self.month)
        return (
            _date(self.year or year, self.month, self.first_day),
            _date(last_year, self.last_month, self.last_day),
        )


@dataclass(frozen=True, slots=True)
class YearFound:
    """A year that stands outside of a date."""

    begin: int
    end: int
    year: int


def find_dates(title: str) -> list[DateFound]:
    """The dates of a title, the likeliest date of the event first: those with a year, then by position."""
    tokens = _TOKEN.findall(title)
    shape = "".join(map(_letter, tokens))
    matches: list[re.Match[str]] = []
    if "M" in shape or "m" in shape:
        for pattern in (_MONTH_FIRST, _DAY_FIRST, _NO_DAY):
            matches += pattern.finditer(shape)
    if "D." in shape:
        matches += _NUMERIC.finditer(shape)
    if "Y-D" in shape:
        matches += _ISO.finditer(shape)
    if not matches:
        return []
    # Of overlapping readings the longest wins: "5-7 June 2004" over "June 2004".
    matches.sort(key=lambda match: match.start() - match.end())
    taken: list[tuple[int, int]] = []
    found = []
    for match in matches:
        begin, end = match.span()
        if any(begin < other_end and other_begin < end for other_begin, other_end in taken):
            continue
        date = _read_date(tokens, shape, begin, end)
        if date is not None:
            taken.append((begin, end))
            found.append(date)
    found.sort(key=lambda date: (date.year is None, date.begin))
    return found


def find_year(title: str) -> YearFound | None:
    """The year of a title that gives it outside of a date: "PLDI 2010", "POPL '94", "AAAI-88"."""
    match = _FULL_YEAR.search(title)
    if match:
        return YearFound(match.start(), match.end(), int(match.group()))
    match = _SHORT_YEAR.search(title)
    if match:
        group = 1 if match.group(1) else 2
        return YearFound(match.start(group), match.end(), whole_year(int(match.group(group))))
    return None


def whole_year(two_digits: int) -> int:
    """The year that two digits mean: 93 is 1993, 12 is 2012."""
    return two_digits + (1900 if two_digits >= _CENTURY else 2000)


@lru_cache(maxsize=32_768)
def _letter(token: str) -> str:
    if token.isspace():
        return " "
    if token[0].isdecimal():
        if len(token) <= 2 and 1 <= int(token) <= 31:
            return "D"
        return "Y" if len(token) == 4 and 1900 <= int(token) < 2100 else "#"
    return _word_letter(unaccent(token)) if token[0].isalpha() else _SIGNS.get(token, "!")


def _word_letter(word: str) -> str:
    words = vocabulary()
    if word in words.months:
        return "M"
    if word in words.short_months:
        return "m"
    if word in words.ranges:
        return "b" if word in words.fillers else "r"
    if word in words.fillers:
        return "f"
    return "o" if word in _ORDINALS else "w"


def _read_date(tokens: list[str], shape: str, begin: int, end: int) -> DateFound | None:
    letters = shape[begin:end]
    days = [int(tokens[i]) for i in range(begin, end) if shape[i] == "D"]
    years = [int(tokens[i]) for i in range(begin, end) if shape[i] == "Y"]
    names = [tokens[i] for i in range(begin, end) if shape[i] in "Mm"]
    if not names:
        months, days = _numeric(letters, days)
        if not all(1 <= month <= 12 for month in months):
            return None
    elif "m" in letters and "M" not in letters and not (days and years):
        return None  # "out" is October in Portuguese, but only in a whole date
    else:
        months = [_month(name) for name in names]
    last_year = years[-1] if years else None
    first_year = years[0] if years else None
    if len(years) == 1 and first_year is not None and months[0] > months[-1]:
        first_year -= 1  # "December 30 - January 3, 2000" begins in 1999
    start = sum(map(len, tokens[:begin]))
    return DateFound(
        begin=start,
        end=start + sum(map(len, tokens[begin:end])),
        month=months[0],
        year=first_year,
        last_month=months[-1],
        last_year=last_year,
        first_day=days[0] if days else None,
        last_day=days[-1] if days else None,
    )


def _numeric(letters: str, numbers: list[int]) -> tuple[list[int], list[int]]:
    """Months and days of "2005-03-08", "8.-11.3.2005", "28.9.-1.10.2005"."""
    if letters.startswith("Y-"):
        return [numbers[0]], [numbers[1]]
    if len(numbers) == 4:
        return [numbers[1], numbers[3]], [numbers[0], numbers[2]]
    return [numbers[-1]], numbers[:-1]


def _month(token: str) -> int:
    words, word = vocabulary(), unaccent(token)
    return words.months.get(word) or words.short_months[word]


def _date(year: int | None, month: int, day: int | None) -> datetime.date | None:
    if year is None or day is None:
        return None
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
