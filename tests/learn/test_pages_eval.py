"""The judge of the page reader: its rules, on answers made up for it."""

from __future__ import annotations

from typing import Any

from harvestman.learn.likeness import alike
from harvestman.learn.pages_eval import judge


def row(site: str, papers: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "file": f"{site}.html",
        "site": site,
        "url": "http://x.example/p/",
        "papers": papers,
        **more,
    }


def paper(title: str, *names: str, pdf: str | None = None) -> dict[str, Any]:
    return {"title": title, "authors": [{"name": name} for name in names], "pdf": pdf}


def test_titles_are_matched_by_letters_and_without_remarks() -> None:
    gold = [row("a", [paper("Counting Bees (short paper)", "Ann Lee")])]
    figures = judge(gold, [[paper("counting bees.", "Ann Lee")]])
    assert figures["title"]["f1"] == 1.0
    assert figures["authors"]["f1"] == 1.0


def test_authors_of_a_missed_paper_are_missed() -> None:
    gold = [row("a", [paper("One", "Ann Lee"), paper("Another", "Bo Li")])]
    figures = judge(gold, [[paper("One", "Ann Lee")]])
    assert figures["authors"] == {"precision": 1.0, "recall": 0.5, "f1": 0.6667}


def test_figures_are_means_over_sites() -> None:
    gold = [row("a", [paper("One")]), row("b", [paper("Two"), paper("Three")])]
    figures = judge(gold, [[], [paper("Two"), paper("Three")]])
    assert figures["title"]["f1"] == 0.5


def test_links_are_compared_in_full_and_only_where_gold_has_one() -> None:
    gold = [row("a", [paper("One", pdf="one.pdf"), paper("Two")])]
    figures = judge(
        gold, [[paper("One", pdf="http://x.example/p/one.pdf"), paper("Two", pdf="z.pdf")]]
    )
    assert figures["pdf"]["accuracy"] == 1.0


def test_papers_on_a_page_without_any_are_false_and_talks_to_be_ignored_are_not() -> None:
    gold = [row("a", [], ignore=["A keynote"])]
    figures = judge(gold, [[paper("A keynote"), paper("Not a paper")]])
    assert figures["false_papers_per_negative_page"] == 1.0


def test_nine_tenths_alike_is_alike() -> None:
    assert alike("Mining Footnotes from Records", "Mining Footnote from Records")
    assert not alike("Mining Footnotes", "Mining Headers")
    assert not alike("", "")
