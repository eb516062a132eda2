"""Events: one from several sources, looks kept with what follows from them, the same on both databases."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest

from harvestman.model import (
    Appointment,
    Authority,
    Claim,
    Event,
    EventSighting,
    Evidence,
    Field,
    HarvestRequest,
    Look,
    SetClock,
    Waiting,
)
from harvestman.store import Library
from store.sample import NOON, Opener

HOUR = timedelta(hours=1)
HOUR_S = 3600.0


def sighting(
    acronym: str = "LIME",
    *,
    source: str = "list",
    authority: Authority = Authority.LIST,
    **values: str,
) -> EventSighting:
    told = {"acronym": acronym, **values}
    return tuple(
        Claim(
            subject="row 1",
            field=Field(name),
            value=value,
            evidence=Evidence(source, "row 1", f"says {value}"),
            reader="table",
            version="1",
            authority=authority,
            confidence=0.9,
            time=NOON,
        )
        for name, value in told.items()
    )


class ByAcronym:
    """A judge that joins by acronym and plans a look an hour after the last."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        self.asked: list[tuple[str, int]] = []

    def add(self, event: Event, looks: Sequence[Look] = ()) -> None:
        self.known[event.acronym] = event.id

    def find(self, event: Event) -> str | None:
        return self.known.get(event.acronym)

    def appoint(self, event: Event, looks: Sequence[Look]) -> Appointment:
        self.asked.append((event.acronym, len(looks)))
        last = looks[-1].when if looks else NOON
        return Appointment(last + HOUR, Waiting.LIST, "soon")


def keep(library: Library, *sightings: EventSighting) -> list[Event]:
    return [kept.event for kept in library.events.keep(sightings, ByAcronym)]


def test_an_event_from_two_sources_is_one_and_both_are_remembered(library: Library) -> None:
    (first,) = keep(library, sighting(start="2026-06-10", end="2026-06-12"))
    site = sighting(source="http://lime/", authority=Authority.SITE, start="2026-06-11")
    again = library.events.keep([site, sighting("WOOD")], ByAcronym)
    assert [kept.is_new for kept in again] == [False, True]
    assert again[0].event.id == first.id
    one = library.agenda.one(first.id)
    assert one is not None
    assert one.event.start == date(2026, 6, 11)
    assert one.event.sources == ("http://lime/", "list")
    starts = [c for c in library.events.claims(first.id) if c.field is Field.START]
    assert [(c.value, c.evidence.source, c.evidence.quote) for c in starts] == [
        ("2026-06-11", "http://lime/", "says 2026-06-11"),
        ("2026-06-10", "list", "says 2026-06-10"),
    ]


def test_a_source_that_is_read_again_changes_its_word_and_forgets_nothing(library: Library) -> None:
    keep(library, sighting(start="2026-06-10", notification="2026-04-15"))
    (event,) = keep(library, sighting(start="2026-06-17"))
    assert event.start == date(2026, 6, 17)
    assert event.notification == date(2026, 4, 15)
    assert len(library.events.claims(event.id)) == 3


def test_appointments_change_only_when_the_event_does(library: Library) -> None:
    judge = ByAcronym()
    library.events.keep([sighting(start="2026-06-10"), sighting(start="2026-06-10")], lambda: judge)
    assert judge.asked == [("LIME", 0)]
    library.events.keep([sighting(start="2026-06-11")], lambda: judge)
    assert judge.asked == [("LIME", 0), ("LIME", 0)]


def test_a_look_and_what_follows_from_it_are_kept_together(library: Library) -> None:
    (event,) = keep(library, sighting())
    assert library.agenda.next_due() == NOON + HOUR
    assert library.agenda.due(NOON) == []
    assert [one.event.id for one in library.agenda.due(NOON + HOUR)] == [event.id]
    look = Look(NOON + HOUR, 6, 0, True, True, Waiting.LIST, detail="3 of 3 pages read")
    after = Appointment(NOON + 24 * HOUR, Waiting.PAPERS, "later")
    read = sighting(source="http://lime/", authority=Authority.SITE, notification="2026-04-15")
    for _ in range(2):  # a look at the same moment is one
        library.agenda.keep_look(event.id, look, after, claims=read)
    assert library.agenda.looks(event.id) == [look]
    assert library.agenda.last_looks(9) == [(event.id, look)]
    (one,) = library.agenda.all()
    assert (one.appointment, one.last) == (after, look)
    assert one.event.notification == date(2026, 4, 15)
    assert library.agenda.due(NOON + HOUR) == []
    assert library.agenda.looks_since(NOON) == 1
    assert library.agenda.looks_since(NOON + 2 * HOUR) == 0


def test_a_look_that_cannot_be_kept_changes_nothing(library: Library) -> None:
    (event,) = keep(library, sighting())
    naive = Look(datetime(2026, 1, 1))
    with pytest.raises(Exception, match="time zone"):
        library.agenda.keep_look(event.id, naive, Appointment(None, Waiting.NOTHING, "x"))
    (one,) = library.agenda.all()
    assert (one.last, one.appointment.when) == (None, NOON + HOUR)
    with pytest.raises(ValueError, match="no event"):
        library.agenda.keep_look("nobody", Look(NOON), one.appointment)


def test_an_event_is_held_by_one_at_a_time_and_not_for_ever(
    library: Library, clock: SetClock
) -> None:
    keep(library, sighting())
    clock.advance(3600)
    due = library.agenda.due(clock.now())
    until = clock.now() + HOUR
    (late,) = library.agenda.hold(due, "a", length_s=HOUR_S, since=NOON)
    assert late == due[0]
    assert library.agenda.hold(due, "b", length_s=HOUR_S, since=NOON) == []
    assert library.leases.holders("event") == ["a"]
    library.leases.renew_all("event", "a", until=until + HOUR)
    clock.advance(3600)
    assert library.agenda.hold(due, "b", length_s=HOUR_S, since=NOON) == []
    clock.advance(3600)
    (held,) = library.agenda.hold(due, "b", length_s=9 * HOUR_S, since=NOON)
    assert held == due[0]
    assert library.leases.holders("event") == ["b"]
    # The look of the one that was late is not kept, that of the other is, and ends the hold.
    event = due[0].event.id
    after = Appointment(NOON + 24 * HOUR, Waiting.PAPERS, "later")
    assert not library.agenda.keep_look(event, Look(clock.now()), after, lease=late.lease)
    assert library.agenda.looks(event) == []
    assert library.agenda.keep_look(event, Look(clock.now()), after, lease=held.lease)
    assert library.leases.holders("event") == []
    assert not library.agenda.keep_look(event, Look(clock.now() + HOUR), after, lease=held.lease)
    # What was due before somebody looked is not due now.
    assert library.agenda.hold(due, "a", length_s=HOUR_S, since=NOON) == []


def test_while_one_event_of_a_host_is_held_no_other_is_got(library: Library) -> None:
    first, second = keep(library, sighting("ONE"), sighting("TWO"))
    one, two = sorted(library.agenda.all(), key=lambda watched: watched.event.acronym)
    assert (one.event.id, two.event.id) == (first.id, second.id)
    assert library.agenda.hold([two], "a", length_s=HOUR_S, since=NOON) == [two]
    assert library.agenda.hold([one, two], "b", length_s=HOUR_S, since=NOON) == []
    library.leases.release_all("event", "a")
    assert library.agenda.hold([one, two], "b", length_s=HOUR_S, since=NOON) == [one, two]


def test_looks_and_holds_together_stay_within_the_budget(library: Library) -> None:
    keep(library, *(sighting(f"E{n}") for n in range(5)))
    watched = library.agenda.all()
    got = [
        library.agenda.hold([one], "a", length_s=HOUR_S, since=NOON, budget=3)
        for one in watched[:2]
    ]
    assert got == [[watched[0]], [watched[1]]]
    assert library.agenda.looks_since(NOON) == 2
    assert library.agenda.hold(watched[2:], "b", length_s=HOUR_S, since=NOON, budget=3) == [
        watched[2]
    ]
    assert library.agenda.hold(watched[3:], "b", length_s=HOUR_S, since=NOON, budget=3) == []
    after = Appointment(None, Waiting.NOTHING, "complete")
    assert library.agenda.keep_look(watched[0].event.id, Look(NOON), after, lease=got[0][0].lease)
    assert library.agenda.looks_since(NOON) == 3
    library.leases.release_all("event", "a")
    assert library.agenda.hold(watched[3:], "b", length_s=HOUR_S, since=NOON, budget=3) == [
        watched[3]
    ]
    assert (
        library.agenda.hold(watched[4:], "c", length_s=HOUR_S, since=NOON, budget=None)
        == watched[4:]
    )


def test_events_never_looked_at_again_come_last_and_are_not_due(library: Library) -> None:
    done, soon = keep(library, sighting("DONE"), sighting("SOON"))
    library.agenda.appoint(done.id, Appointment(None, Waiting.NOTHING, "complete"))
    assert [one.event.id for one in library.agenda.all()] == [soon.id, done.id]
    far = datetime(2999, 1, 1, tzinfo=UTC)
    assert [one.event.id for one in library.agenda.due(far)] == [soon.id]
    library.agenda.appoint(soon.id, Appointment(None, Waiting.NOTHING, "complete"))
    assert library.agenda.next_due() is None


def test_a_list_of_events_goes_on_after_the_last_that_was_shown(library: Library) -> None:
    events = keep(library, *[sighting(f"E{n}") for n in range(8)])
    for n, event in enumerate(events):
        when = NOON + HOUR * (n // 2) if n < 5 else None
        library.agenda.appoint(event.id, Appointment(when, Waiting.LIST, "soon"))
    shown = library.agenda.some(3)
    while more := library.agenda.following(
        3, after=(shown[-1].appointment.when, shown[-1].event.id)
    ):
        shown += more
    assert [one.event.id for one in shown] == [one.id for one in events]
    library.agenda.appoint(events[3].id, Appointment(NOON, Waiting.LIST, "earlier"))
    rest = library.agenda.following(9, after=(NOON + HOUR, events[3].id))
    assert [one.event.id for one in rest] == [one.id for one in events[4:]], "it was shown before"


def test_hostile_words_are_kept_harmlessly(library: Library) -> None:
    (event,) = keep(library, sighting("A\x00B", name="x" * 100_000, city="\ud800"))
    one = library.agenda.one(event.id)
    assert one is not None
    assert "\x00" not in one.event.acronym
    assert len(one.event.name) == 1000


def test_two_that_add_the_same_event_at_once_make_one(opened: Opener) -> None:
    libraries = [opened() for _ in range(3)]
    barrier = threading.Barrier(3)

    def add(library: Library) -> None:
        barrier.wait()
        keep(library, sighting(), sighting("WOOD"))

    threads = [threading.Thread(target=add, args=(library,)) for library in libraries]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.event.acronym for one in libraries[0].agenda.all()) == ["LIME", "WOOD"]


def test_the_harvest_of_an_appointment_is_found_again(library: Library) -> None:
    request = HarvestRequest(("http://lime/",), 1, 5)
    harvest = library.harvests.begin(request)
    assert library.harvests.finished_since(request, NOON) is None
    library.harvests.finish(harvest)
    found = library.harvests.finished_since(request, NOON)
    assert found is not None
    assert found.id == harvest.id
    assert library.harvests.finished_since(request, NOON + HOUR) is None
    assert library.harvests.finished_since(HarvestRequest(("http://x/",), 1, 5), NOON) is None


def test_a_removed_event_is_gone_with_its_looks_and_may_come_again(library: Library) -> None:
    first, other = keep(library, sighting("LIME", start="2026-06-10"), sighting("WOOD"))
    library.agenda.keep_look(first.id, Look(NOON), Appointment(None, Waiting.NOTHING, "done"))
    assert library.agenda.remove(first.id)
    assert not library.agenda.remove(first.id)
    assert [one.event.id for one in library.agenda.all()] == [other.id]
    assert library.agenda.last_looks(9) == []
    gone = [c for c in library.changes().changes if c.id == first.id]
    assert [str(c.kind) for c in gone] == ["new", "removed"]
    (again,) = library.events.keep([sighting("LIME")], ByAcronym)
    assert (again.is_new, again.event.start) == (True, None)


def test_events_are_removed_together_or_not_at_all(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between two of them, the same command could not be repeated: the first would be unknown."""
    both = keep(library, sighting("LIME", start="2026-06-10"), sighting("WOOD"))
    dropped: list[int] = []

    def die_at_the_second(connection: object, row: int) -> None:
        dropped.append(row)
        if len(dropped) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("harvestman.store.watch.agenda.drop_event", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        library.agenda.remove(*(one.id for one in both))
    assert {one.event.id for one in library.agenda.all()} == {one.id for one in both}
    monkeypatch.undo()
    assert library.agenda.remove(*(one.id for one in both), "no-such-event") == 2
    assert library.agenda.all() == []


def test_a_judge_is_told_only_of_events_that_share_a_key(library: Library) -> None:
    others = [sighting(f"OTHER{number}", name=f"Subject {number}") for number in range(50)]
    keep(library, sighting(start="2025-06-10"), *others)
    judge = ByAcronym()
    library.events.keep([sighting(start="2026-06-10")], lambda: judge)
    assert set(judge.known) == {"LIME"}


def test_an_event_that_is_put_right_is_found_under_its_new_name(library: Library) -> None:
    (event,) = keep(library, sighting("LIEM"))
    assert library.say(event.id, Field.ACRONYM, "LIME", by="ana")
    (again,) = keep(library, sighting("LIME", source="another list"))
    assert again.id == event.id
    assert [one.id for one, _ in library.events.near([Event("", 2026, acronym="LIME")])] == [
        again.id
    ]
    assert library.events.near([Event("", 2026, acronym="LIEM")]) == []


def test_what_is_near_to_an_event_comes_with_the_looks_at_it(library: Library) -> None:
    (event,) = keep(library, sighting())
    look = Look(NOON, 6, 0, True)
    library.agenda.keep_look(event.id, look, Appointment(None, Waiting.NOTHING, "done"))
    assert library.events.near([Event("", 2027, acronym="lime")]) == [(event, [look])]
    library.agenda.remove(event.id)
    assert library.events.near([Event("", 2027, acronym="lime")]) == []
