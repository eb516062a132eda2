"""The judge of the plan, on a folder of the shared shape written by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from harvestman.learn.plan import judge_plan, read_oracle
from harvestman.model import UsageError

ORACLE_COLUMNS = (
    "conf_key last_event usual_month interval_months usual_delay_months rating_exact "
    "expected_next activity score_baseline score_activity score_rating score_activity_rating"
)
# Computed by hand for August 2018. conf/half: 1 + 1/(1 + log2 4) = 4/3; × (1 + 1/8) = 1.5 exactly.
ORACLE_ROWS = [
    "conf/due 2017-06 6 12 2 3/4 2018-08 0.424 2.000 2.847 3.500 4.982",
    "conf/half 2017-05 5 12 0 1/8 2018-05 0.390 1.333 1.854 1.500 2.085",
    "conf/old 2009-03 3 24 10 0 2012-01 0.043 1.137 1.186 1.137 1.186",
    "conf/ahead 2017-06 6 12 3 0 2018-09 0.424 0.000 0.000 0.000 0.000",
]


def write(path: Path, columns: str, rows: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [columns, *rows]
    path.write_text("".join("\t".join(line.split(" ")) + "\n" for line in lines), encoding="utf-8")


def write_oracle(folder: Path, rows: list[str]) -> None:
    write(folder / "sh2-monitoring" / "scores_2018-08.tsv", ORACLE_COLUMNS, rows)


def write_editions(folder: Path, last: int = 2021) -> None:
    rows = [f"conf/y{n} {year} Italy" for n in range(10) for year in range(2000 + n, last + 1)]
    rows += [f"conf/t{n} {year} Peru" for n in range(6) for year in range(2000 + n, last + 1, 2)]
    rows += [f"conf/d{n} {year} Chile" for n in range(6) for year in range(2000, 2006 + n)]
    write(folder / "dblp-2023" / "events.tsv", "series year country", rows)


def write_volumes(folder: Path) -> None:
    rows = []
    for n in range(8):
        for year in range(2012, 2025):
            month = 1 + n
            rows.append(f"v{n}-{year} y{n} proceedings {year} {month} {year}-{month + 1:02d}-15 20")
        rows += [f"d{n}-{year} d{n} proceedings {year} 5 {year}-06-15 20" for year in (2012, 2013)]
    write(
        folder / "acl-anthology" / "volumes.tsv",
        "volume series type year month entry_date papers",
        rows,
    )
    authors = [f"{row.split(' ')[0]} ann*2,bob".replace(",", ";") for row in rows]
    path = folder / "acl-anthology" / "volume_authors.tsv"
    path.write_text(
        "volume\tauthors\n"
        + "".join(line.replace(" ", "\t").replace(";", " ") + "\n" for line in authors),
        encoding="utf-8",
    )


def test_the_published_scores_are_reproduced_to_the_third_digit(tmp_path: Path) -> None:
    write_oracle(tmp_path, ORACLE_ROWS)
    assert judge_plan(tmp_path) == {"oracle": {"rows": 4, "mismatches": 0}}


def test_each_wrong_value_is_a_mismatch(tmp_path: Path) -> None:
    broken = ORACLE_ROWS[0].replace("2.847", "2.846").replace("4.982", "4.983")
    write_oracle(tmp_path, [broken, *ORACLE_ROWS[1:]])
    assert judge_plan(tmp_path) == {"oracle": {"rows": 4, "mismatches": 2}}


def test_the_layers_are_kept_apart_and_have_the_agreed_shape(tmp_path: Path) -> None:
    write_oracle(tmp_path, ORACLE_ROWS)
    write_editions(tmp_path)
    write_volumes(tmp_path)
    answer = json.loads(json.dumps(judge_plan(tmp_path), allow_nan=False))
    assert set(answer) == {"oracle", "real", "entered"}
    assert set(answer["real"]) == {"mean", "2016", "2018", "2019", "2021"}
    assert set(answer["entered"]) == {"mean", "2022", "2023", "2024"}
    names = {"harvestman", "jcdl18", "smart-harvesting", "history", "random"}
    factors = {"delay", "w_delay", "w_i", "w_d"}
    assert set(answer["real"]["mean"]) == names | factors
    assert set(answer["entered"]["mean"]) == names | factors | {"w_prm", "w_size"}
    assert set(answer["real"]["2016"]["harvestman"]) == {"ap", "p@100", "ndcg@100"}
    assert set(answer["entered"]["2022"]["harvestman"]) == {
        "ndcg@20",
        "strict_ndcg@100",
        "ap_3_months",
    }
    for layer, key in (("real", "ap"), ("entered", "strict_ndcg@100")):
        mean = answer[layer]["mean"]
        years = [answer[layer][y]["harvestman"][key] for y in answer[layer] if y != "mean"]
        assert mean["harvestman"][key] == pytest.approx(sum(years) / len(years))
        assert mean["harvestman"][key] > max(mean["random"][key], 0.8)


def test_what_a_folder_lacks_is_left_out(tmp_path: Path) -> None:
    write_editions(tmp_path, last=2018)
    answer = judge_plan(tmp_path)
    assert set(answer) == {"real"}
    real = answer["real"]
    assert isinstance(real, dict)
    assert set(real) == {"mean", "2016", "2018"}


def test_newer_years_of_a_folder_are_judged_too(tmp_path: Path) -> None:
    write_editions(tmp_path, last=2022)
    real = judge_plan(tmp_path)["real"]
    assert isinstance(real, dict)
    assert set(real) == {"mean", "2016", "2018", "2019", "2021", "2022"}


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none of"):
        judge_plan(tmp_path)


def test_the_oracle_keeps_exact_fractions(tmp_path: Path) -> None:
    path = tmp_path / "scores.tsv"
    write(path, ORACLE_COLUMNS, [ORACLE_ROWS[0].replace("3/4", "2/3")])
    assert read_oracle(path)[0].rating == Fraction(2, 3)
