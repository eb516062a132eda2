"""Events: which event a page says it belongs to. Pure functions of the saved page.

In: a `Source`. Out: `EventSign`s: each place of the page (title, headings, logo, footer, address …) with the acronym, year and name
that it gives. It never decides which of them is right: whole sites are judged in `crawl/editions.py`.
"""

from harvestman.pages.events.naming import (
    Naming,
    is_acronym,
    read_naming,
    telling_words,
    title_parts,
    without_year,
)
from harvestman.pages.events.reading import data_signs, read_signs
from harvestman.pages.events.sections import place_in_sections

__all__ = [
    "Naming",
    "data_signs",
    "is_acronym",
    "place_in_sections",
    "read_naming",
    "read_signs",
    "telling_words",
    "title_parts",
    "without_year",
]
