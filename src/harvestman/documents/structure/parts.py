"""What the structure of a document is made of."""

from __future__ import annotations

from dataclasses import dataclass

from harvestman.documents.layout.lines import Line
from harvestman.model.documents import Section


@dataclass(frozen=True, slots=True)
class ReferenceString:
    """One entry of a reference list as it is printed, on one line, without the label that only counts it."""

    raw: str
    page: int
    """Where it begins."""
    confidence: float = 1.0
    """How sure it is that this is one whole entry."""


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """A heading of references and what was found below it."""

    heading: str
    """As it is printed; "" where a list has none."""
    page: int
    entries: int
    """0 where a heading was seen but nothing below it looks like a reference."""
    split: str = ""
    """What told its entries apart: numbers, indents, lines (the taught chain) or paragraphs; "" without entries."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A document cut into its parts."""

    front: tuple[Line, ...] = ()
    """The lines before the body's first heading: title, authors, abstract."""
    body: tuple[Section, ...] = ()
    references: tuple[ReferenceString, ...] = ()
    lists: tuple[ReferenceList, ...] = ()
    """The lists that the references come from; or the last heading of references, if no list was found."""
    other: tuple[Section, ...] = ()
    """Acknowledgements, appendices, what stands behind the references, and footnotes (heading "")."""
    text: str = ""
    """All pages in reading order, paragraphs divided by blank lines, hyphenation undone."""
