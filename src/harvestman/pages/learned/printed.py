"""The entries of a page by its own columns and lines alone: read once, however many sets of models are asked about the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.pages.learned.columns import Entry, read_columns
from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.one_line import read_announced, read_lines
from harvestman.pages.learned.people import Person


@dataclass(slots=True)
class Printed:
    """What a page prints in columns, and in lines of one pattern, list by list."""

    columns: list[Entry]
    lines: list[list[Entry]]

    @property
    def is_empty(self) -> bool:
        """Whether there is no entry at all."""
        return not self.columns and not any(self.lines)

    def copy(self) -> Printed:
        """The same entries, to be mended without an effect on these."""
        return Printed(_copied(self.columns), list(map(_copied, self.lines)))


def read_printed(sketches: Sequence[Sketch]) -> Printed:
    """The entries of a page that its labels have no part in."""
    return Printed(read_columns(sketches), [*read_lines(sketches), read_announced(sketches)])


def _copied(entries: Sequence[Entry]) -> list[Entry]:
    return [
        Entry(one.title, one.first, one.last, one.names, list(map(_copied_person, one.people)))
        for one in entries
    ]


def _copied_person(one: Person) -> Person:
    return Person(one.name, [*one.affiliations], one.marks, one.wanted)
