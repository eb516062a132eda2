"""The verbs of the plan, from a small dump to a ranking that knows what was observed."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.door import Door

DUMP = Path(__file__).parent.parent.parent / "docs" / "examples" / "small-dblp.xml"


@pytest.fixture
def planned(door: Door) -> Door:
    door("plan", "import", str(DUMP))
    return door


def order(door: Door, *words: str) -> list[str]:
    return [row["series"] for row in door.objects("plan", "rank", "--month", "2016-07", *words)]


def test_an_import_says_what_it_read_and_what_its_dates_mean(door: Door) -> None:
    (told,) = door.objects("plan", "import", str(DUMP))
    assert told["kind"] == "dump"
    assert (told["series"], told["volumes"], told["dated"], told["records"]) == (4, 20, 20, 162)
    assert "every correction moves it" in told["warnings"][0]
    assert "warning:" in door.err


def test_packed_or_again_it_is_the_same_dump(planned: Door) -> None:
    before = planned("plan", "rank", "--month", "2016-07")
    packed = planned.write("dblp.xml.gz", gzip.compress(DUMP.read_bytes()))
    planned("plan", "import", packed)
    assert planned("plan", "rank", "--month", "2016-07") == before


def test_a_row_has_every_quantity_of_the_seed(planned: Door) -> None:
    rows = planned.objects("plan", "rank", "--month", "2016-07", "--profile", "jcdl18")
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    first = rows[0]
    # Every March, entered two months later: expected in May, so two months late in July.
    assert first["series"] == "conf/icsw"
    assert (first["expected"], first["delta"], first["w_delay"]) == ("2016-05", 2, 4)
    assert first["w_d"] == 0.25
    # Germany, Austria and Switzerland, of at most six countries.
    assert first["w_i"] == 1.5
    assert first["score"] == pytest.approx(4 * 1.5 * 0.25)
    assert (first["w_r"], first["w_cit"]) == (1, 1)


def test_nothing_of_a_later_month_counts(planned: Door) -> None:
    rows = planned.objects("plan", "rank", "--month", "2012-08")
    lime = next(row for row in rows if row["series"] == "conf/lime")
    # The proceedings of 2012 came in September.
    assert lime["expected"] == "2012-09"


def test_forms_of_the_answer(planned: Door) -> None:
    table = planned("plan", "rank", "--month", "2016-07", "--top", "2").splitlines()
    assert table[0].startswith(
        "place\tseries\tthis year's\tout by now\tby rule\tmonths late\tdelay\trating"
    )
    assert len(table) == 3
    by_rule = planned("plan", "rank", "--month", "2016-07", "--profile", "jcdl18", "--top", "1")
    # That profile has no view of its own, only the rule's month.
    assert by_rule.splitlines()[1].split("\t")[2:4] == ["-", "-"]
    rows = list(csv.DictReader(io.StringIO(planned("plan", "rank", "--csv", "--top", "1"))))
    assert rows[0]["rank"] == "1"
    assert rows[0]["reasons"]
    planned("plan", "rank", "--csv", "--json", code=2)


def test_a_factor_or_a_profile_but_not_both(planned: Door) -> None:
    assert order(planned, "--by", "history")[0] == "conf/icsw"
    planned("plan", "rank", "--by", "history", "--profile", "jcdl18", code=2)
    planned("plan", "rank", "--by", "harvestman", code=2)
    planned("plan", "rank", "--profile", "nonsense", code=2)
    assert "smart-harvesting" in planned.err


def test_an_explanation_answers_six_questions(planned: Door) -> None:
    (told,) = planned.objects("plan", "explain", "lime", "--month", "2016-07")
    assert told["series"] == "conf/lime"
    assert [a["question"][-1] for a in told["answers"]] == ["?"] * 6
    assert "link.springer.com" in told["answers"][2]["answer"]
    assert told["timeline"].endswith("2015 15-09  2016 -")
    assert "usually in June" in planned("plan", "explain", "conf/lime", "--month", "2016-07")


def test_what_is_not_there_is_said(planned: Door) -> None:
    planned("plan", "explain", "conf/lim", code=2)
    assert "conf/lime" in planned.err
    planned("plan", "explain", "conf/lime", "--month", "2001-01", code=1)
    planned("plan", "rank", "--month", "1990-01", code=1)


def test_the_next_ranking_knows_what_was_observed(planned: Door) -> None:
    assert order(planned)[0] == "conf/icsw"
    planned("plan", "observe", "icsw", "--year", "2016", "--event-month", "3", "--on", "2016-06-20")
    rows = planned.objects("plan", "rank", "--month", "2016-07")
    icsw = next(row for row in rows if row["series"] == "conf/icsw")
    assert icsw["rank"] == 4
    assert icsw["expected"] == "2017-05"
    # As of a month before it was seen, nobody knew.
    earlier = planned.objects("plan", "rank", "--month", "2016-05")
    assert next(r for r in earlier if r["series"] == "conf/icsw")["expected"] == "2016-05"


def test_a_look_in_vain_lowers_a_series(planned: Door) -> None:
    before = planned.objects("plan", "rank", "--month", "2016-07")[0]
    assert before["series"] == "conf/icsw"
    planned("plan", "observe", "conf/icsw", "--nothing", "--on", "2016-06-30")
    after = planned.objects("plan", "rank", "--month", "2016-07")
    assert next(r for r in after if r["series"] == "conf/icsw")["score"] < before["score"]


def test_an_import_that_brings_the_observed_volume_does_not_double_it(planned: Door) -> None:
    planned("plan", "observe", "lime", "--year", "2015", "--on", "2015-08-20")
    rows = planned.objects("plan", "rank", "--month", "2016-07", "--by", "history")
    assert next(r for r in rows if r["series"] == "conf/lime")["score"] == 6


@pytest.mark.parametrize(
    "words",
    [
        ["--on", "2999-01-01"],
        ["--on", "yesterday"],
        ["--nothing", "--year", "2016"],
        ["--event-month", "13"],
    ],
)
def test_observations_that_cannot_be(planned: Door, words: list[str]) -> None:
    planned("plan", "observe", "lime", *words, code=2)
    planned("plan", "observe", "conf/nobody", code=2)


CORE = """\
101,Conference on Libraries and Metadata,LIME,ICORE2014,A*,Yes,4605,,,
102,International Conference on Scholarly Web,ICSW,ICORE2014,B,Yes,4605,,,
103,Something Else Entirely,HCIP,ICORE2014,A,Yes,4605,,,
104,European Cataloguing,EUCAT,ICORE2014,Unranked,Yes,4605,,,
"""


def test_ratings_meet_series_and_the_rest_is_reported(planned: Door) -> None:
    told = planned.objects("plan", "import", "--ratings", planned.write("export.csv", CORE))[-1]
    assert (told["ratings"], told["rated_series"], told["unclassed"]) == (3, 2, 1)
    assert told["unmatched"] == [
        {
            "list": "ICORE",
            "year": 2014,
            "acronym": "HCIP",
            "title": "Something Else Entirely",
            "value": 3.0,
        }
    ]
    rows = {r["series"]: r for r in planned.objects("plan", "rank", "--month", "2016-07")}
    assert rows["conf/lime"]["w_r"] == 2
    assert rows["conf/icsw"]["w_r"] == 1.5
    # The list is of 2014: in 2013 nobody had it.
    earlier = {r["series"]: r for r in planned.objects("plan", "rank", "--month", "2013-07")}
    assert earlier["conf/lime"]["w_r"] == 1


def test_citations_and_usage_weigh(planned: Door) -> None:
    cited = planned.write(
        "cited.tsv",
        "series\tevent_year\tciting_year\tcitations\nconf/lime\t2013\t2014\t24\nconf/who\t2013\t2014\t1\n",
    )
    used = planned.write(
        "used.csv", "series,month,usage\nconf/icsw,2016-06,100\nconf/lime,2016-06,50\n"
    )
    told = planned.objects("plan", "import", "--citations", cited, "--usage", used)[-1]
    assert told["unknown_series"] == ["conf/who"]
    rows = {r["series"]: r for r in planned.objects("plan", "rank", "--month", "2016-07")}
    assert (rows["conf/lime"]["w_cit"], rows["conf/icsw"]["w_cit"]) == (2, 1)
    assert (rows["conf/icsw"]["w_usage"], rows["conf/lime"]["w_usage"]) == (2, 1.5)
    assert order(planned, "--by", "w_usage")[0] == "conf/icsw"


def test_an_older_dump_brings_older_entry_dates_and_no_older_words(planned: Door) -> None:
    older = DUMP.read_text("ascii").replace('mdate="2014-08-14"', 'mdate="2014-07-14"')
    older = older.replace("Turku, Finland", "Oulu, Finland").replace('mdate="2015', 'mdate="2014')
    told = planned.objects("plan", "import", planned.write("older.xml", older))
    assert told[0]["warnings"] == []
    (lime,) = planned.objects("plan", "explain", "lime", "--month", "2016-07")
    assert "2014 14-07" in lime["timeline"]
    assert "2010 10-09" in lime["timeline"]


def test_a_folder_of_compact_tables(door: Door) -> None:
    folder = door.folder / "tables"
    folder.mkdir()
    rows = [
        f"v{year}\tacl eacl\tproceedings\t{year}\t7\t{year}-08-02\t20" for year in range(2010, 2016)
    ]
    header = "volume\tseries\ttype\tyear\tmonth\tentry_date\tpapers"
    (folder / "volumes.tsv").write_text("\n".join([header, *rows]) + "\n")
    for _ in range(2):
        (told,) = door.objects("plan", "import", str(folder))
    assert (told["kind"], told["series"], told["volumes"]) == ("tables", 2, 12)
    ranked = door.objects("plan", "rank", "--month", "2016-09", "--by", "history")
    assert {row["series"]: row["score"] for row in ranked} == {"acl": 6, "eacl": 6}


def test_replacing_forgets_what_the_file_does_not_hold(planned: Door) -> None:
    text = DUMP.read_text("ascii").replace("conf/eucat", "conf/other")
    planned("plan", "import", "--replace", planned.write("new.xml", text))
    assert sorted(order(planned)) == ["conf/hcip", "conf/icsw", "conf/lime", "conf/other"]


def test_an_evaluation_prints_the_seeds_tables_and_files(planned: Door) -> None:
    words = ["plan", "evaluate", "--year", "2014"]
    files = ["--run", "x.run", "--qrels", "x.qrels", "--plot"]
    text = planned(*words, *files, "x.svg")
    assert "one dump" in planned.err
    assert "delay\tpublished\t0.240\t0.338" in text
    assert "w_d\t" in text
    planned(*words, "--ranking", "jcdl18", *files, "x.png")
    assert (planned.folder / "x.svg").read_text().startswith("<svg")
    assert (planned.folder / "x.png").read_bytes().startswith(b"\x89PNG")
    assert "conf/lime" in (planned.folder / "x.qrels").read_text()
    assert (planned.folder / "x.run").exists()
    assert (planned.folder / "x.harvestman.run").exists()
    (told,) = planned.objects(*words)
    assert set(told["table_3"]) >= {"delay", "jcdl18", "harvestman", "smart-harvesting", "w_prm"}
    assert all(0 <= v <= 1 for v in told["table_3"]["harvestman"]["ours"])


@pytest.mark.parametrize("year", ["1999", "2001", "2150"])
def test_years_that_cannot_be_judged(planned: Door, year: str) -> None:
    planned("plan", "evaluate", "--year", year, code=2)


def test_titles_alone(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    title = "X 2006, Kuala Lumpur, Malaysia, 7-8 August 2006"
    monkeypatch.setattr("sys.stdin", io.StringIO(title + "\n\nNothing here\n"))
    first, second = door.objects("plan", "parse-title", "-")
    assert first == {
        "title": title,
        "month": 8,
        "year": 2006,
        "country": "Malaysia",
        "city": "Kuala Lumpur",
    }
    assert second["month"] is None
    assert door("plan", "parse-title", title).splitlines()[1].startswith("8\t2006\tMalaysia")


def test_the_judges(door: Door) -> None:
    table = door.write(
        "titles.tsv",
        "title\tstart_month\tstart_year\tcountry\tcity\tkind\tsplit\n"
        "X 2006, Kuala Lumpur, Malaysia, 7-8 August 2006\t8\t2006\tMalaysia\tKuala Lumpur\tdated\tdev\n"
        "X 2007, Kuala Lumpur, Malaysia, 7-8 August 2007\t9\t2007\tMalaysia\tKuala Lumpur\tdated\ttrain\n",
    )
    (all_,) = door.objects("eval", "titles", table, "--misses")
    assert all_["month"]["f1"] == 0.5
    assert "wanted 9, read 8" in door.err
    (dev,) = door.objects("eval", "titles", table, "--split", "dev")
    assert dev["all_four"] == 1
    assert "all four right in 100.00%" in door("eval", "titles", table, "--split", "dev")
    door("eval", "titles", table, "--split", "none", code=2)
    door("eval", "plan", str(door.folder), code=2)


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "truncated.xml": lambda whole: whole[: len(whole) // 2],
    "truncated.xml.gz": lambda whole: gzip.compress(whole)[:-500],
    "corrupt.xml.gz": lambda whole: gzip.compress(whole)[:200] + b"\0" * 400,
    "wrong-dtd.xml": lambda whole: (
        whole.replace(b"dblp.dtd", b"other.dtd")
        .replace(b"<dblp>", b"<library>")
        .replace(b"</dblp>", b"</library>")
    ),
    "empty.xml": lambda whole: b"",
    "page.html": lambda whole: b"<html><body>Not found</body></html>",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_dump_is_one_line_and_changes_nothing(planned: Door, name: str) -> None:
    before = planned("plan", "rank", "--month", "2016-07")
    whole = DUMP.read_bytes().replace(b"conf/lime", b"conf/aaaa")
    planned("plan", "import", planned.write(name, BROKEN[name](whole)), code=2)
    assert name in planned.err
    assert planned.err.count("\n") == 1
    assert planned("plan", "rank", "--month", "2016-07") == before


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--ratings", "acronym,title\nLIME,Libraries\n", "class"),
        ("--ratings", "class\nA\n", "acronym"),
        ("--ratings", b"acronym,title,class\nLIME,\xe4\xb8\xff\xfe\x81\x9d x,A\n", "UTF-8"),
        ("--ratings", "acronym,title,rank\nLIME,Libraries,A*\n", "give the year"),
        ("--ratings", "", "empty"),
        ("--citations", "series\tevent_year\tcitations\n", "year"),
        ("--citations", "series,event_year,citing_year,citations\nx,2000,2001,many\n", "many"),
        ("--usage", "series,usage\nx,1\n", "month"),
        ("--usage", "series,month,usage\nx,2016-13,1\n", "2016-13"),
        ("--usage", b"series,month\0,uses\n", "UTF-8"),
    ],
)
def test_a_broken_side_table_stops_the_import_before_the_dump(
    door: Door, option: str, text: str | bytes, said: str
) -> None:
    table = door.write("side.csv", text)
    door("plan", "import", str(DUMP), option, table, code=2)
    assert said in door.err
    assert "side.csv" in door.err or "2016-13" in door.err
    assert not (door.folder / "data").exists()


def test_nothing_to_import(door: Door) -> None:
    door("plan", "import", code=2)
    door("plan", "import", "nowhere.xml", code=2)
    assert "nowhere.xml" in door.err
    (door.folder / "hollow").mkdir()
    door("plan", "import", "hollow", code=2)
    assert "volumes.tsv" in door.err


def test_a_month_of_the_future_and_no_month(planned: Door) -> None:
    for month in ("2999-01", "2016-13", "soon"):
        planned("plan", "rank", "--month", month, code=2)
    planned("plan", "explain", "lime", "--month", "2999-01", code=2)
    assert "future" in planned.err


@pytest.mark.parametrize(
    "words", [["rank"], ["explain", "conf/lime"], ["evaluate", "--year", "2014"]]
)
def test_no_library_and_a_library_without_series(door: Door, words: list[str]) -> None:
    door("plan", *words, code=2)
    assert "plan import" in door.err
    used = door.write("used.csv", "series,month,usage\nconf/icsw,2016-06,100\n")
    door("plan", "import", "--usage", used)
    door("plan", *words, code=1)
    assert "plan import" in door.err


def test_an_unknown_verb_of_the_plan_names_the_nearest(door: Door) -> None:
    door("plan", "rnk", code=2)
    assert "rank" in door.err


def test_a_series_is_found_in_any_case_and_by_its_name(planned: Door) -> None:
    for words in ("ICSW", "Conf/Icsw", "international conference on scholarly web"):
        (told,) = planned.objects("plan", "explain", words, "--month", "2016-07")
        assert told["series"] == "conf/icsw"
    planned("plan", "explain", "ICSV", "--month", "2016-07", code=2)
    assert "conf/icsw" in planned.err


def test_an_old_import_is_warned_of(planned: Door) -> None:
    planned("plan", "rank", "--month", "2016-07")
    assert "warning" not in planned.err
    for verb in (("rank",), ("explain", "icsw")):
        planned("plan", *verb, "--month", "2018-01")
        assert "the newest import is of 2015-09-15" in planned.err
