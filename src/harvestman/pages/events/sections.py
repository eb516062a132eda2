"""Several editions on one page: which year's heading each paper stands under.

A page of awards or of all proceedings has a heading a year: "2023", "Papers of 2022", "LEGS 2021". A paper belongs to the last of them
above it. Pages whose headings name one year only are left alone: there the whole site is judged.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from harvestman.model import Authority, Claim, EventSign, Evidence, Field, Mention, SignPlace
from harvestman.pages.events.naming import read_naming
from harvestman.pages.source import Source, text_of
from harvestman.text.folding import fold

READER: Final = "sections"
_VERSION: Final = "1"
_CONFIDENCE: Final = 0.85
_LEVELS: Final = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_HIDDEN: Final = frozenset(("script", "style", "template", "noscript"))
_LONGEST: Final = 160  # characters of a heading
_MOST_TEXT: Final = 600_000  # folded characters of a page in which titles are looked for
_MOST_PAPERS: Final = 2_000
_LEAST: Final = 2  # years, for a page to list several editions


@dataclass(frozen=True, slots=True)
class _Section:
    """Where a heading with a year begins to hold, and its sign; no sign where it ends."""

    at: int
    sign: EventSign | None


def place_in_sections(
    source: Source, mentions: Sequence[Mention]
) -> tuple[tuple[Mention, ...], tuple[EventSign, ...]]:
    """The papers with the year of the heading that they stand under, and those headings."""
    unplaced = tuple(mentions), ()
    if not _LEAST <= len(mentions) <= _MOST_PAPERS or _count_years(source) < _LEAST:
        return unplaced
    text, sections = _linear(source)
    found: dict[str, EventSign] = {}
    at = 0
    for mention in mentions:
        title = next((c.value for c in mention.claims if c.field is Field.TITLE), "")
        key = fold(str(title))
        where = text.find(key, at) if key else -1
        where = text.find(key) if key and where < 0 else where
        if where < 0:
            continue
        at = where
        above = bisect_right(sections, where, key=lambda section: section.at)
        sign = sections[above - 1].sign if above else None
        if sign is not None:
            found[mention.subject] = sign
    if len({sign.year for sign in found.values()}) < _LEAST:
        return unplaced
    placed = tuple(_dated(mention, found.get(mention.subject)) for mention in mentions)
    return placed, tuple(dict.fromkeys(found.values()))


def _count_years(source: Source) -> int:
    """How many years the headings of a page name: a quick look."""
    headings = source.headings[:500]
    signs = (_sign(text_of(node, limit=_LONGEST), source.now.year) for node in headings)
    return len({sign.year for sign in signs if sign is not None})


def _sign(text: str, now: int) -> EventSign | None:
    """What a heading says, if it names a year and is no sentence."""
    if not text or len(text) >= _LONGEST or not any(map(str.isdigit, text)):
        return None
    naming = read_naming(text, now=now)
    if not naming.year or naming.is_short:
        return None
    return EventSign(SignPlace.SECTION, text, naming.acronym, naming.year)


def _linear(source: Source) -> tuple[str, list[_Section]]:
    """The folded text of a page in one piece, and where in it sections begin and end."""
    body = source.tree.body
    parts: list[str] = []
    sections: list[_Section] = []
    open_: list[tuple[int, EventSign]] = []  # headings with years that still hold, by their levels
    size = 0
    if body is None:
        return "", []
    for node in body.traverse(include_text=True):
        own = _LEVELS.get(node.tag or "")
        if own is not None:
            while open_ and open_[-1][0] >= own:
                open_.pop()
            sign = _sign(text_of(node, limit=_LONGEST), source.now.year)
            if sign is not None:
                open_.append((own, sign))
            sections.append(_Section(size, open_[-1][1] if open_ else None))
        elif node.tag == "-text":
            parent = node.parent
            if parent is not None and parent.tag in _HIDDEN:
                continue
            part = fold(node.text_content or "")
            parts.append(part)
            size += len(part)
            if size > _MOST_TEXT:
                break
    return "".join(parts), sections


def _dated(mention: Mention, sign: EventSign | None) -> Mention:
    """A paper with its section's year; what says its own year keeps it."""
    if sign is None or any(claim.field is Field.YEAR for claim in mention.claims):
        return mention
    first = mention.claims[0]
    claim = Claim(
        subject=first.subject,
        field=Field.YEAR,
        value=sign.year,
        evidence=Evidence(first.evidence.source, "heading", sign.text),
        reader=READER,
        version=_VERSION,
        authority=Authority.WRAPPER,
        confidence=_CONFIDENCE,
        time=first.time,
    )
    return replace(mention, claims=(*mention.claims, claim))
