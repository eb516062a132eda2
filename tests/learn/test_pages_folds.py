"""Judging by sites that the models were not taught with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harvestman.learn import pages_folds, pages_teaching

NAMES = ["Ana Ruiz", "Luis Pérez", "Ming Li", "Petra Novak", "John Smith", "Eva Gil"]
THINGS = ("testing", "design", "growth", "cost", "history", "shape", "limits", "repair")


def folder(tmp_path: Path, sites: int = 4) -> Path:
    """Sites with a page each, whose papers nobody else lists."""
    rows = []
    for site in range(sites):
        papers: list[dict[str, Any]] = [
            {
                "title": f"On the {thing} of {word} systems in practice",
                "authors": [{"name": NAMES[(site + n) % 6], "affiliations": []}],
            }
            for n, (thing, word) in enumerate(
                (thing, word) for thing in THINGS for word in (f"small{site}", f"large{site}")
            )
        ]
        items = "".join(
            f"<li><b>{one['title']}</b><br><i>{one['authors'][0]['name']}</i></li>"
            for one in papers
        )
        (tmp_path / f"{site}.html").write_text(
            f"<html><title>Accepted papers</title><h1>Accepted papers</h1><ul>{items}</ul></html>",
            "utf-8",
        )
        split = "dev" if site == 0 else "train"
        rows.append({"file": f"{site}.html", "site": f"s{site}", "split": split, "papers": papers})
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return tmp_path


def test_made_up_pages_of_a_fold_print_papers_of_its_own_sites_only(tmp_path: Path) -> None:
    taught = pages_teaching.draw_lessons(
        [folder(tmp_path)], split=None, seed=1, folds=2, synthetic=12
    )
    assert set(taught.fold_of.values()) == {0, 1}
    made = [
        (page, fold)
        for page, fold in zip(taught.pages, taught.folds, strict=True)
        if page.site.startswith("synthetic")
    ]
    assert len(made) == 12
    for page, fold in made:
        text = " ".join(one.region.text for one in page.sketches)
        others = [site[1:] for site, other in taught.fold_of.items() if other != fold]
        assert not any(f"small{site} systems" in text for site in others)


def test_every_site_is_read_by_models_that_have_not_seen_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages_teaching, "ITERATIONS", 30)
    data = folder(tmp_path)
    found = pages_folds.judge_by_folds([data], folds=2, synthetic=8)
    figures = found[data.name]
    assert figures["sites"] == 4
    assert figures["title"]["f1"] > 0.5
    assert set(figures["by_split"]) == {"dev", "train"}
    assert figures["by_split"]["dev"]["sites"] == 1


def test_the_whole_is_not_taught_when_only_folds_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages_teaching, "ITERATIONS", 6)
    taught = pages_teaching.draw_lessons(
        [folder(tmp_path)], split=None, seed=1, folds=2, synthetic=4
    )
    models = pages_teaching.train(taught, say=lambda _: None, with_whole=False)
    assert models.whole == {}
    assert [sorted(one) for one in models.without] == [
        ["regions-1", "regions-2", "tokens-1", "tokens-2"]
    ] * 2
