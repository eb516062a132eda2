"""How a search spreads over years and venues, and what comes when very many papers fit."""

from __future__ import annotations

import pytest

from harvestman.store import Library, PaperQuery
from harvestman.store.papers import questions
from store.sample import keep_mentions, mention

SITE = "http://conf.example/"


@pytest.fixture
def papers(library: Library) -> Library:
    keep_mentions(
        library,
        SITE,
        *(
            mention(
                f"On legs {n}",
                subject=str(n),
                year=2020 + n % 3,
                venue=f"V{n % 2}",
                pdf=f"{SITE}{n}.pdf" if n < 4 else "",
            )
            for n in range(12)
        ),
    )
    return library


def test_papers_are_counted_by_year_and_venue(papers: Library) -> None:
    found = papers.papers.facets(PaperQuery(text="legs"))
    assert found is not None
    assert (found.total, found.with_file) == (12, 4)
    assert found.years == ((2022, 4), (2021, 4), (2020, 4))
    assert dict(found.venues) == {"V0": 6, "V1": 6}
    found = papers.papers.facets(PaperQuery(year_from=2021, year_to=2021))
    assert found is not None
    assert found.years == ((2021, 4),)
    nothing = papers.papers.facets(PaperQuery(text="++"))
    assert nothing is not None
    assert nothing.total == 0


def test_too_many_are_not_counted(papers: Library) -> None:
    assert papers.papers.facets(PaperQuery(), most=11) is None
    assert papers.papers.facets(PaperQuery(), most=12) is not None


def test_very_many_matches_come_newest_first_and_page_by_key(
    papers: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked = papers.papers.page(PaperQuery(text="legs"), 5)
    assert not ranked.has_too_many
    assert ranked.cursor == f"5-{ranked.papers[-1].id}"
    monkeypatch.setattr(questions, "MOST_RANKED", 10)
    seen: list[str] = []
    cursor = ""
    while True:
        page = papers.papers.page(PaperQuery(text="legs"), 5, cursor=cursor)
        assert page.has_too_many
        seen += [paper.title for paper in page.papers]
        cursor = page.cursor
        if not cursor:
            break
    newest = [
        paper.title for paper in papers.papers.find(PaperQuery(text="legs", newest_first=True))
    ]
    assert seen == newest
    assert len(seen) == 12
    for text in ("legs", "leg"):  # the word, and what is but its beginning
        assert [paper.title for paper in papers.papers.find(PaperQuery(text=text))] == newest
