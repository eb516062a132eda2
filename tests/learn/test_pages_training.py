"""Teaching the page reader twice gives the same models, byte for byte."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from harvestman.learn import pages_teaching
from harvestman.learn.pages_gold import Lesson, lay_over
from harvestman.learn.pages_lexica import build
from harvestman.learn.pages_synthetic import synthetic_pages
from harvestman.learn.pages_tongues import read_tongues
from harvestman.learn.training import mean
from harvestman.pages.learned import lexica
from harvestman.pages.learned.chain import Weights, to_bytes

SHIPPED = Path(lexica.__file__).parent / "lexica"

PEOPLE = ["Ana Ruiz", "Luis Pérez", "Ming Li", "Petra Novak", "John A. Smith", "Eva Gil"]
ROW = {
    "papers": [
        {
            "title": f"On the {word} of small systems and their {other} in practice",
            "authors": [
                {"name": PEOPLE[(n + k) % 6], "affiliations": ["University of Graz"]}
                for k in range(1 + n % 3)
            ],
        }
        for n, (word, other) in enumerate(
            (a, b)
            for a in ("testing", "design", "speed", "shape", "growth", "cost")
            for b in ("limits", "uses", "faults", "roots", "users")
        )
    ]
}


def lessons(seed: int) -> list[Lesson]:
    made = synthetic_pages([ROW], ["A long text about the event. " * 20], count=6, seed=seed)
    return [lay_over(markup, row) for markup, row in made]


def in_folds() -> pages_teaching.Lessons:
    taught = lessons(3)
    return pages_teaching.Lessons(taught, [place % 2 for place in range(len(taught))], {})


def test_made_up_pages_print_every_paper_of_their_gold() -> None:
    made = synthetic_pages([ROW], ["A long text about the event. " * 20], count=120, seed=5)
    assert sum(len(row["papers"]) for _, row in made) > 300
    assert sum(lay_over(markup, row).missed for markup, row in made) == 0


def test_teaching_twice_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_teaching, "ITERATIONS", 6)
    one, two = (
        {
            name: to_bytes(model)
            for name, model in pages_teaching.train(in_folds(), say=lambda _: None).whole.items()
        }
        for _ in range(2)
    )
    assert one == two
    assert sorted(one) == ["regions-1", "regions-2", "tokens-1", "tokens-2"]
    assert all(gzip.decompress(data).startswith(b'{"labels":') for data in one.values())


def test_made_up_pages_in_other_languages_take_titles_and_surnames_of_references(
    tmp_path: Path,
) -> None:
    rows = [
        {
            "raw": f"Ольховский А.{letter}. О наблюдении редких птиц в лесах Вятского края {letter}",
            "language": "ru",
            "split": split,
            "fields": {
                "authors": [f"Ольховский{letter} А.И."],
                "title": f"О наблюдении редких птиц в лесах Вятского края {letter}",
            },
        }
        for letter, split in (("а", "train"), ("б", "train"), ("в", "dev"))
    ]
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (tmp_path / "some.jsonl").write_text(text, "utf-8")
    tongues = read_tongues(tmp_path)
    assert tongues["ru"].surnames == ("Ольховскийа", "Ольховскийб")
    assert len(tongues["ru"].titles) == 2
    made = synthetic_pages([ROW], ["Long. " * 90], count=60, seed=2, tongues=tongues)
    assert any("Ольховский" in markup for markup, _ in made)
    assert not any("Вятского края в" in markup for markup, _ in made)


def test_another_seed_gives_other_pages() -> None:
    assert [one.page.title for one in lessons(3)] != [one.page.title for one in lessons(4)]


def test_the_mean_of_models_weighs_each_label_by_its_name() -> None:
    one = Weights.of(("A", "B"), ((2, 4), (6, 8)), {"x": (10, 20), "y": (0, 3)})
    two = Weights.of(("B", "A"), ((0, 0), (2, 4)), {"x": (40, 30), "z": (5, 7)})
    both = mean([one, two])
    assert both.labels == ("A", "B")
    assert both.transitions == ((3, 3), (3, 4))
    assert both.by_feature() == {"x": (20, 30), "y": (0, 2), "z": (4, 2)}
    assert mean([one]) == one


def test_lexica_are_written_where_they_are_told_to_and_used(tmp_path: Path) -> None:
    shipped = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
    seed = tmp_path / "seed"
    seed.mkdir()
    for name in ("names", "affiliation_words", "title_words"):
        (seed / f"{name}.txt.gz").write_bytes(gzip.compress(b"zyxwv\n"))
    try:
        counts = build(seed, lessons(3), tmp_path / "lexica")
        assert lexica.look_up("Zyxwv").is_name
    finally:
        lexica.use()
    assert not lexica.look_up("Zyxwv").is_name
    assert counts["names"] > 1
    assert len(list((tmp_path / "lexica").iterdir())) == 4
    assert {path.name: path.read_bytes() for path in SHIPPED.iterdir()} == shipped
