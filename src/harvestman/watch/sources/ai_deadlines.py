"""ai-deadlines and its kin: a YAML list with one entry an edition, deadlines beside or under `deadlines`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from harvestman.model import Field
from harvestman.watch.sources.given import Given, Notice, days_in
from harvestman.watch.sources.plain_yaml import entries, load_plain, text_of

_SHAPE = re.compile(r"^[ \t]*+(?:-[ \t]*+)?deadlines?[ \t]*:", re.M)
_KINDS = {
    "submission": Field.SUBMISSION,
    "paper": Field.SUBMISSION,
    "notification": Field.NOTIFICATION,
    "camera_ready": Field.CAMERA_READY,
}


class AiDeadlines:
    """The YAML of ai-deadlines."""

    name = "ai-deadlines"
    order = 21

    def match(self, given: Given) -> bool:
        """YAML whose entries have deadlines."""
        return not given.opening.startswith("<") and bool(_SHAPE.search(given.text[:20_000]))

    def read(self, given: Given) -> Iterator[Notice]:
        """Every edition."""
        for entry in entries(load_plain(given.text)):
            yield _notice(entry)


def _notice(entry: dict[str, Any]) -> Notice:
    when = text_of(entry, "date")
    start, end = days_in(when)
    city, _, country = text_of(entry, "place", "venue").rpartition(",")
    values: dict[Field, Any] = {
        Field.ACRONYM: text_of(entry, "title", "name"),
        Field.NAME: text_of(entry, "full_name"),
        Field.YEAR: text_of(entry, "year"),
        Field.START: text_of(entry, "start") or start,
        Field.END: text_of(entry, "end") or end,
        Field.SUBMISSION: text_of(entry, "deadline"),
        Field.NOTIFICATION: text_of(entry, "notification"),
        Field.CITY: text_of(entry, "city") or city.partition(",")[0],
        Field.COUNTRY: text_of(entry, "country") or (country.strip() if city else ""),
        Field.SITE: text_of(entry, "link"),
    }
    several = entry.get("deadlines")
    for deadline in entries(several if isinstance(several, list) else []):
        kind = _KINDS.get(text_of(deadline, "type").lower().replace("-", "_"))
        if kind:
            values[kind] = text_of(deadline, "date") or values.get(kind)
    quotes = {Field.START: when, Field.END: when} if when else {}
    return Notice(values, locator=text_of(entry, "id"), quotes=quotes)
