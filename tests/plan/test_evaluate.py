"""The leave-out protocols, their grades, measures and tests."""

from __future__ import annotations

import math

import pytest

from harvestman.model import UsageError
from harvestman.plan import (
    History,
    Judged,
    Proceedings,
    SideTables,
    averages,
    compare_rankings,
    history,
    leave_out_months,
    leave_out_year,
    month_number,
    qrels_lines,
    run_lines,
)
from harvestman.plan.chart import draw_by_month
from harvestman.plan.evaluate import measure, pseudo_relevance, recent_entry, strict_relevance
from harvestman.plan.published import TABLE_2, TABLE_3, table_by_cutoff, table_by_month
from plan.histories import series, small_bibliography

KEY = ("strict", "ndcg_cut_100")


def whole_bibliography() -> list[History]:
    """A bibliography in which 2016 really happened: the yearly and every other biennial series came in."""
    made = []
    for each in small_bibliography(last=2016):
        if each.series.startswith(("conf/new", "conf/once")):
            made.append(history(each.series, [Proceedings(2014, 9, month_number(2014, 11))]))
        else:
            made.append(each)
    return made


def entered(*months: int | None) -> list[History]:
    return [history(f"s{n}", [Proceedings(2015, 6, month)]) for n, month in enumerate(months)]


def test_grades_by_hand() -> None:
    now = month_number(2016, 9)
    made = entered(now, now - 2, now - 4, now - 8, now - 9, now - 30, None, now + 1)
    assert list(pseudo_relevance(made, now).values()) == [4, 4, 3, 2, 2, 1, 1, 1]
    assert list(strict_relevance(made, now).values()) == [4, 3, 2, 1, 0, 0, 0, 0]
    assert list(recent_entry(made, now).values()) == [1, 1, 0, 0, 0, 0, 0, 0]


def test_measures_by_hand() -> None:
    order = ["a", "b", "c", "d"]
    found = measure(order, {"a": 1, "c": 1}, ["map", "P_5"])
    assert found["map"] == pytest.approx((1 + 2 / 3) / 2)
    assert found["P_5"] == pytest.approx(2 / 5)
    graded = measure(order, {"a": 1, "b": 4}, ["ndcg_cut_10"])["ndcg_cut_10"]
    assert graded == pytest.approx((1 + 4 / math.log2(3)) / (4 + 1 / math.log2(3)))


def test_the_default_profile_beats_the_plain_ones_where_habits_are_plain() -> None:
    names = ["harvestman", "history", "random"]
    judged = leave_out_months(whole_bibliography(), 2016, names)
    assert len(judged) == 12 * len(names)
    means = averages(judged)
    assert means["harvestman"][KEY] > 0.85
    assert all(means["harvestman"][KEY] > means[name][KEY] for name in names[1:])
    against_chance = compare_rankings(judged, "harvestman", "random", key=KEY)
    assert against_chance.difference > 0.2
    assert against_chance.stars == "***"


def test_who_has_no_month_takes_no_part_in_the_months() -> None:
    made = [*whole_bibliography(), series("conf/undated", [2014, 2015], month=None)]
    judged = leave_out_months(made, 2016, ["history"], months=[6])
    assert "conf/undated" not in judged[0].order
    assert "conf/year1" in judged[0].order


def test_the_hidden_year_is_hidden() -> None:
    """Other outcomes in the hidden year change the grades, never the order."""
    real = whole_bibliography()
    other = [
        history(h.series, [v for v in h.volumes if v.year < 2016 or len(h.series) % 2])
        for h in real
    ]
    for name in ("harvestman", "jcdl18", "smart-harvesting"):
        first = leave_out_months(real, 2016, [name], months=[7])[0]
        second = leave_out_months(other, 2016, [name], months=[7])[0]
        assert first.order == second.order
        assert first.values != second.values


def test_the_year_is_asked_as_a_whole() -> None:
    judged = leave_out_year(
        whole_bibliography(), 2016, ["harvestman", "random"], measures=("map", "P_5")
    )
    best, chance = (each.values["met", "map"] for each in judged)
    assert best > 0.95 > chance


def test_side_tables_of_the_judged_year_are_refused() -> None:
    made = whole_bibliography()
    sides = SideTables(ratings={"conf/year1": 4.0})
    for year in (None, 2016, 2018):
        with pytest.raises(UsageError, match="nobody knew then"):
            leave_out_months(made, 2016, ["w_r"], sides=sides, sides_year=year, months=[1])
        with pytest.raises(UsageError, match="nobody knew then"):
            leave_out_year(made, 2016, ["w_r"], measures=("map",), sides=sides, sides_year=year)
    assert leave_out_months(made, 2016, ["w_r"], sides=sides, sides_year=2015, months=[1])


def pairs(*values: tuple[float, float]) -> list[Judged]:
    judged = []
    for now, (ours, theirs) in enumerate(values):
        judged.append(Judged("a", now, {KEY: ours}, ("x",), {}))
        judged.append(Judged("b", now, {KEY: theirs}, ("x",), {}))
    return judged


def test_the_paired_test_by_hand() -> None:
    # Differences 0.1, 0.2, 0.3: t = 0.2 / (0.1 / √3) = 3.464 with two degrees of freedom, p = 0.0742.
    found = compare_rankings(pairs((0.5, 0.4), (0.5, 0.3), (0.6, 0.3)), "a", "b", key=KEY)
    assert found.difference == pytest.approx(0.2)
    assert found.p == pytest.approx(0.0742, abs=1e-4)
    assert found.stars == ""
    assert compare_rankings(pairs((0.5, 0.5), (0.4, 0.4)), "a", "b", key=KEY).p == 1
    with pytest.raises(UsageError, match="two months"):
        compare_rankings(pairs((0.5, 0.4)), "a", "b", key=KEY)


def test_trec_files() -> None:
    judged = leave_out_months(whole_bibliography(), 2016, ["delay"], months=[3])
    run = [line.split() for line in run_lines(judged)]
    assert [fields[3] for fields in run[:3]] == ["1", "2", "3"]
    assert float(run[0][4]) > float(run[1][4])
    assert {len(fields) for fields in run} == {6}
    qrels = [line.split() for line in qrels_lines(judged, "strict")]
    assert {fields[2] for fields in qrels} == {fields[2] for fields in run}
    assert {fields[3] for fields in qrels} >= {"0", "4"}


def test_our_tables_stand_beside_the_published_ones() -> None:
    judged = leave_out_months(whole_bibliography(), 2016, ["delay", "w_d", "harvestman"])
    by_month = {line.ranking: line for line in table_by_month(judged)}
    assert len(by_month["w_d"].ours) == 12
    assert by_month["w_d"].published == TABLE_2["w_d"]
    assert by_month["harvestman"].published is None
    by_cutoff = {line.ranking: line for line in table_by_cutoff(judged)}
    assert by_cutoff["delay"].published == TABLE_3["delay"]
    assert by_cutoff["delay"].stars == ("", "", "", "")
    picture = draw_by_month(list(by_month.values()), "ndcg-100 <2016>")
    assert picture.count("<polyline") == 3
    assert "&lt;2016&gt;" in picture


def test_the_published_averages_are_those_of_the_published_months() -> None:
    for name, months in TABLE_2.items():
        assert sum(months) / 12 == pytest.approx(TABLE_3[name][2], abs=0.0011)
