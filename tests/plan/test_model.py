"""The model of editions and their months, on series whose habits are plain."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harvestman.plan import History, Proceedings, history, known_before, month_number
from harvestman.plan.calendar import EARLIEST, entry_months
from harvestman.plan.grid import build_grid, read_habits
from harvestman.plan.model import DEPTH, TERMS, fit_editions, forecast
from harvestman.plan.outlook import Outlook, outlooks
from plan.histories import series, small_bibliography


def chances(histories: list[History], year: int) -> dict[str, float]:
    january = month_number(year, 1)
    known = known_before(histories, january)
    grid = build_grid(known)
    seen = forecast(fit_editions(grid, year, january), grid, year, january)
    return dict(zip(grid.keys, seen.probability.tolist(), strict=True))


def outlook_of(histories: list[History], now: int, **hidden: int) -> dict[str, Outlook]:
    before = hidden.get("hidden_from", now + 1)
    blind = hidden.get("hidden_from", now - 11)
    known = known_before(histories, before)
    return dict(
        zip(
            [h.series for h in known],
            outlooks(known, now, before=before, blind_from=blind),
            strict=True,
        )
    )


def test_yearly_series_are_likelier_than_dead_ones() -> None:
    found = chances(small_bibliography(), 2016)
    assert found["conf/year3"] > 0.9
    assert found["conf/dead2"] < 0.1
    assert found["conf/dead2"] < found["conf/new1"] < found["conf/year3"]


def test_every_other_year_is_understood() -> None:
    found = chances(small_bibliography(), 2016)
    # two0 met in 1996, 1998, …, 2014; two1 in 1997, …, 2015.
    assert found["conf/two0"] > 0.8
    assert found["conf/two1"] < 0.2
    odd = chances(small_bibliography(last=2016), 2017)
    assert odd["conf/two0"] < 0.2
    assert odd["conf/two1"] > 0.8


def test_a_series_that_is_said_to_have_ended_is_not_expected() -> None:
    made = small_bibliography()
    ended = history("conf/ended", made[0].volumes, ended=2015)
    found = chances([*made, ended], 2016)
    assert found["conf/ended"] < 0.05 < found["conf/year0"]


def test_habits_are_read_off_the_known_years_alone() -> None:
    late = history(
        "conf/x",
        [
            Proceedings(2012, 6, month_number(2012, 8)),
            Proceedings(2014, 6, month_number(2014, 8)),
            Proceedings(2015, 6, month_number(2016, 3)),
        ],
    )
    grid = build_grid([late])
    early = read_habits(grid.known(2016, month_number(2016, 1)), depth=DEPTH)
    assert (early.editions[0], early.silence[0], early.interval[0]) == (2, 2, 2)
    code = int(early.pattern[0, DEPTH - 1])
    assert [code // 3**place % 3 for place in range(DEPTH)] == [0, 1, 0, 1, 2, 2]
    now = read_habits(grid.known(2016, month_number(2016, 4)), depth=DEPTH)
    assert (now.editions[0], now.silence[0], now.interval[0]) == (3, 1, 1.5)


def test_a_gap_is_compared_with_the_series_own_gaps() -> None:
    grid = build_grid([series("conf/x", [2000, 2001, 2003, 2004, 2006, 2008])])
    habits = read_habits(grid.known(2010, month_number(2010, 1)), depth=DEPTH)
    # Gaps from the newest: 2, 2, 1, 2, 1 with weights 1, 0.8, 0.64, 0.512, …; silent for two years.
    assert habits.kept[0] == pytest.approx(1 + 0.8 + 0.512)
    assert habits.broken[0] == 0


def test_terms_add_up_to_the_log_odds() -> None:
    known = known_before(small_bibliography(), month_number(2016, 1))
    grid = build_grid(known)
    seen = forecast(
        fit_editions(grid, 2016, month_number(2016, 1)), grid, 2016, month_number(2016, 1)
    )
    assert seen.terms.shape == (len(known), len(TERMS))
    log_odds = np.log(seen.probability / (1 - seen.probability))
    np.testing.assert_allclose(seen.terms.sum(axis=1), log_odds, atol=1e-6)


def test_company_that_meets_every_other_year_makes_a_newcomer_wait() -> None:
    """A workshop seen once, with a host of even years, is expected less in an odd year than one of a yearly host."""
    made = small_bibliography(last=2016)
    made += [series(f"conf/even{n}", range(1996, 2017, 2), month=5, city="Genoa") for n in range(8)]
    made += [series(f"conf/all{n}", range(1996, 2017), month=7, city="Lyon") for n in range(8)]
    made += [
        series(f"conf/evenws{n}", range(2000 + 2 * n, 2017, 2), month=5, city="Genoa")
        for n in range(8)
    ]
    made.append(series("conf/guest-even", [2016], month=5, city="Genoa"))
    made.append(series("conf/guest-yearly", [2016], month=7, city="Lyon"))
    found = chances(made, 2017)
    assert found["conf/guest-even"] < found["conf/guest-yearly"]


def test_one_series_alone_is_still_ranked() -> None:
    view = outlook_of([series("conf/x", range(2005, 2016))], month_number(2016, 10))["conf/x"]
    assert 0.3 < view.edition < 1
    assert math.isfinite(view.expected_worth)


class TestMonths:
    def test_a_long_history_comes_when_it_came_before(self) -> None:
        made = small_bibliography()
        months = entry_months(made, build_grid(made), 2016)
        np.testing.assert_allclose(months.sum(axis=1), 1)
        # conf/year3 meets in April and is entered in June, five months after January.
        row = [h.series for h in made].index("conf/year3")
        assert int(months[row].argmax()) + EARLIEST == 5

    def test_a_newcomer_leans_on_the_others(self) -> None:
        made = small_bibliography()
        months = entry_months(made, build_grid(made), 2016)
        keys = [h.series for h in made]
        assert months[keys.index("conf/new0")].max() < months[keys.index("conf/year3")].max()

    def test_a_workshop_without_a_month_takes_that_of_its_host(self) -> None:
        made = small_bibliography()
        host = series("conf/hosting", range(2005, 2016), month=12, lag=0)
        guest = history("conf/guest", [Proceedings(2015, None, None, title="1st G@Hosting 2015")])
        alone = history("conf/alone", [Proceedings(2015, None, None, title="Alone 2015")])
        made += [host, guest, alone]
        months = entry_months(made, build_grid(made), 2016)
        december = 11 - EARLIEST
        assert months[-2, december] > 1.5 * months[-1, december]

    def test_where_nobody_wrote_down_entries_nothing_is_ever_late(self) -> None:
        made = [series("conf/x", [2014, 2015], month=None), series("conf/y", [2015], month=None)]
        months = entry_months(made, build_grid(made), 2016)
        inside = slice(-EARLIEST, 12 - EARLIEST)
        np.testing.assert_allclose(months[:, inside], 1 / 12)


class TestOutlook:
    NOW = month_number(2016, 9)

    def test_what_should_be_out_is_worth_more_than_what_is_ahead(self) -> None:
        found = outlook_of(small_bibliography(), self.NOW)
        # year4 meets in May and comes in July; year10 meets in November and comes in January.
        assert found["conf/year4"].out_by_now > 0.5 > found["conf/year10"].out_by_now

    def test_what_is_in_hand_is_worth_nothing(self) -> None:
        made = small_bibliography()
        made[4] = series("conf/year4", range(1995, 2017), month=5)
        view = outlook_of(made, self.NOW)["conf/year4"]
        assert view.in_hand
        assert view.expected_worth < 0.05

    def test_a_vain_look_makes_another_one_less_urgent(self) -> None:
        made = small_bibliography()
        before = outlook_of(made, self.NOW)["conf/year4"]
        made[4] = history("conf/year4", made[4].volumes, checked=month_number(2016, 9))
        after = outlook_of(made, self.NOW)["conf/year4"]
        assert after.expected_worth < before.expected_worth / 3

    def test_last_years_missing_edition_is_not_forgotten_in_january(self) -> None:
        made = small_bibliography()
        made[10] = series("conf/year10", range(1995, 2015), month=11)
        view = outlook_of(made, month_number(2016, 1))["conf/year10"]
        assert view.out_by_now > 0.4

    def test_no_series_no_outlook(self) -> None:
        assert outlooks([], self.NOW, before=self.NOW, blind_from=self.NOW) == []
