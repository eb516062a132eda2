"""What the watch decides of an event from all that the library knows: whether it is known, and when to look at it next.

Here an event's days, the habits of its series and its looks become the question that the agenda answers. What the agenda does not
know of is decided here too: a site that has to be learnt first, and the search for the next edition when one is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from harvestman.dedup.events import Ledger
from harvestman.model import Appointment, Clock, Event, Look, Waiting, site_key
from harvestman.store import Library
from harvestman.watch.agenda import (
    DEFAULT_MANNER,
    FORESEEN_WITHIN_DAYS,
    Dates,
    Manner,
    foresee,
    next_look,
)
from harvestman.watch.silence import midnight

_DAY = timedelta(days=1)
_SOONEST = timedelta(hours=12)
SEARCH_AFTER_DAYS, SEARCH_EVERY_DAYS, SEARCHES = 60, 45, 10
"""The next edition is looked for two months after an event, then every month and a half, for little more than a year."""


class Judgement:
    """The watch's judgement of events (the store's `Judge`)."""

    def __init__(self, *, clock: Clock, manner: Manner = DEFAULT_MANNER) -> None:
        self._clock = clock
        self._looks: dict[str, Sequence[Look]] = {}
        self._manner = manner
        self._ledger = Ledger()

    def add(self, event: Event, looks: Sequence[Look] = ()) -> None:
        """Learn of an event and of the looks at it, or of its new state."""
        self._ledger.add(event)
        if looks:
            self._looks[event.id] = looks

    def find(self, event: Event) -> str | None:
        """The id of the known event that this one is."""
        return self._ledger.find(event)

    def has_later(self, event: Event) -> bool:
        """Whether a later edition of its series is known."""
        return any(other.year > event.year for other in self._ledger.editions(event))

    def own_days(self, event: Event) -> tuple[datetime | None, datetime | None]:
        """Between which moments that which is new at the event's address is its own; None where nothing bounds them.

        Series whose site never moves show one edition after the other there: half-way between two the later one begins.
        """
        here = site_key(event.site)
        same = [e for e in self._ledger.editions(event) if here and site_key(e.site) == here]
        before = [e for e in same if e.year < event.year]
        after = [e for e in same if e.year > event.year]
        return (
            _half_way(before[-1], event) if before else None,
            _half_way(event, after[0]) if after else None,
        )

    def appoint(self, event: Event, looks: Sequence[Look]) -> Appointment:
        """When to look at an event next, and for what."""
        now = self._clock.now()
        following = self._next(event, looks, now)
        if following.when and looks and following.when < looks[-1].when + _SOONEST:
            return replace(following, when=looks[-1].when + _SOONEST)
        return following

    def dates_of(self, event: Event) -> Dates:
        """What the agenda is told of an event."""
        earlier = [
            e for e in self._ledger.editions(event) if 0 < e.year < event.year or not event.year
        ]
        habit_days, has_lists = self._habits(earlier)
        start, notification = midnight(event.start), midnight(event.notification)
        if start is None and notification is None:
            last = next((midnight(e.start) for e in reversed(earlier) if e.start), None)
            if last is None:
                return Dates()
            after = datetime(event.year, 1, 1, tzinfo=UTC) if event.year else self._clock.now()
            return Dates(
                start=foresee(last, after=after),
                uncertain_days=FORESEEN_WITHIN_DAYS,
                habit_days=habit_days,
                has_lists=has_lists,
            )
        end = midnight(event.end) or start
        return Dates(notification, start, end, habit_days=habit_days, has_lists=has_lists)

    def _habits(self, earlier: Sequence[Event]) -> tuple[float | None, bool | None]:
        """When the papers of the last edition that was watched came out, and whether a list came before them."""
        for event in reversed(earlier):
            looks = self._looks.get(event.id, ())
            first = next((look for look in looks if look.files), None)
            start = midnight(event.start)
            # Papers that were there at the first look came out nobody knows when.
            if first is not None and start is not None and first != looks[0]:
                return (first.when - start) / _DAY, any(
                    look.papers and not look.files for look in looks
                )
        return None, None

    def _next(self, event: Event, looks: Sequence[Look], now: datetime) -> Appointment:
        over = midnight(event.end) or midnight(event.start)
        if not looks:
            first = self._first(event, now, over)
            if first is not None:
                return first
        harvested = [look for look in looks if look.waiting is not Waiting.EDITION]
        following = next_look(self.dates_of(event), harvested, now=now, manner=self._manner)
        if following.when is not None or over is None or now <= over + _DAY:
            return following
        return self._search(event, looks, over, following.reason)

    def _first(self, event: Event, now: datetime, over: datetime | None) -> Appointment | None:
        """Where the first look does not wait for papers: there is nothing to look at, or something to be learnt first."""
        is_over = over is not None and now > over + _DAY
        if not (event.site or event.portal or event.proceedings):
            return Appointment(None, Waiting.NOTHING, "no site is known: `watch add` its address")
        if over is not None and now - over > self._manner.give_up_days * _DAY:
            return Appointment(None, Waiting.NOTHING, "over for too long")
        if not event.site and not event.proceedings:
            if is_over and self.has_later(event):
                return Appointment(None, Waiting.NOTHING, "over, and a later edition is known")
            return Appointment(now, Waiting.LIST, "its site is to be learnt from the portal")
        if event.notification is None and not is_over:
            return Appointment(now, Waiting.LIST, "its dates are to be read off its site")
        return None

    def _search(
        self, event: Event, looks: Sequence[Look], over: datetime, reason: str
    ) -> Appointment:
        if self.has_later(event):
            return Appointment(None, Waiting.NOTHING, reason)
        searches = sum(look.waiting is Waiting.EDITION for look in looks)
        when = over + (SEARCH_AFTER_DAYS + SEARCH_EVERY_DAYS * searches) * _DAY
        last = over + (SEARCH_AFTER_DAYS + SEARCH_EVERY_DAYS * SEARCHES) * _DAY
        now = self._clock.now()
        if searches >= SEARCHES or now > last:
            return Appointment(None, Waiting.NOTHING, f"{reason}; no next edition was found")
        return Appointment(max(when, now), Waiting.EDITION, "the next edition may have its site")


def judges(*, clock: Clock) -> Callable[[], Judgement]:
    """Makes judges that are yet to be told of events, for `library.events.keep`."""
    return lambda: Judgement(clock=clock)


def acquaint(judge: Judgement, library: Library, events: Iterable[Event]) -> Judgement:
    """Tell a judge of all that a library knows of these events and of the other editions of their series."""
    for event, looks in library.events.near(events):
        judge.add(event, looks)
    return judge


def _half_way(one: Event, following: Event) -> datetime | None:
    first, then = midnight(one.start), midnight(following.start)
    return first + (then - first) / 2 if first and then else None
