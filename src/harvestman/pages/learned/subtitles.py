"""A talk with a title and a second title below it: the first one is the title.

A second title calls itself one in its class, is set small within the title's own heading, or stands below a heading of its own in most
entries of the page, where one heading for each paper cannot be that of a session.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.lookalikes import is_aside, is_item
from harvestman.pages.learned.looks import HEADING
from harvestman.pages.learned.titles import clean_title, is_session, is_title
from harvestman.text import fold

_CALLED: Final = re.compile(
    r"sub-?_?(?:title|heading|headline|t[ií]tulo)|untertitel|sous-?titre", re.I
)
_FEWEST: Final = 3
_MOST: Final = 0.6
_MIN_WORDS: Final = 2


def without_subtitles(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> list[Bundle]:
    """The papers of a page, each called by its first title."""
    at = {one.region: one for one in bundles}
    above = {
        one.region: one.region - 1
        for one in bundles
        if one.names_region != one.region - 1 and _stands_below_title(one.region, sketches)
    }
    paths = Counter([sketches[place].region.path for place in above.values()])
    everywhere = Counter([one.region.path for one in sketches]) if above else Counter()
    gone: set[int] = set()
    for one in bundles:
        one.title = _without_small_end(one, sketches)
        place = above.get(one.region)
        if place is None:
            continue
        path = sketches[place].region.path
        is_own = (
            paths[path] >= max(_FEWEST, _MOST * len(bundles))
            and paths[path] * 1.25 > (everywhere[path])
        )
        if not is_own and not _is_second(one.region, sketches):
            continue
        if (first := at.get(place)) is not None:
            first.people = first.people or one.people
            first.names_region = max(first.names_region, one.names_region)
            gone.add(one.region)
        else:
            one.title = clean_title(sketches[place].region.text)
            one.region, one.first = place, min(one.first, place)
    return [one for one in bundles if one.region not in gone]


def _stands_below_title(place: int, sketches: Sequence[Sketch]) -> bool:
    """Whether a title stands right below a heading in the same part of the page that may be a title itself."""
    if place == 0:
        return False
    region, before = sketches[place].region, sketches[place - 1].region
    text = before.text
    if not before.flags & HEADING or not is_title(text) or len(text.split()) < _MIN_WORDS:
        return False
    if is_item(text) or is_aside(text) or is_session(text):
        return False
    parents = [one.path.rpartition(" ")[0] for one in (region, before)]
    return (parents[0] == parents[1] or parents[0] == before.path) and region.path != before.path


def _without_small_end(one: Bundle, sketches: Sequence[Sketch]) -> str:
    """A title without what its own heading prints small behind it."""
    place = one.region + 1
    if place >= len(sketches):
        return one.title
    title, region = sketches[one.region].region, sketches[place].region
    if region.line != title.line or not _is_second(place, sketches):
        return one.title
    if not one.title.endswith(region.text[-5:]) or not fold(one.title).endswith(fold(region.text)):
        return one.title
    shorter = one.title[: len(one.title) - len(region.text)].rstrip(" :–—-|")
    return shorter if is_title(shorter) else one.title


def _is_second(place: int, sketches: Sequence[Sketch]) -> bool:
    """Whether a text is a subtitle by its class, or set small in the heading that the text before it begins."""
    region, before = sketches[place].region, sketches[place - 1].region
    is_small = region.line == before.line and region.path == f"{before.path} small"
    return is_small or _CALLED.search(region.names) is not None
