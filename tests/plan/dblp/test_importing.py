"""From a dump to rows: events, authors, prominence, entry dates, oddities of real dumps."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from harvestman.engine import LocalGuard
from harvestman.model import UsageError
from harvestman.plan.dblp import (
    IMPORT_LIMITS,
    MDATE_WARNING,
    PRELOAD,
    DblpTables,
    read_dblp,
)
from harvestman.plan.dblp.cutting import cut_blocks
from harvestman.plan.dblp.gathering import FIRST_YEAR, Gathered, author_bytes, gather_named
from harvestman.plan.dblp.merging import Merger
from harvestman.plan.dblp.opening import read_chunks
from harvestman.plan.prominence import AuthoredVolume, series_prominence
from harvestman.store import VolumeRecord

Write = Callable[..., Path]
Read = Callable[..., DblpTables]


def number(name: str) -> int:
    return int.from_bytes(author_bytes(name), sys.byteorder) >> 8


def volume(tables: DblpTables, key: str) -> VolumeRecord:
    return next(v for v in tables.volumes if v.key == key)


def publications(path: Path) -> dict[tuple[int, int], int]:
    """How many publications each author has in each year, as the prominence is computed from them."""
    merger = Merger()
    for block in cut_blocks(read_chunks(path), name="dump", size_bytes=500):
        found = gather_named(("dump", block))
        assert isinstance(found, Gathered)
        merger.add(found)
    packed = Counter(merger.finish().columns.publications.tolist())
    return {(n >> 8, FIRST_YEAR + (n & 0xFF)): count for n, count in packed.items() if n & 0xFF}


def paper(
    key: str, authors: list[str], *, year: int, crossref: str = "", mdate: str = "2020-02-02"
) -> str:
    names = "".join(f"<author>{a}</author>" for a in authors)
    ref = f"<crossref>{crossref}</crossref>" if crossref else ""
    return (
        f'<inproceedings mdate="{mdate}" key="{key}">{names}<title>T.</title><year>{year}</year>'
        f"<booktitle>X</booktitle>{ref}</inproceedings>\n"
    )


def proceedings(
    key: str, title: str, *, year: int, mdate: str = "2020-02-02", more: str = ""
) -> str:
    return (
        f'<proceedings mdate="{mdate}" key="{key}"><title>{title}</title><year>{year}</year>{more}'
        f"</proceedings>\n"
    )


def test_a_volume_has_everything_its_record_title_and_papers_say(write: Write, read: Read) -> None:
    tables = read(write())
    jcdl = volume(tables, "conf/jcdl/2018")
    assert (jcdl.series, jcdl.strand, jcdl.booktitle) == ("conf/jcdl", "", "JCDL")
    assert (jcdl.year, jcdl.month, jcdl.city, jcdl.country) == (2018, 6, "Fort Worth", "USA")
    assert (jcdl.publisher, jcdl.source) == ("ACM", "dl.acm.org")
    assert jcdl.ee == "https://doi.org/10.1145/3197026"
    assert (jcdl.papers, jcdl.authors) == (2, 3)
    assert jcdl.modified == date(2018, 11, 6)
    assert jcdl.entered == date(2018, 5, 25)


def test_a_series_is_named_after_its_titles(write: Write, read: Read) -> None:
    series = {row.key: row for row in read(write()).series}
    assert series["conf/jcdl"].name == "ACM/IEEE on Joint Conference on Digital Libraries"
    assert series["conf/jcdl"].acronym == "JCDL"


def test_papers_without_crossref_meet_by_book_title_and_year(write: Write, read: Read) -> None:
    tables = read(write())
    old = volume(tables, "conf/jcdl 1995 DL")
    assert (old.series, old.year, old.papers, old.title) == ("conf/jcdl", 1995, 1, "")
    assert old.entered == date(1999, 3, 3)
    assert tables.summary.without_crossref == 1


def test_papers_without_crossref_join_the_volume_of_their_book_title(
    write: Write, read: Read
) -> None:
    records = paper("conf/xyz/A", ["A"], year=1990) + proceedings(
        "conf/xyz/1990", "XYZ", year=1990, more="<booktitle>X</booktitle>"
    )
    tables = read(write(records))
    assert [(v.key, v.papers) for v in tables.volumes] == [("conf/xyz/1990", 1)]


def test_authors_are_counted_by_volume_and_by_year(write: Write, read: Read) -> None:
    path = write()
    assert volume(read(path), "conf/jcdl/2018").authors == 3
    counted = publications(path)
    assert counted[number("Sanjeev Saxena"), 1996] == 1
    assert counted[number("Sanjeev Saxena"), 2018] == 1
    # Entity and number are one letter, and the homonym's number is part of the name.
    assert counted[number("Jürgen Müller 0001"), 1996] == 1
    # Book, chapter, theses and data sets count; home pages do not.
    assert {y for (a, y) in counted if a == number("Ann Old")} == {1990, 1994, 1995, 1996, 2023}
    assert (number("Mandy Neumann"), 2020) not in counted


def test_every_kind_of_record_is_counted(write: Write, read: Read) -> None:
    summary = read(write()).summary
    assert summary.by_kind["inproceedings"] == 3
    assert summary.by_kind["www"] == 1
    assert sum(summary.by_kind.values()) == 11
    assert summary.records == summary.versions == 10
    assert summary.newest == date(2024, 1, 1)


@pytest.mark.parametrize("block_bytes", [1, 300, 1000, 1 << 20])
def test_the_size_of_blocks_changes_nothing(write: Write, read: Read, block_bytes: int) -> None:
    path = write()
    one, other = read(path), read(path, block_bytes=block_bytes)
    assert (one.series, one.volumes, one.prominence) == (
        other.series,
        other.volumes,
        other.prominence,
    )
    assert one.summary == other.summary


def test_worker_processes_give_what_one_process_gives(write: Write, read: Read) -> None:
    path = write()
    one = read(path)
    with LocalGuard(2, limits=IMPORT_LIMITS, preload=PRELOAD) as guard:
        other = read_dblp(path, guard, block_bytes=500)
    assert (one.series, one.volumes, one.summary) == (other.series, other.volumes, other.summary)


def test_aliases_of_a_person_are_one_author(write: Write, read: Read) -> None:
    records = (
        paper("conf/x/A", ["Ann Old", "Bo Li"], year=2001, crossref="conf/x/2001")
        + paper("conf/x/B", ["Ann New"], year=2001, crossref="conf/x/2001")
        + '<www mdate="2020-01-01" key="homepages/o/AO"><author>Ann New</author><author>Ann Old</author></www>'
    )
    path = write(records)
    assert volume(read(path), "conf/x/2001").authors == 2
    assert publications(path) == {(number("Ann New"), 2001): 2, (number("Bo Li"), 2001): 1}


def test_prominence_is_that_of_the_jcdl_paper(write: Write, read: Read) -> None:
    rng = random.Random(5)
    names = [f"Author {n}" for n in range(40)]
    records, volumes = [], []
    for key, year, papers in [
        ("conf/a/2000", 2000, 12),
        ("conf/a/2002", 2002, 10),
        ("conf/b/2001", 2001, 11),
        ("conf/b/2003", 2003, 9),
        ("conf/c/2003", 2003, 3),
    ]:
        counted: dict[str, int] = {}
        for n in range(papers):
            some = rng.sample(names, 3)
            records.append(paper(f"{key[:6]}/P{year}{n}", some, year=year, crossref=key))
            for name in some:
                counted[name] = counted.get(name, 0) + 1
        records.append(proceedings(key, f"Conference, {year}", year=year))
        volumes.append(AuthoredVolume([key[:6]], year, papers, counted))
    records.append(
        '<article mdate="2020-01-01" key="journals/j/1"><author>Author 1</author><year>1999</year></article>'
    )
    volumes.append(AuthoredVolume([], 1999, 1, {"Author 1": 1}))
    tables = read(write("".join(records)))
    for now_year in range(2001, 2005):
        expected = series_prominence(volumes, now_year=now_year)
        rows = {r.series: r for r in tables.prominence if r.now_year == now_year}
        assert set(rows) == set(expected)
        for series, row in rows.items():
            assert row.prm == pytest.approx(expected[series].prm)
            assert row.events == expected[series].events


def test_one_dump_warns_that_its_dates_are_no_entry_dates(write: Write, read: Read) -> None:
    assert read(write()).summary.warnings == (MDATE_WARNING,)


def test_in_a_history_the_oldest_version_dates_and_the_newest_counts(
    write: Write, read: Read
) -> None:
    old = paper("conf/x/A", ["Ann"], year=2001, crossref="conf/x/2001", mdate="2001-05-05")
    new = paper("conf/x/A", ["Ann", "Bo"], year=2001, crossref="conf/x/2001", mdate="2009-01-01")
    first = proceedings("conf/x/2001", "First, May 2001", year=2001, mdate="2001-06-01")
    last = proceedings("conf/x/2001", "Last, April 2001", year=2001, mdate="2015-01-01")
    for records in (old + new + first + last, last + new + first + old, old + first + new + last):
        for block_bytes in (1, 1 << 20):
            tables = read(write(records), block_bytes=block_bytes)
            found = volume(tables, "conf/x/2001")
            assert (found.title, found.month) == ("Last, April 2001", 4)
            assert (found.entered, found.modified) == (date(2001, 6, 1), date(2015, 1, 1))
            assert (found.papers, found.authors) == (1, 2)
            assert tables.summary.is_history
            assert tables.summary.warnings == ()
            assert (tables.summary.records, tables.summary.versions) == (2, 4)


def test_of_two_dumps_the_older_date_is_kept(write: Write, read: Read) -> None:
    """What the store does with two imports: the older date of each volume, whichever import came first."""
    early = proceedings("conf/x/2001", "X 2001", year=2001, mdate="2002-01-01")
    late = early.replace("2002-01-01", "2005-01-01") + proceedings(
        "conf/x/2004", "X 2004", year=2004, mdate="2005-02-02"
    )
    one, two = read(write(early)).volumes, read(write(late)).volumes
    entered: dict[str, date] = {}
    for row in [*two, *one]:
        assert row.entered is not None
        entered[row.key] = min(row.entered, entered.get(row.key, row.entered))
    assert entered == {"conf/x/2001": date(2002, 1, 1), "conf/x/2004": date(2005, 2, 2)}


def test_reading_twice_gives_the_same_rows(write: Write, read: Read) -> None:
    path = write()
    one, other = read(path), read(path)
    assert one.volumes == other.volumes
    assert one.prominence == other.prominence


def test_workshops_beside_a_conference_have_their_own_strand(write: Write, read: Read) -> None:
    records = "".join(
        proceedings(
            f"conf/cikm/{y}",
            f"Conference on Information, Lyon, France, May 1-3, {y}",
            year=y,
            more="<booktitle>CIKM</booktitle>",
        )
        + proceedings(
            f"conf/cikm/{y}dolap",
            f"17th International Workshop on OLAP, DOLAP {y}, November 3, {y}",
            year=y,
            more="<booktitle>DOLAP</booktitle>",
        )
        + proceedings(f"conf/cikm/{y}w", f"CIKM {y} adjunct", year=y)
        for y in (2012, 2013)
    ) + proceedings("conf/cikm/2014", "Conference on Information, Rome, Italy, May 2014", year=2014)
    tables = read(write(records))
    strands = {v.key: v.strand for v in tables.volumes}
    assert strands["conf/cikm/2012"] == ""
    assert strands["conf/cikm/2012dolap"] == "dolap"
    assert strands["conf/cikm/2013w"] == "w"
    # Four of seven volumes are workshops, but every year has its conference.
    assert not tables.series[0].is_workshop


def test_a_series_of_workshops_is_a_series_of_its_own(write: Write, read: Read) -> None:
    records = "".join(
        proceedings(f"conf/dolap/{y}", f"Workshop on OLAP, DOLAP {y}", year=y) for y in (2001, 2002)
    )
    tables = read(write(records))
    assert tables.series[0].is_workshop
    assert {v.strand for v in tables.volumes} == {""}


def test_a_stream_says_which_series_a_volume_belongs_to(write: Write, read: Read) -> None:
    tables = read(
        write(
            proceedings(
                "conf/icse/2018seams",
                "SEAMS",
                year=2018,
                more="<stream>streams/conf/seams</stream>",
            )
            + proceedings("series/ifip/12", "Z", year=2018, more="<stream>streams/conf/z</stream>")
            + proceedings("series/lnbip/7", "Y", year=2018)
            + paper("conf/y/A", ["A"], year=2018, crossref="series/lnbip/7")
        )
    )
    assert {v.key: v.series for v in tables.volumes} == {
        "conf/icse/2018seams": "conf/seams",
        "series/ifip/12": "conf/z",
        "series/lnbip/7": "conf/y",
    }


def test_missing_fields_are_no_fault(write: Write, read: Read) -> None:
    records = (
        '<article key="journals/x/1"><author>A</author></article>'
        '<article mdate="2020-01-01"><author>A</author><year>2000</year></article>'
        '<inproceedings mdate="never" key="conf/x/1"><title>T</title></inproceedings>'
        '<proceedings mdate="2020-13-45" key="conf/x/2000"></proceedings>'
        '<proceedings mdate="2020-02-31" key="odd"><title></title><year>20xx</year></proceedings>'
    )
    tables = read(write(records))
    assert (tables.summary.without_key, tables.summary.without_year) == (1, 4)
    assert volume(tables, "conf/x/2000").entered is None
    assert volume(tables, "odd").modified is None


def test_a_volume_that_only_its_papers_know(write: Write, read: Read) -> None:
    tables = read(write(paper("conf/x/A", ["A"], year=2001, crossref="conf/x/2001")))
    assert [(v.key, v.series, v.year, v.title) for v in tables.volumes] == [
        ("conf/x/2001", "conf/x", 2001, "")
    ]


def test_a_broken_block_is_named(write: Write, read: Read) -> None:
    records = (
        paper("conf/x/A", ["A"], year=2001)
        + '<article mdate="2020-01-01" key="journals/x/Bad"><author>A</title></article>'
    )
    with pytest.raises(
        UsageError,
        match=r"dblp\.xml: is no well-formed XML: mismatched tag .*journals/x/Bad.*near byte",
    ):
        read(write(records))


def test_progress_is_told(write: Write, tmp_path: Path) -> None:
    told: list[int] = []
    with LocalGuard(1, limits=IMPORT_LIMITS, preload=PRELOAD) as guard:
        read_dblp(write(), guard, block_bytes=700, progress=told.append)
    assert told == sorted(told)
    assert len(told) > 2


def test_impossible_years_harm_nobody(write: Write, read: Read) -> None:
    records = "".join(
        paper(f"conf/x/{year}P{n}", ["A", "B"], year=year, crossref=f"conf/x/{year}")
        for year in (1, 1800, 2001, 2055, 9999)
        for n in range(10)
    ).replace("<year>1<", "<year>0001<")
    path = write(records)
    assert {year for _, year in publications(path)} == {2001, 2055}
    assert {row.now_year for row in read(path).prominence} == set(range(2002, 2057))


def test_a_large_block_comes_back_from_a_worker(write: Write, read: Read) -> None:
    path = write("".join(paper(f"conf/x/P{n}", [f"A {n}", "B"], year=2001) for n in range(9000)))
    with LocalGuard(1, limits=IMPORT_LIMITS, preload=PRELOAD) as guard:
        tables = read_dblp(path, guard)
    assert volume(tables, "conf/x 2001 X").authors == 9001
