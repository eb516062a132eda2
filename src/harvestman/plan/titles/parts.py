"""What a proceedings title says about its event, each value with the words that say it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from harvestman.model import Plain


@dataclass(frozen=True, slots=True)
class Quote:
    """The words of a title that gave a field; `begin` and `end` count characters of the title in its composed form (NFC)."""

    field: str
    begin: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TitleParts:
    """The event behind a title. None means that the title does not say."""

    title: str
    month: int | None = None
    year: int | None = None
    country: str | None = None
    city: str | None = None
    region: str | None = None
    start: datetime.date | None = None
    end: datetime.date | None = None
    is_country_named: bool = False
    virtual: bool = False
    is_workshop: bool = False
    colocated_with: str | None = None
    quotes: tuple[Quote, ...] = ()

    def to_plain(self) -> Plain:
        """The JSON object of `harvestman plan parse-title --json`."""
        return {
            "title": self.title,
            "month": self.month,
            "year": self.year,
            "country": self.country,
            "city": self.city,
            "region": self.region,
            "start": self.start.isoformat() if self.start else None,
            "end": self.end.isoformat() if self.end else None,
            "country_named": self.is_country_named,
            "virtual": self.virtual,
            "workshop": self.is_workshop,
            "colocated_with": self.colocated_with,
            "evidence": [
                {"field": q.field, "begin": q.begin, "end": q.end, "text": q.text}
                for q in self.quotes
            ],
        }
