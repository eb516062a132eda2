"""Lists of accepted papers that name no authors: the entries of a list below a heading that says so, and nothing else on the page does.

Many sites announce titles before they print a programme. A list of topics looks the same, so only the words "accepted papers" of
a heading, or of the page's own title, speak for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.columns import joined_text
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.looks import HEADING
from harvestman.pages.learned.titles import clean_title, is_title
from harvestman.pages.source import Source
from harvestman.pages.wording import alternatives, pattern, words_for

_MOST_SEARCHED: Final = 500_000  # characters of a page
_FEWEST: Final = 3  # entries of such a list
_LEAST_WORDS: Final = 2
_LONGEST: Final = 250  # characters of a title
_PARTS: Final = re.compile(r"\s[-–—·:]\s|[|»]")
"""What parts the title of a page from the name of the site."""
_REACH: Final = 6  # regions between the heading and the list: a sentence that introduces it


def announces_titles(source: Source) -> bool:
    """Whether a page speaks of accepted papers anywhere; nearly always the first words of all phrases are missing already."""
    if not source.shows(*_first_words()):
        return False
    return pattern("entries", "accepted").search(source.html, 0, _MOST_SEARCHED) is not None


def titles_alone(sketches: Sequence[Sketch], page_title: str = "") -> list[Bundle]:
    """The entries of lists below such headings, or where the page's title says it, below any; none where they are no titles."""
    is_said = any(_heading().match(part) for part in _PARTS.split(page_title[:_LONGEST]))
    found: list[Bundle] = []
    for place, one in enumerate(sketches):
        if one.region.flags & HEADING and (is_said or _heading().match(one.region.text)):
            found += _below(sketches, place)
    return found


def _below(sketches: Sequence[Sketch], heading: int) -> list[Bundle]:
    """The list right below a heading: one line an entry."""
    listed: list[Bundle] = []
    place = heading + 1
    while place < len(sketches):
        region = sketches[place].region
        if region.flags & HEADING or (listed and not region.record):
            break
        if not region.record:
            if place - heading > _REACH:
                break
            place += 1
            continue
        end = place + 1
        while end < len(sketches) and sketches[end].region.record == region.record:
            end += 1
        entry = [one.region for one in sketches[place:end]]
        text = joined_text(entry)
        if any(one.line != region.line for one in entry) or not _may_be_title(text):
            return []  # entries of several lines, or of something else
        listed.append(Bundle(clean_title(text), place, first=place))
        place = end
    return listed if len(listed) >= _FEWEST else []


def _may_be_title(text: str) -> bool:
    words = text.split()
    return len(words) >= _LEAST_WORDS and len(text) <= _LONGEST and is_title(text)


@cache
def _first_words() -> frozenset[str]:
    return frozenset(re.split(r"[\s*]", phrase)[0] for phrase in words_for("entries", "accepted"))


@cache
def _heading() -> re.Pattern[str]:
    words = alternatives(words_for("entries", "accepted"))
    return re.compile(rf"^\W*+(?:{words})\W*$", re.IGNORECASE)
