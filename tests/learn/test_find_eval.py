"""The judge of `find`: its classes and figures, and its engine on a little folder."""

from __future__ import annotations

import json
from pathlib import Path

from harvestman.find import PaperAnswer, PaperQuestion
from harvestman.learn.find_eval import count_answers, place_of
from harvestman.learn.sites_search import SiteSearch
from harvestman.learn.sites_served import SiteFolder
from harvestman.model import Status


def row(name: str, answers: list[str]) -> dict[str, object]:
    answer = answers[0] if answers else None
    return {"id": name, "title": name, "answers": answers, "answer": answer, "variant": "v", "why": "w", "listed_on": "a/p.html"}  # fmt: skip


def answer(name: str, url: str = "") -> PaperAnswer:
    status = Status.SUCCESS if url else Status.NOT_FOUND
    return PaperAnswer(PaperQuestion(name, id=name), status, url)


def test_the_four_classes_and_their_figures() -> None:
    rows = [row("A", ["a/x y.pdf"]), row("B", ["a/x.pdf"]), row("C", ["a/x.pdf"]), row("D", [])]
    answers = [answer("A", "http://a.localhost:1/x%20y.pdf"), answer("B", "http://b.localhost:1/x.pdf"), answer("C"), answer("D")]  # fmt: skip
    missed: list[str] = []
    found = count_answers(
        rows,
        {one.question.id: one for one in answers},
        {"a": "en"},
        miss=lambda name, *_rest: missed.append(name),
    )
    assert [found[name] for name in "ABCD"] == [1, 1, 1, 1]
    assert (found["precision"], found["recall"], found["accuracy"]) == (0.5, 0.5, 0.5)
    assert found["by_language"]["en"]["questions"] == 4
    assert missed == ["B", "C"]
    assert place_of("") == ""


def test_the_engine_knows_words_and_kinds_of_files(tmp_path: Path) -> None:
    (tmp_path / "sites.jsonl").write_text(
        json.dumps({"site": "a", "host": "a.example", "root": ""}), "utf-8"
    )
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text("<title>Home</title><a href=reeds.txt>Reed beds</a>")
    (tmp_path / "a" / "reeds.txt").write_text("Reed beds clean themselves. " * 20)
    folder = SiteFolder(tmp_path)
    both = SiteSearch(folder, 1, knows_files=True)
    pages = SiteSearch(folder, 1, knows_files=False)

    def urls(engine: SiteSearch, query: str) -> list[str]:
        return [one["url"] for one in json.loads(engine.answer(query))["results"]]

    assert urls(both, "q=reed+bed") == [
        "http://a.localhost:1/reeds.txt",
        "http://a.localhost:1/index.html",
    ]
    assert urls(both, "q=reed+filetype%3Ahtml") == ["http://a.localhost:1/index.html"]
    assert urls(pages, "q=reed") == ["http://a.localhost:1/index.html"]
    assert urls(pages, "q=gravel") == []
