"""iCalendar: events with their days; in collections of deadlines also entries that are a deadline of an event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from harvestman.model import Field
from harvestman.pages.dates.ical import IcalEvent, ical_events, is_ical
from harvestman.watch.sources.given import Given, Notice

_ADDRESS = re.compile(r"https?://[^\s<>\"\\]+")
_DEADLINES = (
    (re.compile(r"\bnotification\b|\bacceptance\b", re.I), Field.NOTIFICATION),
    (re.compile(r"\bcamera[ -]?ready\b|\bfinal version\b", re.I), Field.CAMERA_READY),
    (
        re.compile(r"\bdeadline\b|\bsubmission\b|\bpapers? due\b|\bddl\b", re.I),
        Field.SUBMISSION,
    ),
)
_REST = re.compile(
    r"\b(abstract|paper|papers|full|author|authors|submission|due|of|to)\b|[:()\[\]|–—-]", re.I
)
_ACRONYM_YEAR = re.compile(r"^([A-Za-z][\w&/+-]{1,20})[\s'’-]*((?:19|20)\d\d)\b")


class Ical:
    """An .ics file or address."""

    name = "ical"
    order = 15

    def match(self, given: Given) -> bool:
        """It begins as a calendar."""
        return is_ical(given.text)

    def read(self, given: Given) -> Iterator[Notice]:
        """Each entry: an event, or a deadline of one."""
        for event in ical_events(given.text):
            yield _notice(event)


def _notice(event: IcalEvent) -> Notice:
    name, days = event.name, {Field.START: event.start, Field.END: event.end}
    for pattern, deadline in _DEADLINES:
        if pattern.search(name):
            days = {deadline: event.start}
            name = " ".join(_REST.sub(" ", pattern.sub(" ", name)).split())
            break
    found = _ACRONYM_YEAR.match(name)
    address = event.url or next(iter(_ADDRESS.findall(event.description)), "")
    values: dict[Field, str | date | None] = {
        Field.NAME: name,
        Field.ACRONYM: found[1] if found else "",
        Field.YEAR: found[2] if found else "",
        Field.SITE: address,
        Field.CITY: event.city,
        Field.COUNTRY: event.country,
        **days,
    }
    return Notice(
        values, locator=f"VEVENT {event.uid}".strip(), quotes=dict.fromkeys(days, event.name)
    )
