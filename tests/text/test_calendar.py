"""Dates in running text: every order, six languages, borders of months and years, numbers, and what is no date."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text.calendar import Day, find_spans


def _written(day: Day) -> str:
    return f"{day.year or '----'}-{day.month:02}-{day.day:02}"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("12–15 June 2024", "2024-06-12", "2024-06-15"),
        ("June 30 – July 3", "-----06-30", "-----07-03"),
        ("del 3 al 5 de octubre de 2024", "2024-10-03", "2024-10-05"),
        ("3–5 октября 2024 г.", "2024-10-03", "2024-10-05"),
        ("8-10 IX 2008", "2008-09-08", "2008-09-10"),
        ("15.VII.2008", "2008-07-15", "2008-07-15"),
        ("24-Jan-03", "2003-01-24", "2003-01-24"),
        ("14-Jun-98", "1998-06-14", "1998-06-14"),
        ("3/15/06", "2006-03-15", "2006-03-15"),
        ("07.09.18", "2018-09-07", "2018-09-07"),
        ("6/12-15/2024", "2024-06-12", "2024-06-15"),
        ("2018-10-03 to 2018-10-05", "2018-10-03", "2018-10-05"),
        ("2018/10/03-05", "2018-10-03", "2018-10-05"),
        ("1º de junho de 2018", "2018-06-01", "2018-06-01"),
        ("August 6th 13th 2025", "2025-08-13", "2025-08-13"),
        ("с 28 июня по 2 июля 2023 года", "2023-06-28", "2023-07-02"),
        ("du mardi 24 au vendredi 27 juin 2025", "2025-06-24", "2025-06-27"),
        ("1. bis 3. Oktober 2024", "2024-10-01", "2024-10-03"),
        ("5 a 8 de novembro de 2018", "2018-11-05", "2018-11-08"),
        ("1er juin 2024", "2024-06-01", "2024-06-01"),
        ("Monday, June 3 to Friday, June 7, 2024", "2024-06-03", "2024-06-07"),
        ("8 (Mon) - 10 (Wed) Nov. 2010", "2010-11-08", "2010-11-10"),
        ("December 30 - January 3, 2011", "2010-12-30", "2011-01-03"),
        ("Dec 30, 2010 - Jan 3, 2011", "2010-12-30", "2011-01-03"),
        ("29-31, October 2010", "2010-10-29", "2010-10-31"),
        ("July 4, 5 and 6, 2010", "2010-07-04", "2010-07-06"),
        ("March 15 - 2 April 2010", "2010-03-15", "2010-04-02"),
        ("2010 June 3-5", "2010-06-03", "2010-06-05"),
        ("15-Jul-2010", "2010-07-15", "2010-07-15"),
        ("15 July '10", "2010-07-15", "2010-07-15"),
        ("24.-27.06.2025", "2025-06-24", "2025-06-27"),
        ("24.06. – 27.06.2025", "2025-06-24", "2025-06-27"),
        ("2024-06-12", "2024-06-12", "2024-06-12"),
        ("06/12/2024 - 06/15/2024", "2024-06-12", "2024-06-15"),
        ("10:00 June 3, 2010, 23:59 AoE", "2010-06-03", "2010-06-03"),
        ("Track 2 June 10, 2010", "2010-06-10", "2010-06-10"),
        ("15 jun 2024", "2024-06-15", "2024-06-15"),
    ],
)
def test_a_date_is_read(text: str, first: str, last: str) -> None:
    (span,) = find_spans(text)
    assert (_written(span.first), _written(span.last)) == (first, last)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("July 17 August 7, 2015", ["-----07-17", "2015-08-07"]),
        ("15 March 31 March 2010", ["-----03-15", "2010-03-31"]),
        ("28.02.2025 14.03.2025", ["2025-02-28", "2025-03-14"]),
        ("Submission - 12.06.2024", ["2024-06-12"]),
    ],
)
def test_dates_side_by_side_are_several(text: str, days: list[str]) -> None:
    assert [_written(span.last) for span in find_spans(text)] == days


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Tel. +351 265 100 033",
        "1.2.3",
        "10.11.12.13",
        "Part IX 2008",
        "you may 3 times",
        "2 out of 5",
        "November 31, 2010",
        "5 pages",
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert find_spans(text) == []


def test_months_in_small_letters_are_dates_where_the_language_writes_them_so() -> None:
    assert find_spans("5 mai") == []
    (span,) = find_spans("5 mai", in_small_letters=True)
    assert _written(span.last) == "-----05-05"


def test_numbers_that_could_be_either_way_say_so() -> None:
    (slashes,) = find_spans("03/04/2024")
    (dots,) = find_spans("03.04.2024")
    (clear,) = find_spans("04/15/2024")
    assert slashes.is_swappable
    assert _written(slashes.swapped().last) == "2024-03-04"
    assert not dots.is_swappable
    assert clear.is_month_first


@given(st.text(alphabet="0123456789 .,-/JuneMay2024дех", max_size=60))
def test_any_string_is_read_and_spans_lie_in_it_in_order(text: str) -> None:
    end = 0
    for span in find_spans(text):
        assert end <= span.begin < span.end <= len(text)
        assert span.first.on(2024) is not None
        end = span.end


@pytest.mark.parametrize(
    "part",
    ["3-", "June 3, ", "1/2/", "3 and ", "12.", "M", "2024 June ", "1/2/03 ", "3-May-03 ", "3 IX "],
)
def test_long_lines_take_linear_time(part: str) -> None:
    begin = time.process_time()
    find_spans(part * (200_000 // len(part)))
    assert time.process_time() - begin < 3.0
