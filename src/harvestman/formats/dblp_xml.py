"""dblp's own XML: a record for each paper, and one for each volume of proceedings, with proposed keys.

The elements are those that dblp.dtd knows; text is ASCII with numbered references, so that the file needs no declaration of entities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree as ET

from harvestman.formats.dblp_volumes import (
    DblpKeys,
    DblpVolume,
    dblp_ee,
    dblp_pages,
    dblp_title,
    dblp_volume,
    published,
)
from harvestman.formats.fields import clean
from harvestman.formats.xml_escaping import add, add_some
from harvestman.model import Paper


class DblpXml:
    """dblp's XML."""

    name = "dblp-xml"
    media_type = "application/x-dblp+xml"
    extension = ".xml"
    of_volumes = True

    def __init__(self) -> None:
        self.known_keys: Mapping[str, str] = {}
        """The keys that dblp has given already, by ids of papers: these are written instead of proposals."""

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """A record for each paper; before the first of a volume, the volume's."""
        yield '<?xml version="1.0" encoding="US-ASCII"?>\n<!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>\n'
        keys, seen = DblpKeys(self.known_keys), set()
        for paper in published(papers):
            volume = dblp_volume(paper)
            if not volume.is_journal and volume.key not in seen:
                seen.add(volume.key)
                yield _written(_proceedings(paper, volume))
            yield _written(_record(paper, volume, keys.key(paper, volume)))
        yield "</dblp>\n"


def _proceedings(paper: Paper, volume: DblpVolume) -> ET.Element:
    record = ET.Element("proceedings", {"key": volume.key} | _mdate(paper))
    add(record, "title", f"{volume.title or volume.booktitle}.")
    add_some(record, "booktitle", volume.booktitle)
    add_some(record, "publisher", clean(paper.publisher))
    add_some(record, "year", str(volume.year or ""))
    add_some(record, "isbn", clean(paper.isbn))
    return record


def _record(paper: Paper, volume: DblpVolume, key: str) -> ET.Element:
    kind = "article" if volume.is_journal else "inproceedings"
    record = ET.Element(kind, {"key": key} | _mdate(paper))
    for author in paper.authors:
        if name := clean(author.name):
            add(record, "author", name, {"orcid": author.orcid})
    add(record, "title", dblp_title(paper))
    add_some(record, "pages", dblp_pages(paper))
    add_some(record, "year", str(volume.year or ""))
    if volume.is_journal:
        add_some(record, "volume", clean(paper.volume))
        add_some(record, "journal", volume.booktitle)
        add_some(record, "number", clean(paper.issue))
    else:
        add_some(record, "booktitle", volume.booktitle)
    add_some(record, "ee", dblp_ee(paper))
    if not volume.is_journal:
        add(record, "crossref", volume.key)
    return record


def _mdate(paper: Paper) -> dict[str, str]:
    day = paper.changed or paper.added
    return {"mdate": day} if day else {}


def _written(record: ET.Element) -> str:
    record.text = "\n"
    for child in record:
        child.tail = "\n"
    text: bytes = ET.tostring(record, encoding="us-ascii")
    return text.decode("ascii") + "\n"
