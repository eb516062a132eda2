"""The proof by simulation: years of many sites played against policies, each asked when it wants to look next.

The watch's policies ask the very agenda that runs in production (`agenda.next_look`); nothing of it is copied here. All
policies see the same sites: their dates where they are announced, and what their looks show.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Protocol

from harvestman.model import Look
from harvestman.watch.agenda import (
    DEFAULT_MANNER,
    FORESEEN_WITHIN_DAYS,
    Dates,
    Manner,
    foresee,
    next_look,
)
from harvestman.watch.scenery import DOWN, Edition, editions

_DAY = timedelta(days=1)
_BEGIN = datetime(2020, 1, 1, tzinfo=UTC)
_LAST_DAYS = 90
"""What becomes public in the last days is not judged: no policy has had its time."""


@dataclass(frozen=True, slots=True)
class View:
    """What a policy knows of a site: an edition's announced dates, its looks so far, and earlier editions of the series."""

    edition: Edition
    looks: list[Look]
    earlier: Sequence[Edition]
    habit_days: float | None
    """Days from the start until its papers were first seen, in the last edition that was watched."""
    has_lists: bool | None
    """Whether that edition's accepted papers were seen before its papers."""


class VisitPolicy(Protocol):
    """Says when to look at a site next; None for never."""

    def next_look(self, view: View, now: datetime) -> datetime | None:
        """The moment of the next look."""
        ...


@dataclass(frozen=True, slots=True)
class PolicyOutcome:
    """What a policy cost and what it brought."""

    fetches: int
    median_hours: float
    p95_hours: float
    missed: int
    """Papers that became public and were never seen."""
    papers: int
    delays: tuple[float, ...] = field(repr=False, default=())
    """Hours of being late at each hundredth of the papers, for the plot."""


@dataclass(frozen=True, slots=True)
class Periodic:
    """Every site every so many days, whatever happens."""

    days: float

    def next_look(self, view: View, now: datetime) -> datetime | None:
        """So many days after the last look."""
        return view.looks[-1].when + self.days * _DAY if view.looks else now


@dataclass(frozen=True, slots=True)
class Watching:
    """The agenda, from announced dates; with `plan`, from what earlier editions foretell where none are announced."""

    manner: Manner = DEFAULT_MANNER
    has_plan: bool = False

    def next_look(self, view: View, now: datetime) -> datetime | None:
        """As the agenda says."""
        return next_look(self._dates(view), view.looks, now=now, manner=self.manner).when

    def _dates(self, view: View) -> Dates:
        edition = view.edition
        habit = view.habit_days if self.has_plan else None
        if edition.has_dates:
            return Dates(
                notification=edition.notification,
                start=edition.start,
                end=edition.start + 3 * _DAY,
                habit_days=habit,
                has_lists=view.has_lists if self.has_plan else None,
            )
        if self.has_plan and view.earlier:
            foreseen = foresee(view.earlier[-1].start, after=edition.announced)
            return Dates(start=foreseen, uncertain_days=FORESEEN_WITHIN_DAYS, habit_days=habit)
        return Dates()


@dataclass(frozen=True, slots=True)
class PlanOnly:
    """Without dates of the year: weekly around the season in which the series' papers came out before."""

    def next_look(self, view: View, now: datetime) -> datetime | None:
        """Every five days in the two months around the expected one, every forty days else."""
        if not view.looks:
            return now
        last = view.looks[-1].when
        if not view.earlier:
            return last + 14 * _DAY
        usual = view.earlier[-1].start + timedelta(days=(view.habit_days or 20.0) + 364)
        away = abs(((last - usual) / _DAY + 182) % 365 - 182)
        return last + (5 if away < 35 else 40) * _DAY


POLICIES: Mapping[str, VisitPolicy] = {
    "nightly": Periodic(1.0),
    "weekly": Periodic(7.0),
    "plan": PlanOnly(),
    "watch": Watching(),
    "plan+watch": Watching(has_plan=True),
}


def simulate(
    *,
    sites: int = 2000,
    years: int = 3,
    seed: int = 1,
    policies: Mapping[str, VisitPolicy] = POLICIES,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, PolicyOutcome]:
    """Play the same years against each policy."""
    scenery: dict[int, list[Edition]] = defaultdict(list)
    for edition in editions(sites=sites, years=years, seed=seed):
        scenery[edition.series].append(edition)
    end = _BEGIN + timedelta(days=365 * years)
    found = {}
    for name, policy in policies.items():
        say(name)
        found[name] = _play(policy, scenery, end, random.Random(seed + 1))
    return found


def _play(
    policy: VisitPolicy, scenery: Mapping[int, list[Edition]], end: datetime, rng: random.Random
) -> PolicyOutcome:
    fetches = missed = papers = 0
    delays: list[tuple[float, int]] = []
    for series in scenery.values():
        habit: float | None = None
        has_lists: bool | None = None
        # A site is looked at from its announcement until that of the next edition has been up for a while.
        endings = [after.announced + 60 * _DAY for _, after in pairwise(series)]
        for number, edition in enumerate(series):
            until = min([end, *endings[number : number + 1]], default=end)
            looks = _watch(policy, View(edition, [], series[:number], habit, has_lists), until, rng)
            fetches += sum(look.when >= _BEGIN for look in looks)
            seen = next((look for look in looks if look.files), None)
            if seen:
                habit = (seen.when - edition.start) / _DAY
                has_lists = any(look.papers and not look.files for look in looks)
            for publication in edition.publications:
                count = max(publication.papers, publication.files)
                if not _BEGIN <= publication.when < end - _LAST_DAYS * _DAY:
                    continue
                papers += count
                found = next(
                    (o.when for o in looks if o.was_reached and o.when >= publication.when), None
                )
                if found is None:
                    missed += count
                else:
                    delays.append(((found - publication.when) / timedelta(hours=1), count))
    hundredths = _hundredths(delays)
    return PolicyOutcome(
        fetches=fetches,
        median_hours=round(hundredths[50], 1),
        p95_hours=round(hundredths[95], 1),
        missed=missed,
        papers=papers,
        delays=tuple(round(hours, 1) for hours in hundredths),
    )


def _watch(policy: VisitPolicy, view: View, until: datetime, rng: random.Random) -> list[Look]:
    """All looks at one edition's site."""
    edition, looks = view.edition, view.looks
    # Looks are made at night, each site at its own hour.
    now = edition.announced.replace(hour=rng.randrange(24))
    while True:
        when = policy.next_look(view, now)
        if when is None or when >= until:
            return looks
        is_up = when < edition.gone and rng.random() >= DOWN
        papers, files = edition.shows(when) if is_up else (0, 0)
        before = next((look for look in reversed(looks) if look.was_reached), None)
        had = (before.papers, before.files) if before else (0, 0)
        looks.append(Look(when, papers, files, is_up and (papers, files) != had, is_up))
        now = when


def _hundredths(delays: Sequence[tuple[float, int]]) -> list[float]:
    """The delay at each hundredth of the papers."""
    if not delays:
        return [0.0] * 101
    ordered = sorted(delays)
    total = sum(count for _, count in ordered)
    found: list[float] = []
    passed = 0
    for hours, count in ordered:
        passed += count
        while len(found) <= 100 and len(found) * total <= passed * 100:
            found.append(hours)
    return found + [ordered[-1][0]] * (101 - len(found))
