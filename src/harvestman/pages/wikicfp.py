"""WikiCFP: its listings (searches, categories, series) and its event pages, by their structure.

A listing gives every event two rows: acronym and full name, then when, where and deadline. An event page states each date
twice, for people and in RDFa; every deadline is a `v:Event` of its own, so `v:startDate` alone is not the event's start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import parse_qs, urljoin, urlsplit

from selectolax.lexbor import LexborNode

from harvestman.pages.source import Source, text_of
from harvestman.text.calendar import find_spans

MAX_EVENTS: Final = 5_000
HOME: Final = "http://www.wikicfp.com/"
_HOSTS: Final = frozenset({"www.wikicfp.com", "wikicfp.com"})
_EVENT_LINK: Final = "event.showcfp?"
_NOTHING: Final = frozenset({"n/a", "tbd", "tba", "-", ""})
_ISO: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_BRACKETS: Final = re.compile(r"\(([^()]*)\)")
# The labels of an event page, folded, and the fields that they fill.
_LABELS: Final = {
    "submission deadline": "submission",
    "notification due": "notification",
    "final version due": "camera_ready",
    "abstract registration due": "abstract",
    "when": "when",
    "where": "where",
}


@dataclass(frozen=True, slots=True)
class CfpEvent:
    """An event as WikiCFP lists it; texts as they stand there, days where they can be read."""

    acronym: str
    url: str
    event_id: int | None
    name: str
    when: str = ""
    where: str = ""
    deadline: str = ""
    start: date | None = None
    end: date | None = None
    submission: date | None = None
    abstract: date | None = None
    notification: date | None = None
    camera_ready: date | None = None
    site: str = ""
    """The address of the event's own site, where the page links it."""


def event_number(address: str) -> int | None:
    """Which event's page on WikiCFP an address leads to, or None when it leads elsewhere."""
    parts = urlsplit(address)
    if parts.hostname not in _HOSTS or _EVENT_LINK not in address:
        return None
    return _event_id(address)


def is_wikicfp(source: Source) -> bool:
    """Whether this may be a page of WikiCFP: by its address, or by its links to events."""
    host = (urlsplit(source.url).hostname or "").lower()
    return host.endswith("wikicfp.com") or source.shows(_EVENT_LINK, 'property="v:startdate"')


def read_listing(source: Source) -> tuple[CfpEvent, ...]:
    """The events of a listing, in their order; empty on other pages."""
    return tuple(_listed(source))


def read_event_page(source: Source) -> CfpEvent | None:
    """The event of an event page, or None on other pages."""
    summaries = source.tree.css('[property="v:summary"]')
    if not summaries:
        return None
    acronym = _content(summaries[0])
    told = _labelled(source)
    starts = source.tree.css('[property="v:startDate"]')
    # The first v:Event is the event itself; an event without dates begins with a deadline's.
    labels = {text.lower() for text in map(_content, summaries[1:])}
    start = end = None
    if starts and (ends := source.tree.css('[property="v:endDate"]')):
        start, end = _iso(_content(starts[0])), _iso(_content(ends[0]))
    if start is None:
        start, end = _range(told.get("when", ""))
    dates = {text.lower(): day for text, day in _deadlines(source)} if labels else {}
    name = _first(source, '[property="v:description"]')
    return CfpEvent(
        acronym=acronym,
        url=source.url,
        event_id=_event_id(source.url),
        name=name.partition(" : ")[2] or name,
        when=told.get("when", ""),
        where=told.get("where") or _first(source, '[property="v:locality"]'),
        deadline=told.get("submission", ""),
        start=start,
        end=end,
        submission=dates.get("submission deadline") or _day(told.get("submission", "")),
        abstract=dates.get("abstract registration due") or _day(told.get("abstract", "")),
        notification=dates.get("notification due") or _day(told.get("notification", "")),
        camera_ready=dates.get("final version due") or _day(told.get("camera_ready", "")),
        site=_site(source),
    )


def _listed(source: Source) -> Iterator[CfpEvent]:
    for link in source.tree.css(f'td[rowspan="2"] > a[href*="{_EVENT_LINK}"]')[:MAX_EVENTS]:
        cell = link.parent
        row = cell.parent if cell is not None else None
        if row is None:
            continue
        following = _next(row, "tr")
        names = [text_of(td) for td in row.css("td[colspan]")]
        values = [text_of(td) for td in following.css("td")] if following is not None else []
        if len(values) != 3:
            continue
        when, where, deadline = values
        start, end = _range(when)
        inner = _BRACKETS.search(deadline)
        address = link.attributes.get("href") or ""
        yield CfpEvent(
            acronym=text_of(link),
            url=source.resolve(address) or urljoin(HOME, address),  # of a saved page
            event_id=_event_id(address),
            name=names[0] if names else "",
            when=when,
            where=where,
            deadline=deadline,
            start=start,
            end=end,
            submission=_day(_BRACKETS.sub("", deadline)),
            abstract=_day(inner.group(1)) if inner else None,
        )


def _labelled(source: Source) -> dict[str, str]:
    """The rows "label, value" of an event page's table."""
    told: dict[str, str] = {}
    for label in source.tree.css("tr > th")[:200]:
        field = _LABELS.get(text_of(label).lower())
        value = _next(label, "td")
        if field and value is not None:
            text = text_of(value)
            if text.lower() not in _NOTHING:
                told.setdefault(field, text)
    return told


def _deadlines(source: Source) -> Iterator[tuple[str, date]]:
    """Every label of a deadline with its day, as RDFa pairs them."""
    label = ""
    for node in source.tree.css('[property="v:summary"], [property="v:startDate"]')[:200]:
        if node.attributes.get("property") == "v:summary":
            label = _content(node)
        elif label and (day := _iso(_content(node))):
            yield label, day
            label = ""


def _site(source: Source) -> str:
    for link in source.tree.css('a[target="_newtab"][href]')[:1]:
        return source.resolve(link.attributes.get("href") or "") or ""
    return ""


def _content(node: LexborNode) -> str:
    return (node.attributes.get("content") or text_of(node)).strip()


def _first(source: Source, selector: str) -> str:
    for node in source.tree.css(selector)[:1]:
        return _content(node)
    return ""


def _next(node: LexborNode, tag: str) -> LexborNode | None:
    """The next sibling, if it is such an element."""
    following = node.next
    while following is not None and not following.is_element_node:
        following = following.next
    return following if following is not None and following.tag == tag else None


def _event_id(address: str) -> int | None:
    values = parse_qs(urlsplit(address).query).get("eventid", [])
    return int(values[0]) if values and values[0].isascii() and values[0].isdigit() else None


def _range(text: str) -> tuple[date | None, date | None]:
    for span in find_spans(text[:200])[:1]:
        if span.first.year and span.last.year:
            return span.first.on(span.first.year), span.last.on(span.last.year)
    return None, None


def _day(text: str) -> date | None:
    return _range(text)[0]


def _iso(text: str) -> date | None:
    match = _ISO.match(text)
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        return None
