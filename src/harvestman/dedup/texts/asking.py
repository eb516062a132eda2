"""Questions to an index as arrays, and the second look at all their candidates at once; the same for both backends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harvestman.dedup.texts.comparing import (
    LEAST_WITH_TITLE,
    Texts,
    compared,
    reason_of,
    titles_agree,
    titles_are_one,
)
from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS, Fingerprint
from harvestman.dedup.texts.matching import Match
from harvestman.dedup.texts.segments import Array, Places

MOST_CANDIDATES = 64
"""Of one question that get the second look."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Fingerprints to be looked for, as the rows of arrays."""

    fps: Sequence[Fingerprint]
    simhash: npt.NDArray[np.uint64]
    bands: npt.NDArray[np.uint32]
    titled: npt.NDArray[np.bool_]
    texts: Texts

    @classmethod
    def of(cls, fps: Sequence[Fingerprint]) -> Questions:
        """These fingerprints as arrays."""
        return cls(
            fps,
            np.array([fp.simhash for fp in fps], np.uint64),
            np.frombuffer(b"".join([fp.bands for fp in fps]), "<u4").reshape(-1, BAND_BINS),
            np.array([fp.title != "" for fp in fps], np.bool_),
            Texts(
                np.array([fp.shingles for fp in fps], np.uint32),
                np.frombuffer(b"".join([fp.sketch for fp in fps]), "<u2").reshape(-1, SKETCH_BINS),
                np.frombuffer(b"".join([fp.positions for fp in fps]), "|u1").reshape(
                    -1, SKETCH_BINS
                ),
                np.frombuffer(b"".join([fp.notation for fp in fps]), "<u2").reshape(
                    -1, NOTATION_BINS
                ),
            ),
        )


@dataclass(frozen=True, slots=True)
class Found:
    """A document that may be the same as a question's; `is_sure` without looking at the titles."""

    asker: int
    overlap: float
    distance: int
    shingles: int
    key: str
    is_sure: bool


def second_look(
    questions: Questions, rows: Mapping[str, Array], askers: Places, places: Places
) -> list[Found]:
    """The candidates that stand it; a pair that is named twice is looked at once."""
    if not len(askers):
        return []
    if len(askers) > 1:
        askers, places = _distinct(askers, places, len(rows["simhash"]))
    one = questions.texts.chosen(askers)
    two = Texts(*(rows[name][places] for name in ("shingles", "sketch", "positions", "notation")))
    overlap, is_sure = compared(one, two)
    kept = np.flatnonzero(is_sure | (questions.titled[askers] & (overlap >= LEAST_WITH_TITLE)))
    if not len(kept):
        return []
    askers, places = askers[kept], places[kept]
    distances = np.bitwise_count(questions.simhash[askers] ^ rows["simhash"][places])
    columns = (askers, overlap[kept], distances, two.shingles[kept], is_sure[kept])
    told = zip(*(column.tolist() for column in columns), rows["keys"][places], strict=True)
    return [
        Found(asker, share, distance, shingles, key.tobytes().hex(), sure)
        for asker, share, distance, shingles, sure, key in told
    ]


def _distinct(askers: Places, places: Places, count: int) -> tuple[Places, Places]:
    """Each pair once, in order, and no more of one question than get the second look."""
    askers, places = np.divmod(np.unique(askers * count + places), count)
    is_looked_at = np.arange(len(askers)) - np.searchsorted(askers, askers) < MOST_CANDIDATES
    return askers[is_looked_at], places[is_looked_at]


def best_matches(
    questions: Questions,
    found: Sequence[Found],
    titles_of: Callable[[Sequence[str]], Mapping[str, str]],
) -> dict[int, Match]:
    """For each question the candidate that shares most with it and whose title, if both have one, agrees."""
    asked = [one.key for one in found if questions.fps[one.asker].title]
    titles = titles_of(asked) if asked else {}
    best: dict[int, Match] = {}
    for one in sorted(found, key=lambda f: (-f.overlap, f.distance)):
        fp, title = questions.fps[one.asker], titles.get(one.key, "")
        agree = titles_agree if one.is_sure else titles_are_one
        if one.asker not in best and agree(fp.title, title):
            reason = reason_of(one.distance, one.overlap, shingles=fp.shingles, others=one.shingles)
            best[one.asker] = Match(one.key, one.distance, round(one.overlap, 3), reason)
    return best
