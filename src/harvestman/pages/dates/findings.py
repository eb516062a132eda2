"""Making and writing out what a page says about its event."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from typing import TypeVar

from harvestman.model import MAX_QUOTE, EventDates, Plain, Told

T = TypeVar("T", str, date)


def told(value: T, quote: str, locator: str, note: str = "") -> Told[T]:
    """A value with its evidence, the quote cut to its length."""
    return Told(value, quote[:MAX_QUOTE], locator, note)


def dates_to_plain(dates: EventDates) -> Plain:
    """The JSON object "dates" of `harvestman read --json`: the values, and under "evidence" the text of each."""
    plain: Plain = {}
    evidence: Plain = {}
    for field in fields(dates):
        found = getattr(dates, field.name)
        plain[field.name] = None if found is None else str(found.value)
        if found is not None:
            proof: Plain = {"quote": found.quote, "locator": found.locator}
            if found.note:
                proof["note"] = found.note
            evidence[field.name] = proof
    plain["evidence"] = evidence
    return plain
