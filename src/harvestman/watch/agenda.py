"""The agenda: when an event's site is to be looked at next. A pure function of its dates, of what was seen, and of the time.

Two things are waited for: the list of accepted papers, some days after the notification, and the papers themselves, around the
event. How long after is uncertain, but the distribution of such lags is known. So the agenda looks as soon as it is likely enough
that something has appeared since the last look, or, in the long tail, that it would have been public for too long. Where much
is likely to appear it therefore looks often, elsewhere seldom, and before anything can have appeared not at all.
Once papers have been seen it looks closer, then at growing intervals until nothing changes any more, and then never again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from harvestman.model import Appointment, Look, Waiting
from harvestman.watch.lags import Lags, shipped_lags

_DAY = timedelta(days=1)
_LATER = 0.03
"""The share of what is later than any lag that was measured; so a look is always due again, if seldom."""
_TAIL_DAYS = 240.0
_QUIET_LOOKS = 4
"""After so many looks without a change a complete site whose dates nobody knows is left alone."""


_LIST_CHANCE = {None: 0.5, True: 0.9, False: 0.1}
"""How likely a list of accepted papers comes before the papers, by what the series did before."""


@dataclass(frozen=True, slots=True)
class Dates:
    """What is known of an event's dates; `uncertain_days` is more than 0 where they are foreseen, not announced."""

    notification: datetime | None = None
    start: datetime | None = None
    end: datetime | None = None
    uncertain_days: float = 0.0
    habit_days: float | None = None
    """How many days after the start this series' papers came out before, where that is known."""
    has_lists: bool | None = None
    """Whether this series printed its accepted papers before the papers themselves, where that is known."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How patient the agenda is. The defaults come from the simulation: see docs/watch.md."""

    likely: float = 0.045
    """Look as soon as it is so likely that something has appeared since the last look."""
    patience_hours: float = 11.0
    """Look also when what is waited for will have been public for so long, on average."""
    settle_days: tuple[float, ...] = (3.0, 25.0)
    """After papers were seen: look again after so many days without a change each time; then never again."""
    incomplete_days: tuple[float, ...] = (2.0, 4.0, 6.0, 8.0, 12.0, 20.0)
    """The same while some of the papers lack their files."""
    give_up_days: float = 500.0
    """After the event; a site that has shown nothing by then is left alone."""
    unreached_days: float = 3.0
    """A site that could not be reached is tried again after so many days, then after twice as many, and so on."""


DEFAULT_MANNER = Manner()
FORESEEN_WITHIN_DAYS = 15.0
"""How far a foreseen start may be off."""


def next_look(
    dates: Dates, looks: Sequence[Look], *, now: datetime, manner: Manner = DEFAULT_MANNER
) -> Appointment:
    """When the event's site is to be looked at next, given the looks at it so far, oldest first."""
    start = dates.start or (dates.notification + 90 * _DAY if dates.notification else None)
    if start is None:
        return _without_dates(looks, now, manner)
    if now - start > timedelta(days=manner.give_up_days):
        return Appointment(None, Waiting.NOTHING, "given up: the event is long over")
    missed = _unreached(looks)
    if missed:
        wait = manner.unreached_days * 2 ** (missed - 1)
        often = f" {missed} times in a row" if missed > 1 else ""
        return Appointment(looks[-1].when + wait * _DAY, looks[-1].waiting, f"not reached{often}")
    seen = next((look for look in reversed(looks) if look.was_reached), None)
    if seen and seen.papers and 2 * seen.files >= seen.papers:
        gaps = manner.settle_days if seen.files >= seen.papers else manner.incomplete_days
        return _settling(looks, dates.end or start, gaps)
    arrivals = _arrivals(dates, start, has_list=bool(seen and seen.papers))
    since = seen.when if seen else min(now, arrivals[0].earliest)
    when = _first_moment(arrivals, since, manner)
    if when is None:
        return Appointment(None, Waiting.NOTHING, "given up: nothing has appeared for too long")
    waiting = max(arrivals, key=lambda one: one.share_between(since, when)).waiting
    return Appointment(max(when, now), waiting, _REASONS[waiting])


def foresee(last_start: datetime, *, after: datetime) -> datetime:
    """When the next edition begins if the series meets in the same week each year: the first such day after a moment."""
    foreseen = last_start + 364 * _DAY
    while foreseen < after:
        foreseen += 364 * _DAY
    return foreseen


_REASONS = {
    Waiting.LIST: "the list of accepted papers is expected about now",
    Waiting.PAPERS: "the papers are expected about now",
}


@dataclass(frozen=True, slots=True)
class _Arrival:
    """Something (a list, the papers) that is expected some days after a known date."""

    waiting: Waiting
    anchor: datetime
    lags: Lags
    chance: float = 1.0
    """How likely it appears at all."""

    @property
    def earliest(self) -> datetime:
        return self.anchor + self.lags.days[0] * _DAY

    def share_until(self, when: datetime) -> float:
        """How likely it has appeared by then."""
        day = (when - self.anchor) / _DAY
        tail = 1 - math.exp2(-max(day - self.lags.at(0.5), 0.0) / _TAIL_DAYS)
        return self.chance * ((1 - _LATER) * self.lags.share_until(day) + _LATER * tail)

    def share_between(self, since: datetime, when: datetime) -> float:
        """How likely it has appeared by `when`, given that it had not by `since`."""
        before = self.share_until(since)
        return (self.share_until(when) - before) / max(1 - before, 1e-6)


def _arrivals(dates: Dates, start: datetime, *, has_list: bool) -> list[_Arrival]:
    table = shipped_lags()
    papers = table["event_to_entry"]
    if dates.habit_days is not None:
        papers = papers.near(dates.habit_days, spread_days=20.0)
    papers = papers.widened(dates.uncertain_days) if dates.uncertain_days else papers
    found = [_Arrival(Waiting.PAPERS, start, papers)]
    if not has_list and dates.notification:
        chance = _LIST_CHANCE[dates.has_lists]
        found.insert(
            0, _Arrival(Waiting.LIST, dates.notification, table["notification_to_list"], chance)
        )
    return found


def _first_moment(arrivals: Sequence[_Arrival], since: datetime, manner: Manner) -> datetime | None:
    """The first day on which the thing has appeared with enough probability to be worth a look."""
    hours = 0.0
    when = since
    for _ in range(720):
        when += _DAY
        shares = [arrival.share_between(since, when) for arrival in arrivals]
        hours += 24 * sum(shares)
        if max(shares) >= manner.likely or hours >= manner.patience_hours:
            return when
    return None


def _settling(looks: Sequence[Look], end: datetime, gaps: Sequence[float]) -> Appointment:
    """Papers and files are there: growing intervals from the last change on, the last of them after the event."""
    quiet = 0
    for look in reversed(looks):
        if look.was_reached and look.has_changed:
            break
        quiet += look.was_reached
    if quiet >= len(gaps):
        if looks[-1].when >= end:
            return Appointment(None, Waiting.NOTHING, "complete: nothing has changed since")
        return Appointment(end + 3 * _DAY, Waiting.CHANGES, "a last look after the event")
    return Appointment(
        looks[-1].when + gaps[quiet] * _DAY,
        Waiting.CHANGES,
        "papers are there; more may come",
    )


def _unreached(looks: Sequence[Look]) -> int:
    count = 0
    for look in reversed(looks):
        if look.was_reached:
            break
        count += 1
    return count


def _without_dates(looks: Sequence[Look], now: datetime, manner: Manner) -> Appointment:
    """No date is known: look now, then at intervals that grow while nothing changes."""
    if not looks:
        return Appointment(now, Waiting.LIST, "no date is known yet")
    last = looks[-1]
    if last.when - looks[0].when > timedelta(days=manner.give_up_days):
        return Appointment(None, Waiting.NOTHING, "given up: no date was ever known")
    quiet = 0
    for look in reversed(looks):
        if look.has_changed:
            break
        quiet += 1
    if last.files and last.files >= last.papers and quiet >= _QUIET_LOOKS:
        return Appointment(None, Waiting.NOTHING, "complete: nothing has changed since")
    days = min(2.0 ** (quiet + 1), 60.0)
    return Appointment(last.when + days * _DAY, Waiting.PAPERS, "no date is known")
