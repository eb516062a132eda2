from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text import find_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2018-06-03", "2018-06-03"),
        ("2018-06-03T10:00:00Z", "2018-06-03"),
        ("2018/6/3", "2018-06-03"),
        ("2018/06", "2018-06"),
        ("2018", "2018"),
        ("20180603", "2018-06-03"),
        ("13/06/2018", "2018-06-13"),
        ("06/13/2018", "2018-06-13"),
        ("03/06/2018", "2018"),
        ("06/06/2018", "2018-06-06"),
        ("03.06.2018", "2018-06-03"),
        ("06/2018", "2018-06"),
        ("June 2018", "2018-06"),
        ("June 12, 2018", "2018-06-12"),
        ("12 June 2018", "2018-06-12"),
        ("Jun. 12th, 2018", "2018-06-12"),
        ("2018 Jun 12", "2018-06-12"),
        ("Tue, 12 Jun 2018 08:00:00 GMT", "2018-06-12"),
        ("12 de junio de 2018", "2018-06-12"),
        ("12 июня 2018 г.", "2018-06-12"),
        ("Март 2018", "2018-03"),
        ("12. März 2018", "2018-03-12"),
        ("12 août 2018", "2018-08-12"),
        ("12 de março de 2018", "2018-03-12"),
        ("June-July 2018", "2018"),
        ("2018-13-45", "2018"),
        ("2018-02-30", "2018-02"),
        ("00/12/2015", "2015"),
        ("Spring 2018", "2018"),
        ("soon", None),
        ("", None),
        ("0000-00-00", None),
        ("9999-01-01", None),
    ],
)
def test_find_date_is_as_exact_as_the_writing(text: str, date: str | None) -> None:
    assert find_date(text) == date


@given(st.dates())
def test_every_iso_date_of_a_plausible_year_is_itself(date: object) -> None:
    written = str(date)
    assert find_date(written) == (written if 1500 <= int(written[:4]) < 2200 else None)


@given(st.text(max_size=150))
def test_find_date_never_fails(text: str) -> None:
    found = find_date(text)
    assert found is None or find_date(found) == found
