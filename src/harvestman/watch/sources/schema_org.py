"""Pages that state several events for machines: schema.org's `Event` in JSON-LD or microdata."""

from __future__ import annotations

from collections.abc import Iterator

from harvestman.model import Field
from harvestman.pages.dates.embedded import read_schema_events
from harvestman.watch.sources.given import Given, Notice, acronym_and_year


class SchemaOrg:
    """A page that lists events. A page that states one is rather that event's site."""

    name = "schema-org"
    order = 40

    def match(self, given: Given) -> bool:
        """Whether the page speaks schema.org at all."""
        return given.html is not None and given.html.shows("schema.org")

    def read(self, given: Given) -> Iterator[Notice]:
        """The events, when there are several."""
        found = read_schema_events(given.html) if given.html is not None else ()
        if len(found) < 2:
            return
        for dates, address in found:
            told = {
                Field(name): getattr(dates, name)
                for name in ("start", "end", "name", "city", "country")
            }
            start = dates.start
            acronym, year = acronym_and_year(dates.name.value if dates.name else "")
            yield Notice(
                {name: value.value for name, value in told.items() if value is not None}
                | {
                    Field.SITE: address,
                    Field.ACRONYM: acronym,
                    Field.YEAR: year,
                },
                locator=start.locator if start else "",
                quotes={name: value.quote for name, value in told.items() if value is not None},
            )
