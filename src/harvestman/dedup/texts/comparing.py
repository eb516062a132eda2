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
import struct
from typing import NamedTuple

from rapidfuzz import fuzz

from harvestman.dedup.texts.fingerprints import SKETCH_BINS, SKETCH_BYTES

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
_BINS = struct.Struct(f"<{SKETCH_BINS}H")
_LOWER_BITS = int.from_bytes(b"\xff\x7f" * SKETCH_BINS, "little")
_HIGHEST_BITS = int.from_bytes(b"\x00\x80" * SKETCH_BINS, "little")
_NUMBERS = re.compile(r"\d+|\b[ivx]+\b")


class Text(NamedTuple):
    """What is compared of a text. A tuple, because some are made for every look-up: a dataclass takes three times as long."""

    shingles: int
    sketch: int
    """All bins as one number, 16 bits each: so two texts are compared in a few operations on numbers of 2,048 bits."""
    positions: bytes
    notation: int
    """As the sketch."""


def text_of(shingles: int, sketch: bytes, positions: bytes, notation: bytes) -> Text:
    """A text from parts of its fingerprint."""
    numbers = int.from_bytes(sketch, "little"), int.from_bytes(notation, "little")
    return Text(shingles, numbers[0], positions, numbers[1])


def compared(one: Text, two: Text) -> tuple[float, bool]:
    """The estimated share of the shorter text that the other one has, and whether the two are one document, titles aside."""
    if one.shingles > two.shingles:
        one, two = two, one
    words = _likeness(one.sketch, two.sketch)
    both = one.shingles + two.shingles
    overlap = min(1.0, words / (1 + words) * both / max(1, one.shingles))
    if overlap < LEAST_OVERLAP or one.shingles < _SHORTEST_SHARE * two.shingles:
        return overlap, False
    if not _notation_agrees(one, two, words):
        return overlap, False
    return overlap, overlap >= _NEARLY_ALL or _spread(one, two) >= _LEAST_SPREAD


def _likeness(bins: int, others: int) -> float:
    """The share of bins with the same value, of those that are filled in one of the two."""
    filled = _filled(bins | others)
    return (filled - _filled(bins ^ others)) / max(1, filled)


def _filled(bins: int) -> int:
    """How many bins of 16 bits are not 0: adding to the lower 15 carries into the highest, unless they are 0."""
    return ((((bins & _LOWER_BITS) + _LOWER_BITS) | bins) & _HIGHEST_BITS).bit_count()


def _notation_agrees(one: Text, two: Text, words: float) -> bool:
    """Whether numbers and letters are as alike as can be asked where the words are so much alike."""
    signs, others = _filled(one.notation), _filled(two.notation)
    if min(signs, others) < _TOLD_BY_NOTATION:
        return True
    if signs >= _SHEET * one.shingles and others >= _SHEET * two.shingles:
        wanted = max(_CHANCE_IN_SHEETS, _LEAST_IN_SHEETS * words)
    else:
        wanted = max(_CHANCE_NOTATION, _LEAST_NOTATION * words)
    return _likeness(one.notation, two.notation) >= wanted


def _spread(shorter: Text, longer: Text) -> float:
    """The share of the shorter text's stretches that have their part of what is shared."""
    counts, hits = [0] * _BUCKETS, [0] * _BUCKETS
    values = _BINS.unpack(shorter.sketch.to_bytes(SKETCH_BYTES, "little"))
    others = _BINS.unpack(longer.sketch.to_bytes(SKETCH_BYTES, "little"))
    for value, other, position in zip(values, others, shorter.positions, strict=True):
        if value:
            counts[position * _BUCKETS // 256] += 1
            hits[position * _BUCKETS // 256] += value == other
    mean = sum(hits) / max(1, sum(counts))
    has_part = [
        hit >= _LEAST_IN_BUCKET * mean * count
        for hit, count in zip(hits, counts, strict=True)
        if count >= _TOLD_BY_BUCKET
    ]
    return sum(has_part) / max(1, len(has_part))


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
    shorter, longer = (shingles, others) if shingles <= others else (others, shingles)
    if overlap < 0.85:
        return VERSION
    if shorter >= 0.97 * longer or distance <= 3:
        return SAME
    return COVER if longer - shorter <= 500 and shorter >= 0.6 * longer else CUT
