"""MODS 3.7: the Library of Congress' record, richer than Dublin Core: names in parts, the host volume, pages, every identifier by its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

from harvestman.formats.fields import (
    clean,
    clean_url,
    date_parts,
    from_date_parts,
    kind_of,
    page_range,
)
from harvestman.formats.people import person
from harvestman.formats.xml_escaping import DECLARATION, add, add_some, serialised
from harvestman.model import Author, Kind, Paper

MODS = "http://www.loc.gov/mods/v3"

# Terms of the MARC list of genres, which has none for a preprint.
_GENRES = {
    Kind.CONFERENCE_PAPER: "conference publication",
    Kind.JOURNAL_ARTICLE: "article",
    Kind.BOOK: "book",
    Kind.CHAPTER: "article",
    Kind.THESIS: "thesis",
    Kind.REPORT: "technical report",
    Kind.TALK: "speech",
}
_ARE_HOSTED = {Kind.CONFERENCE_PAPER, Kind.JOURNAL_ARTICLE, Kind.CHAPTER}

ET.register_namespace("mods", MODS)


class Mods:
    """One `mods` for each paper, in a collection."""

    name = "mods"
    media_type = "application/mods+xml"
    extension = ".mods.xml"

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """All of them in one document."""
        yield f'{DECLARATION}<mods:modsCollection xmlns:mods="{MODS}">\n'
        for paper in papers:
            yield serialised(mods_of(paper), with_declaration=False)
        yield "</mods:modsCollection>\n"


def mods_of(paper: Paper) -> ET.Element:
    """A paper as one `mods`."""
    root = ET.Element(_tag("mods"), {"version": "3.7"})
    add(add(root, _tag("titleInfo")), _tag("title"), clean(paper.title))
    for author in paper.authors:
        _add_author(root, author)
    kind = kind_of(paper)
    add(root, _tag("typeOfResource"), "text")
    add_some(root, _tag("genre"), _GENRES.get(kind, ""), {"authority": "marcgt"})
    is_hosted = kind in _ARE_HOSTED and bool(clean(paper.venue))
    if not is_hosted:
        _add_origin(root, paper)
    if language := clean(paper.language):
        term = {"type": "code", "authority": "rfc5646"}
        add(add(root, _tag("language")), _tag("languageTerm"), language, term)
    add_some(root, _tag("abstract"), clean(paper.abstract))
    for keyword in filter(None, map(clean, paper.keywords)):
        add(add(root, _tag("subject")), _tag("topic"), keyword)
    if is_hosted:
        _add_host(root, paper)
    _add_identifiers(root, paper, is_hosted=is_hosted)
    _add_places(root, paper)
    return root


def _tag(name: str) -> str:
    return f"{{{MODS}}}{name}"


def _add_author(root: ET.Element, author: Author) -> None:
    name = person(author.name, author.family)
    element = add(root, _tag("name"), attributes={"type": "personal" if name else "corporate"})
    if name is None:
        add(element, _tag("namePart"), clean(author.name))
    else:
        add(element, _tag("namePart"), name.family, {"type": "family"})
        add_some(element, _tag("namePart"), name.given, {"type": "given"})
        add_some(element, _tag("namePart"), name.suffix, {"type": "termsOfAddress"})
    role = {"type": "text", "authority": "marcrelator"}
    add(add(element, _tag("role")), _tag("roleTerm"), "author", role)
    for affiliation in author.affiliations:
        add_some(element, _tag("affiliation"), clean(affiliation))
    if author.orcid:
        address = f"https://orcid.org/{author.orcid}"
        add(element, _tag("nameIdentifier"), address, {"type": "orcid"})


def _add_origin(parent: ET.Element, paper: Paper) -> None:
    year, date = from_date_parts(date_parts(paper))
    issued = date or (f"{year:04d}" if year else "")
    publisher = clean(paper.publisher)
    if issued or publisher:
        origin = add(parent, _tag("originInfo"))
        add_some(origin, _tag("publisher"), publisher)
        add_some(origin, _tag("dateIssued"), issued, {"encoding": "w3cdtf"})


def _add_host(root: ET.Element, paper: Paper) -> None:
    """The volume or journal in which it stands."""
    host = add(root, _tag("relatedItem"), attributes={"type": "host"})
    add(add(host, _tag("titleInfo")), _tag("title"), clean(paper.venue))
    _add_origin(host, paper)
    add_some(host, _tag("identifier"), clean(paper.issn), {"type": "issn"})
    add_some(host, _tag("identifier"), clean(paper.isbn), {"type": "isbn"})
    first, last = page_range(paper.pages)
    details = {"volume": clean(paper.volume), "issue": clean(paper.issue)}
    if not any((*details.values(), first)):
        return
    part = add(host, _tag("part"))
    for kind, value in details.items():
        if value:
            add(add(part, _tag("detail"), attributes={"type": kind}), _tag("number"), value)
    if first:
        extent = add(part, _tag("extent"), attributes={"unit": "page"})
        add(extent, _tag("start" if last else "list"), first)
        add_some(extent, _tag("end"), last)


def _add_identifiers(root: ET.Element, paper: Paper, *, is_hosted: bool) -> None:
    add_some(root, _tag("identifier"), clean(paper.doi), {"type": "doi"})
    add_some(root, _tag("identifier"), clean(paper.arxiv), {"type": "arxiv"})
    if not is_hosted:
        add_some(root, _tag("identifier"), clean(paper.isbn), {"type": "isbn"})
        add_some(root, _tag("identifier"), clean(paper.issn), {"type": "issn"})


def _add_places(root: ET.Element, paper: Paper) -> None:
    page, file = clean_url(paper.url), clean_url(paper.pdf)
    if not (page or file):
        return
    location = add(root, _tag("location"))
    if page:
        add(location, _tag("url"), page, {"access": "object in context"})
    if file:
        add(location, _tag("url"), file, {"access": "raw object"})
