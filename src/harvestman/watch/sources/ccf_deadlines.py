"""ccf-deadlines: one entry a series, with its editions under `confs`, and its key in dblp."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from harvestman.model import Field
from harvestman.watch.sources.given import Given, Notice, days_in
from harvestman.watch.sources.plain_yaml import entries, load_plain, text_of

_SHAPE = re.compile(r"^[ \t]*+(?:-[ \t]++)?confs[ \t]*:", re.M)


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
            Field.SERIES: f"conf/{dblp}" if dblp else "",
            Field.ACRONYM: text_of(series, "title"),
            Field.NAME: text_of(series, "description"),
            Field.YEAR: text_of(edition, "year"),
            Field.START: start,
            Field.END: end,
            # Of several rounds the last: its papers come last.
            Field.SUBMISSION: next(
                filter(None, (text_of(r, "deadline") for r in rounds[::-1])), ""
            ),
            Field.CITY: city.partition(",")[0],
            Field.COUNTRY: country.strip() if city else "",
            Field.SITE: text_of(edition, "link"),
        },
        locator=text_of(edition, "id"),
        quotes={Field.START: when, Field.END: when},
    )
