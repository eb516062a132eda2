"""The change log: a row for what a reader could notice, none for what they could not."""

from __future__ import annotations

import pytest

from harvestman.model import Field, SetClock, UsageError
from harvestman.store import Change, ChangeKind, Library, PaperQuery, parse_moment
from store.sample import NOON, SITE, Opener, keep_mentions, mention
from store.test_events import keep, sighting

A, B, C = (SITE + name for name in "abc")


def told(library: Library, *, after: str = "") -> list[tuple[str, str, str, tuple[str, ...]]]:
    changes = library.changes(after=after).changes
    return [(str(c.kind), c.id, c.into, c.fields) for c in changes if c.thing == "paper"]


def test_new_changed_and_nothing_when_the_view_is_equal(library: Library, clock: SetClock) -> None:
    keep_mentions(library, A, mention("One", keys=["k"], year=2017))
    (paper,) = library.papers.find()
    assert told(library) == [("new", paper.id, "", ())]
    cursor = library.changes().cursor
    clock.advance(86_400)
    keep_mentions(library, A, mention("One", keys=["k"], year=2017))
    keep_mentions(library, B, mention("One", keys=["k"], year=2017))
    assert told(library, after=cursor) == []
    assert library.changes(after=cursor).cursor == cursor
    assert next(library.papers.find()).changed == "2024-05-01"
    keep_mentions(library, B, mention("One", keys=["k"], year=2018, pdf="http://x/1.pdf"))
    assert told(library, after=cursor) == [("changed", paper.id, "", ("pdf",))]
    (after,) = library.papers.find()
    assert (after.added, after.changed) == ("2024-05-01", "2024-05-02")


def test_merged_parted_and_removed(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    keep_mentions(library, B, mention("One", keys=["k2"]))
    two, one = library.papers.find()
    cursor = library.changes().cursor
    decision = library.merges.accept(one.id, two.id)
    assert told(library, after=cursor) == [("merged", two.id, one.id, ())]
    cursor = library.changes().cursor
    library.merges.undo(decision.id)
    assert told(library, after=cursor) == [("new", two.id, "", ())]
    cursor = library.changes().cursor
    pair = (mention("Three", subject="p3", keys=["k3"]), mention("Four", subject="p4", keys=["k4"]))
    keep_mentions(library, C, *pair)
    gone = next(p.id for p in library.papers.find() if p.title == "Four")
    keep_mentions(library, C, pair[0])
    assert told(library, after=cursor)[2:] == [("removed", gone, "", ())]


def test_a_paper_without_a_title_is_not_noticed_until_it_has_one(library: Library) -> None:
    keep_mentions(library, A, mention(None, keys=["k"], year=2017))
    assert told(library) == []
    keep_mentions(library, B, mention("One", keys=["k"]))
    (paper,) = library.papers.find()
    assert told(library) == [("new", paper.id, "", ())]


def test_hostile_letters_do_not_look_like_a_change(library: Library) -> None:
    for _ in range(2):
        keep_mentions(library, A, mention("A\x00B\ud800", keys=["k"]))
    assert [kind for kind, *_ in told(library)] == ["new"]


def test_a_correction_is_a_change(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k"]))
    (paper,) = library.papers.find()
    for _ in range(2):
        library.say(paper.id, Field.YEAR, 2018, by="Ann")
    assert told(library)[1:] == [("changed", paper.id, "", ("year",))]


def test_events_are_noted(library: Library) -> None:
    (event,) = keep(library, sighting(start="2026-06-10"))
    keep(library, sighting(start="2026-06-10"))
    keep(library, sighting(start="2026-06-11"))
    assert [(str(c.kind), c.fields) for c in library.changes().changes if c.id == event.id] == [
        ("new", ()),
        ("changed", ("start", "end")),
    ]


def test_since_a_day_and_page_by_page(library: Library, clock: SetClock) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    clock.advance(86_400)
    keep_mentions(library, B, mention("Two", keys=["k2"]), mention("3", subject="3", keys=["k3"]))
    since = parse_moment("2024-05-02")
    assert {p.title for p in library.papers.find(PaperQuery(since=since))} == {"Two", "3"}
    first = library.changes(since=since, limit=1)
    assert (len(first.changes), first.has_more) == (1, True)
    rest = library.changes(since=since, after=first.cursor, limit=5)
    assert (len(rest.changes), rest.has_more) == (1, False)
    assert rest.changes[0].when == clock.now()
    assert library.changes(after=rest.cursor).changes == ()
    with pytest.raises(UsageError, match="cursor"):
        library.changes(after="x")
    with pytest.raises(UsageError, match="no day"):
        parse_moment("yesterday")
    assert parse_moment("2024-05-01T14:00:00+02:00") == NOON


def test_who_goes_on_from_a_cursor_misses_nothing_that_ended_later(opened: Opener) -> None:
    """A transaction that began first and ends last: nobody is led past what it will bring."""
    slow, quick = opened(), opened()
    if slow.database.is_sqlite:
        pytest.skip("SQLite has one writer at a time")
    from harvestman.store.changes import note_changes

    with slow.database.write() as connection:
        note_changes(connection, [Change("paper", "slow", ChangeKind.NEW)], now=NOON)
        with quick.database.write() as other:
            note_changes(other, [Change("paper", "quick", ChangeKind.NEW)], now=NOON)
        before = quick.changes()
        assert before.changes == ()
    after = quick.changes(after=before.cursor)
    assert [one.id for one in after.changes] == ["slow", "quick"]
