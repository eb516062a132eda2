"""The frontier: what is to be visited, in which order, and what a kept visit leaves behind."""

from __future__ import annotations

import pytest

from harvestman.model import HarvestRequest, SetClock, Status, Visit, VisitOutcome
from harvestman.store import Library, end_state
from store.sample import (
    NOON,
    SITE,
    CrawlRules,
    Opener,
    crawl,
    keep_mentions,
    keep_visit,
    mention,
    open_visits,
    outcome,
)

A, B, C, D = (SITE + name for name in "abcd")


def test_seeds_are_the_first_layer_in_the_order_given(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((B, A, B), 1, 10))
    assert open_visits(library, harvest, 0) == [
        Visit(B, 0, -1, 0, ordinal=0),
        Visit(A, 0, -1, 1, ordinal=1),
    ]
    assert harvest.started == NOON
    assert harvest.finished is None


def test_an_unfinished_harvest_is_resumed_by_an_equal_request(library: Library) -> None:
    request = HarvestRequest((A,), 1, 10)
    first = library.harvests.begin(request)
    assert library.harvests.begin(request) == first
    assert library.harvests.begin(HarvestRequest((A,), 2, 10)).id != first.id
    library.harvests.finish(first)
    assert library.harvests.begin(request).id != first.id


def test_links_become_the_next_layer_in_the_order_of_pages_and_places(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A, B), 1, 10))
    first, second = open_visits(library, harvest, 0)
    # The second page answers first, and both name D.
    keep_visit(library, harvest, outcome(second, follow=[D, A]))
    keep_visit(library, harvest, outcome(first, follow=[C, D]))
    assert open_visits(library, harvest, 0) == []
    assert open_visits(library, harvest, 1) == [
        Visit(C, 1, 0, 0, ordinal=2),
        Visit(D, 1, 0, 1, ordinal=3),
    ]


def test_a_layer_that_has_begun_keeps_its_order_when_it_is_asked_for_again(
    opened: Opener,
) -> None:
    library = opened()
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 10))
    (seed,) = open_visits(library, harvest, 0)
    keep_visit(library, harvest, outcome(seed, follow=[D, C, B]))
    layer = open_visits(library, harvest, 1)
    keep_visit(library, harvest, outcome(layer[1]))
    again = opened()
    resumed = again.harvests.begin(harvest.request)
    assert resumed == harvest
    assert open_visits(again, resumed, 1) == [layer[0], layer[2]]


def test_the_limit_counts_over_the_whole_harvest_and_cuts_in_order(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 2, 3))
    rules = CrawlRules.of(harvest.request)
    (seed,) = open_visits(library, harvest, 0, rules=rules)
    keep_visit(library, harvest, outcome(seed, follow=[B, C, D]))
    layer = open_visits(library, harvest, 1, rules=rules)
    assert [visit.url for visit in layer] == [B, C]
    keep_visit(library, harvest, outcome(layer[0], follow=[D, SITE + "e"]))
    assert open_visits(library, harvest, 2, rules=rules) == []
    assert open_visits(library, harvest, 1, rules=rules) == [layer[1]]
    counts = library.harvests.counts(harvest)
    assert (counts.done, counts.open, counts.beyond_limit) == (2, 1, 2)


def test_links_below_the_asked_depth_are_not_followed(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 0, 10))
    (seed,) = open_visits(library, harvest, 0)
    keep_visit(library, harvest, outcome(seed, follow=[B]))
    assert open_visits(library, harvest, 1) == []


def test_a_visit_is_kept_once(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 10))
    (seed,) = open_visits(library, harvest, 0)
    keep_visit(library, harvest, outcome(seed, mentions=[mention(keys=["doi:1"])]))
    before = end_state(library)
    late = outcome(seed, digest="b" * 64, follow=[B], mentions=[mention("Other", keys=["doi:2"])])
    keep_visit(library, harvest, late)
    assert end_state(library) == before


def test_a_url_that_the_harvest_does_not_know_cannot_be_kept(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 10))
    with pytest.raises(ValueError, match="not a visit"):
        keep_visit(library, harvest, outcome(Visit(B, 0, -1, 0, 0)))


def test_a_failed_visit_is_kept_with_its_reason(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A, B), 1, 10))
    first, _ = open_visits(library, harvest, 0)
    keep_visit(library, harvest, VisitOutcome(first, Status.NOT_FOUND, "gone", http_status=404))
    done, waiting = library.harvests.outcomes(harvest)
    assert (done.status, done.detail, done.http_status) == (Status.NOT_FOUND, "gone", 404)
    assert (done.ended, done.visit) == (NOON, first)
    assert waiting.status is None
    assert library.pages.latest(A) is None
    summary = library.summary()
    assert [(f.url, f.status, f.detail) for f in summary.failures] == [
        (A, Status.NOT_FOUND, "gone")
    ]


def test_only_the_last_visit_to_a_url_counts_in_the_summary(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 0, 1))
    crawl(library, harvest, lambda visit: VisitOutcome(visit, Status.TIMEOUT, "slow"))
    assert library.summary().by_status == {Status.TIMEOUT: 1}
    keep_mentions(library, A, mention(pdf="http://x/1.pdf"))
    summary = library.summary()
    assert summary.by_status == {Status.SUCCESS: 1}
    assert summary.failures == ()
    assert (summary.papers, summary.papers_with_pdf, summary.pages) == (1, 1, 1)
    assert (summary.mentions, summary.claims, summary.size_bytes) == (1, 2, 1234)
    assert (summary.harvests, summary.unfinished_harvests) == (2, 0)


def test_an_interrupted_keep_leaves_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 10))
    (seed,) = open_visits(library, harvest, 0)
    before = end_state(library)

    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("harvestman.store.papers.linking.assemble_papers", fail)
        with pytest.raises(KeyboardInterrupt):
            keep_visit(library, harvest, outcome(seed, mentions=[mention()], follow=[B]))
    assert end_state(library) == before
    keep_visit(library, harvest, outcome(seed, mentions=[mention()], follow=[B]))
    assert library.papers.count() == 1


def test_what_no_database_can_store_is_replaced_and_stops_nothing(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 10))
    (seed,) = open_visits(library, harvest, 0)
    strange = "nul \x00 and half a pair \ud83d and \\u0000"
    told = mention(strange, keys=[strange, "title:" + "x" * 9000], keywords=(strange,), year=10**30)
    keep_visit(
        library,
        harvest,
        outcome(seed, title=strange, text=strange, follow=[A + "/\x00"], mentions=[told]),
    )
    (paper,) = library.papers.find()
    assert paper.title == "nul \ufffd and half a pair \ufffd and \\u0000"
    assert paper.keywords == (paper.title,)
    assert paper.year == 10**30


def test_recent_harvests_come_newest_first(library: Library, clock: SetClock) -> None:
    old = library.harvests.begin(HarvestRequest((A,), 0, 1))
    clock.advance(60)
    library.harvests.finish(old)
    new = library.harvests.begin(HarvestRequest((B,), 0, 1))
    first, second = library.harvests.recent()
    assert first == new
    assert second.id == old.id
    assert second.finished == clock.now()
