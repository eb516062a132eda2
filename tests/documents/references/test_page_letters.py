"""Numbers of pages with a letter before them."""

from __future__ import annotations

import pytest

from harvestman.documents.references import parse_references


@pytest.mark.parametrize(
    ("raw", "pages"),
    [
        ("E. Armengaud, et al., JINST 10(05), P05007 (2015).", "P05007"),
        (
            "A. Bee and C. Dee. Counting what moves. Journal of Small Animals, 12(3):45-67, 2019.",
            "45-67",
        ),
    ],
)
def test_letters_of_page_numbers_stay(raw: str, pages: str) -> None:
    (found,) = parse_references([raw])
    assert found.pages == pages
