"""The numbers that the database keeps itself; `conftest.py` compares them with the rows after every test of a library."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Thread
from typing import Any

import sqlalchemy as sa

from harvestman.model import HarvestRequest, Status, VisitOutcome
from harvestman.store import Library, schema
from harvestman.store.upgrading import upgrade_library
from store.sample import Opener, Place, crawl, keep_mentions, mention

A = "http://a.example/"
_visit = schema.visit


def _do(library: Library, *statements: Any) -> None:
    with library.database.write() as connection:
        for statement in statements:
            connection.execute(statement)


def test_visits_that_are_opened_again_or_gone_leave_the_word_to_those_before(
    library: Library,
) -> None:
    for status in (Status.TIMEOUT, Status.NOT_FOUND, Status.BLOCKED_ROBOTS):
        harvest = library.harvests.begin(HarvestRequest((A,), 0, 1))
        crawl(library, harvest, partial(VisitOutcome, status=status, detail=""))
    with library.database.read() as connection:
        first, second, third = connection.scalars(sa.select(_visit.c.id).order_by(_visit.c.id))

    def ends() -> dict[Status, int]:
        return dict(library.summary().by_status)

    assert ends() == {Status.BLOCKED_ROBOTS: 1}
    _do(library, sa.update(_visit).where(_visit.c.id == third).values(state="open"))
    assert ends() == {Status.NOT_FOUND: 1}
    _do(library, sa.delete(_visit).where(_visit.c.id == second))
    assert ends() == {Status.TIMEOUT: 1}
    changed = sa.update(_visit).where(_visit.c.id == first).values(status=str(Status.TOO_LARGE))
    _do(library, changed)
    assert ends() == {Status.TOO_LARGE: 1}
    _do(library, sa.update(_visit).where(_visit.c.id == third).values(state="done"))
    assert ends() == {Status.BLOCKED_ROBOTS: 1}
    _do(library, sa.delete(_visit))
    assert ends() == {}


def test_many_writers_count_together(library: Library) -> None:
    start = Barrier(4)

    def write(number: int) -> None:
        start.wait()
        for n in range(5):
            url = f"http://{number}.example/{n}"
            keep_mentions(library, url, mention(title=f"A paper {number} {n} of its own"))

    threads = [Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert library.summary().papers == library.papers.count() == 20


def test_a_session_goes_on_with_the_numbers_of_one_that_has_ended(
    place: Place, opened: Opener
) -> None:
    if place.kind == "sqlite":
        return  # it has one writer, and one row for each number
    library, tally = opened(), schema.tally
    _do(library, sa.insert(tally).values(name="paper", part=-1, number=41))  # of no process
    keep_mentions(library, A, mention())
    assert library.papers.count() == 42
    with library.database.read() as connection:
        parts = connection.scalars(sa.select(tally.c.part).where(tally.c.name == "paper")).all()
    assert -1 not in parts
    assert len(parts) == 1


def test_wrong_numbers_are_told_and_put_right_by_an_upgrade(place: Place, library: Library) -> None:
    keep_mentions(library, A, mention())
    _do(library, sa.update(schema.tally).where(schema.tally.c.name == "paper").values(number=7))
    assert any("are wrong (paper)" in line for line in library.check())
    upgrade_library(place.db, check=True)
    assert library.papers.count() == 7
    upgrade_library(place.db)
    assert library.papers.count() == 1
    assert not any("are wrong" in line for line in library.check())
