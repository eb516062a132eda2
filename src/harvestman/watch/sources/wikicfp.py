"""WikiCFP: its listings and its event pages, read by `pages.wikicfp`."""

from __future__ import annotations

from collections.abc import Iterator

from harvestman.model import Authority, Field
from harvestman.pages.wikicfp import CfpEvent, is_wikicfp, read_event_page, read_listing
from harvestman.watch.sources.given import Given, Notice


class WikiCfp:
    """Listings give name, acronym, days and the event's page there; that page gives deadlines and the site."""

    name = "wikicfp"
    order = 10

    def match(self, given: Given) -> bool:
        """By the address, or by links to events."""
        return given.html is not None and is_wikicfp(given.html)

    def read(self, given: Given) -> Iterator[Notice]:
        """The event of the page, or all events of the listing."""
        if given.html is None:
            return
        event = read_event_page(given.html)
        if event is not None:
            yield _notice(event, Authority.PORTAL)
            return
        for listed in read_listing(given.html):
            if (
                listed.start is not None
            ):  # special issues of journals have no days, and are no events
                yield _notice(listed, Authority.LIST)


def _notice(event: CfpEvent, authority: Authority) -> Notice:
    city, _, country = event.where.rpartition(",")
    return Notice(
        {
            Field.ACRONYM: event.acronym,
            Field.NAME: event.name,
            Field.START: event.start,
            Field.END: event.end,
            Field.SUBMISSION: event.submission,
            Field.NOTIFICATION: event.notification,
            Field.CAMERA_READY: event.camera_ready,
            Field.CITY: city.partition(",")[0],
            Field.COUNTRY: country.strip() if city else "",
            Field.SITE: event.site,
            Field.PORTAL: event.url,
        },
        locator=f"event {event.event_id}" if event.event_id else "",
        quotes={Field.START: event.when, Field.END: event.when},
        authority=authority,
    )
