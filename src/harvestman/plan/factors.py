"""The quantities of section 2 of the JCDL paper (Neumann, Michels, Schaer, Schenkel, JCDL 2018), and their later forms.

`Traits` are what a series' own record says (interval, usual month, delay, expected entry); the `weigh_…` functions turn
them and the side tables into the weights of equations 1 to 7. The forms of the authors' later code (published with
their monitoring demo, 2018) are at the end. Where the JCDL paper leaves a choice, the comment says which one was taken.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from statistics import median

from harvestman.plan.history import History, Proceedings, SideTables
from harvestman.plan.months import Month, calendar_month, month_number, year_of

RECENT = 5
"""The JCDL paper looks at the five most recent events."""
MIN_PAPERS = 10
"""Events with fewer papers are too noisy for author prominence."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What the record of one series says of its habits, in the JCDL paper's terms."""

    last_year: int
    """Year of the last known event: year(d_n), as the authors' own code has it."""
    last_entry_year: int
    """Year in which the newest record was entered; the event's year where no entry date is known."""
    interval_years: float
    usual_month: int | None
    delay_months: int
    expected: Month
    """d_{n+1}: when the proceedings of the next event should be entered."""
    countries: int
    mean_papers: float
    editions: int


@dataclass(frozen=True, slots=True)
class Weights:
    """The JCDL paper's weights of one series; 1 is neutral for all but the base factor `w_delay`."""

    w_delay: int
    w_r: float
    w_i: float
    w_d: float
    w_cit: float
    w_prm: float
    w_size: float
    """Not of the JCDL paper but of the same authors' later work: mean papers of an event."""
    w_usage: float = 1.0
    """Of their later work as well: how often users asked for the series in the month before."""


def interval_years(years: list[int]) -> float:
    """Median distance of the five most recent event years; 1 for a single one, as in the authors' code.

    Several events in one year count once: otherwise two volumes of one edition would make the interval 0.
    """
    recent = years[-RECENT:]
    gaps = [later - earlier for earlier, later in pairwise(recent)]
    return float(median(gaps)) if gaps else 1.0


def usual_month(volumes: Iterable[Proceedings]) -> int | None:
    """The most frequent month of all events; of equally frequent ones the one met with most recently."""
    events = sorted({(v.year, v.month) for v in volumes if v.month is not None})
    counts = Counter(month for _, month in events)
    if not counts:
        return None
    most = max(counts.values())
    return next(month for _, month in reversed(events) if counts[month] == most)


def delay_months(volumes: Iterable[Proceedings], years: list[int]) -> int:
    """Median months between event and entry over the five most recent years, rounded down; 0 if none is known."""
    recent = set(years[-RECENT:])
    delays = [
        v.entered - v.event_month
        for v in volumes
        if v.entered is not None and v.event_month is not None and v.year in recent
    ]
    return math.floor(median(delays)) if delays else 0


def traits(record: History) -> Traits:
    """The habits of a series that has at least one volume."""
    years = record.years()
    interval = interval_years(years)
    month = usual_month(record.volumes)
    delay = delay_months(record.volumes, years)
    # Without any month the series is overdue for certain only when the year is over.
    expected = month_number(years[-1], month or 12) + round(12 * interval) + delay
    sizes = [v.papers for v in record.volumes if v.papers is not None]
    entries = [v.entered for v in record.volumes if v.entered is not None]
    return Traits(
        last_year=years[-1],
        last_entry_year=max(year_of(max(entries)), years[-1]) if entries else years[-1],
        interval_years=interval,
        usual_month=month,
        delay_months=delay,
        expected=expected,
        countries=len({v.country for v in record.volumes if v.country}),
        mean_papers=sum(sizes) / len(sizes) if sizes else 0.0,
        editions=len(years),
    )


def delay_weight(delta: int) -> int:
    """Equation 1: 4, 3, 2, 1 for ever longer delays, 0 for what is not due yet."""
    if delta < 0:
        return 0
    return max(1, 4 - delta // 4)


def discontinued_weight(years_since: float, interval: float) -> float:
    """Equation 4: the penalty for a series that has been silent for many of its intervals."""
    return (1 + max(0.0, years_since) / interval) ** -2


def boost(values: Mapping[str, float]) -> Callable[[str], float]:
    """Equations 2, 3, 5 and 7: 1 + value / maximum over all series; 1 for a series without a value."""
    top = max(values.values(), default=0.0)
    if top <= 0:
        return lambda series: 1.0
    return lambda series: 1 + max(0.0, values.get(series, 0.0)) / top


def weigh(all_traits: Mapping[str, Traits], now: Month, sides: SideTables) -> dict[str, Weights]:
    """All weights of all series; the maxima of the boosts run over the series given."""

    def covered(values: Mapping[str, float]) -> Callable[[str], float]:
        return boost({series: values[series] for series in all_traits if series in values})

    w_r, w_cit, w_prm, w_usage = map(
        covered, (sides.ratings, sides.citations, sides.prominence, sides.usage)
    )
    w_i = boost({series: float(t.countries) for series, t in all_traits.items()})
    w_size = boost({series: t.mean_papers for series, t in all_traits.items()})
    return {
        series: Weights(
            w_delay=delay_weight(now - t.expected),
            w_r=w_r(series),
            w_i=w_i(series),
            w_d=discontinued_weight(year_of(now) - t.last_entry_year, t.interval_years),
            w_cit=w_cit(series),
            w_prm=w_prm(series),
            w_size=w_size(series),
            w_usage=w_usage(series),
        )
        for series, t in all_traits.items()
    }


def citation_scores(
    papers: Mapping[tuple[str, int], int],
    citations: Mapping[tuple[str, int, int], int],
    *,
    now_year: int,
) -> dict[str, float]:
    """cit(c) of equation 5.

    `papers` are counted per series and event year, `citations` per series, event year and year of citing. Only years in
    which the series met and that are before `now_year` count, both as events and as years of citing.
    """
    years: dict[str, set[int]] = {}
    for series, year in papers:
        if year < now_year:
            years.setdefault(series, set()).add(year)
    scores: dict[str, float] = {}
    for (series, event, citing), count in citations.items():
        met = years.get(series, set())
        if event in met and citing in met and papers[series, event] > 0:
            scores[series] = scores.get(series, 0.0) + count / papers[series, event]
    return scores


@dataclass(frozen=True, slots=True)
class SmartTraits:
    """The inputs of the authors' later scores, all in months."""

    last_event: Month
    usual_month: int
    interval_months: int
    delay_months: int


@dataclass(frozen=True, slots=True)
class SmartScores:
    """The later scores as published: the base alone, with each factor, with both."""

    expected: Month
    activity: float
    baseline: float
    with_activity: float
    with_rating: float
    with_both: float


def smart_traits(record: History) -> SmartTraits:
    """The later forms of interval, month and delay; an event without a month counts as of December."""
    events: dict[Month, list[Proceedings]] = {}
    for volume in record.volumes:
        events.setdefault(month_number(volume.year, volume.month or 12), []).append(volume)
    months = sorted(events)
    newest = months[-6:]
    gaps = [later - earlier for earlier, later in pairwise(newest)]
    recent = months[-RECENT:]
    counts = Counter(calendar_month(m) for m in recent)
    most = max(counts.values())
    delays = [v.entered - m for m in recent for v in events[m] if v.entered is not None]
    return SmartTraits(
        last_event=months[-1],
        # Of equally frequent months the latest in the year.
        usual_month=max(month for month, count in counts.items() if count == most),
        interval_months=max(1, math.floor(median(gaps))) if gaps else 12,
        delay_months=math.floor(median(delays)) if delays else 0,
    )


def smart_scores(inputs: SmartTraits, now: Month, *, rating: Fraction | float = 0) -> SmartScores:
    """The later scores; `rating` is the mean class divided by 4. Not due yet: all scores are 0."""
    expected = (
        month_number(year_of(inputs.last_event), inputs.usual_month)
        + inputs.interval_months
        + inputs.delay_months
    )
    late = now - expected
    activity = 1 / (1 + ((now - inputs.last_event) / inputs.interval_months) ** 2)
    base = 0.0 if late < 0 else 1 + 1 / (1 + math.log2(1 + late))
    rated = 1 + float(rating)
    return SmartScores(
        expected=expected,
        activity=activity,
        baseline=base,
        with_activity=base * (1 + activity),
        with_rating=base * rated,
        with_both=base * (1 + activity) * rated,
    )
