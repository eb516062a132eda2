"""What readers hand back: values as they stand on a page, each with its place, and the papers, talks and lists made of them.

Plain classes with an `__init__` that is written out: a page makes thousands of them, and what `dataclass` generates is not compiled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harvestman.model import Author, Field
from harvestman.text.native import mypyc_attr

Raw = str | int | Sequence[str | Author]
"""A value as it stands on the page: "Ruiz, Ana; Pérez, Luis", "June 2018", "../pdf/12.pdf", or a list of such."""


@mypyc_attr(acyclic=True)
class Found:
    """One value and where it stood."""

    __slots__ = ("confidence", "locator", "quote", "value")

    def __init__(self, value: Raw, locator: str, quote: str = "", confidence: float = 0.9) -> None:
        self.value = value
        self.locator = locator
        """The place on the page, for a person to find: a CSS path, `meta[name="citation_title"]`."""
        self.quote = quote
        """The text as it stood there; left empty, it is the value itself."""
        self.confidence = confidence
        """Between 0 and 1: how often such a value of this reader is right."""


@mypyc_attr(acyclic=True)
class PaperFound:
    """A paper that a reader saw. Without a title it completes the page's only paper, or the one with its DOI."""

    __slots__ = ("values",)

    def __init__(self, values: Mapping[Field, Found]) -> None:
        self.values = values


class NoPaper:
    """Something that the page itself calls a keynote, a break, a panel: no guess may make a paper of it."""

    __slots__ = ("talk", "title")

    def __init__(self, title: str, talk: PaperFound | None = None) -> None:
        self.title = title
        self.talk = talk
        """What is said of it, where it is a talk: kept when talks are wanted."""


class PublicationsFound:
    """A list of what a scholar or a group has published, or a stretch of one. None of its entries is an event's paper."""

    __slots__ = ("entries", "owner")

    def __init__(self, owner: str, entries: Sequence[PaperFound]) -> None:
        self.owner = owner
        """The name as the page prints it; empty where it does not say."""
        self.entries = entries


Finding = PaperFound | NoPaper | PublicationsFound
"""What readers may yield."""


class Notes:
    """Takes down the values of one paper as a reader meets them; of a field that comes twice the first stands."""

    __slots__ = ("confidence", "values")

    def __init__(self, confidence: float = 0.9) -> None:
        self.confidence = confidence
        self.values: dict[Field, Found] = {}

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
