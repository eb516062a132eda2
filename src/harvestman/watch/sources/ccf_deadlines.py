"""ccf-deadlines: one entry a series, with its editions under `confs`, and its key in dblp."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from harvestman.model import EventField
from harvestman.watch.sources.given import Given, Notice, days_in
from harvestman.watch.sources.plain_yaml import entries, load_plain, text_of

_SHAPE = re.compile(r"^\s*(?:-\s+)?confs\s*:", re.M)


class CcfDeadlines:
    """The YAML files of ccf-deadlines, one or all of them."""

    name = "ccf-deadlines"
    order = 20

    def match(self, given: Given) -> bool:
        """YAML with `confs`."""
        return not given.opening.startswith("<") and bool(_SHAPE.search(given.text[:20_000]))

    def read(self, given: Given) -> Iterator[Notice]:
        """Every edition of every series."""
        for series in entries(load_plain(given.text)):
            editions = series.get("confs")
            for edition in entries(editions if isinstance(editions, list) else []):
                yield _notice(series, edition)


def _notice(series: dict[str, Any], edition: dict[str, Any]) -> Notice:
    when = text_of(edition, "date")
    start, end = days_in(when)
    timeline = edition.get("timeline")
    rounds = entries(timeline if isinstance(timeline, list) else [])
    dblp = text_of(series, "dblp")
    city, _, country = text_of(edition, "place").rpartition(",")
    return Notice(
        {
            EventField.SERIES: f"conf/{dblp}" if dblp else "",
            EventField.ACRONYM: text_of(series, "title"),
            EventField.NAME: text_of(series, "description"),
            EventField.YEAR: text_of(edition, "year"),
            EventField.START: start,
            EventField.END: end,
            # Of several rounds the last: its papers come last.
            EventField.SUBMISSION: next(
                filter(None, (text_of(r, "deadline") for r in rounds[::-1])), ""
            ),
            EventField.CITY: city.partition(",")[0],
            EventField.COUNTRY: country.strip() if city else "",
            EventField.SITE: text_of(edition, "link"),
        },
        locator=text_of(edition, "id"),
        quotes={EventField.START: when, EventField.END: when},
    )
