"""The people of the header: from labelled tokens, or by the looks of lines in which the model sees nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.documents.header.front import Front
from harvestman.documents.header.lexicon import find_classes, words_of
from harvestman.documents.header.naming import (
    apart,
    clean_name,
    is_only_name,
    is_organisation,
    is_possible,
)
from harvestman.documents.header.personal import (
    TOKEN,
    is_name,
    name_look,
    split_names,
    word_look,
)
from harvestman.documents.header.tagging import LineSaid, TokenSaid
from harvestman.documents.layout.lines import Line
from harvestman.text import fold

_INVERTED = re.compile(
    r"(?:(?<=^)|(?<=[;&]\s)|(?<=and\s))((?:van |von |de |del )?[^\W\d_][^\W\d_’'-]+(?:-[^\W\d_]+)*), ((?:[^\W\d_][^\W\d_’'-]*\.? ?){1,3})(?=;|\s*$|\s*and\b|\s*&)"
)
_OPEN_END = re.compile(r"(?:[,;&]|\b(?:and|y|e|и|und|et))\s*$")
_AND_AT_START = re.compile(r"^\s*(?:and|y|e|и|und|et|&)\s+", re.IGNORECASE)
_WITH_INITIALS = 3
_ROOM = re.compile(r"(?:^|\s)[^\W\d_]$")
_BY_WORDS = frozenset(("by", "por", "von", "par", "da"))
_LABEL_WORDS = 4
_BY_LOOKS = 0.5
_LONGEST = 5
_PERHAPS = 0.08
_WIDE = 0.475
"""In sizes a character; running text has about 0.45."""


@dataclass(slots=True)
class Person:
    """A name, where it stands, and the marks after it."""

    name: str
    line: int
    start: int
    end: int
    marks: tuple[str, ...]
    confidence: float


def find_people(
    front: Front, said: Sequence[LineSaid], tokens: Sequence[TokenSaid]
) -> list[Person]:
    """The people whose names are labelled, in printed order; each once."""
    people: list[Person] = []
    for row in tokens:
        text = front.lines[row.line].line.text
        if "B-N" in row.labels and (turned := _inverted(text)):
            sure = sum(row.chances) / len(row.chances)
            people += [Person(name, row.line, start, start, (), sure) for name, start in turned]
            continue
        here: list[Person] = []
        for first, last in _name_spans(row):
            start, end = row.pieces[first].start, row.pieces[last].end
            name = clean_name(text[start:end])
            if (
                people
                and first == 0
                and row.labels[0] == "I-N"
                and _runs_over(front, people[-1], row.line)
            ):
                people[-1].name = clean_name(f"{people[-1].name} {name}")
                people[-1].marks = _marks_after(front, row, last)
                continue
            if (
                not is_possible(name)
                or is_organisation(name)
                or _is_room(text, end)
                or _has_other_role(front, row.line, start)
            ):
                continue
            sure = sum(row.chances[first : last + 1]) / (last + 1 - first)
            marks = _marks_after(front, row, last)
            for single in apart(name) if _is_wide(front.lines[row.line].line) else (name,):
                here.append(Person(single, row.line, start, end, marks, sure))
        names = front.lines[row.line].names
        if said[row.line].label == "A" and names.named == names.pieces == names.known > len(here):
            here = _by_looks(front, row.line) or here
        people += here
    return _once(people)


def _is_wide(line: Line) -> bool:
    """Whether a line is much wider than its letters need: there are gaps in it that the text does not show."""
    return bool(line.size) and line.x1 - line.x0 > _WIDE * line.size * len(line.text.strip())


def anyone(front: Front, said: Sequence[LineSaid], places: Sequence[int]) -> list[Person]:
    """Where the model sees nobody: the first line near the title that is nothing but names, known ones before others."""
    for is_known in (True, False):
        for at in places:
            names = front.lines[at].names
            if not names.pieces == names.named > 0:
                continue
            if names.known == names.named if is_known else said[at].chances["A"] > _PERHAPS:
                found = [
                    one for one in _by_looks(front, at) if not is_known or _is_surely_name(one.name)
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
        if not is_said or len(line.words) > _LABEL_WORDS + _LONGEST:
            continue
        for space in list(re.finditer(r"\s+", text))[:_LABEL_WORDS]:
            name = clean_name(text[space.end() :])
            if is_only_name(name, sure=False) and not _has_other_role(front, at, space.end()):
                found.append(Person(name, at, space.end(), len(text), (), _BY_LOOKS))
                break
    return found


def with_rest(front: Front, people: Sequence[Person], title: Sequence[int]) -> list[Person]:
    """With the people of the lines below, where a list of names breaks off at a comma or the next line begins with "and"."""
    found = list(people)
    seen = {person.line for person in people} | set(title)
    for person in people:
        at = person.line
        while at + 1 < len(front.lines) and at + 1 not in seen and _goes_on(front, at):
            at += 1
            seen.add(at)
            found += [one for one in _by_looks(front, at) if _is_surely_name(one.name)]
    return _once(sorted(found, key=lambda person: (person.line, person.start)))


def _goes_on(front: Front, at: int) -> bool:
    """Whether a line of names goes on in the one below, which has the same look and nothing but names."""
    line, below = front.lines[at], front.lines[at + 1]
    if below.page != line.page or _look_of(front, at) != _look_of(front, at + 1):
        return False
    text = below.line.text
    if not (_OPEN_END.search(line.line.text) or _AND_AT_START.match(text)):
        return False
    names = name_look(_AND_AT_START.sub("", text))
    return names.pieces == names.named == names.known > 0


def _is_surely_name(name: str) -> bool:
    """One name and nothing else; initials with dots make a name of any capitalised word."""
    if is_only_name(name, sure=False):
        return True
    looks = [word_look(token) for token in TOKEN.findall(name)]
    return "." in name and is_name(looks) and "I" in looks and len(looks) <= _WITH_INITIALS


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
        if at in seen or not names.pieces == names.named == names.known > 0:
            continue
        if _look_of(front, at) in looks:
            found += [one for one in _by_looks(front, at) if _is_surely_name(one.name)]
    return _once(sorted(found, key=lambda person: (person.line, person.start)))


def _look_of(front: Front, at: int) -> tuple[float, str, bool, bool, bool]:
    line = front.lines[at].line
    return round(line.size, 1), line.font, line.bold, line.italic, line.text.isupper()


def _by_looks(front: Front, at: int) -> list[Person]:
    """The names of a line that is nothing but names, cut at its separators."""
    text = front.lines[at].line.text
    found = []
    for part, start in split_names(text):
        name = clean_name(part)
        if (
            is_possible(name)
            and not is_organisation(name)
            and not _is_room(text, start + len(part))
            and not _has_other_role(front, at, start)
        ):
            found.append(Person(name, at, start, start + len(part), (), _BY_LOOKS))
    return found


def _has_other_role(front: Front, at: int, start: int) -> bool:
    """Whether words before a name say that it is a supervisor's, a reviewer's or an editor's."""
    line = front.lines[at]
    before = find_classes(words_of(line.line.text[:start]))
    if before:
        roles = [hit.kind for hit in before if hit.kind in ("by", "other")]
        if roles:
            return roles[-1] == "other"
    if at == 0 or front.lines[at - 1].page != line.page:
        return False
    above = front.lines[at - 1]
    if above.words[-1] in _BY_WORDS and any(
        hit.kind == "other" and hit.end == len(above.words) for hit in above.hits
    ):
        return _is_alone(front, at)  # "A report supervised by" / "Ann Lee"
    is_label = len(above.words) <= _LABEL_WORDS and above.starts("other") and not above.names.named
    return is_label and (
        above.line.text.rstrip().endswith(":") or above.line.block == line.line.block
    )


def _is_alone(front: Front, at: int) -> bool:
    """Whether a line is one name and nothing else."""
    names = front.lines[at].names
    return names.pieces == names.named == 1


def _is_room(text: str, end: int) -> bool:
    """Whether what looks like a name up to here is a room's: a letter and a number end it, "Aula B3"."""
    return _ROOM.search(text[:end]) is not None and text[end : end + 1].isdigit()


def _name_spans(row: TokenSaid) -> list[tuple[int, int]]:
    """The runs of name words; a stroke, bar, semicolon or dash between names ends one."""
    spans = []
    for first, last in _grown(row):
        start = first
        for at in range(first, last + 1):
            if row.pieces[at].text in "/|;&•·" or _is_dash_between(row, first, at, last):
                if at > start:
                    spans.append((start, at - 1))
                start = at + 1
        if start <= last:
            spans.append((start, last))
    return spans


def _is_dash_between(row: TokenSaid, first: int, at: int, last: int) -> bool:
    """Whether a dash stands apart from the word on one side, and two words or more stand on each: "Ann Lee - Bob Roe"."""
    if row.pieces[at].text not in "-–—" or not first + 1 < at < last - 1:
        return False
    before, here, after = row.pieces[at - 1 : at + 2]
    return before.end < here.start or here.end < after.start


def _grown(row: TokenSaid) -> list[tuple[int, int]]:
    """The runs of name words, grown over words beside them that can only be names too: "[Raúl V.] Ramírez"."""
    grown: list[tuple[int, int]] = []
    for span in spans_of(row, "N"):
        first, last = span
        floor = grown[-1][1] + 1 if grown else 0
        while first > floor and last - first < _LONGEST - 1 and _can_grow(row, first - 1):
            first -= 1
        while (
            last + 1 < len(row.pieces) and last - first < _LONGEST - 1 and _can_grow(row, last + 1)
        ):
            last += 1
        grown.append((first, last))
    return grown


def _can_grow(row: TokenSaid, at: int) -> bool:
    return (
        row.labels[at] == "O"
        and word_look(row.pieces[at].text) in "IGPSN"
        and row.pieces[at].text[0].isupper()
    )


def _runs_over(front: Front, person: Person, line: int) -> bool:
    """Whether a name may go on in this line: it ended the line above, without a comma."""
    above = front.lines[person.line]
    return (
        person.line == line - 1
        and person.end >= len(above.line.text.rstrip())
        and above.line.block == front.lines[line].line.block
        and len(person.name.split()) <= 3
    )


def _inverted(text: str) -> list[tuple[str, int]]:
    """The names of a line that is nothing but "Family, Given" or several of them between semicolons."""
    found = []
    for match in _INVERTED.finditer(text):
        looks = [word_look(token) for token in TOKEN.findall(match.group(2))]
        given = match.group(2).strip()
        allowed = "IGNCS" if ";" in text else "IGN"
        if (given.isupper() and "." not in given) or word_look(match.group(1)) in "Gl":
            return []
        if not looks or not all(look in allowed for look in looks):
            return []
        found.append((f"{given} {match.group(1)}", match.start()))
    rest = _INVERTED.sub("", text)
    return found if not any(c.isalpha() for c in re.sub(r"\b(?:and|y|и)\b", "", rest)) else []


def spans_of(row: TokenSaid, kind: str) -> list[tuple[int, int]]:
    """First and last token of each run of this kind."""
    spans: list[tuple[int, int]] = []
    for at, label in enumerate(row.labels):
        if label == f"B-{kind}" or (
            label == f"I-{kind}" and (at == 0 or not row.labels[at - 1].endswith(f"-{kind}"))
        ):
            spans.append((at, at))
        elif label == f"I-{kind}":
            spans[-1] = (spans[-1][0], at)
    return spans


def _marks_after(front: Front, row: TokenSaid, last: int) -> tuple[str, ...]:
    """The signs after a name that point to an organisation or a footnote."""
    raised = [span for span in front.lines[row.line].line.spans if span.raised]
    marks: list[str] = []
    for at in range(last + 1, min(last + 10, len(row.pieces))):
        piece = row.pieces[at]
        if row.labels[at].endswith("-N"):
            break
        is_raised = any(span.start <= piece.start < span.end for span in raised)
        if (is_raised and piece.text.isalnum()) or (
            re.fullmatch(r"[∗*†‡§¶#⋆]|\d{1,2}", piece.text) and (at == last + 1 or marks)
        ):
            marks.append(piece.text)
        elif piece.text not in ",;" or not (is_raised or piece.text == ","):
            break
    return tuple(marks)


def _once(people: Sequence[Person]) -> list[Person]:
    kept: list[Person] = []
    for person in people:
        twin = next((other for other in kept if _is_same(person.name, other.name)), None)
        if twin is None:
            kept.append(person)
        elif person.marks and not twin.marks:
            twin.marks = person.marks
    return kept


def _is_same(a: str, b: str) -> bool:
    """Equal, or one is the other with initials only, or in another order."""
    if fold(a) == fold(b):
        return True
    x = [fold(w) for w in TOKEN.findall(a) if fold(w)]
    y = [fold(w) for w in TOKEN.findall(b) if fold(w)]
    shared = [w for w in x if w in y and len(w) > 1]
    if not shared:
        return False
    rest_x, rest_y = [w for w in x if w not in shared], [w for w in y if w not in shared]
    if not rest_x or not rest_y:
        return len(shared) > 1
    if all(len(w) > 1 for w in rest_x) and all(len(w) > 1 for w in rest_y):
        return False
    return all(w[0] in {v[0] for v in rest_y} for w in rest_x)
