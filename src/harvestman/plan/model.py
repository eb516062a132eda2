"""Will there be an edition in that year? A logistic model of a handful of readable terms, taught on all series.

The terms: what series with the same pattern of recent years did (pooled, with shrinkage from long patterns to short
ones), what this series itself did at the same length of silence, how many editions it had, how long it has been silent,
how far past or before its interval it is, its size, whether it is a workshop, and how likely those are to meet that it
usually meets with. The model for a year is taught only on what was known before; see `fit_editions`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harvestman.plan.grid import Flags, Floats, Grid, Habits, Ints, read_habits
from harvestman.plan.months import Month, month_number

DEPTH = 6
"""Years of the pattern. 4 and 8 were a little worse on 2008–2015."""
SHRINK = 10.0
"""A pattern seen ten times counts as much as the shorter pattern before it."""
WINDOW = 10
"""Years that the model is taught on; 7 and 15 gave the same within 0.002."""
YEAR_DECAY = 0.9
RIDGE = 2.0
COMPANY_YEARS = 5
COMPANY_DECAY = 0.7
MAX_TRAINING_SERIES = 2_000
"""Enough to fit eleven coefficients; more only cost time."""
AFTER_END = 0.02
"""What is left of the probability once a series is said to have ended."""

TERMS = (
    "base",
    "pattern",
    "own record",
    "editions",
    "silence",
    "late",
    "early",
    "size",
    "workshop",
    "company",
)

# Where a small bibliography teaches little, the coefficients stay near these: a series' own record and the pooled
# pattern are believed, silence speaks against an edition. Not fitted to any of the judged years.
_PRIOR = np.array([0.0, 0.6, 0.3, 0.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True)
class EditionModel:
    """The fitted coefficients, by term, and the counts behind the pooled patterns."""

    coefficients: Floats
    means: Floats
    no: list[Ints]
    yes: list[Ints]
    rows: int
    """Series-years that the model was taught on."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """For one year: the probability of an edition of every series, and what each term added to its log-odds."""

    year: int
    probability: Floats
    terms: Floats
    """Series × terms, against a series that is average in all of them."""
    covered: Flags
    habits: Habits
    alike: Floats
    """Series × 2: how many series-years had the same pattern, and how many of them an edition followed."""


def _patterns(
    no: list[Ints], yes: list[Ints], habits: Habits, *, left_out: Flags | None = None
) -> Floats:
    """Log-odds of an edition after the same pattern, each depth shrunk to the one before it.

    With `left_out` the outcome of each row itself is taken out of the counts: a row must not explain itself.
    """
    share = np.full(len(habits.editions), 0.5)
    for depth in range(DEPTH + 1):
        code = _code(habits, depth)
        hits, misses = yes[depth][code].astype(float), no[depth][code].astype(float)
        if left_out is not None:
            hits, misses = np.maximum(hits - left_out, 0), np.maximum(misses - ~left_out, 0)
        share = (hits + SHRINK * share) / (hits + misses + SHRINK)
    share = np.clip(share, 0.005, 0.995)
    log_odds: Floats = np.log(share / (1 - share))
    return log_odds


def _columns(grid: Grid, year: int, habits: Habits, pattern: Floats) -> Floats:
    """The terms of every series for one year, all but the company, which needs the others' forecasts."""
    ratio = habits.silence / habits.interval
    return np.column_stack(
        [
            np.ones(len(pattern)),
            pattern,
            np.log((habits.kept + 0.3) / (habits.broken + 0.3)),
            np.log(np.maximum(habits.editions, 1)),
            np.log(habits.silence),
            np.log(np.maximum(ratio, 1)),
            np.maximum(0, 1 - ratio),
            np.log1p(grid.papers_at(year, habits.silence)),
            grid.workshop,
            np.zeros(len(pattern)),
        ]
    )


def _company(grid: Grid, year: int, before: Month, log_odds: Floats) -> Floats:
    """How much likelier (in log-odds) those are to meet with whom the series met in recent years."""
    meetings = grid.meetings
    recent = (
        (meetings.year < year)
        & (meetings.year >= year - COMPANY_YEARS)
        & (meetings.known_from <= before)
    )
    rows, where = meetings.series[recent], meetings.gathering[recent]
    if not len(rows):
        return np.zeros(len(log_odds))
    sums = np.bincount(where, log_odds[rows], minlength=meetings.gatherings)
    sizes = np.bincount(where, minlength=meetings.gatherings)
    others = np.maximum(sizes[where] - 1, 1)
    mean = (sums[where] - log_odds[rows]) / others
    weight = np.where(sizes[where] > 1, COMPANY_DECAY ** (year - 1 - meetings.year[recent]), 0.0)
    total = np.bincount(rows, weight, minlength=len(log_odds))
    agreed = np.bincount(rows, weight * mean, minlength=len(log_odds))
    return (agreed - log_odds * total) / (total + 0.3)


def _solve(columns: Floats, outcome: Floats, weight: Floats) -> Floats:
    """Ridge logistic regression by Newton steps, drawn to `_PRIOR` instead of to zero."""
    spread = np.maximum(columns.std(axis=0), 1e-9)
    ridge = RIDGE * spread**2
    ridge[0] = 0.01
    flat = spread <= 1e-9
    flat[0] = False
    ridge[flat] = 1.0
    found = _PRIOR.copy()
    for _ in range(30):
        chance = _chance(columns @ found)
        slope = columns.T @ (weight * (outcome - chance)) - ridge * (found - _PRIOR)
        bend = (columns.T * (weight * chance * (1 - chance))) @ columns + np.diag(ridge)
        step = np.linalg.solve(bend, slope)
        # A step is bounded: with very few rows the first ones may shoot past the answer.
        found += np.clip(step, -5, 5)
        if np.abs(step).max() < 1e-7:
            break
    return found


def _chance(log_odds: Floats) -> Floats:
    return 1 / (1 + np.exp(-np.clip(log_odds, -30, 30)))


@dataclass(frozen=True, slots=True)
class _Lesson:
    """One past year as it was known in its own January, and what then happened."""

    year: int
    habits: Habits
    covered: Flags
    met: Flags


def fit_editions(grid: Grid, year: int, before: Month) -> EditionModel:
    """Teaches the model for `year` on the years before it, each seen as it was known in its own January.

    Outcomes are the editions known before `before`. Nothing that was entered later is looked at.
    """
    lessons = []
    for taught in range(year - WINDOW, year):
        flags = grid.known(taught, month_number(taught, 1))
        covered: Flags = np.logical_or.reduce(flags, axis=1)
        if covered.any():
            met = grid.has_edition(taught, before)
            lessons.append(_Lesson(taught, read_habits(flags, depth=DEPTH), covered, met))
    no, yes = _count_patterns(lessons)
    if not lessons:
        return EditionModel(_PRIOR.copy(), np.zeros(len(TERMS)), no, yes, 0)
    chosen = np.zeros(len(grid.keys), dtype=np.bool_)
    chosen[:: max(1, -(-len(grid.keys) // MAX_TRAINING_SERIES))] = True
    picks = [chosen & lesson.covered for lesson in lessons]
    if not any(pick.any() for pick in picks):
        picks = [lesson.covered for lesson in lessons]
    columns = [
        _columns(grid, each.year, each.habits, _patterns(no, yes, each.habits, left_out=each.met))
        for each in lessons
    ]
    outcome = np.concatenate([e.met[p] for e, p in zip(lessons, picks, strict=True)]).astype(float)
    weight = np.concatenate(
        [
            np.full(pick.sum(), YEAR_DECAY ** (year - 1 - each.year))
            for each, pick in zip(lessons, picks, strict=True)
        ]
    )

    def picked() -> Floats:
        return np.concatenate([c[pick] for c, pick in zip(columns, picks, strict=True)])

    # Twice: the company of a series is judged by a first model that does not know of company.
    first = _solve(picked(), outcome, weight)
    for each, table in zip(lessons, columns, strict=True):
        log_odds = np.where(each.covered, table @ first, 0.0)
        table[:, -1] = _company(grid, each.year, month_number(each.year, 1), log_odds)
    rows = picked()
    return EditionModel(_solve(rows, outcome, weight), rows.mean(axis=0), no, yes, len(rows))


def _count_patterns(lessons: list[_Lesson]) -> tuple[list[Ints], list[Ints]]:
    no = [np.zeros(3**depth, dtype=np.int64) for depth in range(DEPTH + 1)]
    yes = [np.zeros(3**depth, dtype=np.int64) for depth in range(DEPTH + 1)]
    for each in lessons:
        for depth in range(DEPTH + 1):
            code = _code(each.habits, depth)
            no[depth] += np.bincount(code[each.covered & ~each.met], minlength=3**depth)
            yes[depth] += np.bincount(code[each.covered & each.met], minlength=3**depth)
    return no, yes


def _code(habits: Habits, depth: int) -> Ints:
    if depth == 0:
        return np.zeros(len(habits.editions), dtype=np.int64)
    code: Ints = habits.pattern[:, depth - 1]
    return code


def forecast(model: EditionModel, grid: Grid, year: int, before: Month) -> Forecast:
    """The probability of an edition of `year`, from the earlier years as they were known before that month."""
    flags = grid.known(year, before)
    habits = read_habits(flags, depth=DEPTH)
    covered: Flags = np.logical_or.reduce(flags, axis=1)
    columns = _columns(grid, year, habits, _patterns(model.no, model.yes, habits))
    log_odds = np.where(covered, columns @ model.coefficients, 0.0)
    columns[:, -1] = np.where(covered, _company(grid, year, before, log_odds), 0.0)
    chance = np.where(covered, _chance(columns @ model.coefficients), 0.0)
    chance = np.where(grid.ended < year, chance * AFTER_END, chance)
    terms = (columns - model.means) * model.coefficients
    terms[:, 0] = model.means @ model.coefficients
    code = _code(habits, DEPTH)
    hits, misses = model.yes[DEPTH][code], model.no[DEPTH][code]
    return Forecast(year, chance, terms, covered, habits, np.column_stack([hits + misses, hits]))
