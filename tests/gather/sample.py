"""Documents and pages made by hand."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.gather import Institution, PageAbove, SiteDocument
from harvestman.model import Author, Header, Organisation, Person, Role

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)
URL = "http://uni.example/course/sheet.pdf"
INSTITUTION = Institution(("University of Saltreach",), ("saltreach.example",))


def document(
    opening: str = "Sheet 1\n\nProve that all reeds are green.",
    *,
    url: str = URL,
    title: str = "Sheet 1",
    authors: tuple[Author, ...] = (),
    affiliations: tuple[str, ...] = (),
    emails: tuple[str, ...] = (),
    category: str = "exercise",
    language: str = "en",
) -> SiteDocument:
    header = Header(title, authors, affiliations, emails)
    return SiteDocument(url, "id", f"digest of {url}", header, language, category, opening)


def page(
    *named: Person | Organisation,
    url: str = "http://uni.example/course/",
    distance: int = 1,
    position: int = 0,
) -> PageAbove:
    return PageAbove(url, distance, position, named)


def person(
    name: str, *emails: str, role: Role = Role.NAMED, place: int = 0, work: tuple[str, ...] = ()
) -> Person:
    return Person(name, emails, work, role, "http://uni.example/staff.html", place)
