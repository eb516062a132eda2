"""Long pages are read in windows: nothing is lost or doubled where one ends, and memory stays bounded."""

from __future__ import annotations

import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvestman import pages
from harvestman.model import assemble
from harvestman.pages import SavedPage
from harvestman.pages.learned import regions
from harvestman.pages.learned.reader import LearnedReader
from harvestman.pages.learned.regions import cut, windows

UGLY = Path(__file__).parent / "ugly"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def titles_on(html: str) -> list[str]:
    page = SavedPage("http://conf.example/", html.encode())
    reading = pages.read(page, now=NOW, readers=[LearnedReader()])
    return [assemble(mention.claims).title for mention in reading.mentions]


def test_windows_give_every_region_once(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<ul>" + "".join(f"<li><b>Name {n}</b> text {n} <a href='{n}'>x</a>" for n in range(99))
    whole = cut(html)
    monkeypatch.setattr(regions, "WINDOW", 50)
    monkeypatch.setattr(regions, "OVERLAP", 20)
    texts: list[str] = []
    links: dict[int, str] = {}
    for window in windows(html):
        last = len(window.regions) if window.last is None else window.last
        assert window.offset + window.first == len(texts)
        texts += [region.text for region in window.regions[window.first : last]]
        links |= {window.offset + anchor.first: anchor.href for anchor in window.anchors}
    assert texts == [region.text for region in whole.regions]
    assert links == {anchor.first: anchor.href for anchor in whole.anchors}


def test_papers_of_a_page_in_windows_are_those_of_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    html = (UGLY / "15-divs-with-classes.html").read_text("utf-8")
    body = html[html.index("<body") : html.index("</body>")]
    long = body + "".join(body.replace("e", letter) for letter in "aiou")
    whole = titles_on(long)
    monkeypatch.setattr(regions, "WINDOW", 60)
    monkeypatch.setattr(regions, "OVERLAP", 24)
    assert len(set(whole) & set(titles_on(long))) >= 0.8 * len(whole) > 0


@pytest.mark.parametrize(
    "html",
    [
        "word " * 600_000,
        "<pre>" + "a line of some words\n" * 30_000,
        "<pre>" + "\n" * 1_000_000,
        "<a href=x>" * 60_000,
        "<p>A text of some words.</p>" * 20_000,
        "<div>" * 10_000 + "A text. <br>" * 20_000,
    ],
    ids=lambda html: html[:8],
)
def test_memory_does_not_grow_with_the_page(html: str) -> None:
    tracemalloc.start()
    try:
        for window in windows(html):
            assert len(window.regions) <= regions.WINDOW
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000
