"""What the lines of a page say of the names in and under them: who teaches, who has left, whose page it is, whose an address cannot be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from harvestman.pages.people.lines import Line
from harvestman.pages.people.names import is_given, name_within, says_teacher
from harvestman.pages.people.words import says
from harvestman.text import fold
from harvestman.text.personal import word_look

_REACH: Final = 8  # lines under a label such as "Instructors"
_POST: Final = 80  # characters of a line with a post
_FIRST: Final = 6  # lines
_BYLINE: Final = 60  # characters before a name that may be "Published on … by"
_FAMILY_ALONE: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|-){2,30}")


@dataclass(slots=True)
class Label:
    """A word such as "Instructors" over or before names, as far as it reaches."""

    left: int = 0
    """Lines that it still reaches."""
    heading: int = 0
    """The size of the heading that it is; 0 for none."""
    group: int = 0
    """Which course it belongs to: one that says "Lecturer" again, farther down, is another course."""
    is_assistants: bool = False
    _said: set[str] = field(default_factory=set)
    _last: int = -2

    def meet(
        self, line: Line, at: int, names: Sequence[str], *, teaches: bool, is_post: bool
    ) -> None:
        """Go on to the next line: one that says who teaches begins a label, a heading of the same size ends it."""
        if teaches and not is_post and (line.heading or not names or ":" in line.text):
            self.left, self.heading = _REACH, line.heading
            self._begin(fold(line.text.partition(":")[0]), at)
            self.is_assistants = says("assistant", line.text.partition(":")[0])
        elif line.heading and (not names or line.heading <= self.heading):
            self.left = 0
        elif self.left and not names:
            self.left = max(0, self.left - 2)

    def _begin(self, words: str, at: int) -> None:
        """Lecturer, assistant, laboratory: these are one course's; the same words again are the next one's, unless in the very next line."""
        if not self.group or (words in self._said and at != self._last + 1):
            self.group += 1
            self._said.clear()
        self._said.add(words)
        self._last = at


def has_post(lines: Sequence[Line], at: int) -> bool:
    """Whether the next cell of a row is a post, and nothing else: then this one is a name."""
    following = lines[at + 1] if at + 1 < len(lines) else None
    if following is None or not following.entry or following.entry != lines[at].entry:
        return False
    return is_only_post(following.text)


def is_only_post(text: str) -> bool:
    """Whether a short text is a post such as "senior lecturer"."""
    return len(text) < _POST and (says("staff", text) or says_teacher(text))


def is_of_makers(heading: str) -> bool:
    """Whether a heading is nothing but "Authors", as courses have it over those who made them."""
    return len(heading.split()) == 1 and says("maker", heading)


def is_of_desk(text: str, quote: str) -> bool:
    """Whether the words before an address say that it is an office's: "Helpdesk: …", "E-mail of the department: …"."""
    return says("desk", text.partition(quote)[0][-_POST:])


def byline(lines: Sequence[Line]) -> str:
    """Who has written the page, as a line says under the heading: "Published on … by Ana Ruiz"; "" where none or several do."""
    found = {
        name
        for line in lines
        if len(line.text) < 2 * _BYLINE and not line.files and not line.heading
        for name in [name_within(line.text)]
        if name
        and 0 < line.text.find(name) < _BYLINE
        and _ends_in_byline(line.text.partition(name)[0])
    }
    return found.pop() if len(found) == 1 else ""


def _ends_in_byline(before: str) -> bool:
    return says("byline", " ".join(before.split()[-2:])) and not says("desk", before)


def own_page(lines: Sequence[Line]) -> str:
    """Whose page it is, as one of its first lines says: "Home page of …", "Страница доцента …"."""
    telling = (
        line.text
        for line in lines[:_FIRST]
        if len(line.text) < 2 * _BYLINE and says("homepage", " ".join(line.text.split()[:4]))
    )
    return next((name for text in telling if (name := name_within(text))), "")


def join_split_names(lines: list[Line]) -> list[Line]:
    """Lines in which a name stands whole that a cell breaks after the family name: "Ivanov", "Ivan Ivanovich"."""
    found: list[Line] = []
    for line in lines:
        before = found[-1] if found else None
        if (
            before is not None
            and line.entry
            and before.block == line.block
            and not before.mails
            and not before.files
            and _FAMILY_ALONE.fullmatch(before.text)
            and before.text[0].isupper()
            and _is_given_part(line.text)
        ):
            line.text = f"{before.text} {line.text}"
            found.pop()
        found.append(line)
    return found


def _is_given_part(text: str) -> bool:
    """Whether a line is a given name, with or without a patronymic, and nothing else."""
    tokens = text.split()
    return (
        1 <= len(tokens) <= 2
        and is_given(tokens[0])
        and len(tokens[0]) > 2
        and all(word_look(word) in "GPSNC" for word in tokens)
    ) or (len(tokens) == 2 and word_look(tokens[1]) == "P" and tokens[0][:1].isupper())
