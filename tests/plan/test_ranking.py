"""Rankings: order, ties, what may be seen, and how much work it is."""

from __future__ import annotations

import cProfile
import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvestman.model import UsageError
from harvestman.plan import (
    BASELINES,
    FACTORS,
    PROFILES,
    History,
    Proceedings,
    SideTables,
    history,
    month_number,
    rank,
)
from plan.histories import series, small_bibliography

NOW = month_number(2016, 9)
EVERY = sorted(PROFILES | FACTORS | BASELINES)


def scores(histories: list[History], now: int, **more: object) -> dict[str, float]:
    return {row.series: row.score for row in rank(histories, now, **more)}  # type: ignore[arg-type]


@pytest.mark.parametrize("profile", EVERY)
def test_every_ranking_orders_all_series_by_score(profile: str) -> None:
    made = small_bibliography()
    rows = rank(made, NOW, profile=profile)
    assert [row.rank for row in rows] == list(range(1, len(made) + 1))
    assert {row.series for row in rows} == {h.series for h in made}
    assert all(a.score >= b.score for a, b in pairwise(rows))
    assert all(row.reasons for row in rows)
    json.dumps([row.to_plain() for row in rows], allow_nan=False)


@pytest.mark.parametrize("profile", EVERY)
def test_the_order_of_the_input_does_not_matter(profile: str) -> None:
    made = small_bibliography()
    forward = [row.series for row in rank(made, NOW, profile=profile)]
    assert forward == [row.series for row in rank(made[::-1], NOW, profile=profile)]


def test_the_profile_of_the_seed_is_the_product_of_its_weights() -> None:
    made = small_bibliography()
    sides = SideTables(
        ratings={"conf/year3": 4.0, "conf/year4": 2.0},
        prominence={"conf/year3": 10.0},
        citations={"conf/year4": 5.0},
    )
    for row in rank(made, NOW, profile="jcdl18", sides=sides):
        w = row.weights
        assert row.score == w.w_delay * w.w_r * w.w_i * w.w_d * w.w_cit * w.w_prm
    for row in rank(made, NOW, profile="w_r", sides=sides):
        assert row.score == row.weights.w_delay * row.weights.w_r


def test_what_is_not_due_scores_nothing_in_the_seeds_rankings() -> None:
    made = [
        series("conf/due", range(2005, 2016)),
        series("conf/later", range(2005, 2016), month=12),
    ]
    for profile in ("jcdl18", "w_delay", "w_d", "smart-harvesting"):
        found = scores(made, NOW, profile=profile)
        assert found["conf/due"] > 0 == found["conf/later"]


def test_equal_scores_are_ordered_by_delay_and_then_by_a_checksum() -> None:
    made = [
        series("conf/a", range(2005, 2016), month=4),
        series("conf/b", range(2005, 2016), month=6),
        series("conf/not-due", range(2005, 2016), month=11),
        *[series(f"conf/t{n}", range(2005, 2016), month=5) for n in range(20)],
    ]
    rows = rank(made, NOW, profile="history")
    assert rows[0].series == "conf/b"
    assert [row.series for row in rows][-2:] == ["conf/a", "conf/not-due"]
    tied = [row.series for row in rows if row.series.startswith("conf/t")]
    assert tied != sorted(tied)
    assert tied == [r.series for r in rank(made, NOW, profile="w_delay") if r.series in set(tied)]


def test_importance_decides_between_equal_outlooks() -> None:
    made = small_bibliography()
    made.append(series("conf/twin", range(1995, 2016), month=4))
    plain = scores(made, NOW)
    assert plain["conf/twin"] == pytest.approx(plain["conf/year3"], rel=1e-6)
    rated = scores(made, NOW, sides=SideTables(ratings={"conf/twin": 4.0}))
    assert rated["conf/twin"] > rated["conf/year3"]


@pytest.mark.parametrize("profile", EVERY)
def test_nothing_entered_later_changes_a_hidden_year(profile: str) -> None:
    """The same scores whether the future is in the tables or not."""
    past = small_bibliography()
    future = [
        history(
            each.series,
            [
                *each.volumes,
                Proceedings(
                    2016, 7, month_number(2016, 8), papers=500, country="Peru", title="W@year1"
                ),
                Proceedings(2015, 2, month_number(2016, 1), papers=900, country="Chile"),
                Proceedings(2017, 7, None),
            ],
            ended=2016,
            checked=month_number(2016, 3),
        )
        for each in past
    ]
    future.append(series("conf/unborn", [2016, 2017]))
    hidden = month_number(2016, 1)
    assert scores(past, NOW, profile=profile, hidden_from=hidden) == scores(
        future, NOW, profile=profile, hidden_from=hidden
    )


def test_a_past_month_is_ranked_without_what_came_after_it() -> None:
    made = small_bibliography(last=2015)
    longer = small_bibliography(last=2020)
    now = month_number(2014, 6)
    shared = {h.series for h in made if not h.series.startswith("conf/new")}
    shared = {key for key in shared if not key.startswith("conf/once")}
    first = [h for h in made if h.series in shared]
    second = [h for h in longer if h.series in shared]
    assert scores(first, now) == scores(second, now)


def test_bad_questions_are_refused() -> None:
    made = small_bibliography()
    with pytest.raises(UsageError, match="no ranking 'best'"):
        rank(made, NOW, profile="best")
    with pytest.raises(UsageError, match="after now"):
        rank(made, NOW, hidden_from=NOW + 1)
    with pytest.raises(UsageError, match="same series key"):
        rank([made[0], made[0]], NOW)


@pytest.mark.parametrize("profile", EVERY)
def test_an_empty_bibliography_is_an_empty_ranking(profile: str) -> None:
    assert rank([], NOW, profile=profile) == []
    assert rank([series("conf/x", [2030])], NOW, profile=profile) == []


volumes = st.builds(
    Proceedings,
    year=st.integers(1936, 2017),
    month=st.none() | st.integers(1, 12),
    entered=st.none() | st.integers(month_number(1990, 1), month_number(2018, 12)),
    papers=st.none() | st.integers(0, 5000),
    city=st.sampled_from(["", "Rome", "Oslo"]),
    country=st.sampled_from(["", "Italy", "Norway"]),
    title=st.sampled_from(["", "W@s1 2015", "W@ 2015", "@"]),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(volumes, max_size=6), max_size=8))
def test_whatever_the_record_a_ranking_comes_out(records: list[list[Proceedings]]) -> None:
    made = [history(f"conf/s{n}", some) for n, some in enumerate(records)]
    for profile in PROFILES:
        rows = rank(made, NOW, profile=profile)
        assert all(row.score >= 0 for row in rows)
        json.dumps([row.to_plain() for row in rows], allow_nan=False)


def many_series(count: int) -> list[History]:
    return [
        series(
            f"conf/s{n}",
            range(1980 + n % 33, 2016, 1 + (n % 4 == 0)),
            month=1 + n % 12,
            lag=n % 7,
            city=f"city {n % 300}",
        )
        for n in range(count)
    ]


def test_four_times_as_many_series_take_four_times_the_work() -> None:
    def calls(made: list[History]) -> int:
        """The functions called to rank them: the same on a fast and on a slow machine."""
        profile = cProfile.Profile()
        assert len(profile.runcall(rank, made, NOW)) == len(made)
        return sum(entry.callcount for entry in profile.getstats())

    calls(many_series(10))  # what is made once is made now
    assert calls(many_series(2_000)) < 4.4 * calls(many_series(500))
