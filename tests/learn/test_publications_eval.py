"""The judge of publication lists on a folder of its own making."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harvestman.learn.publications_eval import judge_publications
from harvestman.model import UsageError

TITLES = [f"{what} of {whom} in Quiet Gardens" for what in ("Legs", "Paths", "Habits", "Songs")
          for whom in ("Harvestmen", "Crawlers", "Spiders")]  # fmt: skip
NAMES = ("Carl Moss", "Dora Fern", "Emil Reed", "Fay Thorn", "Gus Briar", "Hal Sedge")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "lee"
    site.mkdir()
    entries = "".join(
        f"<li>Ann Lee, {NAMES[n % 6]}. <i>{title}</i>. Journal of Small Steps, vol. {n}, {2005 + n}.</li>"
        for n, title in enumerate(TITLES)
    )
    page = "<html><head><title>Ann Lee</title></head><body><h1>{}</h1>{}</body></html>"
    (site / "publ.html").write_text(page.format("Publications", f"<ol>{entries}</ol>"))
    (site / "index.html").write_text(page.format("Welcome", "<p>I count legs.</p>"))
    (site / "books.html").write_text(page.format("Books", "<p>None yet.</p>"))
    owner = {"name": "Ann Lee", "publications_pages": ["publ.html", "books.html"]}
    about = {"site": "lee", "split": "dev", "language": "en", "host": "lee.example", "owner": owner}
    (tmp_path / "sites.jsonl").write_text(json.dumps(about))
    rows = [{"site": "lee", "page": "publ.html", "title": title} for title in TITLES]
    (tmp_path / "entries.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def test_pages_entries_and_owners_are_counted(folder: Path) -> None:
    missed: list[tuple[str, str]] = []
    figures = judge_publications(folder, miss=lambda *wrong: missed.append(wrong))
    assert figures["pages"] == {"precision": 1.0, "recall": 0.5, "f1": 0.6667}
    assert figures["entries"]["recall"] >= 0.9
    assert figures["owners"]["f1"] == 1.0
    assert figures["by_language"]["en"] == figures["by_site"]["lee"]
    assert missed == [("lee/books.html", "is one")]


def test_a_split_without_sites_and_a_folder_without_answers_are_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match="no sites of the split 'test'"):
        judge_publications(folder, split="test")
    with pytest.raises(UsageError, match=r"entries\.jsonl cannot be read"):
        judge_publications(folder / "lee")
