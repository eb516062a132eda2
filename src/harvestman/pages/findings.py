"""What a reader is and what it hands back.

A reader reports what it sees as it stands there: raw strings, with the place where each stood. Cleaning them, resolving
addresses, recognising rubbish and making claims of them happens once, for all readers (`values.py`, `merging.py`), so that
a new reader is a table of names or a few selectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from harvestman.model import Author, Authority, Field
from harvestman.pages.source import Source

Raw = str | int | Sequence[str | Author]
"""A value as it stands on the page: "Ruiz, Ana; Pérez, Luis", "June 2018", "../pdf/12.pdf", or a list of such."""


@dataclass(frozen=True, slots=True)
class Found:
    """One value and where it stood."""

    value: Raw
    locator: str
    """The place on the page, for a person to find: a CSS path, `meta[name="citation_title"]`."""
    quote: str = ""
    """The text as it stood there; left empty, it is the value itself."""
    confidence: float = 0.9
    """Between 0 and 1: how often such a value of this reader is right."""


@dataclass(frozen=True, slots=True)
class PaperFound:
    """A paper that a reader saw. Without a title it completes the page's only paper, or the one with its DOI."""

    values: Mapping[Field, Found]


@dataclass(frozen=True, slots=True)
class NoPaper:
    """Something that the page itself calls a keynote, a break, a panel: no guess may make a paper of it."""

    title: str
    talk: PaperFound | None = None
    """What is said of it, where it is a talk: kept when talks are wanted."""


@dataclass(frozen=True, slots=True)
class PublicationsFound:
    """A list of what a scholar or a group has published, or a stretch of one. None of its entries is an event's paper."""

    owner: str
    """The name as the page prints it; empty where it does not say."""
    entries: Sequence[PaperFound]


Finding = PaperFound | NoPaper | PublicationsFound
"""What readers may yield."""


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


@dataclass(slots=True)
class Notes:
    """Takes down the values of one paper as a reader meets them; of a field that comes twice the first stands."""

    confidence: float = 0.9
    values: dict[Field, Found] = field(default_factory=dict)

    def add(
        self,
        name: Field,
        value: Raw,
        *,
        locator: str,
        quote: str = "",
        confidence: float | None = None,
    ) -> None:
        """Take down a value, unless it is empty or the field has one already."""
        if (value or value == 0) and name not in self.values:
            sure = self.confidence if confidence is None else confidence
            self.values[name] = Found(value, locator, quote, sure)

    def extend(self, name: Field, more: Sequence[str | Author], *, locator: str) -> None:
        """Add to a list such as authors or keywords."""
        known = self.values.get(name)
        before = () if known is None or isinstance(known.value, (str, int)) else tuple(known.value)
        if more:
            where = known.locator if known else locator
            self.values[name] = Found((*before, *more), where, "", self.confidence)

    def paper(self) -> PaperFound:
        """What was taken down, as a finding."""
        return PaperFound(dict(self.values))
