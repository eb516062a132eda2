"""TEI in the shape that GROBID writes, so that its users can switch: a whole document, its header, its references, one citation.

Elements stand where GROBID's readers look for them: title and authors in `sourceDesc/biblStruct/analytic`, abstract and
keywords in `profileDesc`, sections as `body/div`, citations as `back/div[@type="references"]/listBibl/biblStruct`, each with
its printed string as `note[@type="raw_reference"]`. Names, affiliations and dates by themselves are in `tei_fragments`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

import harvestman
from harvestman.formats.affiliations import Address, affiliation_parts
from harvestman.formats.fields import page_range
from harvestman.formats.passages import add_marked, paragraphs, sentences
from harvestman.formats.people import person
from harvestman.formats.tei_places import add_pages, coordinates
from harvestman.formats.xml_escaping import add, add_some, serialised
from harvestman.model import Call, Extraction, Header, Places, Reference, Section, is_meeting
from harvestman.text import find_date, find_year

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_XLINK = "http://www.w3.org/1999/xlink"
_LANG, _ID = "xml:lang", "xml:id"
_NUMBERED = re.compile(
    r"(\d{1,3}(?:\.\d{1,3}){0,5}|[IVX]{1,5}(?=\.)|[A-Z](?=\.))\.?\s+(\S.*)", re.DOTALL
)
_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_TEXTS = frozenset({"head", "p", "s"})


@dataclass(frozen=True, slots=True)
class TeiManner:
    """Options of a TEI document, each of which stands for a switch of GROBID's."""

    raw_citations: bool = True
    raw_affiliations: bool = True
    sentences: bool = False
    """Whether paragraphs are cut into sentences (`s`)."""
    ids: bool = False
    """Whether headings, paragraphs and sentences have an `xml:id`."""
    when: datetime | None = None
    """When the document was read; None: as its claims say."""
    md5: str = ""
    """The file's MD5, by which some clients know a document; "" leaves it out."""
    coordinates: frozenset[str] = frozenset()
    """Which elements say where they stand (`coords`), if that is known: of `title`, `persName`, `head` and `biblStruct`."""


USUAL_MANNER = TeiManner()


def file_md5(path: Path) -> str:
    """The name by which GROBID's clients know a file; nothing rests on it."""
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, lambda: hashlib.md5(usedforsecurity=False))
    return found.hexdigest().upper()


def write_tei(extraction: Extraction, manner: TeiManner = USUAL_MANNER) -> str:
    """The whole document."""
    root = _root(extraction, manner)
    text = _text(root, extraction)
    body = add(text, "body")
    heads = coordinates(extraction.places, manner.coordinates, "head")
    found = coordinates(extraction.places, manner.coordinates, "s")
    places = (found.get(number, {}) for number in count())
    for index, section in enumerate(extraction.body):
        div = add(body, "div", attributes={"xmlns": _NAMESPACE})
        number, heading = _numbered(section.heading)
        add_some(div, "head", heading, {"n": number, **heads.get(index, {})})
        _add_paragraphs(div, section, manner, places)
    _filled(body)
    _add_references(add(text, "back"), extraction.citations, manner, extraction.places)
    return _finished(root, manner)


def write_tei_header(extraction: Extraction, manner: TeiManner = USUAL_MANNER) -> str:
    """The header alone, with an empty text."""
    root = _root(extraction, manner)
    _text(root, extraction)
    return _finished(root, manner)


def write_tei_references(
    citations: Iterable[Reference],
    manner: TeiManner = USUAL_MANNER,
    *,
    places: Places | None = None,
) -> str:
    """The references alone, in a document without header and body."""
    root = ET.Element("TEI", {"xmlns": _NAMESPACE, "xmlns:xlink": _XLINK})
    add(root, "teiHeader")
    add_pages(root, places, manner.coordinates)
    text = add(root, "text")
    add(text, "front")
    _filled(add(text, "body"))
    _add_references(add(text, "back"), citations, manner, places)
    return serialised(root, is_whole=_is_running_text)


def write_tei_citation(reference: Reference, manner: TeiManner = USUAL_MANNER) -> str:
    """One citation: a `biblStruct` and nothing around it."""
    holder = ET.Element("holder")
    _add_citation(holder, reference, {}, manner)
    return serialised(holder[0], with_declaration=False)


def add_person(
    parent: ET.Element, name: str, family: str = "", *, where: dict[str, str] | None = None
) -> None:
    """A name in its parts, or an organisation's as it stands."""
    parts = person(name, family)
    if parts is None:
        add_some(parent, "orgName", name, {"type": "collaboration"})
        return
    element = add(parent, "persName", attributes=where)
    for place, given in enumerate(parts.given.split()):
        add(element, "forename", given, {"type": "middle" if place else "first"})
    add_some(element, "surname", parts.family)
    add_some(element, "genName", parts.suffix)


def add_affiliation(parent: ET.Element, affiliation: str, *, key: str = "", raw: bool) -> None:
    """An affiliation with its organisations and its address."""
    element = add(parent, "affiliation", attributes={"key": key})
    if raw:
        add_some(element, "note", affiliation, {"type": "raw_affiliation"})
    parts = affiliation_parts(affiliation)
    for kind, name in parts.organisations:
        add_some(element, "orgName", name, {"type": kind})
    if parts.address != Address():
        _add_address(element, parts.address)


def _add_address(parent: ET.Element, address: Address) -> None:
    element = add(parent, "address")
    for line in address.lines:
        add_some(element, "addrLine", line)
    add_some(element, "postCode", address.post_code)
    add_some(element, "settlement", address.settlement)
    add_some(element, "region", address.region)
    add_some(element, "country", address.country, {"key": address.country_code})


def _filled(body: ET.Element) -> None:
    """GROBID's schema wants a division in every body, if only an empty one."""
    if not len(body):
        add(body, "div", attributes={"xmlns": _NAMESPACE})


def _finished(root: ET.Element, manner: TeiManner) -> str:
    if manner.ids:
        texts = (element for element in root.iter() if element.tag in _TEXTS)
        for number, element in enumerate(texts):
            element.set(_ID, f"_{number}")
    return serialised(root, is_whole=_is_running_text)


def _is_running_text(element: ET.Element) -> bool:
    """Whether an element is a section: clients take blanks between its heading, paragraphs and sentences for text of the document."""
    return element.tag == "div" and "xmlns" in element.attrib


def _numbered(heading: str) -> tuple[str, str]:
    """A heading's number, without the full stop behind it, and the rest."""
    match = _NUMBERED.fullmatch(heading)
    return (match[1], match[2]) if match else ("", heading)


def _add_paragraphs(
    parent: ET.Element,
    section: Section,
    manner: TeiManner,
    places: Iterator[dict[str, str]] | None = None,
) -> None:
    """Paragraphs, in sentences where that is wanted; `places` has the attributes of one sentence after the other."""
    for paragraph in paragraphs(section):
        if not manner.sentences:
            add_marked(parent, "p", paragraph, _citing)
            continue
        element = add(parent, "p")
        for sentence in sentences(paragraph):
            where = next(places, {}) if places else {}
            add_marked(element, "s", sentence, _citing).attrib.update(where)


def _citing(call: Call) -> ET.Element:
    """A call as a link to its entry; a range of numbers leads to the first of its entries, as clients take one target only."""
    return ET.Element("ref", {"type": "bibr", "target": f"#b{call.citations[0]}"})


def _root(extraction: Extraction, manner: TeiManner) -> ET.Element:
    header = extraction.header
    root = ET.Element("TEI", {"xmlns": _NAMESPACE, "xmlns:xlink": _XLINK})
    tei_header = add(root, "teiHeader", attributes={_LANG: extraction.language})
    _add_file_description(tei_header, header, manner, extraction.places)
    application = add(
        add(add(tei_header, "encodingDesc"), "appInfo"),
        "application",
        attributes={
            "ident": "Harvestman",
            "version": harvestman.__version__,
            "when": _when(extraction, manner),
        },
    )
    add(application, "desc", "Header, citations and body, read from the file by Harvestman")
    profile = add(tei_header, "profileDesc")
    text_class = add(profile, "textClass")
    if header.keywords:
        keywords = add(text_class, "keywords")
        for keyword in header.keywords:
            add_some(keywords, "term", keyword)
    for other in header.translations:
        if other.keywords:
            translated = add(text_class, "keywords", attributes={_LANG: other.language})
            for keyword in other.keywords:
                add_some(translated, "term", keyword)
    if extraction.category:
        add(text_class, "classCode", str(extraction.category), {"scheme": "harvestman"})
    abstract = add(profile, "abstract")
    if header.abstract:
        div = add(abstract, "div", attributes={"xmlns": _NAMESPACE})
        _add_paragraphs(div, Section("", header.abstract), manner)
    for other in header.translations:
        if other.abstract:
            second = add(profile, "abstract", attributes={_LANG: other.language})
            div = add(second, "div", attributes={"xmlns": _NAMESPACE})
            _add_paragraphs(div, Section("", other.abstract), manner)
    add_pages(root, extraction.places, manner.coordinates)
    return root


def _when(extraction: Extraction, manner: TeiManner) -> str:
    """The moment of reading as GROBID writes it, "2026-11-17T09:30+0000"; "" when nobody knows it any more."""
    moment = manner.when or next((claim.time for claim in extraction.claims), None)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M%z") if moment else ""


def _text(root: ET.Element, extraction: Extraction) -> ET.Element:
    return add(root, "text", attributes={_LANG: extraction.language})


def _add_file_description(
    tei_header: ET.Element, header: Header, manner: TeiManner, places: Places | None
) -> None:
    description = add(tei_header, "fileDesc")
    add(add(description, "titleStmt"), "title", header.title, {"level": "a", "type": "main"})
    publication = add(description, "publicationStmt")
    add(publication, "publisher")
    published = header.date or str(header.year or "")
    _add_date(publication, published)
    source = add(add(description, "sourceDesc"), "biblStruct")
    analytic = add(source, "analytic")
    affiliations = _Affiliations(manner)
    people = coordinates(places, manner.coordinates, "persName")
    for index, author in enumerate(header.authors):
        element = add(analytic, "author")
        add_person(element, author.name, author.family, where=people.get(index))
        for address in author.emails:
            add_some(element, "email", address)
        add_some(element, "idno", author.orcid, {"type": "ORCID"})
        for affiliation in author.affiliations:
            affiliations.add(element, affiliation)
    _add_unattached(analytic, header, affiliations)
    where = coordinates(places, manner.coordinates, "title").get(0, {})
    add(analytic, "title", header.title, {"level": "a", "type": "main", **where})
    for other in header.translations:
        # Without a level: some clients take the last title of level "a" for the document's own.
        add_some(analytic, "title", other.title, {"type": "alt", _LANG: other.language})
    volume = add(source, "monogr")
    add_some(volume, "title", header.venue, {"level": "m" if is_meeting(header.venue) else "j"})
    imprint = add(volume, "imprint")
    _add_date(imprint, published)
    _add_pages(imprint, header.pages)
    _fill(imprint)
    for kind, value in (
        ("DOI", header.doi),
        ("arXiv", header.arxiv),
        ("ISBN", header.isbn),
        ("ISSN", header.issn),
        ("MD5", manner.md5),
    ):
        add_some(source, "idno", value, {"type": kind})


class _Affiliations:
    """Writes affiliations, and gives the same affiliation the same key throughout a document."""

    def __init__(self, manner: TeiManner) -> None:
        self._raw = manner.raw_affiliations
        self._keys: dict[str, str] = {}

    def add(self, parent: ET.Element, affiliation: str) -> None:
        """Add an affiliation to an element."""
        key = self._keys.setdefault(affiliation, f"aff{len(self._keys)}")
        add_affiliation(parent, affiliation, key=key, raw=self._raw)


def _add_unattached(analytic: ET.Element, header: Header, affiliations: _Affiliations) -> None:
    """Organisations and addresses that belong to no author: GROBID, too, gives them an author without a name."""
    attached = {name for author in header.authors for name in author.affiliations}
    addresses = {address for author in header.authors for address in author.emails}
    for affiliation in header.affiliations:
        if affiliation not in attached:
            affiliations.add(add(analytic, "author"), affiliation)
    for address in header.emails:
        if address not in addresses:
            add_some(add(analytic, "author"), "email", address)


def _add_date(parent: ET.Element, printed: str) -> None:
    if printed:
        when = find_date(printed) or ""
        add(parent, "date", printed, {"type": "published", "when": when})


def _add_references(
    back: ET.Element,
    citations: Iterable[Reference],
    manner: TeiManner,
    places: Places | None,
) -> None:
    bibliography = add(add(back, "div", attributes={"type": "references"}), "listBibl")
    where = coordinates(places, manner.coordinates, "biblStruct")
    for number, reference in enumerate(citations):
        attributes = {_ID: f"b{number}", **where.get(number, {})}
        _add_citation(bibliography, reference, attributes, manner)


def _add_citation(
    parent: ET.Element, reference: Reference, attributes: dict[str, str], manner: TeiManner
) -> None:
    citation = add(parent, "biblStruct", attributes=attributes)
    # A title without a container is that of a monograph, and its authors are the monograph's.
    is_part = bool(reference.container and reference.title)
    if is_part:
        analytic = add(citation, "analytic")
        add(analytic, "title", reference.title, {"level": "a", "type": "main"})
        _add_addresses(analytic, reference)
        _add_authors(analytic, reference)
    monograph = add(citation, "monogr")
    title = reference.container or reference.title
    if title or (reference.authors and not is_part):  # TEI allows no authors without a title
        is_journal = is_part and not is_meeting(title)
        add(monograph, "title", title, {"level": "j" if is_journal else "m"})
    if not is_part:
        _add_addresses(monograph, reference)  # in a monograph only here is right: before authors
        _add_authors(monograph, reference)
    _add_imprint(monograph, reference)
    if manner.raw_citations:
        add_some(citation, "note", reference.raw, {"type": "raw_reference"})


def _add_authors(holder: ET.Element, reference: Reference) -> None:
    for name in reference.authors:
        add_person(add(holder, "author"), name)


def _add_addresses(holder: ET.Element, reference: Reference) -> None:
    add_some(holder, "idno", reference.doi, {"type": "DOI"})
    if reference.url:
        target = _LONE_PERCENT.sub("%25", reference.url)
        add(holder, "ptr", attributes={"target": target})


def _add_imprint(monograph: ET.Element, reference: Reference) -> None:
    imprint = add(monograph, "imprint")
    add_some(imprint, "publisher", reference.publisher)
    add_some(imprint, "pubPlace", reference.place)
    add_some(imprint, "biblScope", reference.volume, {"unit": "volume"})
    add_some(imprint, "biblScope", reference.issue, {"unit": "issue"})
    _add_pages(imprint, reference.pages)
    if reference.year:
        year = find_year(reference.year)
        when = str(year) if year else ""
        add(imprint, "date", reference.year, {"type": "published", "when": when})
    _fill(imprint)


def _fill(imprint: ET.Element) -> None:
    """An imprint must hold something: GROBID, too, writes an empty date when nothing is known."""
    if not len(imprint):
        add(imprint, "date")


def _add_pages(imprint: ET.Element, pages: str) -> None:
    first, last = page_range(pages)
    if first and last:
        add(imprint, "biblScope", attributes={"unit": "page", "from": first, "to": last})
    else:
        add_some(imprint, "biblScope", first, {"unit": "page"})
