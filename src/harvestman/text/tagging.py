"""Labelling sequences with a conditional random field: the one place where a taught model is opened.

A model is read from memory as it was shipped; opening it needs no training library's files and writes none.
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
