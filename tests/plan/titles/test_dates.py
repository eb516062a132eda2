"""Dates in titles: every order, several languages, borders of months and years."""

from datetime import date

import pytest

from harvestman.plan.titles import parse_title


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("May 4-7, 2013", date(2013, 5, 4), date(2013, 5, 7)),
        ("4-7 May 2013", date(2013, 5, 4), date(2013, 5, 7)),
        ("May 05 - 10, 2012", date(2012, 5, 5), date(2012, 5, 10)),
        ("Sept. 5th to 7th, 2001", date(2001, 9, 5), date(2001, 9, 7)),
        ("5th to 7th of May 2008", date(2008, 5, 5), date(2008, 5, 7)),
        ("June 29 - July 10, 2003", date(2003, 6, 29), date(2003, 7, 10)),
        ("29 June - 3 July 2009", date(2009, 6, 29), date(2009, 7, 3)),
        ("Nov. 30-Dec. 2, 1999", date(1999, 11, 30), date(1999, 12, 2)),
        ("December 30 - January 3, 2000", date(1999, 12, 30), date(2000, 1, 3)),
        ("December 28, 1999 - January 3, 2000", date(1999, 12, 28), date(2000, 1, 3)),
        ("June 24-27,1990", date(1990, 6, 24), date(1990, 6, 27)),
        ("July 4, 6-8, 2005", date(2005, 7, 4), date(2005, 7, 8)),
        ("May 3 2016", date(2016, 5, 3), date(2016, 5, 3)),
        ("2021-05-07", date(2021, 5, 7), date(2021, 5, 7)),
        ("1.-3. Oktober 1997", date(1997, 10, 1), date(1997, 10, 3)),
        ("06.-10, März 2023", date(2023, 3, 6), date(2023, 3, 10)),
        ("28. September bis 1. Oktober 1999", date(1999, 9, 28), date(1999, 10, 1)),
        ("8.-11.3.2005", date(2005, 3, 8), date(2005, 3, 11)),
        ("28.9.-1.10.1999", date(1999, 9, 28), date(1999, 10, 1)),
        ("3./4. Jänner 2006", date(2006, 1, 3), date(2006, 1, 4)),
        ("du 29 juin au 3 juillet 2004", date(2004, 6, 29), date(2004, 7, 3)),
        ("5 et 6 février 2004", date(2004, 2, 5), date(2004, 2, 6)),
        ("del 4 al 6 de mayo de 2005", date(2005, 5, 4), date(2005, 5, 6)),
        ("30 de setembro a 2 de outubro de 2009", date(2009, 9, 30), date(2009, 10, 2)),
        ("5-7 out 2011", date(2011, 10, 5), date(2011, 10, 7)),
        ("12-14 settembre 2001", date(2001, 9, 12), date(2001, 9, 14)),
        ("5-6 maart 1999", date(1999, 3, 5), date(1999, 3, 6)),
        ("5-7 сентября 2011 г.", date(2011, 9, 5), date(2011, 9, 7)),
        ("12-14 października 2003", date(2003, 10, 12), date(2003, 10, 14)),
        ("12.-14. října 2003", date(2003, 10, 12), date(2003, 10, 14)),
    ],
)
@pytest.mark.parametrize(
    "title", ["Loom Days, {}", "Third Conference on Looms - {}. Revised Papers"]
)
def test_the_first_day_decides_month_and_year(
    title: str, text: str, start: date, end: date
) -> None:
    parts = parse_title(title.format(text))
    assert (parts.start, parts.end) == (start, end)
    assert (parts.month, parts.year) == (start.month, start.year)


@pytest.mark.parametrize(
    ("title", "month", "year"),
    [
        ("Loom Days, January 1993", 1, 1993),
        ("Loom Days, May-June 1988", 5, 1988),
        ("Loom Days, junio de 2005", 6, 2005),
        ("Loom Days, LD-88, August 21-26", 8, 1988),
        ("LD 2008, Sackville, Canada, August 14-15, Revised Selected Papers", 8, 2008),
        ("Loom Days '94: the third", None, 1994),
        ("LD-03, the Loom Days", None, 2003),
        ("Proceedings of LD'08", None, 2008),
        ("Advances in Looms 30: LD 2017, December 4-9, 2017", 12, 2017),
        ("FSL-22, the Loom Days", None, None),
        ("WWL 10, the Loom Days", None, None),
        ("May Looms: 3rd Conference on March Madness", None, None),
        ("Set 5 Looms and out they go, I3SET 2016", None, 2016),
        ("Looms of the 1990s", None, None),
        ("Loom Days, May 27 - June 1", 5, None),
    ],
)
def test_dates_without_days_or_years(title: str, month: int | None, year: int | None) -> None:
    parts = parse_title(title)
    assert (parts.month, parts.year) == (month, year)


def test_days_get_the_year_of_the_acronym() -> None:
    parts = parse_title("Looms, LD-88, December 30 - January 2")
    assert (parts.start, parts.end) == (date(1988, 12, 30), date(1989, 1, 2))


def test_an_impossible_day_is_no_date_but_its_month_stays() -> None:
    parts = parse_title("Looms, February 28-31, 2001")
    assert (parts.month, parts.start, parts.end) == (2, date(2001, 2, 28), None)


def test_joint_events_give_the_first_date() -> None:
    title = "Looms, Paris, France, May 3-5, 2004, and Threads, London, UK, June 1-3, 2004"
    parts = parse_title(title)
    assert (parts.month, parts.city, parts.country) == (5, "Paris", "France")
