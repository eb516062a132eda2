"""Dates as metadata writes them, in the one form in which we keep them: "2018-06-03", "2018-06" or "2018".

A date is only as exact as its writing: what is ambiguous (is 03/06/2018 in March or in June?) keeps the year alone.
Month names are data (`vocabulary`), so that another language needs no code.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Final

from harvestman.text.folding import unaccent
from harvestman.text.identifiers import find_year
from harvestman.text.vocabulary import vocabulary

_YEAR_FIRST: Final = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")
_COMPACT: Final = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)")
_YEAR_LAST: Final = re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)")
_MONTH_YEAR: Final = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{4})(?!\d)")
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+")
_MAX_LENGTH: Final = 120  # a longer text is a sentence, not a date


def find_date(text: str) -> str | None:
    """The date that a text states, as exact as it is written, or None."""
    text = text[:_MAX_LENGTH]
    if match := _YEAR_FIRST.search(text) or _COMPACT.search(text):
        return _iso(*match.groups())
    if match := _YEAR_LAST.search(text):
        first, separator, second, year = match.groups()
        # 12.06.2018 is read day first everywhere; with slashes or hyphens Americans write the month first.
        if separator == "." or int(first) > 12 or first == second:
            return _iso(year, second, first)
        if int(second) > 12:
            return _iso(year, first, second)
        return _iso(year)
    if match := _MONTH_YEAR.search(text):
        return _iso(match.group(2), match.group(1))
    return _named_month(text)


def _named_month(text: str) -> str | None:
    """ "12 June 2018", "June 12, 2018", "2018 Jun", "12 de junio de 2018", "12 июня 2018 г."; or only a year."""
    year = find_year(text)
    if year is None:
        return None
    tokens = _TOKEN.findall(unaccent(text))
    months = _months()
    named = [(place, months[token]) for place, token in enumerate(tokens) if token in months]
    if len(named) != 1:  # "June–July 2018" has no one month
        return _iso(str(year))
    place, month = named[0]
    days = [
        token
        for token in (*tokens[max(0, place - 2) : place], *tokens[place + 1 : place + 2])
        if token.isdigit() and len(token) <= 2
    ]
    return _iso(str(year), str(month), days[0] if len(days) == 1 else None)


def _iso(year: str, month: str | None = None, day: str | None = None) -> str | None:
    """The parts as one string; parts that cannot be are left out, and None when the year is none."""
    if find_year(year) is None:
        return None
    if month is None or not 1 <= int(month) <= 12:
        return year
    if day is None:
        return f"{year}-{int(month):02}"
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return f"{year}-{int(month):02}"


@cache
def _months() -> dict[str, int]:
    words = vocabulary()
    return words.short_months | words.months
