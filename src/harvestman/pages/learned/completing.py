"""What the chains found on a page, put beside what the page's own columns tell: each mends the other.

Columns are right of nearly all entries of a list or of none, so an entry that the chains overlooked is added, names that they left out or gave
to the neighbour are put right, and what they took for a title within another entry (an institution, a sentence of its abstract) is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from harvestman.pages.entries import is_talk_label
from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.columns import Entry
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.lookalikes import is_aside, is_item
from harvestman.pages.learned.looks import HEADING, NAVIGATION
from harvestman.pages.learned.name_lists import is_institution, is_known_name, name_list
from harvestman.pages.learned.people import Person
from harvestman.pages.learned.titles import clean_title, is_session, is_title, says_other_talk
from harvestman.pages.wording import pattern
from harvestman.text import fold

_ITEM_END: Final = re.compile(r"[/:(]")
_CLOCK: Final = re.compile(r"\W{0,2}\d{1,2}\s?[:.h]\s?\d\d\b")
_TORN: Final = re.compile(r"[.+#/’'-]?\w{1,12}|[+#]{1,2}")
_NEARBY: Final = 4  # regions before an entry in which it may be called a keynote
_MAX_HEADING: Final = 100
_NEARLY_ALL: Final = 0.8
_FEW_TOGETHER: Final = 0.2
_FEW_LACKING: Final = 3
_BEHIND: Final = 3  # regions behind an entry's names that may still be its own


def completed(
    bundles: Sequence[Bundle], entries: Sequence[Entry], sketches: Sequence[Sketch]
) -> list[Bundle]:
    """The papers of a page, mended by its columns."""
    is_sure = bundles or _have_co_authors(entries) or _have_times(entries, sketches)
    if not entries or not is_sure:
        return list(bundles)
    own = _by_title(bundles, entries)
    agreeing = _uncontradicted(bundles, entries, own)
    if len(agreeing) < len(entries):
        entries = agreeing
        own = _by_title(bundles, entries)
    above = _headings(sketches)
    everybody = _Everybody(entries)
    inner = _inner_regions(entries, sketches)
    printed = {_place(entry.first, sketches) for entry in entries}
    inner = {at for at in inner if _place(at, sketches) not in printed}
    named = {id(one) for one in own.values()}
    for one in bundles:
        if id(one) not in named and one.region in inner:
            own_people = [who for who in one.people if not everybody.has(who)]
            one.people = own_people or one.people
    names = {entry.names for entry in entries}
    kept = [
        one for one in bundles if id(one) in named or not _is_inner(one, inner, names, everybody)
    ]
    for number, entry in enumerate(entries):
        known = own.get(number)
        if known is None:
            before = entries[number - 1] if number else None
            kept += _new(entry, before, sketches, above)
            continue
        if entry.first == entry.last and _lacks_end(known.title, clean_title(entry.title)):
            known.title = clean_title(entry.title)
        if _is_better(entry.people, known.people, everybody):
            known.people = entry.people
            known.names_region = entry.names
            known.first = min(entry.first, entry.names)
    return sorted(kept, key=lambda one: one.region)


class _Everybody:
    """The people of all entries; their names are folded when somebody is first asked about: on most pages nobody is."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._names: set[str] | None = None

    def names(self) -> set[str]:
        """The folded names of all."""
        if self._names is None:
            self._names = {fold(who.name) for entry in self._entries for who in entry.people}
        return self._names

    def has(self, who: Person) -> bool:
        """Whether somebody is among them."""
        return fold(who.name) in self.names()


def completed_by_lines(
    bundles: Sequence[Bundle], entries: Sequence[Entry], sketches: Sequence[Sketch]
) -> list[Bundle]:
    """The papers of a page, with those lines of one list that the chains overlooked or cut short; where they cut most lines in another way, as they are."""
    if not entries:
        return sorted(bundles, key=lambda one: one.region)
    own = _by_title(bundles, entries)
    whole = {number: fold(clean_title(entry.title)) for number, entry in enumerate(entries)}
    agreed = sum(fold(one.title) == whole[number] for number, one in own.items())
    is_sure = bundles or _have_co_authors(entries) or _have_times(entries, sketches)
    if 2 * agreed < len(own) or not is_sure:
        return list(bundles)
    kept = list(bundles)
    above = _headings(sketches)
    for number, entry in enumerate(entries):
        known = own.get(number)
        if known is None:
            before = entries[number - 1] if number else None
            kept += _new(entry, before, sketches, above)
        elif _is_cut_short(known.title, clean_title(entry.title)):
            known.title = clean_title(entry.title)
            known.people = entry.people
        elif known.first < entry.first and _holds(known.people, entry.people):
            known.people = entry.people  # the others stand in the line before: a session's chair
            known.first = entry.first
    return sorted(kept, key=lambda one: one.region)


def _holds(people: Sequence[Person], others: Sequence[Person]) -> bool:
    """Whether people are others, and more."""
    return {fold(who.name) for who in others} < {fold(who.name) for who in people}


def _is_cut_short(title: str, whole: str) -> bool:
    """Whether a title is a part of another, and what it lacks is no remark in brackets before it, nor what calls it a talk."""
    if fold(title) == fold(whole) or fold(title) not in fold(whole):
        return False
    return whole[:1] not in "([" and not is_talk_label(whole.partition(title)[0])


def _lacks_end(title: str, whole: str) -> bool:
    """Whether a title lacks the last few words of a text that is nothing but a title, or the end of its last word: "Node.js"."""
    behind = whole[len(title) :] if whole.startswith(title) else ""
    rest = behind.split()
    is_torn = len(rest) == 1 and _TORN.fullmatch(behind) is not None
    return is_torn or (0 < len(rest) <= _FEW_LACKING and all(map(str.isalpha, rest)))


def _have_times(entries: Sequence[Entry], sketches: Sequence[Sketch]) -> bool:
    """Whether nearly every entry has its time in the same row or item: a programme, no list of staff."""
    timed = 0
    for entry in entries:
        first, last = sorted((entry.first, entry.names))
        record = sketches[entry.first].region.record
        around = sketches[max(0, first - _BEHIND) : last + _BEHIND]
        timed += bool(record) and any(
            one.region.record == record and _CLOCK.match(one.region.text) for one in around
        )
    return timed > _NEARLY_ALL * len(entries)


def _have_co_authors(entries: Sequence[Entry]) -> bool:
    """Whether some entries have several people. News and columns of comment have one each, so where the chains see no paper at all this is asked."""
    return sum(len(entry.people) > 1 for entry in entries) >= _FEW_TOGETHER * len(entries)


def _by_title(bundles: Sequence[Bundle], entries: Sequence[Entry]) -> dict[int, Bundle]:
    """Which paper each entry is: the one whose title begins in its regions, or is the same."""
    at = {one.region: one for one in bundles}
    titled: dict[str, Bundle] = {}
    own: dict[int, Bundle] = {}
    for number, entry in enumerate(entries):
        found: Bundle | None = None
        for place in range(entry.first, entry.last + 1):
            if (found := at.get(place)) is not None:
                break
        if found is None and bundles:
            titled = titled or {fold(one.title): one for one in bundles}
            found = titled.get(fold(clean_title(entry.title)))
        if found is not None:
            own[number] = found
    return own


def _uncontradicted(
    bundles: Sequence[Bundle], entries: Sequence[Entry], own: dict[int, Bundle]
) -> list[Entry]:
    """Without the entries that took the neighbour's people: the chains gave these to a title that no entry has, and others to this one."""
    listed = {id(one) for one in own.values()}
    others = [one for one in bundles if id(one) not in listed and one.people]
    elsewhere = {fold(one.people[0].name) for one in others}
    return [
        entry
        for number, entry in enumerate(entries)
        if number not in own
        or not own[number].people
        or _share_people(own[number], entry)
        or fold(entry.people[0].name) not in elsewhere
    ]


def _share_people(one: Bundle, entry: Entry) -> bool:
    if one.people[0].name == entry.people[0].name:
        return True  # of nearly all entries
    return bool({fold(who.name) for who in one.people} & {fold(who.name) for who in entry.people})


def _inner_regions(entries: Sequence[Entry], sketches: Sequence[Sketch]) -> set[int]:
    """The regions of entries that are not their titles: names, and what stands between or closely behind."""
    inner: set[int] = set()
    starts = {min(entry.first, entry.names) for entry in entries}
    for entry in entries:
        low, high = min(entry.first, entry.names), max(entry.last, entry.names)
        record = sketches[high].region.record
        behind = high + 1
        while behind < len(sketches) and behind not in starts:
            region = sketches[behind].region
            is_same = record and region.record == record
            if region.flags & HEADING or not (is_same or behind - high <= _BEHIND):
                break
            behind += 1
        for place in range(low, behind):
            if not entry.first <= place <= entry.last:
                inner.add(place)
    return inner


def _place(at: int, sketches: Sequence[Sketch]) -> tuple[str, int]:
    """Where in the structure a region stands, and in which style."""
    region = sketches[at].region
    return region.path, region.flags


def _is_inner(one: Bundle, inner: set[int], names: set[int], everybody: _Everybody) -> bool:
    """Whether a paper is no more than a part of another entry: an institution without names, or it has the names of other entries alone."""
    if one.region not in inner:
        return False
    if not one.people:
        return is_institution(one.title)
    return one.names_region in names and all(everybody.has(who) for who in one.people)


def _is_better(people: Sequence[Person], known: Sequence[Person], everybody: _Everybody) -> bool:
    """Whether a list of names is to replace the known one: that is empty, a part of it, or has names of other entries."""
    if not known:
        return True
    if [person.name for person in people] == [person.name for person in known]:
        return False
    new = {fold(person.name) for person in people}
    old = {fold(person.name) for person in known}
    if old < new:
        return all(is_known_name(person.name) for person in people)
    if new != old and _begin_alike(known, people):
        return True
    return bool(new) and new < old and (old - new) <= everybody.names()


def _begin_alike(known: Sequence[Person], people: Sequence[Person]) -> bool:
    """Whether names are the same people with surnames that were cut short: "Ana de Sousa" is "Ana de Sousa e Silva"."""
    return len(known) == len(people) and all(
        new.name.startswith(old.name) and "," not in new.name
        for old, new in zip(known, people, strict=True)
    )


def _new(
    entry: Entry, before: Entry | None, sketches: Sequence[Sketch], above: Sequence[str]
) -> list[Bundle]:
    """An entry that the chains did not take as a paper, or as a talk where it or what stands above calls it one; nothing where it is a break or the like."""
    title = clean_title(entry.title)
    if not is_title(title):
        return []
    is_talk = says_other_talk(entry.title)
    kind, colon, rest = title.partition(":")
    is_other = is_item(title) or is_item(_ITEM_END.split(title, maxsplit=1)[0].strip())
    is_other = is_other or bool(
        colon and (is_aside(kind) or is_session(kind) or _names_people(rest))
    )
    nearby = [*_texts_before(entry, before, sketches), above[min(entry.first, entry.names)]]
    aside = [
        text
        for number, text in enumerate(nearby, 1)
        if _sets_aside(text) or (number < len(nearby) and says_other_talk(f"{text}|"))
    ]
    if is_other and not is_talk_label(kind if colon else ""):
        return []
    is_talk = is_talk or is_other or any(map(is_talk_label, aside))
    if aside and not is_talk:
        return []
    return [
        Bundle(
            title,
            entry.first,
            people=entry.people,
            first=min(entry.first, entry.names),
            names_region=entry.names,
            is_talk=is_talk,
        )
    ]


def _texts_before(entry: Entry, before: Entry | None, sketches: Sequence[Sketch]) -> list[str]:
    """The short texts between an entry and the one before it, the nearest first."""
    start = min(entry.first, entry.names)
    end = -1 if before is None else max(before.last, before.names)
    is_timed = _CLOCK.match(sketches[start].region.text) is not None
    texts = []
    for place in range(start - 1, max(end, start - 1 - _NEARBY), -1):
        region = sketches[place].region
        text = region.text
        if region.flags & NAVIGATION or (is_timed and _CLOCK.match(text)):
            break  # a menu, or an item of its own: what it says is not said of this one
        if len(text) < _MAX_HEADING:
            texts.append(text)
        if region.flags & HEADING:
            break
    return texts


def _sets_aside(heading: str) -> bool:
    """Whether a heading says that what follows are no papers: "10:00 Keynote", "Organisers"."""
    text = heading.lstrip(" 0123456789:.–—-hH")
    return is_aside(text) or pattern("entries", "talk").search(text) is not None


def _names_people(text: str) -> bool:
    found = name_list(text)
    return found is not None and found.is_known


def _headings(sketches: Sequence[Sketch]) -> list[str]:
    """The heading above each region."""
    above: list[str] = []
    heading = ""
    for one in sketches:
        above.append(heading)
        if one.region.flags & HEADING:
            heading = one.region.text
    return above
