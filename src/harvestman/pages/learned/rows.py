"""Titles that a spreadsheet broke over several rows: the row below an entry has nothing but the rest of its title, in the title's column.

Headings of sessions stand alone in their rows as well. What tells them apart is that titles are broken anywhere: behind "in" and "of", before
a word in small letters. A page is believed to break its titles where half of these rows are such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.lexica import look_up, tokens_of
from harvestman.pages.learned.regions import BOLD, HEADING, NAVIGATION

_FEWEST = 2  # rows that go on
_MAX_WORDS = 12
_MAX_ROWS = 3  # below an entry


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
