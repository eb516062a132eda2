"""What enrichment works on: a document as it was read, the pages above it, whose sites these are, and the claims that are being made."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from harvestman.model import (
    Authority,
    Claim,
    Evidence,
    Field,
    Header,
    Organisation,
    Person,
    Role,
    Value,
)

VERSION = "1"
DOCUMENT, PAGES_ABOVE, DOCUMENTS_BESIDE = "document", "pages-above", "documents-beside"
FIRST_PAGE, ADDRESSES_NEARBY = "first-page", "addresses-nearby"
SITE, ADDRESS, OWN_PEOPLE = "site", "address", "people-of-the-site"
IN_DOCUMENT, BY_PAGE, BY_SIBLING, GUESSED = 0.9, 0.8, 0.75, 0.4
"""How sure the readers are."""
OPENING = 2_500
"""Characters of the first part of a document: a title page, or the top of a paper's first page."""
ENDING = 1_500
"""Characters of the last part."""
TAUGHT = frozenset(("exercise", "slides", "lecture-notes"))
"""What a teacher makes without putting a name to it."""


@dataclass(frozen=True, slots=True)
class SiteDocument:
    """A document of a site as it was read."""

    url: str
    id: str
    digest: str
    header: Header
    language: str
    category: str
    opening: str
    """The first part of its text."""
    ending: str = ""
    """The last part of its text, where some journals print addresses."""
    likeness: str = ""
    """The same for copies of a document that differ in a few bytes; "" for one with hardly any text."""


@dataclass(frozen=True, slots=True)
class PageAbove:
    """A page from which a document is reached."""

    url: str
    distance: int
    position: int
    """The place of the link on it that leads to the document, or towards it."""
    named: tuple[Person | Organisation, ...]
    anchor: str = ""
    """The text of that link."""
    courses: tuple[int, ...] = ()
    """The places of all its links that lead to pages with documents, where it lists several such pages."""

    @property
    def is_named_after(self) -> bool:
        """Whether it names those who teach behind the link to each course and not before it."""
        first = min((one.place for one in self.people if one.role is Role.TEACHER), default=0)
        return len(self.courses) > 1 and first > min(self.courses)

    @property
    def people(self) -> list[Person]:
        """The persons that it names."""
        return [one for one in self.named if isinstance(one, Person)]

    @property
    def organisations(self) -> list[Organisation]:
        """The organisations that it names."""
        return [one for one in self.named if isinstance(one, Organisation)]


@dataclass(frozen=True, slots=True)
class Institution:
    """Whose sites are gathered."""

    names: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()


@dataclass(slots=True)
class Said:
    """Claims of one document, being made."""

    document: SiteDocument
    now: datetime
    claims: list[Claim] = field(default_factory=list)

    def say(
        self,
        reader: str,
        about: Field,
        value: Value,
        confidence: float,
        *,
        source: str = "",
        quote: str = "",
        authority: Authority = Authority.LEARNED,
    ) -> None:
        """Claim a value, unless it is empty."""
        if not value:
            return
        evidence = Evidence(source or f"sha256:{self.document.digest}", reader, quote[:300])
        self.claims.append(
            Claim(
                self.document.url, about, value, evidence, reader, VERSION, authority, confidence, self.now
            )
        )  # fmt: skip
