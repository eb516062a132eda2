"""Labelling sequences with a trained chain (CRF): the reader for all models, by python-crfsuite, with probabilities.

A model is read from memory as it was shipped; opening it needs no training library's files and writes none.

Two places where chains run most have a faster reader of their own, which gives the same labels (tests compare them) and no
probabilities: pages (`pages/learned/decoding.py`, seven labels, in C or plain Python, so that children that read pages do without numpy), half
the time of this one in plain Python; and lists of references (`documents/references/labelling.py`, 22 labels, many short strings at once, numpy),
0.28 ms a string where this one takes 0.75 ms and the one for pages 1.0 ms (1,126 strings of the data, best of three runs).
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import pycrfsuite


class Tagger:
    """One opened model."""

    def __init__(self, data: bytes) -> None:
        self._data = data  # the library reads from these very bytes as long as the model is open
        self._tagger: Any = pycrfsuite.Tagger()
        self._tagger.open_inmemory(data)

    def tag(self, items: Sequence[Sequence[str]]) -> list[str]:
        """The labels of a sequence."""
        return self._tagger.tag(items)  # type: ignore[no-any-return]

    def tag_surely(self, items: Sequence[Sequence[str]]) -> list[tuple[str, float]]:
        """The labels of a sequence, each with its probability."""
        labels = self.tag(items)
        marginal = self._tagger.marginal
        return [(label, marginal(label, place)) for place, label in enumerate(labels)]

    def tag_with_chances(
        self, items: Sequence[Sequence[str]], labels: Iterable[str]
    ) -> list[tuple[str, dict[str, float]]]:
        """The labels of a sequence, each with the probabilities of all of `labels` at its place."""
        found = self.tag(items)
        known = [label for label in labels if label in set(self._tagger.labels())]
        rest = {label: 0.0 for label in labels if label not in known}
        marginal = self._tagger.marginal
        return [
            (label, {**rest, **{other: marginal(other, place) for other in known}})
            for place, label in enumerate(found)
        ]


@cache
def shipped_tagger(package: str, name: str) -> Tagger:
    """The model `models/NAME.crfsuite.gz` of a package, opened once a process."""
    return Tagger(shipped_model(package, name))


def shipped_model(package: str, name: str) -> bytes:
    """The bytes of that model."""
    path = files(package).joinpath("models", f"{name}.crfsuite.gz")
    return gzip.decompress(path.read_bytes())
