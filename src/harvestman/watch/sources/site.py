"""An event's own site: its dates, name and place are read off the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

from harvestman.model import EventField, Origin
from harvestman.pages.dates import EventDates, read_dates
from harvestman.pages.wikicfp import is_wikicfp
from harvestman.watch.sources.given import Given, Notice

_ACRONYM_YEAR = re.compile(
    r"\b([A-Z][A-Za-z0-9&/+]*[A-Z][A-Za-z0-9&/+]*)[\s'’-]{0,2}((?:19|20)\d\d)\b"
)


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


def notice_of_site(dates: EventDates, address: str) -> Notice:
    """What an event's own page says of it."""
    told = {field.name: getattr(dates, field.name) for field in fields(dates)}
    known = {EventField(name): value for name, value in told.items() if value is not None}
    name = dates.name.value if dates.name else ""
    acronym = _ACRONYM_YEAR.search(name)
    return Notice(
        {field: value.value for field, value in known.items()}
        | {
            EventField.SITE: address,
            EventField.ACRONYM: acronym[1] if acronym else "",
            EventField.YEAR: acronym[2] if acronym else "",
        },
        locator=next((value.locator for value in known.values()), ""),
        quotes={field: value.quote for field, value in known.items()},
        origin=Origin.SITE,
    )
