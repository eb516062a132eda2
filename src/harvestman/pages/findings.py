"""What a reader is.

A reader reports what it sees as it stands there (`found.py`): raw strings, with the place where each stood. Cleaning them, resolving
addresses, recognising rubbish and making claims of them happens once, for all readers (`values.py`, `merging.py`), so that
a new reader is a table of names or a few selectors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from harvestman.model import Authority
from harvestman.pages.found import (
    Finding,
    Found,
    NoPaper,
    Notes,
    PaperFound,
    PublicationsFound,
    Raw,
)
from harvestman.pages.source import Source

__all__ = [
    "Finding",
    "Found",
    "NoPaper",
    "Notes",
    "PaperFound",
    "PublicationsFound",
    "Raw",
    "Reader",
]


@runtime_checkable
class Reader(Protocol):
    """Reads one way of printing papers. Its instances are shared by all pages and keep nothing between them."""

    name: str
    version: str
    """Changes whenever the same page may be read differently than before."""
    authority: Authority

    def match(self, source: Source) -> bool:
        """Whether the page may have something for this reader; quick, because every page is asked."""
        ...

    def read(self, source: Source) -> Iterable[Finding]:
        """The papers, in the order of the page."""
        ...
