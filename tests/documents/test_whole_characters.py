"""Characters of two units (mathematical letters) come out whole, so that models and files can take them."""

from __future__ import annotations

from harvestman.documents.layout.characters import tidy


def test_halves_are_joined() -> None:
    assert tidy("где \ud835\udc65 – наблюдение") == "где 𝑥 – наблюдение"
    assert tidy("\ud835 alone").encode()
