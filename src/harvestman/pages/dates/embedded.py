"""Events as pages state them for machines: schema.org's `Event` in JSON-LD or microdata.

A page may describe many events: a conference and its sessions, a calendar of talks. The event of the page is the only one, or
the one that holds the others; a page that lists several equal ones is about none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from harvestman.model import EventDates, Told
from harvestman.pages.dates.findings import told
from harvestman.pages.islands import load
from harvestman.pages.readers.json_ld import MAX_SCRIPTS
from harvestman.pages.readers.microdata import items_in
from harvestman.pages.source import Source
from harvestman.text.folding import squeeze
from harvestman.text.gazetteer import own_name
from harvestman.text.vocabulary import vocabulary

MAX_NODES: Final = 20_000
_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_TYPE: Final = re.compile(
    r"(?:^|[/:])((?:Education|Business|Conference|Academic)?Event(?:Series)?)$"
)
_PARTS: Final = frozenset(
    {"subEvent", "subEvents", "performer", "organizer", "offers", "superEvent"}
)
_LONGEST_DAYS: Final = 31


def read_schema_event(source: Source) -> EventDates:
    """What schema.org says about the page's event; empty where it says nothing or of many."""
    if not source.shows("schema.org"):
        return EventDates()
    for locator, roots in _sources(source):
        events = [node for node in _events(roots) if _day_of(node.get("startDate"))]
        distinct = {(str(node.get("name")), str(node.get("startDate"))) for node in events}
        if len(distinct) == 1:
            return _read(events[0], locator)
    return EventDates()


def read_schema_events(source: Source) -> tuple[tuple[EventDates, str], ...]:
    """All events that schema.org states on a page, each with its address, where it has one."""
    found: dict[tuple[str, str], tuple[EventDates, str]] = {}
    for locator, roots in _sources(source):
        for node in _events(roots):
            dates = _read(node, locator)
            if dates.start is not None:
                address = source.resolve(_text(node.get("url"))) if node.get("url") else None
                key = (str(node.get("name")), str(node.get("startDate")))
                found.setdefault(key, (dates, address or ""))
    return tuple(found.values())


def _sources(source: Source) -> Iterator[tuple[str, list[Any]]]:
    if source.shows("ld+json"):
        roots: list[Any] = []
        for script in source.tree.css("script[type]")[:MAX_SCRIPTS]:
            if "ld+json" in (script.attributes.get("type") or "").lower():
                try:
                    roots += load(script.text() or "")
                except (ValueError, RecursionError):
                    continue
        yield 'script[type="application/ld+json"]', roots
    if source.shows("itemscope"):
        yield "[itemscope]", list(items_in(source))


def _events(roots: list[Any]) -> Iterator[Mapping[str, Any]]:
    """The outermost events: those that are parts of another are left out."""
    stack: list[Any] = list(reversed(roots))
    for _ in range(MAX_NODES):
        if not stack:
            return
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(reversed(item))
        elif isinstance(item, Mapping):
            types = item.get("@type")
            names = types if isinstance(types, list) else [types]
            is_event = any(isinstance(name, str) and _TYPE.search(name) for name in names)
            if is_event:
                yield item
            stack.extend(
                value
                for key, value in item.items()
                if isinstance(value, (Mapping, list)) and not (is_event or key in _PARTS)
            )


def _read(node: Mapping[str, Any], locator: str) -> EventDates:
    start = _day_of(node.get("startDate"))
    if start is None:
        return EventDates()
    end = _day_of(node.get("endDate")) or start
    if not 0 <= (end - start).days <= _LONGEST_DAYS:
        end = start
    begins, ends = (str(_one(node.get(key)) or "") for key in ("startDate", "endDate"))
    city, country = _place(node.get("location"))
    name = _text(node.get("name"))
    return EventDates(
        start=told(start, begins, f"{locator} startDate"),
        end=told(end, ends or begins, f"{locator} endDate" if ends else f"{locator} startDate"),
        name=_told(name, f"{locator} name"),
        city=_told(city, f"{locator} addressLocality"),
        country=_told(country, f"{locator} addressCountry"),
    )


def _told(text: str, locator: str) -> Told[str] | None:
    return told(text, text, locator) if text else None


def _place(location: Any) -> tuple[str, str]:
    location = _one(location)
    address = _one(location.get("address")) if isinstance(location, Mapping) else None
    if not isinstance(address, Mapping):
        return "", ""
    country = _one(address.get("addressCountry"))
    written = _text(country.get("name")) if isinstance(country, Mapping) else _text(country)
    name = vocabulary().country_names.get(written, written)  # two letters are a code
    return own_name(_text(address.get("addressLocality"))), name


def _one(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else value


def _text(value: Any) -> str:
    value = _one(value)
    return squeeze(value)[:300] if isinstance(value, str) else ""


def _day_of(value: Any) -> date | None:
    match = _DAY.match(str(_one(value) or "").strip())
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        return None
