"""Linear models: each sign of a thing adds its weight to the score of each outcome. The one place where such a model is opened.

A model is a small file of weights beside its room; reading it needs no library. The classifier of addresses (`crawl/sites`) adds up
its weights itself: it remembers the sums of what addresses share, which makes it four times as fast (19,382 addresses of the data).
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class LinearModel:
    """The outcomes in order, and for each sign the weight that it gives to each of them."""

    outcomes: tuple[str, ...]
    weights: Mapping[str, tuple[float, ...]]

    @classmethod
    def from_bytes(cls, data: bytes) -> LinearModel:
        """A model as it was shipped."""
        plain = json.loads(gzip.decompress(data))
        weights = {sign: tuple(row) for sign, row in plain["weights"].items()}
        return cls(tuple(plain["outcomes"]), weights)

    def to_bytes(self) -> bytes:
        """The file to ship; the same model gives the same bytes."""
        weights = {sign: list(self.weights[sign]) for sign in sorted(self.weights)}
        plain = {"outcomes": list(self.outcomes), "weights": weights}
        return gzip.compress(json.dumps(plain, separators=(",", ":")).encode(), mtime=0)

    def sums(self, signs: Iterable[tuple[str, float]]) -> list[float]:
        """The score of each outcome, given signs and how strong each is; unknown signs count nothing."""
        known = [
            (row, value) for sign, value in signs if (row := self.weights.get(sign)) is not None
        ]
        return [
            math.fsum(row[place] * value for row, value in known)  # whatever the order
            for place in range(len(self.outcomes))
        ]

    def shares(self, signs: Mapping[str, float]) -> dict[str, float]:
        """How likely each outcome is for a thing with these signs."""
        return dict(zip(self.outcomes, shares_of(self.sums(signs.items())), strict=True))

    def rivals(self, groups: Sequence[Iterable[str]]) -> list[float]:
        """How likely each of several things is the one that the first outcome means, given the signs of all.

        What all of them share cannot mislead, and one that is weak by itself may still be the best there is.
        """
        return shares_of([self.sums((sign, 1.0) for sign in signs)[0] for signs in groups])


def shares_of(sums: Sequence[float]) -> list[float]:
    """Scores as probabilities that add up to one."""
    most = max(sums, default=0.0)
    powers = [math.exp(value - most) for value in sums]
    whole = sum(powers)
    return [power / whole for power in powers]


@cache
def shipped_linear(package: str, name: str) -> LinearModel:
    """The model `models/NAME.json.gz` of a package, opened once a process."""
    return LinearModel.from_bytes(files(package).joinpath("models", f"{name}.json.gz").read_bytes())
