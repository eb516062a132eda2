"""Line numbers in the margin of manuscripts that were submitted for review.

They stand outside the text, or between its two columns, in a column of their own and go up by one or by five from line to line. Left among the words they
run into the numbers of reference lists ("885 [2] A. Foster"), part columns that are none, and end up in abstracts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from harvestman.documents.layout.words import Word

_STEPS = (1, 2, 5, 10)
_LEAST = 4  # numbers of one column, when only every second, fifth or tenth line has one
_LEAST_EACH = 15  # when each line has one: shorter rows may be the labels of a list
_LATER = 40  # the first number of a page that is not the first one
_ONE_LINE = 6.0  # points within which words stand on one line
_EDGES: tuple[Callable[[Word], float], ...] = (lambda word: word.x1, lambda word: word.x0)
_EDGE = 1.5  # points by which the numbers of one column may be out of line
_INSIDE = 0.03  # of the other words may stand at or beyond the numbers: page numbers, running heads
_PITCH = 0.2  # by which the distances of two neighbours may differ from the usual one


def without_line_numbers(words: Sequence[Word]) -> Sequence[Word]:
    """The words of a page without the line numbers of its margins."""
    numbers = [word for word in words if len(word.text) <= 4 and word.text.isdecimal()]
    if len(numbers) < _LEAST:
        return words
    gone: set[int] = set()
    for column in _columns(numbers):
        least = _LEAST if _goes_on(column, words) else _LEAST_EACH
        if _counts_lines(column, least) and (
            _is_outside(column, words) or _is_apart(column, words)
        ):
            gone.update(id(word) for word in column)
    return [word for word in words if id(word) not in gone] if gone else words


def _columns(numbers: Sequence[Word]) -> list[list[Word]]:
    """Numbers that end at the same place, or begin there, from top to bottom."""
    columns: list[list[Word]] = []
    for edge in _EDGES:
        groups: list[list[Word]] = []
        for word in sorted(numbers, key=edge):
            if groups and edge(word) - edge(groups[-1][0]) <= _EDGE:
                groups[-1].append(word)
            else:
                groups.append([word])
        columns += [sorted(group, key=lambda word: word.base) for group in groups]
    return [column for column in columns if len(column) >= _LEAST]


def _goes_on(column: Sequence[Word], words: Sequence[Word]) -> bool:
    """Whether the numbers go on from a page before, and nearly every line has one: a last page may have few lines."""
    lines = {round(word.base / _ONE_LINE) for word in words}
    numbered = {round(word.base / _ONE_LINE) for word in column}
    return int(column[0].text) > _LATER and len(numbered) >= 0.75 * len(lines)


def _counts_lines(column: Sequence[Word], least: int) -> bool:
    """Whether nearly all numbers go on from the one above, at distances that suit."""
    pairs = [(int(b.text) - int(a.text), b.base - a.base) for a, b in pairwise(column)]
    for step in _STEPS:
        distances = sorted(distance for by, distance in pairs if by == step)
        if len(distances) + 1 < (least if step == 1 else _LEAST):
            continue
        usual = distances[len(distances) // 2]
        even = sum(abs(distance - usual) <= _PITCH * usual for distance in distances)
        # Paragraphs and displays stretch some distances; entries of a list would stretch most.
        if len(distances) >= 0.8 * len(pairs) and even >= 0.5 * len(distances):
            return True
    return False


def _is_outside(column: Sequence[Word], words: Sequence[Word]) -> bool:
    """Whether next to nothing of the text stands at the numbers or beyond them."""
    left, right = min(word.x0 for word in column), max(word.x1 for word in column)
    others = len(words) - len(column)
    own = {id(word) for word in column}
    before = sum(word.x0 < right and id(word) not in own for word in words)
    behind = sum(word.x1 > left and id(word) not in own for word in words)
    return min(before, behind) <= _INSIDE * others


def _is_apart(column: Sequence[Word], words: Sequence[Word]) -> bool:
    """Whether next to nothing else stands above, between or below the numbers: they are in a gutter."""
    middle = (min(word.x0 for word in column) + max(word.x1 for word in column)) / 2
    crossing = sum(word.x0 < middle < word.x1 for word in words) - len(column)
    return crossing <= _INSIDE * (len(words) - len(column))
