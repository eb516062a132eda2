"""Key dates: when and where the event of a page is, and its deadlines. Pure functions of the saved page.

In: a `Source`. Out: `EventDates`: start, end, submission, notification, camera-ready, name, city, country, each with the text it
came from. It never guesses what a page does not say, except a year that the page's other dates imply, and then says so.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.pages.dates.findings import dates_to_plain
    from harvestman.pages.dates.keywords import word_list
    from harvestman.pages.dates.reading import read_dates
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {"findings": "dates_to_plain", "keywords": "word_list", "reading": "read_dates"},
    )
