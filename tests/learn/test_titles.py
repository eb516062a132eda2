"""The judge of titles counts as the data's README says."""

from pathlib import Path

import pytest

from harvestman.learn.titles import Miss, judge_titles, judge_titles_file
from harvestman.model import UsageError
from harvestman.plan.titles import TitleParts

HEAD = "split\ttitle\tstart_month\tstart_year\tcountry\tcountry_named\tcity\tkind\n"


def _row(**fields: str) -> dict[str, str]:
    blank = {"start_month": "", "start_year": "", "country": "", "country_named": "", "city": ""}
    return {"title": "t", "kind": "dated", **blank, **fields}


def _figures(row: dict[str, str], parts: TitleParts) -> tuple[dict[str, object], list[Miss]]:
    misses: list[Miss] = []
    return judge_titles([row], parse=lambda _: parts, misses=misses), misses


def test_alternatives_accents_and_other_names_count_as_right() -> None:
    row = _row(start_month="5", start_year="2003", country="USSR|UK", city="Québec|Lévis")
    parts = TitleParts("t", month=5, year=2003, country="Scotland", city="quebec")
    figures, misses = _figures(row, parts)
    assert not misses
    assert figures["all_four"] == 1.0
    assert figures["city"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


def test_a_year_counts_only_where_one_is_known() -> None:
    figures, misses = _figures(_row(), TitleParts("t", year=2003))
    assert not misses
    assert figures["year"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}


def test_an_implied_country_may_be_left_out_but_not_be_wrong() -> None:
    row = _row(country="Germany", country_named="0")
    assert not _figures(row, TitleParts("t"))[1]
    _, misses = _figures(row, TitleParts("t", country="France"))
    assert misses == [Miss("t", "country", ("Germany",), "France")]


def test_an_answer_where_nothing_is_said_costs_precision() -> None:
    rows = [_row(city="Pisa"), _row()]
    figures = judge_titles(rows, parse=lambda title: TitleParts(title, city="Pisa"))
    assert figures["city"] == {"precision": 0.5, "recall": 1.0, "f1": 0.6667}
    assert figures["all_four"] == 0.5


def test_a_file_is_read_by_split(tmp_path: Path) -> None:
    path = tmp_path / "titles.tsv"
    path.write_text(
        HEAD
        + "dev\tLooms, Pisa, Italy, May 3, 2003\t5\t2003\tItaly\t1\tPisa\tdated\n"
        + 'train\tA "quoted" title\t\t\t\t\t\tundated\n',
        encoding="utf-8",
    )
    figures = judge_titles_file(path, split="dev")
    assert (figures["titles"], figures["all_four"]) == (1, 1.0)
    assert judge_titles_file(path)["titles"] == 2


@pytest.mark.parametrize("content", [b"", b"title\tcity\nx\ty\n", b"\xff\xfe\x00t", HEAD.encode()])
def test_what_is_no_table_of_titles_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "titles.tsv"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"titles\.tsv"):
        judge_titles_file(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        judge_titles_file(tmp_path / "none.tsv")
