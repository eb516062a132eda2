"""The judge of whole sites, page by page."""

from __future__ import annotations

import json
from pathlib import Path

from harvestman.learn.pages_sites_eval import judge_sites
from harvestman.model import Author, Paper
from harvestman.pages import SavedPage

GOLD = {
    "site": "bees",
    "title": "Counting Bees",
    "authors": ["Ana Ruiz", "Luis Pérez"],
    "affiliations": None,
    "pages": ["program.html"],
    "pdf": "f/1.pdf",
    "doi": "10.5555/1",
    "required": True,
}
TALK = GOLD | {"title": "Why Bees Matter", "pdf": None, "doi": None, "required": False}
LINKS = ["http://bees.example/f/1.pdf", "https://doi.org/10.5555/1"]


def folder(tmp_path: Path) -> Path:
    (tmp_path / "bees").mkdir()
    (tmp_path / "bees" / "program.html").write_text("<p>a page", "utf-8")
    (tmp_path / "bees" / "notes.txt").write_text("no page", "utf-8")
    site = {"site": "bees", "host": "bees.example"}
    (tmp_path / "sites.jsonl").write_text(json.dumps(site) + "\n", "utf-8")
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, (GOLD, TALK))), "utf-8")
    return tmp_path


def judged(tmp_path: Path, *papers: Paper) -> tuple[dict[str, object], list[str]]:
    misses: list[str] = []

    def read(page: SavedPage) -> tuple[list[Paper], list[str]]:
        assert page.url == "http://bees.example/program.html"
        return list(papers), LINKS

    figures = judge_sites(folder(tmp_path), miss=lambda *told: misses.append(told[1]), read=read)
    return figures, misses


def test_a_right_answer_is_right(tmp_path: Path) -> None:
    paper = Paper(
        "Counting bees",
        authors=(Author("A. Ruiz"), Author("Luis Pérez")),
        pdf="http://bees.example/f/1.pdf",
        doi="10.5555/1",
    )
    figures, misses = judged(tmp_path, paper, Paper("Why Bees Matter"))
    assert misses == []
    assert figures["title"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert figures["pdf"] == {"accuracy": 1.0, "of": 1}
    assert figures["doi"] == {"accuracy": 1.0, "of": 1}
    assert figures["false_papers"] == 0


def test_each_wrong_answer_is_told(tmp_path: Path) -> None:
    paper = Paper(
        "Counting Bees", authors=(Author("Ana Ruiz", ("Blue Room",)),), pdf="http://x.example/"
    )
    _, misses = judged(tmp_path, paper, Paper("Coffee Break"))
    assert sorted(misses) == ["authors", "doi", "false paper", "pdf"]


def test_a_missed_paper_costs_recall(tmp_path: Path) -> None:
    figures, misses = judged(tmp_path)
    assert misses == ["title"]
    assert figures["title"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
