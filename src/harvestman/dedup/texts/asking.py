"""Compares the candidates of a look-up more closely and chooses the best; used by both backends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from harvestman.dedup.texts.comparing import (
    LEAST_WITH_TITLE,
    Text,
    compared,
    reason_of,
    text_of,
    titles_agree,
    titles_are_one,
)
from harvestman.dedup.texts.fingerprints import Fingerprint, title_mark
from harvestman.dedup.texts.matching import Match

Titles = Callable[[Sequence[str]], Mapping[str, str]]
"""Gives the titles of the documents with these keys."""

MOST_CANDIDATES = 64
"""Of one question, in one part of an index, that get the second look."""


class Candidate(NamedTuple):
    """A known document that may be the same as a question's."""

    key: bytes
    simhash: int
    title: int
    """The mark of its title."""
    text: Text


def candidate_of(key: bytes, fp: Fingerprint) -> Candidate:
    """A known document from its fingerprint."""
    return Candidate(key, fp.simhash, title_mark(fp.title), _text(fp))


class _Found(NamedTuple):
    """A candidate that stands the second look; `is_sure` without looking at the titles."""

    overlap: float
    distance: int
    is_sure: bool
    key: str
    title: int
    shingles: int


def best_match(fp: Fingerprint, candidates: Iterable[Candidate], titles_of: Titles) -> Match | None:
    """The candidate that shares most with the question and whose title, if both have one, agrees."""
    found = _second_look(fp, candidates)
    if not found:
        return None
    mark = title_mark(fp.title)
    others = _other_titles(mark, found)
    return _best(fp, mark, found, titles_of(others) if others else {})


def best_matches(
    fps: Sequence[Fingerprint], candidates: Mapping[int, Iterable[Candidate]], titles_of: Titles
) -> dict[int, Match]:
    """The same for many questions, by their place; titles are asked for together."""
    found = {asker: _second_look(fps[asker], ones) for asker, ones in candidates.items()}
    marks = {asker: title_mark(fps[asker].title) for asker, ones in found.items() if ones}
    others = [key for asker, mark in marks.items() for key in _other_titles(mark, found[asker])]
    titles = titles_of(others) if others else {}
    best = ((asker, _best(fps[asker], marks[asker], found[asker], titles)) for asker in marks)
    return {asker: match for asker, match in best if match is not None}


def _text(fp: Fingerprint) -> Text:
    return text_of(fp.shingles, fp.sketch, fp.positions, fp.notation)


def _second_look(fp: Fingerprint, candidates: Iterable[Candidate]) -> list[_Found]:
    asked = _text(fp)
    found = []
    for key, simhash, title, text in candidates:
        overlap, is_sure = compared(asked, text)
        if is_sure or (fp.title and overlap >= LEAST_WITH_TITLE):
            distance = (fp.simhash ^ simhash).bit_count()
            found.append(_Found(overlap, distance, is_sure, key.hex(), title, text.shingles))
    return found


def _other_titles(mark: int, found: Iterable[_Found]) -> list[str]:
    """The keys of those whose titles must be asked for: they have one, and it is not the question's."""
    return [one.key for one in found if one.title != mark and one.title] if mark else []


def _best(
    fp: Fingerprint, mark: int, found: list[_Found], titles: Mapping[str, str]
) -> Match | None:
    if len(found) > 1:
        found.sort(key=lambda one: (-one.overlap, one.distance))
    for overlap, distance, is_sure, key, title, shingles in found:
        agree = titles_agree if is_sure else titles_are_one
        if agree(fp.title, fp.title if title == mark else titles.get(key, "")):
            reason = reason_of(distance, overlap, shingles=fp.shingles, others=shingles)
            return Match(key, distance, round(overlap, 3), reason)
    return None
