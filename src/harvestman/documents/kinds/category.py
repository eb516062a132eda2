"""What kind of document a file is: a linear model over its signs, shipped as one small file of weights.

Reading it needs no library: a document has some sixty signs, each adds nine numbers.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from harvestman.documents.kinds.signs import kind_signs
from harvestman.documents.layout.lines import Layout
from harvestman.model.documents import Category


@dataclass(frozen=True, slots=True)
class CategoryModel:
    """The categories in order, and for each sign the weight that it gives to each."""

    categories: tuple[Category, ...]
    weights: Mapping[str, tuple[float, ...]]

    @classmethod
    def from_bytes(cls, data: bytes) -> CategoryModel:
        """A model as it was shipped."""
        plain = json.loads(gzip.decompress(data))
        return cls(
            tuple(Category(name) for name in plain["categories"]),
            {sign: tuple(weights) for sign, weights in plain["weights"].items()},
        )

    def to_bytes(self) -> bytes:
        """The file to ship; the same model gives the same bytes."""
        plain = {
            "categories": [str(category) for category in self.categories],
            "weights": {sign: list(self.weights[sign]) for sign in sorted(self.weights)},
        }
        return gzip.compress(json.dumps(plain, separators=(",", ":")).encode(), mtime=0)

    def shares(self, signs: Mapping[str, float]) -> dict[Category, float]:
        """The probability of each category."""
        sums = [0.0] * len(self.categories)
        for sign, value in sorted(signs.items()):  # sums of floats depend on their order
            for place, weight in enumerate(self.weights.get(sign, ())):
                sums[place] += value * weight
        most = max(sums)
        powers = [math.exp(value - most) for value in sums]
        whole = sum(powers)
        return {c: power / whole for c, power in zip(self.categories, powers, strict=True)}


@cache
def shipped_model() -> CategoryModel:
    """The model of this package, opened once a process."""
    path = files("harvestman.documents.kinds").joinpath("models", "category.json.gz")
    return CategoryModel.from_bytes(path.read_bytes())


def read_category(layout: Layout) -> tuple[Category, float]:
    """The most probable category and its probability; "other" with 0.0 where there is nothing to tell it by."""
    signs = kind_signs(layout)
    if "no-text" in signs:
        return Category.OTHER, 0.0
    shares = shipped_model().shares(signs)
    best = max(shares, key=lambda category: shares[category])
    return best, shares[best]
