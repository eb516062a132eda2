"""The best labels of many sequences at once, from columns of features.

The score of a label is a sum of weights, and most sums come back again and again: the same word, the same pair of marks. So
features come in columns, one key an item. The features that a key stands for are spelt out and their weights added once; the
sums of all items and the best ways through all sequences (Viterbi) are then found with a few operations on whole tables.
Measured on 1,126 strings, a hundred at once: the same labels in two fifths of the time of python-crfsuite (`text/tagging.py`) and in a
quarter of that of the chain for pages (`pages/learned/chain.py`), whose sums are for few labels and long sequences.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from harvestman.documents.references.columns import Column, Group, Neighbours, Told
from harvestman.documents.references.features import NEIGHBOURS
from harvestman.documents.references.neighbours import TaughtNeighbours
from harvestman.documents.references.weights import Numbers, Weights

_REMEMBERED = 20_000  # keys of one column, of which there are eight
_SUMS = 100_000  # sums of several features: 9 MB


class Labeller:
    """One opened model."""

    def __init__(self, weights: Weights) -> None:
        self._labels = weights.labels
        self._transitions = weights.transitions
        self._places = weights.places
        self._taught = len(weights.rows)
        self._rows = weights.rows
        """Of single features, then the sums of several."""
        self._used = self._taught
        self._waiting: list[list[int]] = []
        """The rows that are to be added up for each new sum."""
        self._tables: dict[tuple[Group, ...], _Table] = {}
        self._neighbours = TaughtNeighbours(weights.places, NEIGHBOURS)

    def tag(self, columns: Told, sequences: Sequence[tuple[int, int]]) -> list[list[str]]:
        """The labels of each sequence, given by the places of its first item and behind its last one."""
        if not sequences:
            return []
        labels = self._labels
        paths = _best_paths(self._scores(columns), self._transitions, sequences)
        return [[labels[place] for place in path] for path in paths]

    def row_of(self, key: Any, groups: tuple[Group, ...]) -> int:
        """The row with the weights of all features of the first group; those of the other groups follow."""
        find = self._places.get
        none = self._taught - 1
        found = [
            [place for name in spell(key) if (place := find(name)) is not None] or [none]
            for _, spell, _ in groups
        ]
        if len(found) == len(found[0]) == 1:
            return found[0][0]
        row = self._used
        self._waiting += found
        self._used += len(found)
        return row

    def _add_up(self) -> None:
        """Work out the sums that are waiting, behind those that are there."""
        first = self._used - len(self._waiting)
        if self._used > len(self._rows):
            more = np.zeros((len(self._waiting) + _SUMS, len(self._labels)), np.float32)
            self._rows = np.concatenate([self._rows, more])
        ends = np.cumsum([len(rows) for rows in self._waiting])
        summands = self._rows[list(chain.from_iterable(self._waiting))]
        starts = np.concatenate([[0], ends[:-1]])
        np.add.reduceat(summands, starts, axis=0, out=self._rows[first : self._used])
        self._waiting.clear()

    def _scores(self, columns: Told) -> Numbers:
        """For each item the scores of the labels."""
        if self._used > self._taught + _SUMS:
            self._rows, self._used = self._rows[: self._taught], self._taught
            self._tables.clear()
        count = max(len(column.keys) for column in columns if isinstance(column, Column))
        scores = np.zeros((count, len(self._labels)), np.float32)
        numbered: dict[int, Any] = {}
        for column in columns:
            if isinstance(column, Neighbours):
                items, rows = self._neighbours.find(column, numbered)
                scores[items] += self._rows[rows]
            else:
                self._add_column(scores, column)
        return scores

    def _add_column(self, scores: Numbers, column: Column) -> None:
        groups, keys = column
        table = self._tables.get(groups)
        if table is None or len(table) > _REMEMBERED:
            table = self._tables[groups] = _Table(self, groups)
        rows = np.fromiter(map(table.__getitem__, keys), np.intp, len(keys))
        if self._waiting:
            self._add_up()
        for number, (_, _, reach) in enumerate(groups):
            first, last = max(0, reach), min(len(scores), len(keys) + reach)
            scores[first:last] += self._rows[rows[first - reach : last - reach] + number]


class _Table(dict[Any, int]):
    """The rows of one column's keys, remembered."""

    def __init__(self, labeller: Labeller, groups: tuple[Group, ...]) -> None:
        nothing = [Group(0, lambda _: ()) for _ in groups]
        super().__init__({None: labeller.row_of(None, tuple(nothing))})
        self._row_of, self._groups = labeller.row_of, groups

    def __missing__(self, key: Any) -> int:
        self[key] = row = self._row_of(key, self._groups)
        return row


def _best_paths(
    scores: Numbers, transitions: Numbers, sequences: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """The best labels of each sequence (Viterbi), all of them step by step, the longest first."""
    order = sorted(range(len(sequences)), key=lambda one: sequences[one][0] - sequences[one][1])
    starts = np.array([sequences[one][0] for one in order], np.intp)
    lengths = np.array([sequences[one][1] for one in order], np.intp) - starts
    longest = int(lengths[0])
    # How many sequences have a label at each step.
    going: list[int] = np.searchsorted(-lengths, -np.arange(longest + 1), "left").tolist()
    steps = np.minimum(starts + np.arange(longest)[:, None], len(scores) - 1)
    reached = scores[steps]  # step, sequence, label: first the scores, then those of the best ways
    ways = np.empty((len(transitions), len(starts), len(transitions)), np.float32)
    onwards = transitions[:, None, :]
    for step in range(1, longest):
        left = going[step]
        before, now, some = reached[step - 1, :left], reached[step, :left], ways[:, :left]
        np.add(before.T[:, :, None], onwards, out=some)
        now += np.maximum.reduce(some, axis=0)
    paths = np.zeros((longest, len(starts)), np.intp)
    into = np.ascontiguousarray(transitions.T)
    for step in range(longest - 1, -1, -1):
        at, goes_on = reached[step, : going[step]], going[step + 1]
        if goes_on:
            at[:goes_on] += into[paths[step + 1, :goes_on]]
        at.argmax(axis=1, out=paths[step, : going[step]])
    labels = paths.T.tolist()
    found: list[list[int]] = [[]] * len(sequences)
    for row, (one, length) in enumerate(zip(order, lengths.tolist(), strict=True)):
        found[one] = labels[row][:length]
    return found
