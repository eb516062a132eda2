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
class Structure:
    """A document cut into its parts."""

    front: tuple[Line, ...] = ()
    """The lines before the body's first heading: title, authors, abstract."""
    body: tuple[Section, ...] = ()
    references: tuple[ReferenceString, ...] = ()
    other: tuple[Section, ...] = ()
    """Acknowledgements, appendices, what stands behind the references, and footnotes (heading "")."""
    text: str = ""
    """All pages in reading order, paragraphs divided by blank lines, hyphenation undone."""
