"""Dublin Core, unqualified, as OAI-PMH prescribes it: what every repository can take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

from harvestman.formats.fields import clean, clean_url, date_parts, from_date_parts, kind_of
from harvestman.formats.people import person
from harvestman.formats.xml_escaping import DECLARATION, add_some, serialised
from harvestman.model import Author, Kind, Paper

DC = "http://purl.org/dc/elements/1.1/"
OAI_DC = "http://www.openarchives.org/OAI/2.0/oai_dc/"

# The words of the COAR vocabulary of resource types, which repositories use for dc:type.
_TYPES = {
    Kind.CONFERENCE_PAPER: "conference paper",
    Kind.JOURNAL_ARTICLE: "journal article",
    Kind.BOOK: "book",
    Kind.CHAPTER: "book part",
    Kind.THESIS: "thesis",
    Kind.REPORT: "report",
    Kind.PREPRINT: "preprint",
    Kind.TALK: "lecture",
    Kind.OTHER: "other",
}

ET.register_namespace("dc", DC)
ET.register_namespace("oai_dc", OAI_DC)


class DublinCore:
    """One `oai_dc:dc` for each paper."""

    name = "dublin-core"
    media_type = "application/x-oai-dc+xml"
    extension = ".xml"

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """All of them in one document."""
        return oai_dc_records(map(dublin_core_of, papers))


def oai_dc_records(records: Iterable[Iterable[tuple[str, str]]]) -> Iterator[str]:
    """Records of elements and values as one document, in pieces."""
    yield f"{DECLARATION}<records>\n"
    for rows in records:
        yield serialised(oai_dc(rows), with_declaration=False)
    yield "</records>\n"


def oai_dc(rows: Iterable[tuple[str, str]]) -> ET.Element:
    """Elements and their values as one `oai_dc:dc`."""
    root = ET.Element(f"{{{OAI_DC}}}dc")
    for name, value in rows:
        add_some(root, f"{{{DC}}}{name}", value)
    return root


def dublin_core_of(paper: Paper) -> Iterator[tuple[str, str]]:
    """A paper in Dublin Core: element and value, none of them empty."""
    for name, value in _rows(paper):
        if value:
            yield name, value


def _rows(paper: Paper) -> Iterator[tuple[str, str]]:
    yield "title", clean(paper.title)
    for author in paper.authors:
        yield "creator", _creator(author)
    for keyword in paper.keywords:
        yield "subject", clean(keyword)
    yield "description", clean(paper.abstract)
    yield "publisher", clean(paper.publisher)
    year, date = from_date_parts(date_parts(paper))
    yield "date", date or (f"{year:04d}" if year else "")
    yield "type", _TYPES[kind_of(paper)]
    yield "identifier", f"https://doi.org/{doi}" if (doi := clean(paper.doi)) else ""
    yield "identifier", f"arXiv:{arxiv}" if (arxiv := clean(paper.arxiv)) else ""
    yield "identifier", clean_url(paper.url)
    yield "identifier", clean_url(paper.pdf)
    yield "source", clean(paper.venue)
    yield "language", clean(paper.language)


def _creator(author: Author) -> str:
    """Family name first, as repositories sort them."""
    name = person(author.name, author.family)
    if name is None:
        return clean(author.name)
    return ", ".join(part for part in (name.family, name.given, name.suffix) if part)
