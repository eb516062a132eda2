"""Papers by the page's own columns: where most texts of one place in the structure are people, the texts of another place beside them
are the titles.

The chains look at one entry and its neighbours and know the words of the languages that they were taught. This looks at the whole page and
at no word of a title, so it holds for layouts and languages that nobody taught, but it needs a list: three entries alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.links import is_label
from harvestman.pages.learned.lookalikes import is_item
from harvestman.pages.learned.looks import BOLD, HEADING, ITALIC, LINK, NAVIGATION
from harvestman.pages.learned.name_lists import NameList, is_institution, name_list
from harvestman.pages.learned.people import Person
from harvestman.pages.learned.regions import Region
from harvestman.pages.learned.title_texts import are_title_texts, is_title_text
from harvestman.pages.wording import pattern

FEWEST: Final = 3
"""Entries that make a list."""
_MOST_NAMES: Final = 0.75
_MOST_KNOWN: Final = 0.6
_DIFFERENT: Final = 0.5
_MOST_PAIRED: Final = 0.7
_REACH: Final = 6  # regions between a title and its names
_STYLES: Final = BOLD | ITALIC | LINK | HEADING
_FEW_NAMES: Final = 0.34
_MAX_LABEL: Final = 40
_NEARLY_ALL: Final = 0.8
PLACE_BEHIND: Final = re.compile(r"[\s.]\(([^()]{2,150})\)\.?$")
"""What may say behind a title where its people work."""
_END_OF_PLACE: Final = 3  # signs that its closing bracket is among
_TIME_ALONE: Final = re.compile(
    r"\W{0,2}\d{1,2}\s?[:.h]\s?\d\d(?:\s?[-–—]\s?\d{1,2}\s?[:.h]\s?\d\d)?\W{0,3}"
)
_LONGEST_TIME: Final = 22
_JOINTS: Final = (",", ";", "&", ")", " and", " und", " et", " y", " e", " и")
_JOINT_AHEAD: Final = re.compile(r"^\s*(?:[,;&(]|(?:and|und|et|y|e|и)\s)", re.IGNORECASE)
_INLINE: Final = frozenset("a b strong i em u span font big small cite sup sub".split())
_LINES: Final = -2  # the place of texts that are whole lines, whatever their style
_TIMED: Final = -3  # the place of texts behind a time in the same line
_CELL: Final = re.compile(r"(?:^|\s)t[dh](?:\W|$)")
_FEW_BETWEEN: Final = 3  # texts from one name of an entry to the next
_MOST_PARTS: Final = 12  # regions of one line that are tried as one list of names

Place = tuple[str, int, int]
"""Where in the structure a text stands: the path of its tags, its style, and which of its record's texts it is (-1: any, -2: any whole line, -3: any behind a time)."""


class _Text:
    """One region, or several of one line that are one list of people printed in several styles."""

    __slots__ = ("_before", "_named", "first", "last", "line", "path", "region", "style", "text")

    def __init__(
        self,
        first: int,
        last: int,
        text: str,
        path: str,
        style: int,
        region: Region,
        named: NameList | None,
        before: str | None,
    ) -> None:
        self.first, self.last = first, last
        self.text, self.path, self.style = text, path, style
        self.region = region
        """The first of them."""
        self.line: int = region.line
        self._named = named
        self._before = before
        """The text before it; None where it is known whom this one names."""

    @property
    def named(self) -> NameList | None:
        """The people whom the text names, if it says nothing else, and they are no chairs. Seen when it is asked: of a third of a page's texts nobody does."""
        if self._before is not None:
            people = name_list(self.text)
            self._named = None if people is None or _says_led(self._before) else people
            self._before = None
        return self._named


@dataclass(slots=True)
class Entry:
    """A title and its people, as the columns of the page tell them."""

    title: str
    first: int
    """The region where the title begins."""
    last: int
    names: int
    """The region of the names."""
    people: list[Person]


def read_columns(sketches: Sequence[Sketch]) -> list[Entry]:
    """The entries of all lists of a page that print people in one place and titles in another."""
    regions = [one.region for one in sketches]
    texts = _texts(regions)
    columns = _columns(texts)
    entries: list[Entry] = []
    taken: set[int] = set()
    for place in _name_columns(columns, texts):
        people = [at for at in columns[place] if texts[at].named is not None and at not in taken]
        if len(people) < FEWEST:
            continue
        groups = _groups(people, texts)
        more = without_places(_beside(groups, texts, regions))
        entries += more
        taken.update(people if more else ())
    nearest: dict[int, Entry] = {}
    for one in sorted(entries, key=lambda entry: -abs(entry.names - entry.first)):
        nearest[one.first] = one
    return sorted(nearest.values(), key=lambda one: one.first)


def _groups(people: list[int], texts: list[_Text]) -> dict[int, list[int]]:
    """Names of one entry that are printed one by one, by the first of them: "Ann Lee", "Oak University", "Bo Li"."""
    groups: dict[int, list[int]] = {}
    head = -1
    for at in people:
        if head >= 0 and _is_same_entry(groups[head][-1], at, texts):
            groups[head].append(at)
        else:
            head = at
            groups[head] = [at]
    return groups


def _is_same_entry(one: int, other: int, texts: list[_Text]) -> bool:
    """Whether two lists of names belong to one entry: in one item or box, in tables one cell, and nothing between but the rest of the first one's line."""
    a, b = texts[one].region, texts[other].region
    if not a.record or a.record != b.record or a.line == b.line or other - one > _FEW_BETWEEN:
        return False
    if any(texts[at].line != a.line for at in range(one + 1, other)):
        return False
    return a.container == b.container or _CELL.search(a.path) is None


def without_places(entries: list[Entry]) -> list[Entry]:
    """Where nearly all titles end in brackets, these hold where the people work: "Title (Institute, Town)"."""
    ended = sum(")" in entry.title[-_END_OF_PLACE:] for entry in entries)
    if ended < max(FEWEST, _NEARLY_ALL * len(entries)):
        return entries
    found = [PLACE_BEHIND.search(entry.title) for entry in entries]
    if sum(one is not None for one in found) < max(FEWEST, _NEARLY_ALL * len(entries)):
        return entries
    for entry, place in zip(entries, found, strict=True):
        if place is not None:
            entry.title = entry.title[: place.start()].rstrip(" .")
            for who in entry.people:
                who.affiliations = who.affiliations or [place.group(1).strip()]
    return entries


def _texts(regions: list[Region]) -> list[_Text]:
    """The texts of a page, lists of people that one line prints in several styles put together."""
    texts: list[_Text] = []
    at = 0
    while at < len(regions):
        region = regions[at]
        before = regions[at - 1].text if at else ""
        is_menu = region.flags & NAVIGATION
        joined = None if is_menu else _joined_names(at, regions)
        label = _label_before(at, regions)
        if joined is not None and not _says_led(before):
            last, text, named = joined
            path = _without_inline(region.path) + label
            one = _Text(at, last, text, path, 0, region, named, None)
        else:
            to_be_read = None if is_menu or joined is not None else before
            style = region.flags & _STYLES
            path = region.path + label
            one = _Text(at, at, region.text, path, style, region, None, to_be_read)
        texts.append(one)
        at = one.last + 1
    return texts


def _joined_names(at: int, regions: list[Region]) -> tuple[int, str, NameList] | None:
    """The longest list of people that begins here and goes on in other styles of the line: its last region, its text and the people."""
    text, line = regions[at].text, regions[at].line
    texts: list[str] = []
    for other in regions[at + 1 : at + _MOST_PARTS]:
        if other.line != line:
            break
        if not (text[-4:].lower().endswith(_JOINTS) or _JOINT_AHEAD.match(other.text)):
            break
        text = f"{text} {other.text}"
        texts.append(text)
    for more in range(len(texts), 0, -1):
        named = name_list(texts[more - 1])
        if named is not None:
            return at + more, joined_text(regions[at : at + more + 1]), named
    return None


def _label_before(at: int, regions: list[Region]) -> str:
    """What the line says that the text is: "Authors:", "Institution:"."""
    if not at or regions[at - 1].line != regions[at].line:
        return ""
    label = regions[at - 1].text.strip()
    return f" {label.lower()}" if label.endswith(":") and len(label) < _MAX_LABEL else ""


@lru_cache(maxsize=5_000)
def _without_inline(path: str) -> str:
    parts = path.split()
    while parts and re.split(r"[^a-z0-9]", parts[-1], maxsplit=1)[0] in _INLINE:
        parts.pop()
    return " ".join(parts)


def _columns(texts: list[_Text]) -> dict[Place, list[int]]:
    """The texts of each place in the structure; those of a record also by their number in it. Places that have too few are left out."""
    columns: dict[Place, list[int]] = {}
    number, record = 0, -1
    for at, one in enumerate(texts):
        path, style = one.path, one.style
        number = number + 1 if one.region.record == record else 0
        record = one.region.record
        _put(columns, (path, style, -1), at)
        if record:
            _put(columns, (path, style, number), at)
        if _is_whole_line(at, texts):
            _put(columns, (_without_inline(path), 0, _LINES), at)
        if at and texts[at - 1].line == one.line and _follows_time(one, texts[at - 1]):
            _put(columns, (path, style, _TIMED), at)
    return {place: at for place, at in columns.items() if len(at) >= FEWEST}


def _put(columns: dict[Place, list[int]], place: Place, at: int) -> None:
    column = columns.get(place)
    if column is None:
        columns[place] = [at]
    else:
        column.append(at)


def _follows_time(one: _Text, before: _Text) -> bool:
    """Whether a text stands behind nothing but a time, the one before it in its line, and is no break or meal."""
    text = before.text
    is_timed = len(text) <= _LONGEST_TIME and _TIME_ALONE.fullmatch(text) is not None
    return is_timed and not is_item(one.text)


def _is_whole_line(at: int, texts: list[_Text]) -> bool:
    line = texts[at].line
    if at and texts[at - 1].line == line:
        return False
    return at + 1 == len(texts) or texts[at + 1].line != line


def _name_columns(columns: dict[Place, list[int]], texts: list[_Text]) -> list[Place]:
    """The places where nearly all texts are people, the largest first."""
    found: list[Place] = []
    for place, at in sorted(columns.items(), key=lambda one: (-len(one[1]), one[0][2])):
        if len({texts[one].text for one in at}) < _DIFFERENT * len(at):
            continue  # "ETH Zürich" below every name
        if _are_people([texts[one] for one in at]):
            found.append(place)
    return found


def _are_people(column: list[_Text]) -> bool:
    """Whether nearly all texts of a column are lists of people, most of them surely. Of most columns a few texts tell that they are not."""
    left = len(column)  # lists that there may be
    unsure = 0  # of them
    wanted = max(FEWEST, _MOST_NAMES * left)
    for one in column:
        if one.named is None:
            left -= 1
        elif not one.named.is_known:
            unsure += 1
        if left < wanted or left - unsure < _MOST_KNOWN * left:
            return False
    return True


def _beside(groups: dict[int, list[int]], texts: list[_Text], regions: list[Region]) -> list[Entry]:
    """The entries that these names make with the column of titles beside them; none where no column fits."""
    best: tuple[float, dict[int, int]] | None = None
    for step in (-1, 1):
        for pairs in _partners(groups, step, texts):
            if len(pairs) < max(FEWEST, _MOST_PAIRED * len(groups)):
                continue
            if not _are_titles([texts[at] for at in pairs.values()]):
                continue
            together = sum(_is_together(texts[a], texts[b]) for a, b in pairs.items())
            far = sum(abs(a - b) for a, b in pairs.items()) / len(pairs)
            score = len(pairs) + together - 0.25 * far
            if best is None or score > best[0]:
                best = (score, pairs)
    entries: list[Entry] = []
    if best is None:
        return entries
    for names, title in best[1].items():
        last = _end_of_title(title, names, texts)
        text = joined_text(regions[texts[title].first : texts[last].last + 1])
        people = _people_of(groups[names], texts)
        if not people or not is_title_text(text) or _is_led(title, names, texts):
            continue
        entries.append(
            Entry(text, texts[title].first, texts[last].last, texts[names].first, people)
        )
    return entries


def _people_of(group: list[int], texts: list[_Text]) -> list[Person]:
    """The people of an entry, with the institution that stands behind a single name in its line; who was named in a text before is not named again."""
    people: list[Person] = []
    for at in group:
        named = texts[at].named
        if named is None:
            continue
        known = {who.name for who in people}
        people += [who for who in named.people if who.name not in known]
        behind = texts[at + 1] if len(group) > 1 and at + 1 < len(texts) else None
        if behind is not None and behind.line == texts[at].line:
            place = behind.text.strip(" ,;()") if is_institution(behind.text) else ""
            for who in named.people if place else ():
                who.affiliations = who.affiliations or [place]
    return people


def _partners(groups: dict[int, list[int]], step: int, texts: list[_Text]) -> list[dict[int, int]]:
    """For each place beside the names, on one side of them, which text is whose; no other names are crossed."""
    stops = {at for group in groups.values() for at in group}
    peopled = {texts[names].line for names in stops}
    partners: dict[tuple[str, int], dict[int, int]] = {}
    for names, group in groups.items():
        edge = group[0] if step < 0 else group[-1]
        mine = texts[edge].line
        at = edge
        for _ in range(_REACH):
            at += step
            if not 0 <= at < len(texts) or at in stops:
                break
            one = texts[at]
            if one.line != mine and one.line in peopled:
                continue  # that line has people of its own
            key = (one.path, one.style)
            column = partners.get(key)
            if column is None:
                partners[key] = {names: at}
            elif names not in column:
                column[names] = at
    return list(partners.values())


def _is_together(one: _Text, other: _Text) -> bool:
    a, b = one.region, other.region
    return a.line == b.line or bool(a.record and a.record == b.record)


def _are_titles(column: list[_Text]) -> bool:
    """Whether the texts of a column are titles: of some length, each another, no people, institutions or sentences."""
    if not are_title_texts([one.text for one in column]):
        return False
    named = sum([one.named is not None and one.named.is_known for one in column])
    return named <= _FEW_NAMES * len(column)


def _is_led(title: int, names: int, texts: list[_Text]) -> bool:
    """Whether the names are those of a session's chair or of organisers, as what stands between says."""
    between = texts[min(title, names) + 1 : max(title, names)]
    return any(_says_led(one.text) for one in between)


def _says_led(text: str) -> bool:
    """Whether a short text announces a chair or an organiser."""
    return (
        len(text) < _MAX_LABEL and pattern("entries", "chair", "organiser").search(text) is not None
    )


def joined_text(regions: Sequence[Region]) -> str:
    """The text of regions of one line, with blanks where the page has them."""
    if len(regions) == 1:
        return regions[0].text
    parts = [one.text if at == 0 or one.glued else f" {one.text}" for at, one in enumerate(regions)]
    return "".join(parts)


def _end_of_title(title: int, names: int, texts: list[_Text]) -> int:
    """The last text of a title that goes on in the same line in another style, up to the names."""
    last = title
    while last + 1 < len(texts) and last + 1 != names and last - title < _REACH:
        following = texts[last + 1]
        if following.line != texts[title].line or is_label(following.text):
            break
        last += 1
    return last
