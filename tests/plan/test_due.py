"""From the store to what is due on a day: observations included, the same rows as the ranking."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from harvestman.model import SetClock, SystemClock
from harvestman.plan import due, load_bibliography, load_sides, month_number, month_text
from harvestman.store import (
    CitationRecord,
    Observation,
    Plan,
    PlanImport,
    RatingRecord,
    SeriesRecord,
    VolumeRecord,
    open_library,
)

DAY = date(2016, 7, 15)


def volumes(series: str, month: int, years: range, strand: str = "") -> list[VolumeRecord]:
    return [
        VolumeRecord(
            f"{series}/{strand}{year}",
            series,
            year,
            strand=strand,
            booktitle=f"{strand or series} {year}",
            month=month,
            papers=10,
            publisher="Press",
            source="host.example" if year > 2013 else "",
            entered=date(year, month + 2, 1),
        )
        for year in years
    ]


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    library = open_library(str(tmp_path / "x.db"), clock=SetClock(SystemClock().now()))
    library.plan.keep(
        PlanImport(
            "d.xml",
            "dump",
            date(2016, 1, 1),
            (
                SeriesRecord("conf/a", "Conference on Apples", "APPLE"),
                SeriesRecord("conf/b", "Conference on Pears", "PEAR"),
            ),
            tuple(
                volumes("conf/a", 3, range(2006, 2016))
                + volumes("conf/b", 3, range(2000, 2006))
                + volumes("conf/a", 3, range(2012, 2016), strand="cider")
            ),
        )
    )
    return library.plan


def test_what_is_due_comes_first_with_its_reasons(plan: Plan) -> None:
    rows = list(due(plan, DAY))
    assert rows[0].urgency == 1
    assert {row.series for row in rows} == {"conf/a", "conf/b", "conf/a+cider"}
    assert rows[-1].series == "conf/b"
    assert rows[-1].urgency < 0.1
    assert rows[-1].chance < 0.05
    assert rows[0].chance > 0.5
    assert all(row.reasons for row in rows)
    apples = next(row for row in rows if row.series == "conf/a")
    assert month_text(apples.expected) == "2016-05"
    assert apples.sources == ("host.example", "Press")


def test_an_observed_entry_is_no_longer_due(plan: Plan) -> None:
    before = {row.series: row.urgency for row in due(plan, DAY)}
    plan.observe(Observation("conf/a", date(2016, 6, 1), 2016, 3))
    after = {row.series: row.urgency for row in due(plan, DAY)}
    assert after["conf/a"] < 0.1 < before["conf/a"]


def test_a_workshop_beside_a_conference_is_a_series_of_its_own(plan: Plan) -> None:
    cider = load_bibliography(plan).find("conf/a+cider")
    assert cider is not None
    assert cider.workshop
    assert cider.hosts == ("conf/a",)
    assert cider.name == "cider 2015"


def test_side_tables_of_a_month_know_nothing_later(plan: Plan) -> None:
    plan.keep_sides(
        ratings=[
            RatingRecord("CORE", 2014, "PEAR", "Conference on Pears", 2.0),
            RatingRecord("CORE", 2015, "PEAR", "Conference on Pears", 4.0),
            RatingRecord("CORE", 2015, "FIG", "Conference on Figs", 4.0),
        ],
        citations=[
            CitationRecord("conf/a", 2013, 2014, 30),
            CitationRecord("conf/a", 2013, 2016, 99),
        ],
    )
    known = load_bibliography(plan)
    sides = load_sides(plan, known, month_number(2015, 6))
    assert sides.ratings == {"conf/b": 3.0}
    assert sides.citations == {"conf/a": 3.0}
    hidden = load_sides(plan, known, month_number(2015, 6), known_until=2014)
    assert hidden.ratings == {"conf/b": 2.0}
    assert load_sides(plan, known, month_number(2014, 6)).citations == {}
