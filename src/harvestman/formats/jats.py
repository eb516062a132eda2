"""JATS (Journal Article Tag Suite 1.3, Archiving): what publishers, PubMed Central and repositories exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from harvestman.formats.document_papers import reference_kind
from harvestman.formats.fields import page_range
from harvestman.formats.passages import add_marked, paragraphs
from harvestman.formats.people import person
from harvestman.formats.xml_escaping import add, add_some, serialised
from harvestman.model import Author, Call, Category, Extraction, Header, Kind, Reference, Section
from harvestman.text import find_date

_XLINK = "http://www.w3.org/1999/xlink"
# https://jats.nlm.nih.gov/archiving/tag-library/1.3/attribute/article-type.html
_ARTICLE_TYPES = {
    Category.PAPER: "research-article",
    Category.THESIS: "dissertation",
    Category.SLIDES: "oration",
}
_PUBLICATION_TYPES = {
    Kind.JOURNAL_ARTICLE: "journal",
    Kind.CONFERENCE_PAPER: "confproc",
    Kind.BOOK: "book",
    Kind.CHAPTER: "book",
}


def write_jats(extraction: Extraction) -> str:
    """The document as one article."""
    kind = _ARTICLE_TYPES.get(extraction.category, "other") if extraction.category else ""
    root = ET.Element("article", {"xmlns:xlink": _XLINK, "dtd-version": "1.3"})
    for name, value in (("article-type", kind), ("xml:lang", extraction.language)):
        if value:
            root.set(name, value)
    front = add(root, "front")
    _add_journal(front, extraction.header)
    _add_meta(add(front, "article-meta"), extraction.header)
    body = add(root, "body")
    for number, section in enumerate(extraction.body, 1):
        element = add(body, "sec", attributes={"id": f"sec{number}"})
        add_some(element, "title", section.heading)
        for paragraph in paragraphs(section):
            add_marked(element, "p", paragraph, _cross_reference)
    if extraction.citations:
        references = add(add(root, "back"), "ref-list")
        for number, reference in enumerate(extraction.citations, 1):
            _add_reference(references, reference, f"ref{number}")
    return serialised(root)


def _add_journal(front: ET.Element, header: Header) -> None:
    if not (header.venue or header.issn):
        return
    journal = add(front, "journal-meta")
    if header.venue:
        add(add(journal, "journal-title-group"), "journal-title", header.venue)
    add_some(journal, "issn", header.issn)


def _cross_reference(call: Call) -> ET.Element:
    entries = " ".join(f"ref{entry + 1}" for entry in call.citations)
    return ET.Element("xref", {"ref-type": "bibr", "rid": entries})


def _add_meta(meta: ET.Element, header: Header) -> None:
    add_some(meta, "article-id", header.doi, {"pub-id-type": "doi"})
    add_some(meta, "article-id", header.arxiv, {"pub-id-type": "arxiv"})
    titles = add(meta, "title-group")
    add(titles, "article-title", header.title)
    for other in header.translations:
        if other.title:
            group = add(titles, "trans-title-group", attributes={"xml:lang": other.language})
            add(group, "trans-title", other.title)
    organisations = dict.fromkeys(
        [*header.affiliations, *(name for author in header.authors for name in author.affiliations)]
    )
    keys = {name: f"aff{number}" for number, name in enumerate(organisations, 1)}
    if header.authors:
        group = add(meta, "contrib-group")
        for author in header.authors:
            _add_author(group, author, keys)
    for name, key in keys.items():
        add(add(meta, "aff", attributes={"id": key}), "institution", name)
    _add_date(meta, header.date or str(header.year or ""))
    add_some(meta, "isbn", header.isbn)
    first, last = page_range(header.pages)
    add_some(meta, "fpage", first if last else "")
    add_some(meta, "lpage", last)
    if header.abstract:
        abstract = add(meta, "abstract")
        for paragraph in paragraphs(Section("", header.abstract)):
            add(abstract, "p", paragraph.text)
    for other in header.translations:
        if other.abstract:
            second = add(meta, "trans-abstract", attributes={"xml:lang": other.language})
            for paragraph in paragraphs(Section("", other.abstract)):
                add(second, "p", paragraph.text)
    _add_keywords(meta, header.keywords, {})
    for other in header.translations:
        _add_keywords(meta, other.keywords, {"xml:lang": other.language})


def _add_keywords(meta: ET.Element, keywords: Sequence[str], language: dict[str, str]) -> None:
    if keywords:
        group = add(meta, "kwd-group", attributes={"kwd-group-type": "author", **language})
        for keyword in keywords:
            add_some(group, "kwd", keyword)


def _add_author(group: ET.Element, author: Author, keys: Mapping[str, str]) -> None:
    element = add(group, "contrib", attributes={"contrib-type": "author"})
    if author.orcid:
        address = f"https://orcid.org/{author.orcid}"
        add(element, "contrib-id", address, {"contrib-id-type": "orcid"})
    _add_name(element, author.name, author.family)
    for mail in author.emails:
        add_some(element, "email", mail)
    for name in author.affiliations:
        add(element, "xref", attributes={"ref-type": "aff", "rid": keys[name]})


def _add_name(parent: ET.Element, name: str, family: str = "") -> None:
    parts = person(name, family)
    if parts is None:
        add_some(parent, "collab", name)
        return
    element = add(parent, "name")
    add_some(element, "surname", parts.family)
    add_some(element, "given-names", parts.given)
    add_some(element, "suffix", parts.suffix)


def _add_date(meta: ET.Element, printed: str) -> None:
    date = find_date(printed) if printed else None
    if not date:
        return
    attributes = {"date-type": "pub", "iso-8601-date": date}
    element = add(meta, "pub-date", attributes=attributes)
    for name, part in reversed([*zip(("year", "month", "day"), date.split("-"), strict=False)]):
        add(element, name, part)


def _add_reference(references: ET.Element, reference: Reference, key: str) -> None:
    both = add(add(references, "ref", attributes={"id": key}), "citation-alternatives")
    add(both, "mixed-citation", reference.raw)
    kind = _PUBLICATION_TYPES.get(reference_kind(reference), "other")
    element = add(both, "element-citation", attributes={"publication-type": kind})
    if reference.authors:
        people = add(element, "person-group", attributes={"person-group-type": "author"})
        for name in reference.authors:
            _add_name(people, name)
    is_part = bool(reference.container)
    add_some(element, "article-title" if is_part else "source", reference.title)
    add_some(element, "source", reference.container)
    add_some(element, "year", reference.year)
    add_some(element, "volume", reference.volume)
    add_some(element, "issue", reference.issue)
    first, last = page_range(reference.pages)
    add_some(element, "fpage" if last else "page-range", first)
    add_some(element, "lpage", last)
    add_some(element, "publisher-name", reference.publisher)
    add_some(element, "publisher-loc", reference.place)
    add_some(element, "pub-id", reference.doi, {"pub-id-type": "doi"})
    if reference.url:
        attributes = {"ext-link-type": "uri", "xlink:href": reference.url}
        add(element, "ext-link", reference.url, attributes)
