"""The choice of one group of lines as the title: each sign of a group adds its weight, and the groups of a page compete.

The groups of one document are weighed against each other, not each for itself: what holds for all of them (the language, the
kind of page) cannot mislead, and a title of which the line model is unsure may still be the best there is. Reading the
weights needs no library.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files


class TitleChoice:
    """The weights of signs."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = dict(weights)

    @classmethod
    def from_bytes(cls, data: bytes) -> TitleChoice:
        """A model as it was shipped."""
        return cls(json.loads(gzip.decompress(data)))

    def to_bytes(self) -> bytes:
        """The file to ship; the same model gives the same bytes."""
        plain = {sign: self._weights[sign] for sign in sorted(self._weights)}
        return gzip.compress(json.dumps(plain, separators=(",", ":")).encode(), mtime=0)

    def shares(self, groups: Sequence[Sequence[str]]) -> list[float]:
        """How likely each group is the one, given the signs of all."""
        weight = self._weights.get
        sums = [math.fsum(weight(sign, 0.0) for sign in signs) for signs in groups]
        most = max(sums, default=0.0)
        powers = [math.exp(value - most) for value in sums]
        whole = sum(powers)
        return [power / whole for power in powers]


@cache
def title_choice() -> TitleChoice:
    """The shipped model, opened once a process."""
    path = files(__package__).joinpath("models", "titles.json.gz")
    return TitleChoice.from_bytes(path.read_bytes())
