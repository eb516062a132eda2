"""The agenda: never too early, closer when something appears, then away, and never again when all is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvestman.model import Look, Waiting
from harvestman.watch import Dates, Manner, foresee, next_look, shipped_lags

DAY = timedelta(days=1)
START = datetime(2026, 6, 10, tzinfo=UTC)
NOTIFICATION = START - 60 * DAY
DATES = Dates(NOTIFICATION, START, START + 2 * DAY)

leads = st.integers(20, 150).map(lambda days: Dates(START - days * DAY, START, START + 3 * DAY))


def play(
    dates: Dates, shows: dict[int, tuple[int, int]], *, since: datetime, days: int = 900
) -> list[Look]:
    """Look as the agenda says at a site that shows (papers, files) from so many days after the start on."""
    looks: list[Look] = []
    now = since
    while True:
        when = next_look(dates, looks, now=now).when
        if when is None or when > since + days * DAY:
            return looks
        assert when >= now
        seen = max((d for d in shows if START + d * DAY <= when), default=None)
        papers, files = shows[seen] if seen is not None else (0, 0)
        had = (looks[-1].papers, looks[-1].files) if looks else (0, 0)
        looks.append(Look(when, papers, files, (papers, files) != had))
        now = when


@given(dates=leads, early=st.integers(0, 400))
@settings(max_examples=40, deadline=None)
def test_nothing_is_looked_for_before_it_can_have_appeared(dates: Dates, early: int) -> None:
    table = shipped_lags()
    assert dates.notification is not None
    earliest = min(
        dates.notification + table["notification_to_list"].days[0] * DAY,
        START + table["event_to_entry"].days[0] * DAY,
    )
    found = next_look(dates, (), now=earliest - early * DAY)
    assert found.when is not None
    assert found.when > earliest
    assert found.waiting in (Waiting.LIST, Waiting.PAPERS)


@given(appears=st.integers(-20, 90), dates=leads)
@settings(max_examples=25, deadline=None)
def test_papers_are_seen_and_then_the_site_is_left_alone(appears: int, dates: Dates) -> None:
    looks = play(dates, {appears: (30, 30)}, since=START - 200 * DAY)
    first = next(look for look in looks if look.files)
    assert first.when - (START + appears * DAY) <= 12 * DAY
    assert [look.has_changed for look in looks].count(True) == 1
    after = [look.when for look in looks if look.when > first.when]
    assert 2 <= len(after) <= 4
    assert looks[-1].when - first.when < 200 * DAY


def test_complete_and_stable_is_never_again() -> None:
    looks = play(DATES, {0: (10, 10)}, since=START - 100 * DAY)
    last = next_look(DATES, looks, now=looks[-1].when)
    assert last.when is None
    assert last.waiting is Waiting.NOTHING
    assert "complete" in last.reason


def test_when_something_appears_it_looks_closer() -> None:
    quiet = [Look(START + 40 * DAY)]
    seen = [Look(START + 40 * DAY, 8, 8, has_changed=True)]
    before = next_look(DATES, quiet, now=quiet[-1].when).when
    after = next_look(DATES, seen, now=seen[-1].when).when
    assert before is not None
    assert after is not None
    assert after < before
    assert after - seen[-1].when == Manner().settle_days[0] * DAY


def test_unchanged_backs_off() -> None:
    for files, gaps in ((8, Manner().settle_days), (6, Manner().incomplete_days)):
        looks = [Look(START + 9 * DAY, 8, files, has_changed=True)]
        waits = []
        for _ in gaps:
            when = next_look(DATES, looks, now=looks[-1].when).when
            assert when is not None
            waits.append((when - looks[-1].when) / DAY)
            looks.append(Look(when, 8, files))
        assert waits == sorted(waits) == list(gaps)
        assert next_look(DATES, looks, now=looks[-1].when).when is None


def test_a_list_of_titles_is_not_the_papers() -> None:
    looks = [Look(NOTIFICATION + 5 * DAY, papers=20, files=0, has_changed=True)]
    found = next_look(DATES, looks, now=looks[-1].when)
    assert found.waiting is Waiting.PAPERS
    assert found.when is not None
    assert found.when > looks[-1].when + 5 * DAY


def test_a_site_without_dates_is_looked_at_now_and_then_less_and_less() -> None:
    looks: list[Look] = []
    now = START
    waits = []
    for _ in range(7):
        found = next_look(Dates(), looks, now=now)
        assert found.when is not None
        waits.append(found.when - now)
        now = found.when
        looks.append(Look(now))
    assert waits[0] == timedelta(0)
    assert waits[1:] == sorted(waits[1:])
    assert waits[-1] == 60 * DAY


def test_a_site_that_is_not_reached_is_tried_ever_less_often() -> None:
    looks: list[Look] = []
    now = START
    waits = []
    for _ in range(5):
        looks.append(Look(now, was_reached=False))
        when = next_look(DATES, looks, now=now).when
        assert when is not None
        waits.append((when - now) / DAY)
        now = when
    assert waits == [3, 6, 12, 24, 48]


def test_what_has_shown_nothing_for_long_is_given_up() -> None:
    found = next_look(DATES, [Look(START + 400 * DAY)], now=START + 501 * DAY)
    assert found.when is None
    assert "given up" in found.reason


@given(
    since=st.integers(-20, 120),
    hours=st.tuples(st.floats(2, 40), st.floats(2, 40)),
    likely=st.tuples(st.floats(0.01, 0.4), st.floats(0.01, 0.4)),
)
@settings(max_examples=60, deadline=None)
def test_more_patience_never_looks_earlier(
    since: int, hours: tuple[float, float], likely: tuple[float, float]
) -> None:
    looks = [Look(START + since * DAY)]
    eager = Manner(likely=min(likely), patience_hours=min(hours))
    patient = Manner(likely=max(likely), patience_hours=max(hours))
    first = next_look(DATES, looks, now=looks[-1].when, manner=eager).when
    later = next_look(DATES, looks, now=looks[-1].when, manner=patient).when
    assert first is not None
    assert later is None or later >= first


def test_a_known_habit_moves_the_looks() -> None:
    late = replace(DATES, habit_days=80.0)
    looks = [Look(START)]
    usual = next_look(DATES, looks, now=START).when
    moved = next_look(late, looks, now=START).when
    assert usual is not None
    assert moved is not None
    assert moved > usual


@pytest.mark.parametrize(("after", "years"), [(START, 1), (START + 500 * DAY, 2)])
def test_a_foreseen_edition_is_in_the_same_week(after: datetime, years: int) -> None:
    found = foresee(START, after=after)
    assert found - START == years * 364 * DAY
    assert found.weekday() == START.weekday()


def test_without_dates_it_ends_too() -> None:
    looks = [
        Look(START, 5, 5, has_changed=True),
        *(Look(START + d * DAY, 5, 5) for d in (2, 6, 14, 30)),
    ]
    assert next_look(Dates(), looks, now=looks[-1].when).waiting is Waiting.NOTHING
    empty = [Look(START), Look(START + 501 * DAY)]
    assert next_look(Dates(), empty, now=empty[-1].when).when is None
