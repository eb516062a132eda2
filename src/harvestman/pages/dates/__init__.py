"""Key dates: when and where the event of a page is, and its deadlines. Pure functions of the saved page.

In: a `Source`. Out: `EventDates`: start, end, submission, notification, camera-ready, name, city, country, each with the text it
came from. It never guesses what a page does not say, except a year that the page's other dates imply, and then says so.
"""

from harvestman.pages.dates.findings import dates_to_plain
from harvestman.pages.dates.keywords import word_list
from harvestman.pages.dates.reading import read_dates

__all__ = ["dates_to_plain", "read_dates", "word_list"]
