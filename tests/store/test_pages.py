"""The states of pages and their links."""

from __future__ import annotations

from datetime import timedelta

from harvestman.model import HarvestRequest, Lead, Link, PageReading, Status, VisitOutcome
from harvestman.store import Library, end_state
from store.sample import NOON, SITE, crawl, keep_visit, links, open_visits, outcome, page

LATER = NOON + timedelta(days=1)


def one_visit(library: Library, **changes: object) -> None:
    harvest = library.harvests.begin(HarvestRequest((SITE,), 0, 1))
    crawl(library, harvest, lambda visit: outcome(visit, **changes))  # type: ignore[arg-type]


def test_a_page_comes_back_as_it_was_kept(library: Library) -> None:
    one_visit(library, follow=[SITE + "b", SITE + "a"])
    latest = library.pages.latest(SITE)
    assert latest == page(SITE)
    assert library.pages.links(latest) == list(links(SITE + "b", SITE + "a"))
    assert library.pages.latest(SITE + "b") is None


def test_a_changed_page_is_a_new_state_and_the_old_one_stays(library: Library) -> None:
    one_visit(library, follow=[SITE + "a"])
    one_visit(library, follow=[SITE + "b"], digest="b" * 64, fetched=LATER)
    latest = library.pages.latest(SITE)
    assert latest == page(SITE, digest="b" * 64, fetched=LATER)
    assert library.pages.links(latest) == list(links(SITE + "b"))
    assert library.pages.links(page(SITE)) == list(links(SITE + "a"))
    assert len(end_state(library)["pages"]) == 2


def test_an_unchanged_page_is_dated_anew_and_keeps_its_links(library: Library) -> None:
    one_visit(library, follow=[SITE + "a"])
    harvest = library.harvests.begin(HarvestRequest((SITE,), 0, 1))
    (visit,) = open_visits(library, harvest, 0)
    unchanged = VisitOutcome(visit, Status.UNCHANGED, page=page(SITE, fetched=LATER))
    keep_visit(library, harvest, unchanged)
    latest = library.pages.latest(SITE)
    assert latest == page(SITE, fetched=LATER)
    assert library.pages.links(latest) == list(links(SITE + "a"))
    assert len(end_state(library)["pages"]) == 1


def test_links_may_name_one_target_twice_and_stand_in_one_place(library: Library) -> None:
    twice = (Link(SITE, "one", 0), Link(SITE, "two", 0, rel="next"))
    harvest = library.harvests.begin(HarvestRequest((SITE,), 1, 9))
    (visit,) = open_visits(library, harvest, 0)
    reading = PageReading(Status.NO_PAPERS, links=twice)
    keep_visit(
        library,
        harvest,
        VisitOutcome(
            visit, Status.NO_PAPERS, page=page(), reading=reading, follow=tuple(map(Lead, twice))
        ),
    )
    assert library.pages.links(page()) == list(twice)
    assert open_visits(library, harvest, 1) == []
