"""Names that the chains overlooked in the lines right below a title: "A title [pdf]", "Ann Lee, Bo Li", "Oak University", "Eva Gil".

Only where the page prints names below its titles, and only lines that hold nothing but known names and, between them, institutions.
Where each line of an entry is a person with a place in brackets, a person that was overlooked between others is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.name_lists import is_institution, is_known_name, name_list
from harvestman.pages.learned.people import Person, is_person
from harvestman.pages.learned.regions import Region
from harvestman.text import fold

_FEWEST_LINES: Final = 2
_MOST_LINES: Final = 12  # of names and institutions below one title
_MOST_PARTS: Final = 40  # regions of one line
_MAX_LINE: Final = 600  # characters


def add_people_below(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> None:
    """Give titles without people those who stand in the next lines."""
    named = [one for one in bundles if one.people and one.names_region >= 0]
    if 2 * sum(one.names_region > one.region for one in named) < len(named):
        return  # this page prints names above its titles
    titles = {one.region for one in bundles}
    taken = {one.names_region for one in named}
    for one in bundles:
        if not one.people:
            one.people, one.names_region = _below(one.region, sketches, titles | taken)


def add_people_between(bundles: Sequence[Bundle], sketches: Sequence[Sketch]) -> None:
    """Complete the people of entries that print one a line, "Ann Lee (Oak University)", "Bo Li (INRIA)", or all in a line of links."""
    for one in bundles:
        if not one.people or one.names_region < 0:
            continue
        first, end = _line_of(one.names_region, sketches)
        is_linked = end - first > 1 and not first <= one.region < end
        lines = _lines_alike(one.names_region, sketches) if one.region < one.names_region else 0
        if not is_linked and lines < _FEWEST_LINES:
            continue
        known = {fold(who.name) for who in one.people}
        if not is_linked and lines <= len(known):
            continue  # of most entries: each line is one of those that are known
        people = _one_a_line(one.names_region, lines, sketches)
        if not people and is_linked:
            people = _linked_line(first, end, sketches)
        is_more = known < {fold(who.name) for who in people}
        if is_more and all(is_known_name(who.name) for who in people):
            one.people = people


def _line_of(at: int, sketches: Sequence[Sketch]) -> tuple[int, int]:
    """Where the line of a region begins and ends."""
    line = sketches[at].region.line
    first = at
    while first and sketches[first - 1].region.line == line:
        first -= 1
    return first, _next_line(first, sketches)


def _linked_line(first: int, end: int, sketches: Sequence[Sketch]) -> list[Person]:
    """The people of a line of several parts that is nothing but names."""
    found = name_list(_text([other.region for other in sketches[first:end]]).rstrip(" :"))
    return found.people if found is not None and found.is_known else []


def _lines_alike(first: int, sketches: Sequence[Sketch]) -> int:
    """How many regions of one entry that are printed alike end in a bracket, from one on; 0 where one of them does not."""
    start = sketches[first].region
    if not start.record:
        return 0
    lines = 0
    for one in sketches[first : first + _MOST_LINES]:
        region = one.region
        if region.record != start.record or region.path != start.path:
            break
        if not region.text.endswith(")"):
            return 0
        lines += 1
    return lines


def _one_a_line(first: int, lines: int, sketches: Sequence[Sketch]) -> list[Person]:
    """The people of lines that are each a person with a place; none where a line is anything else."""
    people: list[Person] = []
    for one in sketches[first : first + lines]:
        found = name_list(one.region.text)
        if found is None or len(found.people) != 1 or not is_person(found.people[0].name):
            return []
        people += found.people
    return people


def _below(title: int, sketches: Sequence[Sketch], others: set[int]) -> tuple[list[Person], int]:
    """The people in the lines below a title, and the region of the first."""
    people: list[Person] = []
    first, without_place = -1, 0
    at = _next_line(title, sketches)
    for _ in range(_MOST_LINES):
        end = _next_line(at, sketches)
        if at >= len(sketches) or not others.isdisjoint(range(at, end)):
            break
        text = _text([one.region for one in sketches[at:end]])
        found = name_list(text)
        named = found.people if found is not None and found.is_known else []
        if named and all(is_person(person.name) for person in named):
            without_place = len(people)
            people += named
            first = at if first < 0 else first
        elif people and is_institution(text) and len(text) < _MAX_LINE:
            for person in people[without_place:]:
                person.affiliations = person.affiliations or [text.strip(" .,;")]
        else:
            break
        at = end
    return people, first


def _next_line(at: int, sketches: Sequence[Sketch]) -> int:
    """The first region of the line behind the one in which a region stands."""
    if at >= len(sketches):
        return at
    line = sketches[at].region.line
    end = at + 1
    while end < len(sketches) and sketches[end].region.line == line and end - at < _MOST_PARTS:
        end += 1
    return end


def _text(regions: Sequence[Region]) -> str:
    """The text of a line without superscripts."""
    parts: list[str] = []
    for one in regions:
        text = one.text
        for begin, end in reversed(one.supers):
            text = text[:begin] + text[end:]
        parts.append(text if one.glued or not parts else f" {text}")
    return "".join(parts)[:_MAX_LINE]
