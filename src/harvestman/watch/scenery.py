"""The made-up world of the simulation: conference series that meet year after year, and what their sites show on each day.

Dates and lags are drawn from the shipped table of real lags. What nobody has measured is assumed, and said here: how many
sites print a list of accepted papers first, how faithful a series is to its own habits, how many sites move, die or never
say when they meet.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from harvestman.watch.lags import shipped_lags

_DAY = timedelta(days=1)

# Assumed, not measured:
LISTS_FIRST = 0.6
"""Sites that print the accepted papers before the papers themselves."""
FAITHFUL = 0.7
"""How much of a series' lag is its habit; the rest is new each year."""
IN_TWO_PARTS = 0.2
"""Editions some of whose papers come weeks after the others."""
DATES_KNOWN = 0.8
"""Editions whose dates a source announces."""
ODD_YEARS_ONLY = 0.12
"""Series that meet every other year."""
NEVER = 0.03
"""Editions whose site never shows its papers, or dies before."""
VANISH = 0.06
"""Editions whose site is gone some months after its papers appeared."""
DOWN = 0.02
"""How often a site does not answer on a day."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A moment at which some papers become public on a site."""

    when: datetime
    papers: int
    files: int


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of a series and its site."""

    series: int
    announced: datetime
    """When its site is known."""
    notification: datetime
    start: datetime
    has_dates: bool
    publications: tuple[Publication, ...]
    gone: datetime

    def shows(self, when: datetime) -> tuple[int, int]:
        """Papers and files that the site shows at a moment."""
        shown = [one for one in self.publications if one.when <= when]
        return sum(one.papers for one in shown), sum(one.files for one in shown)


def editions(*, sites: int, years: int, seed: int) -> list[Edition]:
    """All editions of so many series over so many years, from January 2020 on."""
    rng = random.Random(seed)
    table = shipped_lags()
    found = []
    for series in range(sites):
        usual_day = rng.uniform(0, 365)
        habit = rng.random()
        every = 2 if rng.random() < ODD_YEARS_ONLY else 1
        size = int(rng.lognormvariate(3.6, 0.8)) + 5
        lists_first = rng.random() < LISTS_FIRST
        for year in range(
            -1, years, every
        ):  # one before the time that is judged, to have habits from
            start = datetime(2020 + year, 1, 1, tzinfo=UTC) + _days(usual_day + rng.gauss(0, 9))
            if rng.random() < 0.05:
                start += _days(rng.uniform(-120, 120))  # moved to another season
            notification = start - _days(table["notification_to_event"].at(rng.random()))
            share = FAITHFUL * habit + (1 - FAITHFUL) * rng.random()
            papers = start + _days(min(table["event_to_entry"].at(share), 400))
            found.append(
                Edition(
                    series=series,
                    announced=start - _days(table["submission_to_event"].at(rng.random()) + 60),
                    notification=notification,
                    start=start,
                    has_dates=rng.random() < DATES_KNOWN,
                    publications=_publications(
                        rng, size, notification, papers, lists_first=lists_first
                    ),
                    gone=papers + _days(rng.uniform(40, 300))
                    if rng.random() < VANISH
                    else start + _days(1500),
                )
            )
    return found


def _publications(
    rng: random.Random,
    size: int,
    notification: datetime,
    papers: datetime,
    *,
    lists_first: bool,
) -> tuple[Publication, ...]:
    if rng.random() < NEVER:
        return ()
    found = []
    lag = shipped_lags()["notification_to_list"].at(rng.random())
    listed = notification + _days(lag)
    is_listed = lists_first and listed < papers
    if is_listed:
        found.append(Publication(listed, size, 0))
    late = round(size * rng.uniform(0.1, 0.5)) if rng.random() < IN_TWO_PARTS else 0
    found.append(Publication(papers, 0 if is_listed else size - late, size - late))
    if late:
        after = papers + _days(rng.uniform(7, 45))
        found.append(Publication(after, 0 if is_listed else late, late))
    return tuple(found)


def _days(days: float) -> timedelta:
    return timedelta(days=days)
