"""An event's own site: its dates, name and place are read off the page itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from datetime import datetime

from harvestman.model import Authority, EventDates, EventSighting, Field
from harvestman.pages import SavedPage
from harvestman.pages.dates import read_dates
from harvestman.pages.wikicfp import is_wikicfp
from harvestman.watch.sources.given import Given, Notice, acronym_and_year, sighting


class Site:
    """Any other page: it is taken for the site of the event that it speaks of."""

    name = "site"
    order = 90

    def match(self, given: Given) -> bool:
        """Every page with an address; not a portal's, which lists nothing today."""
        is_web = given.address.startswith(("http://", "https://"))
        return is_web and given.html is not None and not is_wikicfp(given.html)

    def read(self, given: Given) -> Iterator[Notice]:
        """The one event; without any date it is one too, whose dates are still to be learnt."""
        if given.html is None:
            return
        yield notice_of_site(read_dates(given.html), given.address)


def site_sighting(dates: EventDates, address: str, *, now: datetime) -> EventSighting:
    """The claims of what an event's own page says of it."""
    given = Given(SavedPage(address, b""), now=now)
    return sighting(notice_of_site(dates, address), given, reader=Site.name)


def notice_of_site(dates: EventDates, address: str) -> Notice:
    """What an event's own page says of it."""
    told = {field.name: getattr(dates, field.name) for field in fields(dates)}
    known = {Field(name): value for name, value in told.items() if value is not None}
    name = dates.name.value if dates.name else ""
    acronym, year = acronym_and_year(name)
    return Notice(
        {field: value.value for field, value in known.items()}
        | {
            Field.SITE: address,
            Field.ACRONYM: acronym,
            Field.YEAR: year,
        },
        locator=next((value.locator for value in known.values()), ""),
        quotes={field: value.quote for field, value in known.items()},
        authority=Authority.SITE,
    )
