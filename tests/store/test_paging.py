"""Long answers page by page: nothing twice, nothing missed, the same on both databases."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from harvestman.model import Appointment, HarvestRequest, Look, UsageError, Waiting
from harvestman.store import Library, PaperPage, PaperQuery, PlanImport, SeriesRecord, VolumeRecord
from store.sample import NOON, keep_mentions, keep_visit, mention, open_visits, outcome
from store.test_events import HOUR, ByAcronym, sighting

SITE = "http://conf.example/"
OTHER = "https://www.other.example/a"
NAMES = "one two three four five six seven".split()


def _titles(page: PaperPage) -> list[str]:
    return [paper.title for paper in page.papers]


def _all(library: Library, query: PaperQuery, limit: int) -> list[str]:
    found: list[str] = []
    cursor = ""
    while True:
        page = library.papers.page(query, limit, cursor=cursor)
        assert len(page.papers) <= limit
        found += _titles(page)
        cursor = page.cursor
        if not cursor:
            return found


@pytest.fixture
def papers(library: Library) -> Library:
    keep_mentions(library, SITE, *(mention(f"Paper {n}", subject=n) for n in NAMES[:5]))
    keep_mentions(library, OTHER, *(mention(f"Paper {n}", subject=n) for n in NAMES[5:]))
    return library


@pytest.mark.parametrize("text", ["", "paper"])
@pytest.mark.parametrize("limit", [1, 3, 7, 100])
def test_every_paper_comes_once(papers: Library, text: str, limit: int) -> None:
    found = _all(papers, PaperQuery(text=text), limit)
    assert sorted(found) == sorted(f"Paper {n}" for n in NAMES)
    assert found == [paper.title for paper in papers.papers.find(PaperQuery(text=text))]


def test_what_arrives_meanwhile_shifts_nothing(papers: Library) -> None:
    first = papers.papers.page(PaperQuery(), 3)
    keep_mentions(papers, "http://new.example/", mention("Newer", subject="n"))
    second = papers.papers.page(PaperQuery(), 3, cursor=first.cursor)
    assert not set(_titles(first)) & set(_titles(second))
    assert "Newer" not in _titles(second)


@pytest.mark.parametrize(("text", "cursor"), [("", "nobody"), ("", "%"), ("paper", "x")])
def test_a_cursor_of_nobody_is_refused(papers: Library, text: str, cursor: str) -> None:
    with pytest.raises(UsageError, match="cursor"):
        papers.papers.page(PaperQuery(text=text), 3, cursor=cursor)


def test_papers_by_what_they_are(papers: Library) -> None:
    talk = mention("What Bees Remember", subject="t", kind="talk")
    keep_mentions(papers, "http://talks.example/", talk)
    assert _all(papers, PaperQuery(kind="talk"), 3) == ["What Bees Remember"]
    assert not _all(papers, PaperQuery(kind="thesis"), 3)


def test_papers_by_the_page_or_site_that_speaks_of_them(papers: Library) -> None:
    assert len(_all(papers, PaperQuery(source=SITE), 10)) == 5
    assert len(_all(papers, PaperQuery(source=OTHER), 10)) == 2
    for site in ("other.example", "www.other.example"):
        assert len(_all(papers, PaperQuery(site=site), 10)) == 2
    assert not _all(papers, PaperQuery(site="%"), 10)
    assert not _all(papers, PaperQuery(site="conf.example", text="seven"), 10)


def test_series_in_pages_and_one_with_its_volumes(library: Library) -> None:
    keys = [f"conf/{name}" for name in sorted(NAMES)]
    library.plan.keep(
        PlanImport(
            source="d.xml",
            kind="dump",
            as_of=date(2024, 1, 1),
            series=tuple(SeriesRecord(key, f"Talks on {key[5:]}", key[5:].upper()) for key in keys),
            volumes=(
                VolumeRecord("conf/one/2020", "conf/one", 2020),
                VolumeRecord("conf/two/2021", "conf/two", 2021),
            ),
        )
    )
    first = library.plan.series_after("", 4)
    rest = library.plan.series_after(first[-1].key, 100)
    assert [row.key for row in (*first, *rest)] == keys
    assert [row.key for row in library.plan.series_after("", 9, words="ON S")] == [
        "conf/seven",
        "conf/six",
    ]
    assert library.plan.series_after("", 9, words="%") == []
    one = library.plan.one_series("conf/one")
    assert one is not None
    assert one.acronym == "ONE"
    assert library.plan.one_series("conf/nobody") is None
    assert [row.year for row in library.plan.volumes("conf/one")] == [2020]


def test_events_and_looks_in_pages(library: Library) -> None:
    judge = ByAcronym()
    kept = [library.events.keep([sighting(name)], lambda: judge)[0].event.id for name in NAMES]
    for place, event in enumerate(kept):
        when = NOON + place * HOUR
        following = judge.appoint(library.agenda.one(event).event, [Look(when)])  # type: ignore[union-attr]
        library.agenda.keep_look(event, Look(when, waiting=Waiting.LIST), following)
    pages = [library.agenda.some(3, offset=offset) for offset in (0, 3, 6)]
    assert [one.event.id for page in pages for one in page] == kept
    due = library.agenda.some(10, due_by=NOON + timedelta(hours=2))
    assert [one.event.id for one in due] == kept[:2]
    library.agenda.appoint(kept[0], Appointment(None, Waiting.NOTHING, "never again"))
    some_day = library.agenda.some(10, due_by=datetime.max.replace(tzinfo=UTC))
    assert [one.event.id for one in some_day] == kept[1:]
    looks = library.agenda.last_looks(2) + library.agenda.last_looks(10, offset=2)
    assert [event for event, _ in looks] == kept[::-1]


def test_harvests_and_their_visits_in_pages(library: Library) -> None:
    seeds = tuple(f"http://conf.example/{name}" for name in NAMES)
    harvest = library.harvests.begin(HarvestRequest(seeds, 0, 100))
    for visit in open_visits(library, harvest, 0)[:5]:
        keep_visit(library, harvest, outcome(visit))
    pages = [library.harvests.outcomes(harvest, limit=3, offset=offset) for offset in (0, 3, 6)]
    assert [record.visit.url for page in pages for record in page] == list(seeds)
    keep_mentions(library, SITE)
    newest, *older = library.harvests.recent(10)
    assert [one.id for one in older] == [harvest.id]
    assert [one.id for one in library.harvests.recent(10, before=newest.id)] == [harvest.id]
    assert library.harvests.recent(10, before="nobody") == []
    assert library.harvests.get(harvest.id) == harvest
    assert library.harvests.get("nobody") is None
