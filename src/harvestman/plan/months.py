"""Months as whole numbers, the only unit of time the plan knows: differences and sums are plain arithmetic.

A month is counted from January of the year 0, so `month_number(2016, 12) - month_number(2016, 9)` is 3.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TypeAlias

from harvestman.model import UsageError

Month: TypeAlias = int

_WRITTEN = re.compile(r"(\d{4})-(\d{2})(?:-\d{2})?")


def month_number(year: int, month: int) -> Month:
    """The number of a calendar month."""
    return year * 12 + month - 1


def year_of(month: Month) -> int:
    """The year a month lies in."""
    return month // 12


def calendar_month(month: Month) -> int:
    """1 for January to 12 for December."""
    return month % 12 + 1


def month_of_date(day: date) -> Month:
    """The month a day lies in."""
    return month_number(day.year, day.month)


def parse_month(text: str) -> Month:
    """Reads "2016-12" (a day after it is allowed and not looked at)."""
    match = _WRITTEN.fullmatch(text.strip())
    if match and 1 <= int(match[2]) <= 12:
        return month_number(int(match[1]), int(match[2]))
    raise UsageError(f"{text!r} is no month; write it as year and month, such as 2016-12")


def month_text(month: Month) -> str:
    """The month as "2016-12"."""
    return f"{year_of(month):04d}-{calendar_month(month):02d}"
