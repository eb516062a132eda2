"""The judge of key dates counts as the data's README says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harvestman.learn.dates_eval import Miss, judge_dates, judge_dates_folder
from harvestman.learn.dates_folds import judge_dates_by_folds, terms_in
from harvestman.model import UsageError

ROW = {
    "file": "a.html",
    "language": "en",
    "kind": "site-page",
    "start": "2024-06-12",
    "end": "2024-06-15",
    "country": "USA",
}


def _figures(answer: dict[str, Any], **more: Any) -> dict[str, Any]:
    return judge_dates([{**ROW, **more}], read=lambda _: answer)


def test_right_answers_count_with_other_names_of_a_country() -> None:
    figures = _figures({"start": "2024-06-12", "end": "2024-06-15", "country": "United States"})
    assert figures["start"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert figures["country"]["f1"] == 1.0
    assert figures["start_and_end"] == 1.0
    assert figures["by_language"]["en"]["start"]["f1"] == 1.0
    assert figures["by_kind"]["site-page"]["end"]["f1"] == 1.0


def test_an_answer_that_the_page_does_not_state_costs_precision() -> None:
    misses: list[Miss] = []
    figures = judge_dates(
        [ROW, ROW], read=lambda _: {"start": "2024-06-12", "city": "Rome"}, misses=misses
    )
    assert figures["city"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert figures["end"]["recall"] == 0.0
    assert Miss("a.html", "city", None, "Rome") in misses


def test_a_folder_is_read_page_by_page(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<html><body><p>Workshop, 12-15 June 2024, Boston, USA</p></body></html>"
    )
    rows = [{**ROW, "split": "dev", "city": "Boston"}, {**ROW, "file": "b.html", "split": "train"}]
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)))
    figures = judge_dates_folder(tmp_path, split="dev")
    assert figures["pages"] == 1
    assert [figures[field]["f1"] for field in ("start", "end", "city", "country")] == [1.0] * 4
    with pytest.raises(UsageError, match=r"b\.html"):
        judge_dates_folder(tmp_path)


@pytest.mark.parametrize("gold", [None, "no json", '{"x": 1}', ""])
def test_a_folder_without_gold_is_wrong_use(tmp_path: Path, gold: str | None) -> None:
    if gold is not None:
        (tmp_path / "gold.jsonl").write_text(gold)
    with pytest.raises(UsageError):
        judge_dates_folder(tmp_path)


def test_by_folds_a_site_is_read_without_the_words_that_only_it_has(tmp_path: Path) -> None:
    common, rare = "Notification: 3 May 2024", "Intimation: 3 May 2024"
    rows = []
    # Three sites, each in a fold of its own; only the last has a word that no other has.
    for number, line in enumerate((common, common, rare)):
        name = f"{number}.txt"
        (tmp_path / name).write_text(f"Important dates\nSubmission: 1 March 2024\n{line}\n")
        host = ("one.org", "three.org", "five.org")[number]
        rows.append({"file": name, "url": f"https://{host}/", "notification": "2024-05-03"})
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert judge_dates_folder(tmp_path)["notification"]["recall"] == 1.0
    figures = judge_dates_by_folds(tmp_path, folds=20)
    assert figures["notification"]["recall"] == round(2 / 3, 4)
    assert sum(figures["words_left_out"]) == 1


def test_a_phrase_is_in_a_text_when_all_its_words_are() -> None:
    found = terms_in("The camera-ready papers are due")
    assert {"camera ready", "paper*", "due"} <= found
    assert "final version" not in found
