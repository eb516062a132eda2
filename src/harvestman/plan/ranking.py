"""Ranks every series by how urgently it should be harvested in a month, each position with its weights and reasons.

`rank` is what the rest of the house calls: histories and a month in, rows out. With `hidden_from` it looks at the world
as it was before that month, which is what the evaluation does.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.model import UsageError
from harvestman.plan.factors import Traits, Weights, traits, weigh
from harvestman.plan.history import History, SideTables, known_before
from harvestman.plan.months import Month, month_text
from harvestman.plan.outlook import Outlook
from harvestman.plan.profiles import DEFAULT_PROFILE, Scene, Scored, Scorer, scorer_named

HARDLY = 0.1
"""An edition that is less likely is not spoken of as one to come."""
BLIND_MONTHS = 12
"""Unless somebody looked in vain, not having seen something for a year does not mean that it is not there."""


@dataclass(frozen=True, slots=True)
class Row:
    """One position of a ranking."""

    rank: int
    series: str
    name: str
    expected: Month
    """d_{n+1} of the JCDL paper."""
    delta: int
    """Δ of the JCDL paper: months since `expected`, negative while it lies ahead."""
    weights: Weights
    score: float
    workshop: bool
    reasons: tuple[str, ...]
    outlook: Outlook | None
    traits: Traits

    def _likely(self) -> str | None:
        """The month in which this year's proceedings most likely come in; None where none are to come."""
        view = self.outlook
        if view is None or view.likely is None or view.in_hand or view.edition < HARDLY:
            return None
        return month_text(view.likely)

    def to_plain(self) -> dict[str, object]:
        """The row as JSON would have it."""
        w = self.weights
        return {
            "rank": self.rank,
            "series": self.series,
            "name": self.name,
            "expected": month_text(self.expected),
            "delta": self.delta,
            "w_delay": w.w_delay,
            "w_r": w.w_r,
            "w_i": w.w_i,
            "w_d": w.w_d,
            "w_cit": w.w_cit,
            "w_prm": w.w_prm,
            "w_size": w.w_size,
            "w_usage": w.w_usage,
            "score": self.score,
            "workshop": self.workshop,
            "likely": self._likely(),
            "probability": None if self.outlook is None else self.outlook.out_by_now,
            "reasons": list(self.reasons),
        }


def rank(
    histories: Sequence[History],
    now: Month,
    *,
    profile: str = DEFAULT_PROFILE,
    sides: SideTables | None = None,
    hidden_from: Month | None = None,
) -> list[Row]:
    """All series, the most urgent first. `profile` is a profile, a factor or a baseline.

    Equal scores are ordered by Δ (what became due last comes first, what is not due yet comes after it), then by a
    checksum of the key, so that no letter of the alphabet is always last.
    """
    scene = set_scene(histories, now, sides=sides, hidden_from=hidden_from)
    return rank_scene(scene, scorer_named(profile))


def set_scene(
    histories: Sequence[History],
    now: Month,
    *,
    sides: SideTables | None = None,
    hidden_from: Month | None = None,
) -> Scene:
    """Cuts the histories off and computes what all profiles share."""
    if hidden_from is not None and hidden_from > now:
        raise UsageError(f"nothing can be hidden from {month_text(hidden_from)}: that is after now")
    keys = [each.series for each in histories]
    if len(set(keys)) < len(keys):
        raise UsageError("two histories have the same series key; merge them first")
    before = now + 1 if hidden_from is None else hidden_from
    blind_from = now - BLIND_MONTHS + 1 if hidden_from is None else hidden_from
    known = known_before(histories, before)
    all_traits = {each.series: traits(each) for each in known}
    sides = sides or SideTables()
    return Scene(
        histories=known,
        now=now,
        before=before,
        blind_from=blind_from,
        sides=sides,
        traits=all_traits,
        weights=weigh(all_traits, now, sides),
    )


def rank_scene(scene: Scene, scorer: Scorer) -> list[Row]:
    """The rows of one scene by one scorer."""
    scored = scorer(scene)

    def order(record: History) -> tuple[float, bool, int, int, str]:
        late = scene.now - scene.traits[record.series].expected
        key = record.series
        return (-scored[key].score, late < 0, abs(late), zlib.crc32(key.encode()), key)

    ordered = sorted(scene.histories, key=order)
    return [
        _row(number, record, scene, scored[record.series])
        for number, record in enumerate(ordered, start=1)
    ]


def _row(number: int, record: History, scene: Scene, scored: Scored) -> Row:
    found = scene.traits[record.series]
    return Row(
        rank=number,
        series=record.series,
        name=record.name,
        expected=found.expected,
        delta=scene.now - found.expected,
        weights=scene.weights[record.series],
        score=scored.score,
        workshop=record.workshop,
        reasons=scored.reasons,
        outlook=scored.outlook,
        traits=found,
    )
