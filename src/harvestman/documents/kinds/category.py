"""What kind of document a file is: a linear model over its signs."""

from __future__ import annotations

from harvestman.documents.kinds.named import is_named_thesis
from harvestman.documents.kinds.signs import kind_signs
from harvestman.documents.layout.lines import Layout
from harvestman.model.documents import Category
from harvestman.text.linear import LinearModel, shipped_linear

_SAID = 0.95
"""How sure a cover's own word is."""


def category_model() -> LinearModel:
    """The shipped model, whose outcomes are the categories."""
    return shipped_linear(__package__ or "", "category")


def read_category(layout: Layout) -> tuple[Category, float]:
    """The most probable category and its probability; "other" with 0.0 where there is nothing to tell it by."""
    signs = kind_signs(layout)
    if "no-text" in signs:
        return Category.OTHER, 0.0
    if is_named_thesis(layout):
        return Category.THESIS, _SAID
    shares = category_model().shares(signs)
    best = max(shares, key=lambda category: shares[category])
    return Category(best), shares[best]
