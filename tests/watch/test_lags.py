"""Distributions of lags: a share for each day, a day for each share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harvestman.learn.lags import learn_lags
from harvestman.model import UsageError
from harvestman.watch import Lags, shipped_lags

tables = st.lists(st.floats(-200, 500), min_size=3, max_size=41).map(
    lambda days: Lags(tuple(sorted(days)))
)


@given(lags=tables, days=st.tuples(st.floats(-300, 600), st.floats(-300, 600)))
def test_shares_grow_with_the_days(lags: Lags, days: tuple[float, float]) -> None:
    first, second = sorted(days)
    assert 0 <= lags.share_until(first) <= lags.share_until(second) <= 1


@given(lags=tables, share=st.floats(0, 1))
@example(lags=Lags((-1.0, -1.0, -4.6e-284)), share=1.0)
def test_a_share_has_its_day_within_the_table(lags: Lags, share: float) -> None:
    assert lags.days[0] <= lags.at(share) <= lags.days[-1]


def test_what_is_shipped_is_in_order_and_plausible() -> None:
    table = shipped_lags()
    assert {
        "event_to_entry",
        "notification_to_event",
        "notification_to_list",
        "submission_to_event",
    } <= set(table)
    for lags in table.values():
        assert list(lags.days) == sorted(lags.days)
    assert 30 < table["notification_to_event"].at(0.5) < 150


def test_a_habit_narrows_and_doubt_widens() -> None:
    whole = shipped_lags()["event_to_entry"]
    near = whole.near(90.0, spread_days=20.0)
    assert abs(near.at(0.5) - 90) < 25
    assert near.at(0.75) - near.at(0.25) < whole.at(0.75) - whole.at(0.25) + 40
    wide = whole.widened(15.0)
    assert wide.days[0] == whole.days[0] - 15
    assert wide.days[-1] == whole.days[-1] + 15


def test_the_table_is_learnt_from_lags_by_day_and_by_month(tmp_path: Path) -> None:
    rows = [f"x_to_y\t{months}\t{how}" for months, how in ((1, "day"), (2, "day"), (3, "month"))]
    lags = tmp_path / "lags.tsv"
    lags.write_text("kind\tmonths\tresolution\n" + "\n".join(rows) + "\n")
    target = tmp_path / "table.tsv"
    assert learn_lags(lags, target=target) == {"x_to_y": 3}
    kind, count, *days = target.read_text().splitlines()[1].split("\t")
    assert (kind, count, len(days)) == ("x_to_y", "3", 41)
    assert float(days[0]) == pytest.approx(30.4, abs=0.1)
    assert float(days[-1]) == pytest.approx(3.4 * 30.44, abs=0.1)
    with pytest.raises(UsageError, match="cannot be read"):
        learn_lags(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"kind\tmonths\tresolution\n",
        b"name,year\nPACT,2022\n",
        b"kind\tmonths\tresolution\nx_to_y\tmany\tday\n",
        b"kind\tmonths\tresolution\nx_to_y\tnan\tday\n",
        b"kind\tmonths\tresolution\nx_to_y\n",
        b"\xff\xfe\x00",
    ],
)
def test_a_file_of_another_kind_makes_no_table(tmp_path: Path, text: bytes) -> None:
    given, table = tmp_path / "given", tmp_path / "table.tsv"
    given.write_bytes(text)
    table.write_text("as it was")
    with pytest.raises(UsageError, match="no table of lags"):
        learn_lags(given, target=table)
    assert table.read_text() == "as it was"
