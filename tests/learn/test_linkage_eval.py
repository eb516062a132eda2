"""The judge of record linkage, on a little made-up folder of the shared shape."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from harvestman.learn.linkage_eval import Pair, judge_linkage, read_papers
from harvestman.learn.linkage_variants import DIFFERENT, SAME, Printed
from harvestman.model import UsageError

PAPERS = [
    (
        "Catching Harvestmen with Nets of Fine Silk: A Study of Twelve Valleys",
        ["Ana Ruiz", "Li Wei", "Bo Ek"],
    ),
    (
        "Counting the Legs of Spiders in Northern Meadows by Moonlight",
        ["Ana Ruiz", "Jan van der Berg"],
    ),
    ("A Grammar of Webs and Knots for Orb Weavers", ["Maria Gómez Torres"]),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    papers = [
        {"title": title, "authors": [{"name": name, "affiliations": []} for name in names]}
        for title, names in PAPERS
    ]
    page = {"split": "dev", "series": "nets", "year": 2018, "papers": papers}
    (tmp_path / "confpages").mkdir()
    (tmp_path / "confpages" / "gold.jsonl").write_text(json.dumps(page) + "\n", "utf-8")
    (tmp_path / "sites").mkdir()
    entry = {
        "site": "s", "split": "dev", "title": "Knots of the Garden Spider and Their Uses", "authors": ["A. Ruiz"],
        "year": 2011, "venue": "Nets", "file": "k.pdf",
    }  # fmt: skip
    document = {
        "site": "s", "split": "dev", "file": "k.pdf", "category": "paper",
        "title": "Knots of the garden spider and their uses", "authors": [{"name": "Ana Ruiz"}],
    }  # fmt: skip
    (tmp_path / "sites" / "entries.jsonl").write_text(json.dumps(entry) + "\n", "utf-8")
    (tmp_path / "sites" / "gold.jsonl").write_text(json.dumps(document) + "\n", "utf-8")
    return tmp_path


def test_variants_are_recognised_and_look_alikes_are_not(folder: Path) -> None:
    misses: list[Pair] = []
    figures = judge_linkage(folder, misses=misses)
    assert figures["records"] == 4
    assert figures["precision"] == 1.0
    assert figures["recall"] >= 0.8
    assert figures["by_kind"]["entry and file (real)"] == {"pairs": 1, "same": 1, "doubtful": 0}
    assert figures["by_kind"]["initials"]["pairs"] >= 3
    assert all(miss.wanted == "same" for miss in misses)
    assert judge_linkage(folder) == figures  # the same seed, the same variants


def test_a_folder_without_records_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no records"):
        judge_linkage(tmp_path)


def test_every_variant_changes_something(folder: Path) -> None:
    rng = random.Random(1)
    russian = Printed("Методы ловли пауков в горных долинах", ("Иванов И.И.",), 2018)
    papers = [*read_papers(folder, split="dev"), russian]
    for kind, change in (SAME | DIFFERENT).items():
        variants = [(paper, change(paper, rng)) for paper in papers]
        assert any(variant is not None for _, variant in variants), kind
        assert all(variant != paper for paper, variant in variants), kind
