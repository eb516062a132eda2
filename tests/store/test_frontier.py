"""Whose turn it is: best first within a site, limits shared in rounds, families that bring nothing left alone."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest
import sqlalchemy as sa

from harvestman.crawl import family_name
from harvestman.model import (
    Harvest,
    HarvestRequest,
    Lead,
    Link,
    Order,
    SetClock,
    Status,
    Visit,
    VisitOutcome,
)
from harvestman.store import Ended, Library, Seen, Taken, end_state, schema
from store.sample import CrawlRules, Opener, keep_visit, mention, outcome

A, B = "http://a.example/", "http://b.example/"


def leading(visit: Visit, *leads: Lead, papers: int = 0) -> VisitOutcome:
    found = [
        mention(f"Paper {i} of {visit.url}", subject=f"p{i}", keys=[f"{visit.url}{i}"])
        for i in range(papers)
    ]
    return replace(outcome(visit, mentions=found), follow=leads, is_fruitful=bool(found))


def lead(url: str, score: int = 0, position: int = 0, family: str = "", patience: int = 0) -> Lead:
    return Lead(Link(url, "", position), score, family=family_name(family, patience))


class Walk:
    """Visits that are made one after the other, site by site in an order of our choice."""

    def __init__(
        self,
        library: Library,
        request: HarvestRequest,
        web: dict[str, list[Lead]],
        *,
        seen: Seen | None = None,
        enough: int = 10_000,
    ) -> None:
        self.library, self.web, self.seen = library, web, seen
        self.rules = CrawlRules.of(request, enough=enough)
        self.harvest: Harvest = library.harvests.begin(request)
        self.visited: list[str] = []

    def run(self, rng: random.Random | None = None, *, most_visits: int = 10_000) -> None:
        stage = 0
        while (
            sites := self.library.harvests.stage(self.harvest, stage, rules=self.rules)
        ) is not None:
            if not sites:
                stage += 1
                continue
            if rng:
                rng.shuffle(sites)
            for site in sites:
                taken = self.library.harvests.take(self.harvest, stage, site, rules=self.rules)
                if taken.visits or taken.is_done:
                    break  # the others would wait for this one
            else:
                raise AssertionError("everybody waits for everybody")
            for visit in taken.visits:
                if len(self.visited) == most_visits:
                    return
                self.visited.append(visit.url)
                papers = int("paper" in visit.url)
                told = leading(visit, *self.web.get(visit.url, []), papers=papers)
                self.library.harvests.keep_all(
                    self.harvest, [Ended(told)], rules=self.rules, seen=self.seen
                )
        self.library.harvests.finish(self.harvest)


def test_the_best_link_of_a_site_comes_first(library: Library) -> None:
    web = {A: [lead(A + "dull", 1), lead(A + "good", 9, 1)], A + "good": [lead(A + "better", 20)]}
    walk = Walk(library, HarvestRequest((A,), 3, 10), web)
    walk.run()
    assert walk.visited == [A, A + "good", A + "better", A + "dull"]


def test_layer_by_layer_scores_do_not_count(library: Library) -> None:
    web = {A: [lead(A + "dull", 1), lead(A + "good", 9, 1)], A + "good": [lead(A + "better", 20)]}
    walk = Walk(library, HarvestRequest((A,), 3, 10, order=Order.BREADTH), web)
    walk.run()
    assert walk.visited == [A, A + "dull", A + "good", A + "better"]


def test_a_family_that_brings_papers_is_preferred_and_one_that_does_not_is_left(
    library: Library,
) -> None:
    months = [lead(f"{A}month/{i}", 5, i, "month", 4) for i in range(9)]
    papers = [lead(f"{A}paper/{i}", 0, 20 + i, "paper", 4) for i in range(9)]
    walk = Walk(library, HarvestRequest((A,), 1, 100), {A: months + papers})
    walk.run()
    assert sum("paper" in url for url in walk.visited) == 9
    assert sum("month" in url for url in walk.visited) == 4
    counts = library.harvests.counts(walk.harvest)
    assert (counts.traps, counts.beyond_limit, counts.open) == (5, 0, 0)
    # After three without a paper the months are put off: the papers come before the last one.
    assert walk.visited.index(f"{A}paper/8") < walk.visited.index(f"{A}month/3")


def test_sites_share_the_limit_in_rounds_and_what_one_leaves_the_others_have(
    library: Library,
) -> None:
    web = {
        A: [lead(f"{A}{i}", 0, i) for i in range(20)],
        B: [lead(f"{B}{i}", 0, i) for i in range(2)],
    }
    walk = Walk(library, HarvestRequest((A, B), 1, 10), web)
    walk.run()
    assert sum(url.startswith(A) for url in walk.visited) == 7
    assert sum(url.startswith(B) for url in walk.visited) == 3
    assert library.harvests.counts(walk.harvest).beyond_limit == 14


@pytest.mark.parametrize("order", list(Order))
def test_the_limit_of_a_site_leaves_the_rest_beyond_budget(library: Library, order: Order) -> None:
    web = {A: [lead(f"{A}{i}", 0, i) for i in range(5)]}
    walk = Walk(library, HarvestRequest((A,), 1, 100, order=order, site_limit=3), web)
    walk.run()
    assert walk.visited == [A, f"{A}0", f"{A}1"]
    assert library.harvests.counts(walk.harvest).beyond_limit == 3


def test_a_link_that_is_a_trap_is_kept_with_its_status_and_not_visited(library: Library) -> None:
    trap = Lead(Link(A + "x/x/x", "", 0), trap="a part of the path is repeated")
    walk = Walk(library, HarvestRequest((A,), 1, 100), {A: [trap]})
    walk.run()
    assert walk.visited == [A]
    (visit,) = [v for v in end_state(library)["harvests"][0]["visits"] if v["url"] == A + "x/x/x"]
    assert (visit["state"], visit["status"]) == ("beyond", str(Status.TRAP))


def test_links_of_a_group_that_was_not_kept_are_written_the_next_time(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 10))
    library.harvests.stage(harvest, 0)
    (visit,) = library.harvests.take(harvest, 0, "a.example").visits
    told, seen = Ended(leading(visit, lead(A + "x"))), Seen()
    stranger = Ended(leading(Visit(B, 0, -1, 0)))
    with pytest.raises(ValueError, match="not a visit"):
        library.harvests.keep_all(harvest, [told, stranger], seen=seen)
    library.harvests.keep_all(harvest, [told], seen=seen)
    assert [v.url for v in library.harvests.take(harvest, 0, "a.example").visits] == [A + "x"]


def some_web(rng: random.Random) -> dict[str, list[Lead]]:
    """Three sites of forty pages that lead to one another, with scores and families."""
    hosts = [f"http://{name}.example/" for name in "abc"]
    pages = hosts + [f"{h}{k}/{i}" for h in hosts for k in ("paper", "news") for i in range(20)]
    return {
        page: [
            lead(to, rng.randrange(5), place, to.split("/")[3], 6)
            for place, to in enumerate(rng.sample(pages, 6))
            if rng.random() < 0.8 or to.startswith(page[:17])
        ]
        for page in pages
    }


def test_a_crawl_that_has_enough_stops_and_leaves_the_rest_beyond_budget(library: Library) -> None:
    web = {A: [lead(f"{A}paper/{i}", 0, i) for i in range(9)] + [lead(B + "paper/1", 0, 20)]}
    walk = Walk(library, HarvestRequest((A,), 2, 100), web, enough=3)
    walk.run()
    assert walk.visited == [A, f"{A}paper/0", f"{A}paper/1", f"{A}paper/2"]
    counts = library.harvests.counts(walk.harvest)
    assert (counts.beyond_limit, counts.open, counts.papers) == (7, 0, 3)


def test_each_site_is_asked_by_itself_whether_there_is_enough(library: Library) -> None:
    """Which of two sites was faster must not decide what is visited."""
    web = {host: [lead(f"{host}paper/{i}", 0, i) for i in range(9)] for host in (A, B)}
    walk = Walk(library, HarvestRequest((A, B), 2, 100), web, enough=3)
    walk.run()
    assert sum(url.startswith(A) for url in walk.visited) == 4
    assert sum(url.startswith(B) for url in walk.visited) == 4


def test_without_rules_links_are_visited_by_their_scores_alone(library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 1))
    library.harvests.stage(harvest, 0)
    (visit,) = library.harvests.take(harvest, 0, "a.example").visits
    told = leading(visit, *(lead(f"{A}month/{i}", i, i, "month", 1) for i in range(5)))
    taken = keep_visit(library, harvest, told, take_next=9).next
    assert taken is not None
    assert [v.url for v in taken.visits] == [f"{A}month/{i}" for i in (4, 3, 2, 1, 0)]


@pytest.mark.parametrize("enough", [10_000, 7])
@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("seed", range(3))
def test_the_end_does_not_depend_on_who_is_first_nor_on_who_was_killed(
    opened: Opener, seed: int, order: Order, enough: int
) -> None:
    rng = random.Random(seed)
    web = some_web(rng)
    library = opened()
    limit = rng.randrange(20, 80)
    ends = []
    for chance in (None, 1, 2):
        request = HarvestRequest((A, B, "http://c.example/"), 4, limit, order=order)
        walk = Walk(library, request, web, enough=enough)
        if chance is not None:  # others remember which links they have seen, the first does not
            walk.seen = Seen()
            walk.run(random.Random(chance), most_visits=limit // 2)
            walk = Walk(opened(), request, web, seen=Seen(), enough=enough)
        walk.run(random.Random(chance) if chance else None)
        counts = library.harvests.counts(walk.harvest)
        assert counts.done <= limit
        assert counts.open == 0
        ends.append(end_state(library)["harvests"])
    first = ends[0][0]
    assert all(harvest == first for harvest in ends[-1])


def test_keeping_and_taking_wait_for_no_lock_of_the_harvest(library: Library) -> None:
    """Somebody holds the harvest's row, and the row of another site's queue: a leased site goes on all the same."""
    harvest = library.harvests.begin(HarvestRequest((A, B), 2, 100))
    library.harvests.stage(harvest, 0)
    leases = {
        site: library.leases.acquire(site, f"owner of {site}", length_s=60)
        for site in ("a.example", "b.example")
    }
    lease = leases["a.example"]
    assert lease is not None
    (visit,) = library.harvests.take(harvest, 0, "a.example", lease=lease).visits
    if library.database.is_sqlite:
        return  # it has one writer, whatever is written
    rows = (
        (schema.harvest, schema.harvest.c.public_id == harvest.id),
        (
            schema.site_queue,
            schema.site_queue.c.site == "b.example",
        ),
    )
    with library.database.write() as another:
        for table, which in rows:
            another.execute(sa.select(table).where(which).with_for_update(key_share=True))
        told = leading(visit, lead(A + "x"), lead(B + "y", position=1))
        with ThreadPoolExecutor(1) as pool:
            keeping = pool.submit(keep_visit, library, harvest, told, lease=lease, take_next=1)
            kept = keeping.result(timeout=20)
    assert kept.next is not None
    assert [one.url for one in kept.next.visits] == [A + "x"]


def test_sites_that_link_to_each_other_are_kept_side_by_side(library: Library) -> None:
    """Each transaction writes rows of its own sites only: two that name each other's pages cannot wait for each other."""
    hosts = (A, B)
    harvest = library.harvests.begin(HarvestRequest(hosts, 3, 1000))
    pages = [f"{host}{number}" for host in hosts for number in range(12)]

    def visit_all(barrier: threading.Barrier, stage: int, site: str) -> None:
        lease = library.leases.acquire(site, f"owner of {site}", length_s=60)
        assert lease is not None
        barrier.wait(timeout=20)
        taken = library.harvests.take(harvest, stage, site, lease=lease)
        while taken.visits:
            (visit,) = taken.visits
            order = random.Random(visit.url).sample(pages, len(pages))
            told = leading(visit, *(lead(url, 0, place) for place, url in enumerate(order)))
            kept = keep_visit(library, harvest, told, lease=lease, take_next=1)
            assert kept.next is not None
            taken = kept.next
        library.leases.release(lease)

    stage = 0
    while (sites := library.harvests.stage(harvest, stage)) is not None:
        barrier = threading.Barrier(len(sites))
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(partial(visit_all, barrier, stage), sites))
        stage += 1
    counts = library.harvests.counts(harvest)
    assert (counts.done, counts.open) == (len(pages) + len(hosts), 0)


def test_one_who_has_lost_the_lease_takes_nothing(library: Library, clock: SetClock) -> None:
    harvest = library.harvests.begin(HarvestRequest((A,), 1, 10))
    library.harvests.stage(harvest, 0)
    lost = library.leases.acquire("a.example", "elsewhere 1 1", length_s=60)
    clock.advance(120)
    assert library.leases.acquire("a.example", "elsewhere 2 2", length_s=60) is not None
    assert library.harvests.take(harvest, 0, "a.example", lease=lost) == Taken()
