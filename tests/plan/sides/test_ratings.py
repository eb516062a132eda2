"""RatingRecord lists of every make, and how their lines find their series."""

from __future__ import annotations

from pathlib import Path

import pytest

from harvestman.model import UsageError
from harvestman.plan.history import Proceedings, history
from harvestman.plan.sides import link_ratings, read_rating_list
from harvestman.plan.tables import match_ratings
from harvestman.store import RatingRecord, SeriesRecord

CORE = """\
1,AAAI Conference on Human Computation and Crowdsourcing,HCOMP,CORE2021,B,Yes,4608,,
2,"ACM Conference on Applications, Technologies, and Protocols",SIGCOMM,CORE2021,A*,Yes,4606,,
3,Joint Conference on Digital Libraries,JCDL,CORE2021,A*,Yes,4609,,
4,Australasian Document Computing Symposium,ADCS,CORE2021,Australasian B,Yes,4605,,
5,Text Retrieval Conference,TREC,CORE2021,A,Yes,4605,,
6,Some National Thing,SNT,CORE2021,National: USA,No,4605,,
7,Conference on Web Something,CWS,CORE2021,C,No,4605,,
"""


def put(tmp_path: Path, text: str | bytes, name: str = "list.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def series(key: str, name: str, acronym: str = "") -> SeriesRecord:
    return SeriesRecord(key, name, acronym)


def test_the_headerless_export_of_core(tmp_path: Path) -> None:
    found = read_rating_list(put(tmp_path, CORE))
    assert [(r.acronym, r.value) for r in found.ratings] == [
        ("HCOMP", 2), ("SIGCOMM", 4), ("JCDL", 4), ("TREC", 3), ("CWS", 1),
    ]  # fmt: skip
    assert {(r.list, r.year) for r in found.ratings} == {("CORE", 2021)}
    assert found.ratings[1].title == "ACM Conference on Applications, Technologies, and Protocols"
    assert found.unclassed == 2


def test_icore_with_tabs_and_windows_line_ends(tmp_path: Path) -> None:
    text = CORE.replace('"', "").replace("CORE2021", "ICORE2026")
    rows = [
        line.replace(", ", "¦ ").replace(",", "\t").replace("¦", ",") for line in text.splitlines()
    ]
    found = read_rating_list(put(tmp_path, "\r\n".join(rows)))
    assert {(r.list, r.year) for r in found.ratings} == {("ICORE", 2026)}
    assert len(found.ratings) == 5


def test_ccf_with_header_and_dblp_links(tmp_path: Path) -> None:
    text = "rank;abbr;name;dblp\nA;SIGMOD;ACM SIGMOD Conference;https://dblp.org/db/conf/sigmod/\nC;WISE;Web Information Systems;\n"
    found = read_rating_list(put(tmp_path, text, "ccf-2022.csv"))
    assert [(r.list, r.year, r.value, r.series) for r in found.ratings] == [
        ("CCF", 2022, 4, "conf/sigmod"),
        ("CCF", 2022, 2, ""),
    ]


def test_qualis_in_portuguese_and_latin_1(tmp_path: Path) -> None:
    text = "Sigla,Evento,Estrato\nSBES,Simpósio Brasileiro de Engenharia,B2\nICSE,Conferência,A1\nX,Y,C\n"
    found = read_rating_list(put(tmp_path, text.encode("latin-1"), "Qualis 2013-2015.csv"))
    assert [(r.title, r.value, r.year) for r in found.ratings] == [
        ("Simpósio Brasileiro de Engenharia", 2, 2015),
        ("Conferência", 4, 2015),
    ]
    assert found.unclassed == 1


def test_a_chinese_list_in_gb18030(tmp_path: Path) -> None:
    text = "级别,简称,全称,说明\nA,SIGMOD,ACM SIGMOD,数据库管理国际会议\nB,CIKM,Information and Knowledge,信息与知识管理会议\n"
    found = read_rating_list(put(tmp_path, text.encode("gb18030")), year=2022, scale="ccf")
    assert [(r.acronym, r.value) for r in found.ratings] == [("SIGMOD", 4), ("CIKM", 3)]


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("", "x.csv", "is empty"),
        ("foo,bar\nbaz,qux\n", "x.csv", "no column with a class"),
        ("rank,points\nA,1\n", "core2020.csv", "neither a column 'acronym'"),
        ("rank,acronym\nA,X\n", "core.csv", "does not say of which year"),
        ("rank,acronym\nGold,X\n", "x2020.csv", "on no known scale"),
        (b"rank,title\nA,\xe4\xb8\xff\xfe\x81\x9d x\n", "core2020.csv", "encoding cannot be told"),
        (b"r\0a\0n\0k\0", "core2020.csv", "is no text, or in UTF-16"),
        (b"PK\x03\x04...", "core2020.csv", "is a spreadsheet"),
        (b"\xff\xfeabc", "core2020.csv", "is not utf-16 throughout"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str | bytes, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_rating_list(put(tmp_path, text, name))


def test_an_unknown_scale_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Valid are core, ccf, qualis, ggs"):
        read_rating_list(put(tmp_path, CORE), scale="stars")


def rating(acronym: str, title: str, series: str = "") -> RatingRecord:
    return RatingRecord("CORE", 2021, acronym, title, 3.0, series)


SERIES = [
    series("conf/jcdl", "ACM/IEEE Joint Conference on Digital Libraries", "JCDL"),
    series("conf/atal", "Conference on Autonomous Agents and Multiagent Systems", "AAMAS"),
    series("conf/iswc", "International Symposium on Wearable Computers", "ISWC"),
    series("conf/semweb", "International Semantic Web Conference", "ISWC"),
    series("conf/icis1", "Conference on Information Systems", "ICIS"),
    series("conf/icis2", "Conference on Information Systems Engineering", "ICIS"),
    series("conf/nameless", "", "NML"),
    series("journals/jcdl", "Joint Digital Libraries Journal", "JCDL"),
]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (rating("JCDL", "Joint Conference on Digital Libraries"), "conf/jcdl"),
        (rating("AAMAS", "International Joint Conference on Autonomous Agents"), "conf/atal"),
        (rating("ISWC", "International Semantic Web Conference"), "conf/semweb"),
        (rating("ISWC", "Symposium on Wearable Computers"), "conf/iswc"),
        (rating("ACM JCDL", "Digital Libraries"), "conf/jcdl"),
        (rating("", "International Symposium on Wearable Computers"), "conf/iswc"),
        (rating("NML", "Whatever It Is"), "conf/nameless"),
        (rating("OTHER", "Another", "conf/jcdl"), "conf/jcdl"),
    ],
)
def test_lines_that_find_their_series(line: RatingRecord, key: str) -> None:
    report = link_ratings([line], SERIES)
    assert [r.series for r in report.linked] == [key]


def test_lines_that_do_not_are_reported() -> None:
    lines = [
        rating("JCDL", "Java Card Development Lab"),
        rating("ICIS", "Information Systems Conference"),
    ]
    report = link_ratings(lines, SERIES)
    assert report.linked == ()
    assert report.unknown == (lines[0],)
    assert report.ambiguous == ((lines[1], ("conf/icis1", "conf/icis2")),)


def test_linked_ratings_feed_the_factor() -> None:
    report = link_ratings([rating("AAMAS", "Autonomous Agents and Multiagent Systems")], SERIES)
    histories = [history("conf/atal", [Proceedings(2019)], name="AAMAS")]
    assert match_ratings(report.linked, histories, before_year=2022) == {"conf/atal": 3.0}
    assert match_ratings(report.linked, histories, before_year=2021) == {}
