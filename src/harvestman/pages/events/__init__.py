"""Events: which event a page says it belongs to. Pure functions of the saved page.

In: a `Source`. Out: `EventSign`s: each place of the page (title, headings, logo, footer, address …) with the acronym, year and name
that it gives. It never decides which of them is right: whole sites are judged in `crawl/editions.py`.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.pages.events.lines import telling_words, title_parts, without_year
    from harvestman.pages.events.naming import Naming, is_acronym, read_naming
    from harvestman.pages.events.reading import data_signs, read_signs
    from harvestman.pages.events.sections import place_in_sections
else:
    from harvestman.lazily import lazily

    # Whoever judges whole sites wants what lines are made of, and not the readers of names, places and dates that reading a page takes.
    __all__, __getattr__ = lazily(
        __name__,
        {
            "lines": "telling_words title_parts without_year",
            "naming": "Naming is_acronym read_naming",
            "reading": "data_signs read_signs",
            "sections": "place_in_sections",
        },
    )
