from datetime import date

import pytest

from harvestman.model import UsageError
from harvestman.plan import (
    calendar_month,
    month_number,
    month_of_date,
    month_text,
    parse_month,
    year_of,
)


def test_a_difference_of_months_is_plain_arithmetic() -> None:
    assert month_number(2016, 12) - month_number(2016, 9) == 3
    assert month_number(2017, 1) - month_number(2016, 12) == 1


def test_a_month_is_read_as_it_is_written() -> None:
    for year, month in [(1999, 1), (2016, 12), (2020, 2)]:
        number = month_number(year, month)
        assert (year_of(number), calendar_month(number)) == (year, month)
        assert parse_month(month_text(number)) == number
    assert parse_month("2016-12-31") == month_number(2016, 12) == month_of_date(date(2016, 12, 31))


@pytest.mark.parametrize("text", ["", "2016", "2016-13", "2016-00", "12/2016", "16-12"])
def test_what_is_no_month_is_refused_with_the_form_to_use(text: str) -> None:
    with pytest.raises(UsageError, match="2016-12"):
        parse_month(text)
