"""The score from which on a document is the paper: chosen between what is right and what is not, written where `find` reads it."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from find.little_web import write_sites
from harvestman.find.verifying import found_from
from harvestman.learn.find_threshold import (
    DATA_FILE,
    Scored,
    choose_threshold,
    count,
    learn_threshold,
    score_split,
)

REEDS = "Reed Beds That Clean Themselves\n\nHelen Marsh\n\nAbstract. Reeds clean the water of a ditch in a season.\n"
OTHER = "A Ledger of the Northern Mills\n\nPeter Quill\n\nAbstract. Mills of the north kept their ledgers.\n"
LIST = '<ul><li>H. Marsh. Reed beds that clean themselves. <a href="a.txt">file</a></ul>'


def test_the_middle_of_what_settles_all_questions_is_chosen() -> None:
    scored = [Scored("a", 0.9, 0.2), Scored("b", 0.7, None), Scored("c", None, 0.3)]
    chosen = choose_threshold(scored)
    assert 0.48 <= chosen <= 0.52
    assert count(scored, chosen) == {"questions": 3, "missed": 0, "mistaken": 0, "least_right": 0.7, "most_wrong": 0.3}  # fmt: skip


def test_where_not_all_can_be_settled_the_fewest_errors_count() -> None:
    scored = [Scored("a", 0.9, 0.1), Scored("b", 0.3, 0.1), Scored("c", None, 0.6)]
    chosen = choose_threshold(scored)
    assert sum(one.is_wrong_at(chosen) for one in scored) == 1


def test_train_questions_set_it_and_dev_is_only_counted(tmp_path: Path) -> None:
    sites = write_sites(
        tmp_path / "sites",
        {name: {"a.txt": REEDS, "b.txt": OTHER, "l.html": LIST} for name in ("one", "two")},
    )
    splits = {"one": "train", "two": "dev"}
    rows = [json.loads(line) for line in (sites / "sites.jsonl").read_text().splitlines()]
    _write(sites / "sites.jsonl", [row | {"split": splits[row["site"]]} for row in rows])
    _write(
        sites / "gold.jsonl", [{"site": s, "file": f} for s in splits for f in ("a.txt", "b.txt")]
    )
    title = "Reed beds that clean themselves"
    asked: list[dict[str, object]] = [
        {"id": s, "type": "paper", "split": split, "title": title, "authors": ["Helen Marsh"], "year": None, "answers": [f"{s}/a.txt"]}
        for s, split in splits.items()
    ]  # fmt: skip
    _write(sites / "questions.jsonl", asked)
    [scored] = score_split(sites, "train")
    assert scored.right is not None
    assert scored.wrong is not None
    assert scored.right > 0.9
    assert scored.wrong < 0.1
    target = tmp_path / DATA_FILE
    made = learn_threshold(tmp_path, target=target)
    assert json.loads(target.read_text()) == {"threshold": made["threshold"]}
    assert made["dev"]["missed"] == made["dev"]["mistaken"] == 0


def test_find_reads_what_is_shipped() -> None:
    shipped = files("harvestman.find").joinpath("models", DATA_FILE).read_text("utf-8")
    assert found_from() == json.loads(shipped)["threshold"]


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
