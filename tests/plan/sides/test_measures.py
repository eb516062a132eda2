"""Citations and usage: what is added up, and which lines are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from harvestman.model import UsageError
from harvestman.plan.factors import citation_scores
from harvestman.plan.months import month_number
from harvestman.plan.sides import read_citations, read_usage


def put(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_citations_by_series_and_event_year(tmp_path: Path) -> None:
    path = put(
        tmp_path,
        "series\tevent_year\tyear\tcitations\nconf/x\t2010\t2012\t6\nconf/x\t2010\t2012\t4\n",
    )
    citations = read_citations(path)
    assert citations == {("conf/x", 2010, 2012): 10}
    papers = {("conf/x", 2010): 5, ("conf/x", 2012): 5}
    assert citation_scores(papers, citations, now_year=2015) == {"conf/x": 2.0}


def test_citations_by_volume(tmp_path: Path) -> None:
    path = put(
        tmp_path,
        "volume,year,count\nconf/x/2010-1,2012,1\nconf/x/2010-2,2012,2\nconf/unknown/1,2012,9\n",
    )
    volumes = {"conf/x/2010-1": ("conf/x", 2010), "conf/x/2010-2": ("conf/x", 2010)}
    assert read_citations(path, volumes=volumes) == {("conf/x", 2010, 2012): 3}


def test_usage_by_series_and_month(tmp_path: Path) -> None:
    path = put(tmp_path, "Series;Month;Views\nconf/x;2018-07;12\nconf/x;2018-08-31;3\n")
    assert read_usage(path) == {
        ("conf/x", month_number(2018, 7)): 12,
        ("conf/x", month_number(2018, 8)): 3,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("series,year,citations\nx,1,1\n", "the column 'event year' is missing"),
        ("event_year,year,citations\n1,1,1\n", "the column 'series' is missing"),
        (
            "series,event_year,year,citations\nx,2010,2012,many\n",
            "line 2: 'many' is no whole number",
        ),
        ("series,event_year,year,citations\nx,2010,2012\n", "line 2: '' is no whole number"),
    ],
)
def test_citation_tables_that_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_citations(put(tmp_path, text))


def test_usage_of_no_month_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="line 2: 'July' is no month"):
        read_usage(put(tmp_path, "series,month,usage\nconf/x,July,1\n"))
