"""The JCDL paper's quantities, with numbers computed by hand from its text and its Table 1."""

from __future__ import annotations

import math

import pytest

from harvestman.plan import Proceedings, SideTables, citation_scores, history, month_number, traits
from harvestman.plan.factors import (
    SmartTraits,
    boost,
    delay_weight,
    discontinued_weight,
    interval_years,
    smart_scores,
    smart_traits,
    usual_month,
    weigh,
)
from plan.histories import series

DECEMBER_2016 = month_number(2016, 12)


@pytest.mark.parametrize(
    ("delta", "weight"),
    [(-1, 0), (-40, 0), (0, 4), (3, 4), (4, 3), (7, 3), (8, 2), (11, 2), (12, 1), (146, 1)],
)
def test_equation_1_in_steps(delta: int, weight: int) -> None:
    assert delay_weight(delta) == weight


def test_table_1_of_the_seed() -> None:
    """jcdl, tpdl, icadl and dl in December 2016: Δ, w_delay, w_r, w_i, w_d as printed."""

    def places(count: int) -> list[str]:
        return [f"country {number}" for number in range(count)]

    histories = [
        # jcdl: in June, entered three months later: due in September 2016. Five of 26 countries.
        series("conf/jcdl", range(2001, 2016), month=6, lag=3, countries=places(5)),
        series("conf/tpdl", range(2001, 2016), month=9, lag=3, countries=places(15)),
        series("conf/icadl", range(2001, 2016), month=12, lag=0, countries=places(10)),
        # dl: last met in June 2000, entered in 2001; the older ones were entered years late, so that the
        # characteristic delay is 40 months and the next entry was due in October 2004.
        history(
            "conf/dl",
            [
                Proceedings(1996, 6, month_number(2000, 6), country="USA"),
                Proceedings(1997, 6, month_number(2000, 10), country="USA"),
                Proceedings(1998, 6, month_number(2001, 10), country="USA"),
                Proceedings(1999, 6, month_number(2001, 12), country="USA"),
                Proceedings(2000, 6, month_number(2001, 1), country="USA"),
            ],
        ),
        series("conf/widest", range(1985, 2016), countries=places(26)),
    ]
    ratings = {"conf/jcdl": 3.5, "conf/tpdl": 2.5, "conf/icadl": 3.0, "conf/widest": 4.0}
    found = {each.series: traits(each) for each in histories}
    weights = weigh(found, DECEMBER_2016, SideTables(ratings=ratings))
    rows = {
        key: (
            DECEMBER_2016 - found[key].expected,
            weights[key].w_delay,
            round(weights[key].w_r + 1e-9, 2),
            round(weights[key].w_i, 3),
            round(weights[key].w_d, 3),
        )
        for key in found
    }
    assert rows["conf/jcdl"] == (3, 4, 1.88, 1.192, 0.250)
    assert rows["conf/tpdl"] == (0, 4, 1.63, 1.577, 0.250)
    assert rows["conf/icadl"] == (0, 4, 1.75, 1.385, 0.250)
    # Printed as 1.039; one of 26 countries is 1.0385.
    assert rows["conf/dl"] == (146, 1, 1.00, 1.038, 0.004)
    assert weights["conf/jcdl"].w_cit == weights["conf/jcdl"].w_prm == 1


def test_the_interval_is_the_median_of_the_five_most_recent_events() -> None:
    assert interval_years([2015]) == 1
    assert interval_years([2010, 2012, 2014]) == 2
    # Only 2011 to 2015 count: the old gaps of five years are forgotten.
    assert interval_years([1990, 1995, 2000, 2011, 2012, 2013, 2014, 2015]) == 1
    assert interval_years([2006, 2007, 2008, 2010, 2012]) == 1.5


def test_half_a_year_of_interval_is_six_months() -> None:
    found = traits(series("conf/x", [2006, 2007, 2008, 2010, 2012], month=6, lag=0))
    assert found.expected == month_number(2013, 12)


def test_of_equally_frequent_months_the_latest_met_counts() -> None:
    volumes = [
        Proceedings(2010, 9),
        Proceedings(2011, 9),
        Proceedings(2012, 3),
        Proceedings(2013, 3),
    ]
    assert usual_month(volumes) == 3
    # Two volumes of one event are one event.
    assert usual_month([*volumes, Proceedings(2010, 9)]) == 3
    assert usual_month([Proceedings(2010)]) is None


def test_the_year_of_the_last_event_counts_not_that_of_its_entry() -> None:
    found = traits(series("conf/late", range(2010, 2016), month=11, lag=4))
    assert found.last_year == 2015
    assert found.last_entry_year == 2016
    assert found.expected == month_number(2017, 3)


def test_the_delay_is_rounded_down_and_may_be_negative() -> None:
    volumes = [
        Proceedings(2014, 6, month_number(2014, 5)),
        Proceedings(2015, 6, month_number(2015, 4)),
    ]
    assert traits(history("conf/early", volumes)).delay_months == -2
    assert traits(history("conf/unknown", [Proceedings(2015, 6)])).delay_months == 0


def test_without_a_month_a_series_is_overdue_only_after_the_year() -> None:
    found = traits(series("conf/undated", [2013, 2014, 2015], month=None))
    assert found.expected == DECEMBER_2016


def test_equation_4() -> None:
    assert discontinued_weight(1, 1) == 0.25
    assert discontinued_weight(2, 2) == 0.25
    assert discontinued_weight(0, 1) == 1
    assert discontinued_weight(-1, 1) == 1


def test_who_is_not_covered_keeps_the_neutral_weight() -> None:
    weight = boost({"a": 2.0, "b": 1.0})
    assert (weight("a"), weight("b"), weight("c")) == (2.0, 1.5, 1.0)
    assert boost({})("a") == boost({"a": 0.0})("a") == 1.0


def test_maxima_run_over_the_ranked_series_only() -> None:
    found = {"conf/a": traits(series("conf/a", [2015]))}
    weights = weigh(found, DECEMBER_2016, SideTables(ratings={"conf/a": 2.0, "conf/gone": 4.0}))
    assert weights["conf/a"].w_r == 2.0


def test_equation_5_counts_only_years_in_which_the_series_met() -> None:
    papers = {("c", 2010): 10, ("c", 2012): 20, ("c", 2016): 5, ("d", 2012): 0}
    citations = {
        ("c", 2010, 2010): 5,  # 0.5
        ("c", 2010, 2011): 99,  # no event in 2011
        ("c", 2010, 2012): 10,  # 1.0
        ("c", 2012, 2012): 4,  # 0.2
        ("c", 2012, 2016): 99,  # not before now
        ("d", 2012, 2012): 7,  # no papers to divide by
    }
    assert citation_scores(papers, citations, now_year=2016) == {"c": pytest.approx(1.7)}


class TestLaterForms:
    """The authors' later scores; every number here was computed by hand."""

    NOW = month_number(2018, 8)

    def test_what_is_not_due_scores_nothing(self) -> None:
        inputs = SmartTraits(month_number(2017, 6), 6, 12, 3)
        scores = smart_scores(inputs, self.NOW, rating=1)
        assert scores.expected == month_number(2018, 9)
        assert scores.baseline == scores.with_both == 0

    @pytest.mark.parametrize(("delay", "base"), [(2, 2.0), (1, 1.5), (-1, 1 + 1 / 3), (-5, 1.25)])
    def test_the_base_falls_with_the_logarithm_of_the_delay(self, delay: int, base: float) -> None:
        inputs = SmartTraits(month_number(2017, 6), 6, 12, delay)
        assert smart_scores(inputs, self.NOW).baseline == pytest.approx(base)

    def test_activity_and_rating_boost_the_base(self) -> None:
        # Fourteen months since the last event at an interval of twelve: 1 / (1 + (7/6)²) = 36/85.
        scores = smart_scores(SmartTraits(month_number(2017, 6), 6, 12, 2), self.NOW, rating=0.75)
        assert scores.activity == pytest.approx(36 / 85)
        assert scores.with_activity == pytest.approx(2 * 121 / 85)
        assert scores.with_rating == pytest.approx(3.5)
        assert scores.with_both == pytest.approx(3.5 * 121 / 85)

    def test_the_usual_month_moves_the_expectation_within_the_year_of_the_last_event(self) -> None:
        scores = smart_scores(SmartTraits(month_number(2017, 4), 5, 12, 1), self.NOW)
        assert scores.expected == month_number(2018, 6)

    def test_inputs_from_a_history(self) -> None:
        volumes = [
            Proceedings(2010, 1, month_number(2015, 1)),
            Proceedings(2012, 5, month_number(2012, 9)),
            Proceedings(2013, 5, month_number(2013, 9)),
            Proceedings(2014, 9, month_number(2014, 9)),
            Proceedings(2015, 9, month_number(2015, 10)),
            Proceedings(2016, 6, month_number(2016, 9)),
            Proceedings(2016, 6, month_number(2016, 10)),
        ]
        found = smart_traits(history("conf/x", volumes))
        # Gaps 28, 12, 16, 12, 9; months 5, 5, 9, 9, 6; delays 4, 4, 0, 1, 3, 4.
        assert found == SmartTraits(month_number(2016, 6), 9, 12, 3)

    def test_a_single_event_is_taken_for_a_yearly_one(self) -> None:
        found = smart_traits(history("conf/x", [Proceedings(2016, 6)]))
        assert (found.interval_months, found.delay_months) == (12, 0)


def test_nothing_is_ever_not_a_number() -> None:
    found = {"c": traits(series("c", [2015], papers=None, countries=("",)))}
    weights = weigh(found, DECEMBER_2016, SideTables())["c"]
    assert (weights.w_i, weights.w_size) == (1.0, 1.0)
    assert math.isfinite(weights.w_d)
