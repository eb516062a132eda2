"""People whom the model missed: by the looks of lines, the words before names, and lists that go on over several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harvestman.documents.header.front import Front
from harvestman.documents.header.persons import (
    BY_LOOKS,
    Person,
    each_once,
    is_surely_name,
    names_by_looks,
    without_marks,
)
from harvestman.documents.header.roles import LABEL_WORDS, has_other_role, named_after
from harvestman.documents.header.tagging import LineSaid
from harvestman.text.naming import (
    clean_name,
    is_only_name,
    is_organisation,
    is_possible,
)
from harvestman.text.personal import is_name, leading_name, looks_of, name_look, split_names

_OPEN_END = re.compile(r"(?:[,;&]|\b(?:and|y|e|и|und|et))\s*$")
_AND_AT_START = re.compile(r"^\s*(?:and|y|e|и|und|et|&)\s+", re.IGNORECASE)
_MARKED = re.compile(r"[^\W\d_]\s?[\d∗*†‡§¶⋆♠♣♦♥♢♡]")
_CAPITALS_FIRST = re.compile(
    r"((?:[^\W\d_a-zа-яё][^\W\d_a-zа-яё.'’-]*,? (?:and )?){1,9}[^\W\d_a-zа-яё][^\W\d_a-zа-яё.'’-]+)[∗*†‡§¶]?, (?=[^\W\d_]*[a-zа-яё]|[A-Z]{2,9},)"
)
_FEW_WORDS = 8
_LONGEST = 5
_PERHAPS = 0.08
_SAYS_MORE = ("degree", "by", "group", "part", "org")


def anyone(front: Front, said: Sequence[LineSaid], places: Sequence[int]) -> list[Person]:
    """Where the model sees nobody: the first line near the title that is nothing but names, known ones before others."""
    for is_known in (True, False):
        for at in places:
            names = front.lines[at].names
            if not names.pieces == names.named > 0:
                continue
            if names.known == names.named if is_known else said[at].chances["A"] > _PERHAPS:
                found = [
                    one
                    for one in names_by_looks(front, at)
                    if not is_known or is_surely_name(one.name)
                ]
                if found:
                    return found
    return []


def after_role(front: Front, places: Sequence[int]) -> list[Person]:
    """Where the model sees nobody: one name and nothing else after words that stand before authors, "Lecturer: Ann Lee"."""
    found = []
    for at in places:
        line = front.lines[at]
        text = line.line.text
        is_said = any(hit.kind == "by" and hit.start <= 1 for hit in line.hits)
        if not is_said or len(line.words) > LABEL_WORDS + _LONGEST:
            continue
        for space in list(re.finditer(r"\s+", text))[:LABEL_WORDS]:
            name = clean_name(text[space.end() :])
            if is_only_name(name, sure=False) and not has_other_role(front, at, space.end()):
                found.append(Person(name, at, space.end(), len(text), (), BY_LOOKS))
                break
    return found


def with_labelled(front: Front, places: Sequence[int], people: Sequence[Person]) -> list[Person]:
    """The people, and those whom the page itself calls authors; whoever teaches where there is nobody at all."""
    found = list(people)
    for name, at, start in named_after(front, places, "by"):
        found.append(Person(name, at, start, start + len(name), (), BY_LOOKS))
    short = [front.lines[at] for at in places if len(front.lines[at].words) <= _FEW_WORDS]
    if not found and not any(line.has("kind") for line in short):
        for name, at, start in named_after(front, places, "teacher"):
            found.append(Person(name, at, start, start + len(name), (), BY_LOOKS))
    return each_once(sorted(found, key=lambda person: (person.line, person.start)))


def with_leading(front: Front, places: Sequence[int], people: Sequence[Person]) -> list[Person]:
    """The people, and those whose name begins a line near the title that goes on with what they are: "Ivanov A., student of"."""
    found = list(people)
    for at in places:
        line = front.lines[at]
        name = clean_name(leading_name(without_marks(line.line, letters_only=True)))
        if not name or not line.starts_with_name or has_other_role(front, at, 0):
            continue
        says_more = line.has_email or any(line.has(kind) for kind in _SAYS_MORE)
        is_name_here = is_possible(name) and not is_organisation(name)
        if says_more and is_name_here:
            found.append(Person(name, at, 0, len(name), (), BY_LOOKS))
    return each_once(sorted(found, key=lambda person: (person.line, person.start)))


def with_capitals(front: Front, places: Sequence[int], people: Sequence[Person]) -> list[Person]:
    """The people, and those whose names in capitals begin lines that go on in small letters: "ANN LEE, University of Vigo"."""
    found = list(people)
    seen = {person.line for person in people}
    rows = [
        (at, head) for at in places if (head := _CAPITALS_FIRST.match(front.lines[at].line.text))
    ]
    if len(rows) < 2 or not seen & {at for at, _ in rows}:
        return found
    for at, head in rows:
        here = [
            Person(name, at, start, start + len(part), (), BY_LOOKS)
            for part, start in split_names(head.group(1))
            if is_possible(name := clean_name(part)) and is_name(looks_of(part))
        ]
        if len(here) > sum(one.line == at for one in found):
            found = [one for one in found if one.line != at] + here
    return each_once(sorted(found, key=lambda person: (person.line, person.start)))


def with_rest(front: Front, people: Sequence[Person], title: Sequence[int]) -> list[Person]:
    """With all people of a list over several lines, which break off at a comma or begin with "and"."""
    found = list(people)
    lines = {person.line for person in people} - set(title)
    for person in people:
        at = person.line
        while (
            at + 1 < len(front.lines) and at + 1 not in lines | set(title) and _goes_on(front, at)
        ):
            at += 1
            lines.add(at)
        at = person.line
        while at and at - 1 not in title and _goes_on(front, at - 1) and _is_list(front, at - 1):
            at -= 1
            lines.add(at)
    for at in sorted(lines):
        here = names_by_looks(front, at)
        if not _is_mostly_list(front, at):
            here = [one for one in here if is_surely_name(one.name)] if _is_list(front, at) else []
        if len(here) > sum(one.line == at for one in found):
            found = [one for one in found if one.line != at] + here
    return each_once(sorted(found, key=lambda person: (person.line, person.start)))


def _goes_on(front: Front, at: int) -> bool:
    """Whether a line of names goes on in the one below, which has the same look and nothing but names."""
    line, below = front.lines[at], front.lines[at + 1]
    if below.page != line.page or _look_of(front, at) != _look_of(front, at + 1):
        return False
    text = below.line.text
    if not (_OPEN_END.search(line.line.text) or _AND_AT_START.match(text)):
        return False
    return _is_list(front, at + 1)


def _is_list(front: Front, at: int) -> bool:
    """Whether a line is nothing but names."""
    names = name_look(_AND_AT_START.sub("", front.lines[at].line.text))
    return names.pieces == names.named == names.known > 0


def _is_mostly_list(front: Front, at: int) -> bool:
    """Whether a line is several pieces that all look like names, at least half of them known ones."""
    names = name_look(_AND_AT_START.sub("", front.lines[at].line.text))
    return 2 <= names.pieces == names.named <= 2 * names.known


def _is_marked(front: Front, at: int) -> bool:
    """Whether each name of a line has a mark behind it."""
    line = front.lines[at]
    return len(_MARKED.findall(line.line.text)) >= line.names.pieces


def alike(
    front: Front, said: Sequence[LineSaid], places: Sequence[int], people: Sequence[Person]
) -> list[Person]:
    """People in lines of nothing but names that are set like a line of authors, in which nobody was seen."""
    found = list(people)
    seen = {person.line for person in people}
    looks = {
        _look_of(front, at) for at in seen if said[at].label == "A" and front.lines[at].line.size
    }
    for at in places:
        names = front.lines[at].names
        if at in seen or _look_of(front, at) not in looks:
            continue
        if names.pieces == names.named == names.known > 0:
            found += [one for one in names_by_looks(front, at) if is_surely_name(one.name)]
        elif {at - 1, at + 1} & seen and _is_mostly_list(front, at) and _is_marked(front, at):
            found += names_by_looks(front, at)
    return each_once(sorted(found, key=lambda person: (person.line, person.start)))


def _look_of(front: Front, at: int) -> tuple[float, str, bool, bool, bool]:
    line = front.lines[at].line
    return round(line.size, 1), line.font, line.bold, line.italic, line.text.isupper()
