"""The ways to score a series: three profiles, each factor of the JCDL paper on top of the base factor, and two plain baselines.

A scorer turns a `Scene` (the histories as far as they are known, the month, the weights) into a score for each series
and a few words for why. Higher is more urgent.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from harvestman.model import UsageError
from harvestman.plan.factors import Traits, Weights, smart_scores, smart_traits
from harvestman.plan.history import History, SideTables
from harvestman.plan.model import TERMS
from harvestman.plan.months import Month, month_text
from harvestman.plan.outlook import Outlook, outlooks

IMPORTANCE = 0.2
"""How much the importance of a series (0 to 1) may add to its score."""

_LOUD = 0.35
"""A term of the model is named among the reasons from this many log-odds on."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a scorer may look at."""

    histories: Sequence[History]
    now: Month
    before: Month
    blind_from: Month
    sides: SideTables
    traits: Mapping[str, Traits]
    weights: Mapping[str, Weights]


@dataclass(frozen=True, slots=True)
class Scored:
    """A score with its reasons, and the model's outlook where the profile has one."""

    score: float
    reasons: tuple[str, ...] = ()
    outlook: Outlook | None = None


Scorer: TypeAlias = Callable[[Scene], dict[str, Scored]]


def importance(weights: Weights) -> float:
    """From 0 to 1: the mean of the boosts; a factor that does not cover the series adds nothing.

    Usage, which few bibliographies know, comes on top of the five instead of thinning them out.
    """
    boosts = (weights.w_r, weights.w_i, weights.w_cit, weights.w_prm, weights.w_size)
    return min(1.0, sum(boost - 1 for boost in (*boosts, weights.w_usage)) / len(boosts))


def _harvestman(scene: Scene) -> dict[str, Scored]:
    views = outlooks(scene.histories, scene.now, before=scene.before, blind_from=scene.blind_from)
    scored = {}
    for record, view in zip(scene.histories, views, strict=True):
        weights = scene.weights[record.series]
        boost = 1 + IMPORTANCE * importance(weights)
        scored[record.series] = Scored(
            view.expected_worth * boost, _outlook_reasons(record, view, boost), view
        )
    return scored


def _outlook_reasons(record: History, view: Outlook, boost: float) -> tuple[str, ...]:
    reasons = [f"out by now with {view.out_by_now:.0%}"]
    if view.in_hand:
        reasons.append("this year's edition is in hand")
    else:
        when = f", most likely in {month_text(view.likely)}" if view.likely is not None else ""
        reasons.append(f"an edition this year with {view.edition:.0%}{when}")
    if view.alike[0]:
        reasons.append(f"{view.alike[1]} of {view.alike[0]} with the same recent years met")
    loud = sorted(zip(view.terms[1:], TERMS[1:], strict=True), key=lambda term: -abs(term[0]))
    reasons += [f"{name} {value:+.1f}" for value, name in loud if abs(value) >= _LOUD]
    if record.ended is not None:
        reasons.append(f"said to have ended in {record.ended}")
    if boost > 1:
        reasons.append(f"importance ×{boost:.2f}")
    return tuple(reasons)


def _jcdl18(scene: Scene) -> dict[str, Scored]:
    scored = {}
    for series, w in scene.weights.items():
        product = w.w_delay * w.w_r * w.w_i * w.w_d * w.w_cit * w.w_prm
        scored[series] = Scored(product, _delta_reasons(scene, series))
    return scored


def _smart_harvesting(scene: Scene) -> dict[str, Scored]:
    scored = {}
    for record in scene.histories:
        inputs = smart_traits(record)
        rating = scene.sides.ratings.get(record.series, 0.0) / 4
        scores = smart_scores(inputs, scene.now, rating=rating)
        scored[record.series] = Scored(
            scores.with_both,
            (
                f"expected {month_text(scores.expected)}",
                f"activity {scores.activity:.3f}",
                f"rating {rating:.3f}",
            ),
        )
    return scored


def _delta_reasons(scene: Scene, series: str) -> tuple[str, ...]:
    expected = scene.traits[series].expected
    late = scene.now - expected
    if late < 0:
        return (f"expected {month_text(expected)}, not due for {-late} months",)
    return (f"expected {month_text(expected)}, {late} months ago",)


def _raw_delay(scene: Scene) -> dict[str, Scored]:
    """The JCDL paper's baseline: the smallest delay first, what is not due yet after everything that is."""
    scored = {}
    for series, t in scene.traits.items():
        late = scene.now - t.expected
        score = 1 / (1 + late) if late >= 0 else -1 + 1 / (1 - late)
        scored[series] = Scored(score, _delta_reasons(scene, series))
    return scored


def _base_times(factor: str) -> Scorer:
    def score(scene: Scene) -> dict[str, Scored]:
        return {
            series: Scored(float(w.w_delay * getattr(w, factor)), _delta_reasons(scene, series))
            for series, w in scene.weights.items()
        }

    return score


def _base(scene: Scene) -> dict[str, Scored]:
    return {
        series: Scored(float(w.w_delay), _delta_reasons(scene, series))
        for series, w in scene.weights.items()
    }


def _history(scene: Scene) -> dict[str, Scored]:
    return {
        series: Scored(float(t.editions), (f"{t.editions} editions",))
        for series, t in scene.traits.items()
    }


def random_scorer(seed: int = 0) -> Scorer:
    """An order that depends on nothing but the seed, the month and the keys."""

    def score(scene: Scene) -> dict[str, Scored]:
        def draw(series: str) -> float:
            digest = hashlib.sha256(f"{seed}/{scene.now}/{series}".encode()).digest()
            return math.ldexp(int.from_bytes(digest[:6], "big"), -48)

        return {series: Scored(draw(series), ("drawn by lot",)) for series in scene.traits}

    return score


DEFAULT_PROFILE = "harvestman"
PROFILES: dict[str, Scorer] = {
    "harvestman": _harvestman,
    "jcdl18": _jcdl18,
    "smart-harvesting": _smart_harvesting,
}
FACTORS: dict[str, Scorer] = {
    "delay": _raw_delay,
    "w_delay": _base,
    **{
        name: _base_times(name)
        for name in ("w_r", "w_i", "w_d", "w_cit", "w_prm", "w_size", "w_usage")
    },
}
BASELINES: dict[str, Scorer] = {"history": _history, "random": random_scorer()}


def scorer_named(name: str) -> Scorer:
    """The profile, factor or baseline of that name."""
    known = PROFILES | FACTORS | BASELINES
    if name not in known:
        raise UsageError(f"there is no ranking {name!r}; choose one of {', '.join(sorted(known))}")
    return known[name]
