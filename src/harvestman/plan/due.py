"""What is due on a day: the function by which the watch asks the plan where to spend its visits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from harvestman.plan.bibliography import load_bibliography, load_sides
from harvestman.plan.months import Month, month_of_date
from harvestman.plan.profiles import DEFAULT_PROFILE
from harvestman.plan.ranking import rank
from harvestman.store import Plan


@dataclass(frozen=True, slots=True)
class Due:
    """A series, how urgent it is (1 for the most urgent, 0 for what need not be visited), and why."""

    series: str
    name: str
    urgency: float
    chance: float
    """How likely it is that an edition of this year takes place or that one is out; 1 where the profile knows no chances."""
    expected: Month
    reasons: tuple[str, ...]
    sources: tuple[str, ...]
    """Where its volumes came from so far, the newest first."""


def due(plan: Plan, day: date, *, profile: str = DEFAULT_PROFILE) -> Iterator[Due]:
    """The series of a library by urgency on that day, the most urgent first."""
    now = month_of_date(day)
    bibliography = load_bibliography(plan)
    rows = rank(
        bibliography.histories,
        now,
        profile=profile,
        sides=load_sides(plan, bibliography, now),
    )
    top = max((row.score for row in rows), default=0.0)
    known = {each.series: each for each in bibliography.histories}
    for row in rows:
        volumes = reversed(known[row.series].volumes)
        yield Due(
            series=row.series,
            name=row.name,
            urgency=max(0.0, row.score / top) if top > 0 else 0.0,
            chance=max(row.outlook.edition, row.outlook.out_by_now) if row.outlook else 1.0,
            expected=row.expected,
            reasons=row.reasons,
            sources=tuple(dict.fromkeys(v.source for v in volumes if v.source)),
        )
