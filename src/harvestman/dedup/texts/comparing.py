"""The second look at a candidate: how much of the two texts is shared, where, and is that enough to call them one?

The overlap is the share of the shorter text's runs of words that the other one has as well, estimated from the two sketches
(the share of bins with the same smallest hash is the Jaccard likeness; with both sizes known it gives the overlap). So a
cover page or a lost ending does not count against a copy. Two more things are asked, because prose alone is not to be
believed. What is shared must be spread over the shorter text: misread letters and revisions are, the regulations of a
university around two theses are not. And where both texts have numbers and formulas, these must be shared too, or two
problem sheets with the same instructions would be one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz

Numbers = npt.NDArray[np.float64]
Answers = npt.NDArray[np.bool_]

# Measured on the variants and lookalikes of the train split, and on ten files that Tesseract read. Variants of one text have
# an overlap of 0.43 (three letters of a hundred misread) to 1; different texts with 0.3 and more share it in one place.
LEAST_OVERLAP = 0.3
# Versions with the same title may differ more: the only real pair of journal and conference version we have shares 0.46.
LEAST_WITH_TITLE = 0.2
_NEARLY_ALL = 0.9  # of the shorter text: then it does not matter where it stands
_BUCKETS = 8  # stretches of a text in which the shared part is looked for
_LEAST_SPREAD = 0.8  # of them; variants have 0.88 and more, different texts 0.75 and less
_LEAST_IN_BUCKET = 0.35  # of what a stretch would have of the shared part if it were spread evenly
_TOLD_BY_BUCKET = 4  # values of the sketch: with fewer, a stretch says nothing
_TOLD_BY_NOTATION = 8  # filled bins of both: with fewer, their numbers say nothing
# What is asked of the notation: a share of the likeness of the words, and never less than what chance brings. Recognition
# garbles formulas, so little is asked of prose; more of sheets of formulas, of which nothing else tells one from another.
_LEAST_NOTATION, _CHANCE_NOTATION = 0.15, 0.05
_LEAST_IN_SHEETS, _CHANCE_IN_SHEETS = 0.35, 0.2
_SHEET = 0.15  # filled bins for each run of words
_SHORTEST_SHARE = (
    0.1  # of the longer text: what is shorter is a chapter, an abstract or a quotation
)
_ALIKE_TITLES, _ONE_TITLE = 80.0, 92.0
_TELLING_TITLE = 4  # words
_NUMBERS = re.compile(r"\d+|\b[ivx]+\b")


@dataclass(frozen=True, slots=True)
class Texts:
    """What is compared of texts: rows of arrays."""

    shingles: npt.NDArray[np.unsignedinteger[Any]]
    sketch: npt.NDArray[np.uint16]
    positions: npt.NDArray[np.uint8]
    notation: npt.NDArray[np.uint16]

    def chosen(self, rows: npt.NDArray[np.intp]) -> Texts:
        """Only these rows, in this order."""
        return Texts(
            self.shingles[rows], self.sketch[rows], self.positions[rows], self.notation[rows]
        )


def compared(one: Texts, two: Texts) -> tuple[Numbers, Answers]:
    """For each pair of rows: the estimated share of the shorter text that the other one has, and whether the two are one
    document, titles aside."""
    words = _likeness(one.sketch, two.sketch)
    shorter = np.minimum(one.shingles, two.shingles).astype(np.float64)
    longer = np.maximum(one.shingles, two.shingles)
    overlap = np.minimum(1.0, words / (1 + words) * (shorter + longer) / np.maximum(1.0, shorter))
    same = (overlap >= LEAST_OVERLAP) & (shorter >= _SHORTEST_SHARE * longer)
    if same.any():
        same &= _notation_agrees(one, two, words)
        unsure = np.flatnonzero(same & (overlap < _NEARLY_ALL))
        if len(unsure):
            same[unsure] = _spread(one.chosen(unsure), two.chosen(unsure)) >= _LEAST_SPREAD
    return overlap, same


def _likeness(rows: npt.NDArray[np.uint16], others: npt.NDArray[np.uint16]) -> Numbers:
    """The share of bins with the same value, of those that are filled in one of the two."""
    empty = ((rows | others) == 0).sum(-1)
    same = (rows == others).sum(-1) - empty
    return np.asarray(same / np.maximum(1, rows.shape[-1] - empty), np.float64)


def _notation_agrees(one: Texts, two: Texts, words: Numbers) -> Answers:
    """Whether numbers and letters are as alike as can be asked where the words are so much alike."""
    filled = (one.notation != 0).sum(-1), (two.notation != 0).sum(-1)
    is_sheet = (filled[0] >= _SHEET * one.shingles) & (filled[1] >= _SHEET * two.shingles)
    wanted = np.where(
        is_sheet,
        np.maximum(_CHANCE_IN_SHEETS, _LEAST_IN_SHEETS * words),
        np.maximum(_CHANCE_NOTATION, _LEAST_NOTATION * words),
    )
    is_like = _likeness(one.notation, two.notation) >= wanted
    return np.asarray((np.minimum(*filled) < _TOLD_BY_NOTATION) | is_like)


def _spread(one: Texts, two: Texts) -> Numbers:
    """The share of the shorter text's stretches that have their part of what is shared."""
    is_first = (one.shingles <= two.shingles)[:, None]
    sketch = np.where(is_first, one.sketch, two.sketch)
    positions = np.where(is_first, one.positions, two.positions)
    filled = sketch != 0
    same = (one.sketch == two.sketch) & filled
    bucket = (
        positions.astype(np.intp) * _BUCKETS // 256 + _BUCKETS * np.arange(len(sketch))[:, None]
    )
    size = _BUCKETS * len(sketch)
    counts = np.bincount(bucket[filled], minlength=size).reshape(-1, _BUCKETS)
    hits = np.bincount(bucket[same], minlength=size).reshape(-1, _BUCKETS)
    mean = hits.sum(1) / np.maximum(1, counts.sum(1))
    has_part = hits >= _LEAST_IN_BUCKET * mean[:, None] * counts
    is_told = counts >= _TOLD_BY_BUCKET
    return np.asarray((has_part & is_told).sum(1) / np.maximum(1, is_told.sum(1)), np.float64)


def titles_agree(one: str, two: str) -> bool:
    """Whether two folded titles can be one document's; they can when one is not known."""
    if not one or not two or one == two:
        return True
    if sorted(_NUMBERS.findall(one)) != sorted(_NUMBERS.findall(two)):
        return False  # Part I and Part II, Sheet 3 and Sheet 4
    return fuzz.token_set_ratio(one, two) >= _ALIKE_TITLES or fuzz.ratio(one, two) >= _ALIKE_TITLES


def titles_are_one(one: str, two: str) -> bool:
    """Whether two folded titles say by themselves that their texts are versions of one paper."""
    return (
        min(len(one.split()), len(two.split())) >= _TELLING_TITLE
        and titles_agree(one, two)
        and fuzz.ratio(one, two) >= _ONE_TITLE
    )


SAME = "same text"
COVER = "same text but a cover page"
CUT = "same text, one of them cut"
VERSION = "another version, such as preprint and published"


def reason_of(distance: int, overlap: float, *, shingles: int, others: int) -> str:
    """Why two texts are called one, in words."""
    shorter, longer = sorted((shingles, others))
    if overlap < 0.85:
        return VERSION
    if shorter >= 0.97 * longer or distance <= 3:
        return SAME
    return COVER if longer - shorter <= 500 and shorter >= 0.6 * longer else CUT
