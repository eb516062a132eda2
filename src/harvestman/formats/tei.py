"""TEI in the shape that GROBID writes, so that its users can switch: a whole document, its header, its references, one citation.

Elements stand where GROBID's readers look for them: title and authors in `sourceDesc/biblStruct/analytic`, abstract and
keywords in `profileDesc`, sections as `body/div`, citations as `back/div[@type="references"]/listBibl/biblStruct`, each with
its printed string as `note[@type="raw_reference"]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

import harvestman
from harvestman.formats.affiliations import organisation_parts
from harvestman.formats.document_papers import is_meeting
from harvestman.formats.fields import page_range
from harvestman.formats.people import person
from harvestman.formats.xml_text import add, add_some, paragraphs, serialised
from harvestman.model import Extraction, Header, Reference
from harvestman.text import find_date, find_year

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_XLINK = "http://www.w3.org/1999/xlink"
_LANG = "xml:lang"


def write_tei(extraction: Extraction) -> str:
    """The whole document."""
    root = _root(extraction)
    text = _text(root, extraction)
    body = add(text, "body")
    for section in extraction.body:
        div = add(body, "div")
        add_some(div, "head", section.heading)
        for paragraph in paragraphs(section.text):
            add(div, "p", paragraph)
    _add_references(add(text, "back"), extraction.citations)
    return serialised(root)


def write_tei_header(extraction: Extraction) -> str:
    """The header alone, with an empty text."""
    root = _root(extraction)
    _text(root, extraction)
    return serialised(root)


def write_tei_references(citations: Iterable[Reference]) -> str:
    """The references alone, in a document without header and body."""
    root = ET.Element("TEI", {"xmlns": _NAMESPACE, "xmlns:xlink": _XLINK})
    add(root, "teiHeader")
    text = add(root, "text")
    add(text, "front")
    add(text, "body")
    _add_references(add(text, "back"), citations)
    return serialised(root)


def write_tei_citation(reference: Reference) -> str:
    """One citation: a `biblStruct` and nothing around it."""
    holder = ET.Element("holder")
    _add_citation(holder, reference, "")
    return serialised(holder[0], with_declaration=False)


def _root(extraction: Extraction) -> ET.Element:
    header = extraction.header
    root = ET.Element("TEI", {"xmlns": _NAMESPACE, "xmlns:xlink": _XLINK})
    tei_header = add(root, "teiHeader", attributes={_LANG: extraction.language})
    _add_file_description(tei_header, header)
    application = add(
        add(add(tei_header, "encodingDesc"), "appInfo"),
        "application",
        attributes={"ident": "Harvestman", "version": harvestman.__version__},
    )
    add(application, "desc", "Header, citations and body, read from the file by Harvestman")
    profile = add(tei_header, "profileDesc")
    text_class = add(profile, "textClass")
    if header.keywords:
        keywords = add(text_class, "keywords")
        for keyword in header.keywords:
            add_some(keywords, "term", keyword)
    if extraction.category:
        add(text_class, "classCode", str(extraction.category), {"scheme": "harvestman"})
    abstract = add(profile, "abstract")
    if header.abstract:
        div = add(abstract, "div")
        for paragraph in paragraphs(header.abstract):
            add(div, "p", paragraph)
    return root


def _text(root: ET.Element, extraction: Extraction) -> ET.Element:
    return add(root, "text", attributes={_LANG: extraction.language})


def _add_file_description(tei_header: ET.Element, header: Header) -> None:
    description = add(tei_header, "fileDesc")
    add(add(description, "titleStmt"), "title", header.title, {"level": "a", "type": "main"})
    publication = add(description, "publicationStmt")
    add(publication, "publisher")
    _add_date(publication, header.date)
    source = add(add(description, "sourceDesc"), "biblStruct")
    analytic = add(source, "analytic")
    keys: dict[str, str] = {}
    for author in header.authors:
        element = add(analytic, "author")
        _add_person(element, author.name, author.family)
        for address in author.emails:
            add_some(element, "email", address)
        add_some(element, "idno", author.orcid, {"type": "ORCID"})
        for affiliation in author.affiliations:
            _add_affiliation(element, affiliation, keys)
    _add_unattached(analytic, header, keys)
    add(analytic, "title", header.title, {"level": "a", "type": "main"})
    _add_date(add(add(source, "monogr"), "imprint"), header.date)
    for kind, value in (
        ("DOI", header.doi),
        ("arXiv", header.arxiv),
        ("ISBN", header.isbn),
        ("ISSN", header.issn),
    ):
        add_some(source, "idno", value, {"type": kind})


def _add_unattached(analytic: ET.Element, header: Header, keys: dict[str, str]) -> None:
    """Organisations and addresses that belong to no author: GROBID, too, gives them an author without a name."""
    attached = {name for author in header.authors for name in author.affiliations}
    addresses = {address for author in header.authors for address in author.emails}
    for affiliation in header.affiliations:
        if affiliation not in attached:
            _add_affiliation(add(analytic, "author"), affiliation, keys)
    for address in header.emails:
        if address not in addresses:
            add_some(add(analytic, "author"), "email", address)


def _add_affiliation(parent: ET.Element, affiliation: str, keys: dict[str, str]) -> None:
    key = keys.setdefault(affiliation, f"aff{len(keys)}")
    element = add(parent, "affiliation", attributes={"key": key})
    add_some(element, "note", affiliation, {"type": "raw_affiliation"})
    for kind, name in organisation_parts(affiliation):
        add_some(element, "orgName", name, {"type": kind})


def _add_person(parent: ET.Element, name: str, family: str = "") -> None:
    parts = person(name, family)
    if parts is None:
        add_some(parent, "orgName", name, {"type": "collaboration"})
        return
    element = add(parent, "persName")
    for place, given in enumerate(parts.given.split()):
        add(element, "forename", given, {"type": "middle" if place else "first"})
    add_some(element, "surname", parts.family)
    add_some(element, "genName", parts.suffix)


def _add_date(parent: ET.Element, printed: str) -> None:
    if printed:
        when = find_date(printed) or ""
        add(parent, "date", printed, {"type": "published", "when": when})


def _add_references(back: ET.Element, citations: Iterable[Reference]) -> None:
    bibliography = add(add(back, "div", attributes={"type": "references"}), "listBibl")
    for number, reference in enumerate(citations):
        _add_citation(bibliography, reference, f"b{number}")


def _add_citation(parent: ET.Element, reference: Reference, key: str) -> None:
    citation = add(parent, "biblStruct", attributes={"xml:id": key})
    # A title without a container is that of a monograph, and its authors are the monograph's.
    is_part = bool(reference.container and reference.title)
    monograph = ET.Element("monogr")
    holder = add(citation, "analytic") if is_part else monograph
    if reference.title:
        attributes = {"level": "a", "type": "main"} if is_part else {"level": "m"}
        add(holder, "title", reference.title, attributes)
    for name in reference.authors:
        _add_person(add(holder, "author"), name)
    add_some(holder, "idno", reference.doi, {"type": "DOI"})
    if reference.url:
        add(holder, "ptr", attributes={"target": reference.url})
    citation.append(monograph)
    if reference.container:
        level = "m" if is_meeting(reference.container) or not is_part else "j"
        add(monograph, "title", reference.container, {"level": level})
    _add_imprint(monograph, reference)
    add_some(citation, "note", reference.raw, {"type": "raw_reference"})


def _add_imprint(monograph: ET.Element, reference: Reference) -> None:
    imprint = add(monograph, "imprint")
    add_some(imprint, "publisher", reference.publisher)
    add_some(imprint, "pubPlace", reference.place)
    add_some(imprint, "biblScope", reference.volume, {"unit": "volume"})
    add_some(imprint, "biblScope", reference.issue, {"unit": "issue"})
    first, last = page_range(reference.pages)
    if first and last:
        add(imprint, "biblScope", attributes={"unit": "page", "from": first, "to": last})
    else:
        add_some(imprint, "biblScope", first, {"unit": "page"})
    if reference.year:
        year = find_year(reference.year)
        when = str(year) if year else ""
        add(imprint, "date", reference.year, {"type": "published", "when": when})
