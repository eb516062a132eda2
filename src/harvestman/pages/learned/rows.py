"""Titles that go on below: a spreadsheet broke them over several rows, or a programme over several paragraphs.

The row below an entry has nothing but the rest of its title, in the title's column. In a programme every entry begins with its time, so a
paragraph without one, right below a title that has no names yet and printed alike, is the rest of that title.
Headings of sessions stand alone in their rows as well. What tells them apart is that titles are broken anywhere: behind "in" and "of", before
a word in small letters. A page is believed to break its titles where half of these rows are such.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.lexica import look_up, tokens_of
from harvestman.pages.learned.looks import BOLD, HEADING, NAVIGATION
from harvestman.pages.learned.name_lists import name_list
from harvestman.text import fold

_FEWEST: Final = 2  # rows that go on
_MAX_WORDS: Final = 12
_MAX_ROWS: Final = 3  # below an entry
_MOST_TIMED: Final = 0.6
_CLOCK: Final = re.compile(r"\W{0,2}\d{1,2}\s?[:.h]\s?\d\d\b")


def continue_titles(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> None:
    """Put the rest of titles that go on in the next rows to them, where the page breaks its titles so."""
    titled = {one.region for one in bundles}
    alone = Counter(one.region.record for one in sketches)
    going_on: list[tuple[Bundle, list[int]]] = []
    for one in bundles:
        if rows := _rows_below(one, sketches, alone, titled):
            going_on.append((one, rows))
    broken = sum(_is_broken(one.title, sketches[rows[0]].region.text) for one, rows in going_on)
    if len(going_on) < _FEWEST or 2 * broken < len(going_on):
        return
    for one, rows in going_on:
        one.title = " ".join([one.title, *(sketches[at].region.text for at in rows)])


def join_paragraphs(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> list[Bundle]:
    """The papers of a programme, each title with the paragraphs that go on with it."""
    if not bundles:
        return []
    timed = {one.region for one in bundles if _is_timed(one, sketches)}
    if len(timed) < max(_FEWEST, _MOST_TIMED * len(bundles)):
        return list(bundles)
    at = {one.region: one for one in bundles}
    gone: set[int] = set()
    for one in bundles:
        rest = one.region + 1
        while one.region in timed and rest < len(sketches) and _goes_on(one, rest, sketches):
            text = sketches[rest].region.text
            if not fold(one.title).endswith(fold(text)):
                one.title = f"{one.title} {text}"
            if (other := at.get(rest)) is not None:
                one.people, one.names_region = other.people, other.names_region
                gone.add(rest)
            rest += 1
    return [one for one in bundles if one.region not in gone]


def _is_timed(one: Bundle, sketches: Sequence[Sketch]) -> bool:
    return _CLOCK.match(sketches[one.region].region.text) is not None


def _goes_on(one: Bundle, rest: int, sketches: Sequence[Sketch]) -> bool:
    """Whether a paragraph is printed as the title above it, and neither an entry of its own nor a heading or a list of names."""
    title, region = sketches[one.region].region, sketches[rest].region
    return (
        rest - one.region <= _MAX_ROWS
        and not (one.people and one.names_region < rest)
        and region.path == title.path
        and not region.flags & (HEADING | NAVIGATION)
        and not (region.flags ^ title.flags) & BOLD
        and _CLOCK.match(region.text) is None
        and len(region.text.split()) <= _MAX_WORDS
        and not _names_people(region.text)
    )


def _names_people(text: str) -> bool:
    found = name_list(text)
    return found is not None and found.is_known


def _rows_below(
    one: Bundle, sketches: Sequence[Sketch], alone: Counter[int], titled: set[int]
) -> list[int]:
    """The rows of a single cell, printed as the title is, that follow its row at once."""
    title = sketches[one.region].region
    if not title.record or "td" not in title.path:
        return []
    at = one.region
    while at < len(sketches) and sketches[at].region.record == title.record:
        at += 1
    rows: list[int] = []
    while at < len(sketches) and len(rows) < _MAX_ROWS and at not in titled:
        region = sketches[at].region
        is_alone = region.record and alone[region.record] == 1 and region.outer == title.outer
        is_alike = region.path == title.path and not region.flags & (HEADING | NAVIGATION)
        is_bold = (region.flags ^ title.flags) & BOLD
        if not is_alone or not is_alike or is_bold or len(region.text.split()) > _MAX_WORDS:
            break
        rows.append(at)
        at += 1
    return rows


def _is_broken(title: str, rest: str) -> bool:
    """Whether a title cannot end so, or what follows begin so."""
    last = tokens_of(title)[-1:]
    return rest[:1].islower() or any(look_up(word).kind in "sl" for word in last)
