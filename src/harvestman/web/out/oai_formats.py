"""The formats in which OAI-PMH gives a paper: Dublin Core and MODS of every one, JATS with the body where a document of it is held."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from xml.etree import ElementTree as ET

from lxml import etree

from harvestman.formats import dublin_core_of, mods_of, oai_dc, write_jats
from harvestman.holdings import unpack_extraction
from harvestman.model import Extraction, Header, Paper, Status
from harvestman.store import Library

_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_JATS = "https://jats.nlm.nih.gov/ns/archiving/1.3/"


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format in which records can be had."""

    schema: str
    namespace: str
    write: Callable[[Library, Paper], etree._Element | None]
    """The paper in it; None where it cannot be had so."""
    needs_file: bool = False
    """Whether only papers with a held document can be had in it."""

    def record(self, library: Library, paper: Paper) -> etree._Element | None:
        """The paper, with the place of its schema."""
        root = self.write(library, paper)
        if root is not None:
            root.set(f"{{{_XSI}}}schemaLocation", f"{self.namespace} {self.schema}")
        return root


def _plain(element: ET.Element) -> etree._Element:
    return etree.fromstring(ET.tostring(element))


def _jats(library: Library, paper: Paper) -> etree._Element | None:
    """The article of the first held document of a paper that was read, else what the paper alone says; None where no document is held."""
    documents = library.documents.of_paper(paper.id)
    if not documents:
        return None
    read = next(filter(None, (_read(library, one.answer) for one in documents)), None)
    article = read or Extraction(Status.SUCCESS, header=Header(authors=paper.authors))
    header = replace(article.header, title=paper.title, doi=paper.doi or article.header.doi)
    root = etree.fromstring(write_jats(replace(article, header=header)).encode())
    for element in root.iter(etree.Element):
        element.tag = f"{{{_JATS}}}{element.tag}"
    named = etree.Element(root.tag, dict(root.attrib), {None: _JATS, **root.nsmap})
    named.extend(root)
    return named


def _read(library: Library, digest: str) -> Extraction | None:
    parts = library.documents.parts(digest)
    return unpack_extraction(parts) if "about" in parts and "header" in parts else None


FORMATS: Mapping[str, RecordFormat] = {
    "oai_dc": RecordFormat(
        "http://www.openarchives.org/OAI/2.0/oai_dc.xsd",
        "http://www.openarchives.org/OAI/2.0/oai_dc/",
        lambda _, paper: _plain(oai_dc(dublin_core_of(paper))),
    ),
    "mods": RecordFormat(
        "http://www.loc.gov/standards/mods/v3/mods-3-7.xsd",
        "http://www.loc.gov/mods/v3",
        lambda _, paper: _plain(mods_of(paper)),
    ),
    "jats": RecordFormat(
        "https://jats.nlm.nih.gov/archiving/1.3/xsd/JATS-archivearticle1-3.xsd",
        _JATS,
        _jats,
        needs_file=True,
    ),
}
"""The formats by their metadataPrefix."""
