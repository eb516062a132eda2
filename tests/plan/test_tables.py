"""The compact tables: what is read, and how what is broken is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from harvestman.model import UsageError
from harvestman.plan import match_ratings, month_number, read_editions, read_volumes
from harvestman.plan.tables import read_ratings, read_table
from harvestman.store import RatingRecord
from plan.histories import series


def write(path: Path, *rows: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(row.replace("|", "\t") + "\n" for row in rows), encoding="utf-8")
    return path


def test_editions_by_year_with_hosts_and_ends(tmp_path: Path) -> None:
    write(
        tmp_path / "events.tsv",
        "series|year|heading|city|country|start_date|cancelled",
        "conf/a|2015|A 2015|Rome|Italy|2015-06-07|0",
        "conf/a|2014|A 2014|Oslo|Norway||0",
        "conf/a|2016|A 2016|||2016-06-01|1",
        "conf/w|2015|3rd W@A 2015||||0",
    )
    write(tmp_path / "series.tsv", "series|name", "conf/a|Conference on A")
    write(
        tmp_path / "series_links.tsv",
        "series|relation|other_series|name|years",
        "conf/a|has_part|conf/w|W|",
        "conf/w|is_part_of|conf/a|A|",
        "conf/a|status|||2016",
    )
    first, second = read_editions(tmp_path)
    assert (first.series, first.name, first.years(), first.ended) == (
        "conf/a",
        "Conference on A",
        [2014, 2015],
        2016,
    )
    assert first.volumes[1].month == 6
    assert first.volumes[1].entered is None
    assert (second.hosts, second.workshop, first.workshop) == (("conf/a",), True, False)


def test_volumes_with_entry_dates_and_authors(tmp_path: Path) -> None:
    write(
        tmp_path / "volumes.tsv",
        "volume|series|type|title|year|month|city|country|papers|entry_date|publisher",
        "v1|a ws|proceedings|Workshop on A|2020|5|Rome|Italy|12|2020-06-30|ACL",
        "v2|a b|proceedings|A and B|2021||||7||",
        "v3|j|journal|J 1|2021|1|||3|2021-02-01|",
    )
    write(tmp_path / "volume_authors.tsv", "volume|authors", "v1|x y*3", "v3|x*2")
    write(tmp_path / "series.tsv", "series|name|kind", "a|On A|workshop")
    found = read_volumes(tmp_path)
    assert [h.series for h in found.histories] == ["a", "b"]
    assert found.histories[0].workshop
    volume = found.histories[0].volumes[0]
    assert (volume.entered, volume.papers, volume.source) == (month_number(2020, 6), 12, "ACL")
    assert found.histories[0].volumes[1].month is None
    assert [dict(a.authors) for a in found.authored] == [{"x": 1, "y": 3}, {}, {"x": 2}]
    assert found.authored[2].series == []


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        (["series|heading", "conf/a|A"], "column 'year' is missing"),
        (["series|year", "conf/a|2015|more"], "line 2 has 3 fields"),
        (["series|year", "conf/a|soon"], "'soon' in column 'year' is no number"),
        (["series|year", "conf/a|"], "is no year"),
        (["series|year", "conf/a|99999"], "is no year"),
        (["series|year|start_date", "conf/a|2015|June"], "is no month"),
    ],
)
def test_a_broken_table_is_refused_by_name(tmp_path: Path, rows: list[str], complaint: str) -> None:
    write(tmp_path / "events.tsv", *rows)
    with pytest.raises(UsageError, match=complaint):
        read_editions(tmp_path)


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_bytes("series\tname\nconf/a\tMünchen\n".encode("latin-1"))
    with pytest.raises(UsageError, match="UTF-8"):
        list(read_table(path, ["series"]))


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_table(tmp_path / "none.tsv", ["series"]))


def test_later_rating_lists_are_never_looked_at() -> None:
    known = [series("conf/jcdl", [2010], name="Joint Conference on Digital Libraries")]
    ratings = [
        RatingRecord("CORE", 2014, "JCDL", "ACM/IEEE Joint Conference on Digital Libraries", 4.0),
        RatingRecord("CORE", 2017, "JCDL", "Joint Conference on Digital Libraries", 3.0),
    ]
    assert match_ratings(ratings, known, before_year=2014) == {}
    assert match_ratings(ratings, known, before_year=2017) == {"conf/jcdl": 4.0}
    assert match_ratings(ratings, known, before_year=2018) == {"conf/jcdl": 3.5}


def test_an_acronym_alone_is_no_match() -> None:
    known = [series("conf/ace", [2010], name="Australasian Computing Education")]
    other = [RatingRecord("CORE", 2014, "ACE", "Advances in Computer Entertainment", 2.0)]
    assert match_ratings(other, known, before_year=2016) == {}


def test_only_lists_of_the_seeds_classes_are_averaged(tmp_path: Path) -> None:
    path = write(
        tmp_path / "ratings.tsv",
        "source|year|acronym|title|rank|dblp_series",
        "CORE|2014|A|On A|A*|",
        "CORE|2014|B|On B|Unranked|",
        "CORE_A_only|2013|A|On A|A*|",
        "Qualis|2013-2015|A|On A|B1|",
    )
    assert read_ratings(path) == [RatingRecord("CORE", 2014, "A", "On A", 4.0)]
