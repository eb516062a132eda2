"""Papers as records: in the order of their last change, those that are gone among them, met whole by whoever goes on from a place."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from harvestman.model import Field, SetClock
from harvestman.store import Library, PaperRecord, PaperSet, RecordQuery, SetKind, sets_of
from store.sample import NOON, SITE, keep_mentions, mention

A, B, C = (SITE + name for name in "abc")
ALL = RecordQuery()


def keep_some(library: Library, clock: SetClock, count: int) -> list[str]:
    """So many papers, one a minute, the first first; every second of 2018, the others of 2017."""
    for number in range(count):
        clock.advance(60)
        one = mention(f"Paper {number}", keys=[f"k{number}"], year=2017 + number % 2, venue="LEGS")
        keep_mentions(library, f"{SITE}{number}", one)
    return [paper.id for paper in library.papers.find()][::-1]


def walk(
    library: Library, query: RecordQuery = ALL, *, at_once: int = 2, meanwhile: object = None
) -> list[PaperRecord]:
    """All records, page by page; `meanwhile` is called after the first page."""
    found: list[PaperRecord] = []
    has_more = True
    while has_more:
        page, has_more = library.records.page(query, at_once)
        assert len(page) <= at_once
        assert bool(page) or not has_more
        found += page
        if page:
            query = replace(query, after=page[-1].place)
        if callable(meanwhile):
            meanwhile()
            meanwhile = None
    return found


def test_every_record_once_in_the_order_of_changes(library: Library, clock: SetClock) -> None:
    ids = keep_some(library, clock, 5)
    for at_once in (1, 2, 5, 50):
        assert [one.id for one in walk(library, at_once=at_once)] == ids
    assert library.records.earliest() == NOON + timedelta(minutes=1)


def test_papers_that_changed_in_one_moment_are_all_met(library: Library, clock: SetClock) -> None:
    many = [mention(f"P{n}", subject=f"p{n}", keys=[f"k{n}"]) for n in range(7)]
    keep_mentions(library, A, *many)
    assert len({one.id for one in walk(library, at_once=2)}) == 7


def test_what_changes_during_a_walk_is_met_at_its_end(library: Library, clock: SetClock) -> None:
    ids = keep_some(library, clock, 6)

    def change() -> None:
        clock.advance(60)
        library.say(ids[0], Field.YEAR, 2001, by="Ann")  # met already: it comes once more
        clock.advance(60)
        library.say(ids[4], Field.YEAR, 2002, by="Ann")

    found = walk(library, meanwhile=change)
    assert [one.id for one in found] == [*ids[:4], ids[5], ids[0], ids[4]]
    assert found[-2].paper is not None
    assert found[-2].paper.year == 2001


def test_merged_and_removed_papers_stay_as_records_that_are_gone(
    library: Library, clock: SetClock
) -> None:
    one, two = keep_some(library, clock, 2)
    pair = [mention(name, subject=name, keys=[name]) for name in ("Three", "Four")]
    keep_mentions(library, C, *pair)
    three = next(paper.id for paper in library.papers.find() if paper.title == "Three")
    clock.advance(60)
    first = library.merges.accept(one, two)
    clock.advance(60)
    keep_mentions(library, C, pair[1])
    gone = {record.id: record for record in walk(library) if record.paper is None}
    assert set(gone) == {two, three}
    assert gone[three].place.moment == clock.now()
    assert library.records.one(two) == gone[two]
    clock.advance(60)
    library.merges.undo(first.id)
    back = library.records.one(two)
    assert back is not None
    assert back.paper is not None
    assert back.place.moment == clock.now()
    clock.advance(60)
    library.merges.accept(one, two)
    again = [record for record in walk(library) if record.id == two]
    assert [record.place.moment for record in again] == [clock.now()]
    assert library.records.one("nonesuch12345678") is None


def test_reading_again_moves_no_moment(library: Library, clock: SetClock) -> None:
    keep_some(library, clock, 1)
    (before,) = walk(library)
    clock.advance(3600)
    keep_mentions(library, f"{SITE}0", mention("Paper 0", keys=["k0"], year=2017, venue="LEGS"))
    assert walk(library) == [before]


def test_between_moments(library: Library, clock: SetClock) -> None:
    ids = keep_some(library, clock, 4)
    at = [NOON + timedelta(minutes=n + 1) for n in range(4)]
    assert [r.id for r in walk(library, RecordQuery(since=at[2]))] == ids[2:]
    assert [r.id for r in walk(library, RecordQuery(before=at[2]))] == ids[:2]
    assert [r.id for r in walk(library, RecordQuery(since=at[1], before=at[2]))] == ids[1:2]


@pytest.mark.parametrize(
    ("within", "places"),
    [
        (PaperSet(SetKind.YEAR, "2017"), (0, 2)),
        (PaperSet(SetKind.VENUE, "LEGS"), (0, 1, 2, 3)),
        (PaperSet(SetKind.VENUE, "legs"), ()),
        (PaperSet(SetKind.EVENT, "nonesuch"), ()),
    ],
)
def test_sets(library: Library, clock: SetClock, within: PaperSet, places: tuple[int, ...]) -> None:
    ids = keep_some(library, clock, 4)
    found = walk(library, RecordQuery(within=within))
    assert [one.id for one in found] == [ids[place] for place in places]
    for one in found:
        assert one.paper is not None
        assert within in sets_of(one.paper)


def test_a_set_tells_what_was_merged_into_its_papers(library: Library, clock: SetClock) -> None:
    one, two = keep_some(library, clock, 2)
    library.merges.accept(one, two)
    within = PaperSet(SetKind.VENUE, "LEGS")
    gone = [r.id for r in walk(library, RecordQuery(within=within)) if r.paper is None]
    assert gone == [two]


def test_all_sets_are_listed_and_a_long_venue_is_one(library: Library, clock: SetClock) -> None:
    keep_mentions(library, A, mention("One", keys=["a"], year=2017, venue="V" * 9_000))
    keep_mentions(library, B, mention("Two", keys=["b"], year=2018))
    sets = dict(library.records.sets())
    assert {one.value for one in sets if one.kind is SetKind.YEAR} == {"2017", "2018"}
    (venue,) = (one for one in sets if one.kind is SetKind.VENUE)
    assert [r.paper.title for r in walk(library, RecordQuery(within=venue)) if r.paper] == ["One"]


def test_an_empty_library_has_none(library: Library) -> None:
    assert walk(library) == []
    assert library.records.earliest() is None
    assert list(library.records.sets()) == []
