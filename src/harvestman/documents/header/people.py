"""The people of the header, from labelled tokens."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from harvestman.documents.header.front import Front
from harvestman.documents.header.persons import (
    Person,
    each_once,
    is_room,
    is_street,
    is_town,
    names_by_looks,
)
from harvestman.documents.header.roles import has_other_role, names_organisation
from harvestman.documents.header.tagging import LineSaid, TokenSaid
from harvestman.documents.layout.lines import Line
from harvestman.text import fold
from harvestman.text.naming import apart, clean_name, is_organisation, is_possible
from harvestman.text.personal import TOKEN, is_name, looks_of, word_look

_INVERTED = re.compile(
    r"(?:(?<=^)|(?<=[;&]\s)|(?<=and\s))((?:van |von |de |del )?[^\W\d_][^\W\d_’'-]+(?:-[^\W\d_]+)*), ?((?:[^\W\d_][^\W\d_’'-]*+\.?+ ?){1,3})(?=;|\s*$|\s*and\b|\s*&)"
)
_BARE_NAME = re.compile(r"(?:[^\W\d_a-zа-яё]\s+){1,3}[^\W\d_a-zа-яё][^\W\d_]+(?:-[^\W\d_]+)*")
_BARE_INITIALS = re.compile(rf"\s*(?:{_BARE_NAME.pattern}\s*){{2,}}")
_GIVEN_ONLY = re.compile(r"[^\W\d_]+ [^\W\d_]\.")
_LONGEST, _LONGEST_MARK = 5, 3
_WIDE = 0.475
"""In sizes a character; running text has about 0.45."""


def find_people(
    front: Front, said: Sequence[LineSaid], tokens: Sequence[TokenSaid]
) -> list[Person]:
    """The people whose names are labelled, in printed order; each once."""
    people: list[Person] = []
    for row in tokens:
        text = front.lines[row.line].line.text
        label = said[row.line].label
        is_told = "B-N" in row.labels or (label == "A" and ";" in text)
        if is_told and (turned := _inverted(text) or _side_by_side(text)):
            sure = sum(row.chances) / len(row.chances)
            people += [Person(name, row.line, start, start, (), sure) for name, start in turned]
            continue
        here: list[Person] = []
        names = front.lines[row.line].names
        is_of_names = names.named == names.pieces == names.known and not _says_more(front, row.line)
        for first, last in _name_spans(row, raised_marks(front, row)):
            start, end = row.pieces[first].start, row.pieces[last].end
            name = clean_name(text[start:end])
            if (
                people
                and first == 0
                and row.labels[0] == "I-N"
                and not _begins_name(name)
                and _runs_over(front, people[-1], row.line)
            ):
                people[-1].name = clean_name(f"{people[-1].name} {name}")
                people[-1].marks = _marks_after(front, row, last)
                continue
            if (
                not is_possible(name)
                or is_organisation(name)
                or is_room(text, end)
                or names_organisation(front, row.line)
                or has_other_role(front, row.line, start)
                or (label == "F" and not (_is_known(name) or is_of_names))
                or is_street(text[max(0, end - 16) : end + 12], text)
                or is_town(name)
            ):
                continue
            sure = sum(row.chances[first : last + 1]) / (last + 1 - first)
            marks = _marks_after(front, row, last)
            for single in apart(name) if _is_wide(front.lines[row.line].line) else (name,):
                here.append(Person(single, row.line, start, end, marks, sure))
        is_open = names.pieces - 1 == names.named > 2  # the last name goes on in the next line
        is_list = (label == "A" and names.named == names.known and is_open) or (
            names.named == names.pieces == names.known
            if label == "A"
            else label == "F" and is_of_names and names.known > 1
        )
        is_list = is_list and not _is_of_organisations(row)
        is_one = names.pieces == 1 and any(_GIVEN_ONLY.fullmatch(one.name) for one in here[:-1])
        if is_list and (names.known > len(here) or is_one):
            here = names_by_looks(front, row.line) or here
        people += here
    return each_once(people)


def _is_of_organisations(row: TokenSaid) -> bool:
    """Whether the words of a line are all labelled as an organisation: "SRI International" also looks like a name."""
    words = [
        label
        for piece, label in zip(row.pieces, row.labels, strict=True)
        if piece.text[0].isalpha()
    ]
    return bool(words) and all(label.endswith("-F") for label in words)


def _says_more(front: Front, at: int) -> bool:
    """Whether a line has a word of organisations or places: capitals alone make names of these."""
    return any(front.lines[at].has(kind) for kind in ("org", "part", "firm", "place"))


def _is_wide(line: Line) -> bool:
    """Whether a line is much wider than its letters need: there are gaps in it that the text does not show."""
    return bool(line.size) and line.x1 - line.x0 > _WIDE * line.size * len(line.text.strip())


def raised_marks(front: Front, row: TokenSaid) -> set[int]:
    """The pieces of a line that are raised letters behind a word: they point to an organisation and are no part of a name."""
    raised = [span for span in front.lines[row.line].line.spans if span.raised]
    marks: set[int] = set()
    for at, piece in enumerate(row.pieces):
        is_raised = any(span.start <= piece.start and piece.end <= span.end for span in raised)
        after = row.pieces[at + 1] if at + 1 < len(row.pieces) else None
        is_inside = after is not None and after.start == piece.end and after.text[0].isalpha()
        if (
            is_raised
            and not is_inside
            and len(piece.text) <= _LONGEST_MARK
            and piece.text.islower()
        ):
            marks.add(at)
    return marks


def _name_spans(row: TokenSaid, marks: Container[int] = ()) -> list[tuple[int, int]]:
    """The runs of name words; a raised mark, a stroke, bar or semicolon between names ends one."""
    spans = []
    for first, last in _grown(row):
        start = first
        for at in range(first, last + 1):
            if row.pieces[at].text in "/|;&•·" or at in marks:
                if at > start:
                    spans.append((start, at - 1))
                start = at + 1
        if start <= last:
            spans.append((start, last))
    return spans


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


def _begins_name(name: str) -> bool:
    """Whether this can be a whole name, and begins with a known first name."""
    words = name.split()
    looks = [word_look(word) for word in words]
    return 1 < len(words) < _LONGEST and looks[0] == "G" and is_name(looks)


def _is_known(name: str) -> bool:
    """Whether a name has a known first name, a patronymic or initials: in a line of organisations nothing less will do."""
    return any(look in "GPI" for look in looks_of(name))


def _runs_over(front: Front, person: Person, line: int) -> bool:
    """Whether a name may go on in this line: it ended the line above, without a comma."""
    above = front.lines[person.line]
    if _is_alone(above.line.text, person.name) and is_name(looks_of(front.lines[line].line.text)):
        return False  # each name has a line of its own
    return (
        person.line == line - 1
        and person.end >= len(above.line.text.rstrip())
        and above.line.block == front.lines[line].line.block
        and len(person.name.split()) <= 3
    )


def _is_alone(text: str, name: str) -> bool:
    return len(name.split()) > 1 and fold(clean_name(text)) == fold(name)


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


def _side_by_side(text: str) -> list[tuple[str, int]]:
    """The names of a line that is nothing but bare initials and a family name, again and again: "S E Lee M Roe"."""
    if not _BARE_INITIALS.fullmatch(text):
        return []
    return [(match.group().strip(), match.start()) for match in _BARE_NAME.finditer(text)]


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
