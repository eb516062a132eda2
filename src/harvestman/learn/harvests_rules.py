"""When a harvested paper is one of the gold, and which of its values are right: the rules of the data's description."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from harvestman.learn.likeness import alike, fold, words
from harvestman.learn.name_rules import largest_matching, same_name

Row = Mapping[str, Any]

_REMARKS = re.compile(r"(\s*[(\[][^()\[\]]{1,25}[)\]])+\s*$")
_BEFORE_NAMES = re.compile(r"^(?:dr|prof)\.?\s+", re.IGNORECASE)
_AFTER_NAMES = re.compile(r"[\s,]+(?:jr|sr|ii|iii|iv|phd|ph\.\s?d)\.?$", re.IGNORECASE)
_MARKS = re.compile(r"[*†‡§¶\d]+$")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_RESOLVER = re.compile(r"^(?:https?://)?(?:dx\.)?(?:doi\.org/)?|^doi:\s*|[/.]+$")
_MOST = 0.7
_UNLIKE = 0.2


def bare_title(title: str | None) -> str:
    """A title without short remarks in brackets at its end."""
    return _REMARKS.sub("", title or "") or (title or "")


def same_titles(wanted: Sequence[Row], given: Sequence[Row]) -> list[tuple[Row, Row]]:
    """Papers of the gold and answers of one title, one to one: the same letters first (of several, the same year), then nine tenths alike."""
    free: dict[str, list[Row]] = defaultdict(list)
    for one in given:
        free[fold(bare_title(one.get("title")))].append(one)
    pairs: list[tuple[Row, Row]] = []
    left: list[Row] = []
    for row in wanted:
        have = free.get(fold(bare_title(row["title"])))
        if not have:
            left.append(row)
            continue
        year = _numbers(row.get("year"))
        chosen = next((one for one in have if _numbers(one.get("year")) == year), have[0])
        have.remove(chosen)
        pairs.append((row, chosen))
    rest = [(one, _letters(one)) for some in free.values() for one in some]
    for row in left:
        mine = _letters(row)
        most = _UNLIKE * max(1, mine.total())
        for place, (one, theirs) in enumerate(rest):
            is_near = (mine - theirs).total() + (theirs - mine).total() <= most
            if is_near and alike(bare_title(row["title"]), bare_title(one.get("title"))):
                pairs.append((row, one))
                del rest[place]
                break
    return pairs


def same_people(wanted: Sequence[str], told: Sequence[str]) -> list[tuple[int, int]]:
    """Places of names that are one person's: the same letters first, then as many as can be by surname and initial."""
    pairs: list[tuple[int, int]] = []
    free = list(range(len(told)))
    for i, name in enumerate(wanted):
        place = next((j for j in free if fold(told[j]) == fold(name)), None)
        if place is not None:
            pairs.append((i, place))
            free.remove(place)
    sure = {i for i, _ in pairs}
    left = [i for i in range(len(wanted)) if i not in sure]
    edges = {i: [j for j in free if same_author(wanted[i], told[j])] for i in left}
    return pairs + largest_matching(edges)


def same_author(one: str, other: str) -> bool:
    """Whether two names may be one person's; titles before a name and marks behind it do not count."""
    one, other = (_BEFORE_NAMES.sub("", name.strip()) for name in (one, other))
    if one.casefold().translate(_UMLAUTS) == other.casefold().translate(_UMLAUTS):
        return bool(fold(one))
    x, y = (_AFTER_NAMES.sub("", _MARKS.sub("", name).strip()) for name in (one, other))
    if fold(one) and fold(x) == fold(y):
        return True
    return same_name(x, y)


def year_of(paper: Row) -> str:
    """The year that an answer gives: its year, else the first number of its date."""
    return next(iter(_numbers(paper.get("year")) or _numbers(paper.get("date"))), "")


def venue_of(paper: Row) -> str:
    """All that an answer says of its event."""
    event = paper.get("event")
    said = [paper.get("venue"), *(event.values() if isinstance(event, Mapping) else [event])]
    return " ".join(str(value) for value in said if value)


def is_venue_right(events: Sequence[Row], paper: Row) -> bool:
    """Whether an answer names one of these events: its acronym with the year, or most words of its name."""
    text = venue_of(paper)
    said = set(words(text))
    return any(_is_named(event, text, said, year_of(paper)) for event in events)


def _is_named(event: Row, text: str, said: set[str], own_year: str) -> bool:
    year, acronym = str(event.get("year") or ""), words(event.get("acronym"))
    glued = fold(event.get("acronym"))
    if acronym:
        is_dated = (
            not year
            or year in _numbers(text)
            or own_year == year
            or f"'{year[-2:]}" in text.replace("’", "'")
        )
        if year and said & {glued + year, glued + year[-2:]}:
            return True
        if is_dated and (set(acronym) <= said or glued in said):
            return True
    name = [word for word in words(event.get("name")) if len(word) > 3 and not word.isdigit()]
    return bool(name) and sum(word in said for word in name) / len(name) >= _MOST


def events_of(site: Row, row: Row) -> list[Row]:
    """The events that a paper may be said to be of: its own, else the site's, those of its year where there are any."""
    own = row.get("events") or ([row["event"]] if isinstance(row.get("event"), Mapping) else [])
    every = own or site.get("events") or [site["event"]]
    return [one for one in every if str(one.get("year")) == str(row.get("year"))] or list(every)


def bare_doi(text: object) -> str:
    """A DOI without its resolver."""
    return _RESOLVER.sub("", str(text or "").strip().casefold())


def _letters(row: Row) -> Counter[str]:
    return Counter(fold(bare_title(row.get("title"))))


def _numbers(value: object) -> list[str]:
    return re.findall(r"\d+", str(value or ""))
