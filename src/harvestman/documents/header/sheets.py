"""Titles where the type size tells little: exercise sheets in one size, and lessons of a course.

The models weigh neighbouring lines. A sheet prints its course and its own name as short bold lines with people, terms or
dates between them, and both make its title. Here such lines are found by how they stand out above the running text, whatever
the language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from harvestman.documents.header.front import Front, FrontLine
from harvestman.documents.header.joining import OPEN_WORDS
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.layout.lines import Role
from harvestman.text import squeeze

_NUMBERED = re.compile(
    r"(?:^|\s)(?:№|#|n[.º°]\s?)?(?:\d{1,3}|[IVX]{1,4}|\d{1,2}[./]\d{1,2}[./]\d{2,4})[.:]?$"
)
_IN_BRACKETS = re.compile(r"^\s*[(\[].*[)\]]?\s*$")
_OF_COURSE = re.compile(r"(?i:\b(?:part|parte|часть|teil))\s+\w+\s*$|\s[IVX]+\s*$")
_REMARK = re.compile(r"(?:(?<!\s)\s+)?\([^()]*\)\s*$")
_LABELLED = re.compile(r":\s+\S")
_TERM = re.compile(r"\b(?:19|20)\d\d\b")
_ITEMS = frozenset(
    "exercise problem question ejercicio problema pregunta задача упражнение вопрос aufgabe".split()
)
_ORGANISATION = ("org", "part", "firm")
_MOST_WORDS = 12
_FEW_WORDS = 6
_APART = 6
"""Lines from the course to the sheet at most."""
_RUNNING = 50
"""Characters; a line of running text has more."""
_WIDE = 0.6
_SAME_ROW = 0.3
_LARGER = 1.05
_TOP = 20


def is_letterhead(line: FrontLine) -> bool:
    """Whether a line begins as an organisation's name does and says nothing of teaching or of a kind of document."""
    return any(line.starts(kind) for kind in _ORGANISATION) and not any(
        line.has(kind) for kind in ("course", "kind", "abstract", "heading")
    )


def sheet_lines(
    front: Front, said: Sequence[LineSaid], title: Sequence[int]
) -> tuple[int, int] | None:
    """The lines of the course and of the sheet, in printed order, where the title is one of them or no better set than they."""
    if not front.has_looks or front.is_landscape or any(one.label in "SHK" for one in said):
        return None
    if title and front.lines[title[0]].page:
        return None
    standing = _standing_out(front)
    size = max((front.lines[at].line.size for at in title), default=0.0)
    sheets = [at for at in standing if _names_sheet(front.lines[at])]
    for sheet in sorted(sheets, key=lambda at: _has_number_of_course(front.lines[at])):
        course = _course_of(front, sheet, standing, title)
        if course is None:
            continue
        pair = min(course, sheet), max(course, sheet)
        if set(title) & set(pair):
            rest = set(title) - set(pair)
            return pair if all(_is_between(front.lines[at]) for at in rest) else None
        is_set_well = size <= 1.05 * front.lines[sheet].line.size
        is_above = not title or title[0] > pair[0] or _is_one_row(front, *pair)
        if is_set_well and is_above:
            return pair
        if title and is_letterhead(front.lines[title[0]]):
            return pair
    return None


def lesson_lines(front: Front, said: Sequence[LineSaid], title: Sequence[int]) -> tuple[int, ...]:
    """The lines of the title and of the lesson below it, "Lab 3: Functions", where the title is the course's; () elsewhere."""
    if not title or not front.has_looks or front.is_landscape:
        return ()
    if front.lines[title[0]].page or any(one.label in "SHK" for one in said):
        return ()
    if any(_lesson_word(front.lines[at]) for at in title):
        return ()
    for at in [place for place in _standing_out(front) if title[-1] < place <= title[-1] + _APART]:
        word = _lesson_word(front.lines[at])
        if word and not any(_lesson_word(line) == word for line in front.lines[at + 1 :]):
            return (*title, at)
    return ()


def _lesson_word(line: FrontLine) -> str:
    """The word of teaching that a line begins with before a number; exercises of a sheet have one each."""
    is_numbered = len(line.words) > 1 and line.words[1].isdigit()
    return line.words[0] if is_numbered and line.starts("course") else ""


def is_item(line: FrontLine) -> bool:
    """Whether a line is nothing but the name of one exercise of several: "Problem 1"."""
    return len(line.words) == 2 and line.words[0] in _ITEMS and line.words[1].isdigit()


def _standing_out(front: Front) -> list[int]:
    """The short bold or larger lines of the first page above its running text that name neither people nor organisations."""
    page = front.pages[0]
    found = []
    for at, line in enumerate(front.lines[:_TOP]):
        if line.page or _is_running(line, page.width):
            break
        is_set_off = line.line.bold or line.line.size > _LARGER * front.body_size
        if is_set_off and line.line.role is Role.TEXT and _may_name_something(line):
            found.append(at)
    return found


def _is_running(line: FrontLine, width: float) -> bool:
    return (
        not line.line.bold
        and len(line.line.text) > _RUNNING
        and line.line.x1 - line.line.x0 > _WIDE * width
    )


def _may_name_something(line: FrontLine) -> bool:
    names = line.names
    return (
        len(line.words) <= _MOST_WORDS
        and not line.has_email
        and not is_letterhead(line)
        and not line.is_term
        and not _IN_BRACKETS.match(line.line.text)
        and (line.has("course") or not _LABELLED.search(line.line.text))
        and not (line.starts("by") or line.starts("other"))
        and not 0 < names.pieces == names.named == names.known
    )


def _names_sheet(line: FrontLine) -> bool:
    """Whether a line is the name of one sheet of several: it ends with a number, or names a kind of exercise."""
    if len(line.words) > _FEW_WORDS:
        return False
    text = squeeze(_REMARK.sub("", line.line.text))
    is_numbered = _NUMBERED.search(text) is not None
    return is_numbered or (line.has("course") and line.in_title_property)


def _has_number_of_course(line: FrontLine) -> bool:
    """Whether the number at the end may be the course's: "Calculus, part 2", "Statistics II"."""
    return _OF_COURSE.search(line.line.text) is not None and not line.has("course")


def _course_of(
    front: Front, sheet: int, standing: Sequence[int], title: Sequence[int]
) -> int | None:
    """The line in the same look above that names no sheet, with only people, terms and remarks between them.

    That which was taken for the title, else the topmost that has no word of degrees.
    """
    own = front.lines[sheet].line
    found = None
    for at in range(sheet - 1, max(-1, sheet - _APART - 1), -1):
        line = front.lines[at]
        is_alike = at in standing and abs(line.line.size - own.size) <= 0.05 * own.size
        if is_alike and _is_one_row(front, at, sheet):
            return at
        if not is_alike and not _is_between(line):
            break
        if is_alike and at in title and not _names_sheet(line):
            return at
        if is_alike and not _names_sheet(line) and not (line.has("degree") or line.has("kind")):
            found = at
    # A name over several lines is not cut here: "Structure of" / "Computers" / "Exam VIII".
    if found is not None and found + 1 < sheet and front.lines[found].words[-1] in OPEN_WORDS:
        return None
    return found


def _is_one_row(front: Front, at: int, other: int) -> bool:
    one, two = front.lines[at].line, front.lines[other].line
    return abs(one.y0 - two.y0) < _SAME_ROW * two.size


def _is_between(line: FrontLine) -> bool:
    names = line.names
    return (
        0 < names.pieces == names.named
        or bool(_IN_BRACKETS.match(line.line.text))
        or bool(_TERM.search(line.line.text))
        or line.has("degree")
    )
