"""Answers of OAI-PMH repositories and feeds (RSS, Atom), read in: each record or entry as a paper, deleted ones told. No I/O.

A repository's record is Dublin Core (`oai_dc`); a feed's entry has its title, people, day, addresses and what Dublin Core and PRISM add.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from harvestman.formats.xml_reading import read_tree
from harvestman.model import Author, Paper, UsageError
from harvestman.text import find_doi

_OAI = "{http://www.openarchives.org/OAI/2.0/}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_ATOM = "{http://www.w3.org/2005/Atom}"
_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TAGS = re.compile(r"<[^<>]*>")
_MAX_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One record of a repository, or one entry of a feed."""

    id: str
    paper: Paper | None
    """None when the record was deleted, or has no title."""
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class RepositoryAnswer:
    """One answer of a repository to ListRecords."""

    records: tuple[SourceRecord, ...]
    token: str
    """What asks for the rest; "" when there is none."""
    moment: str
    """When it was given, by the repository's clock."""
    error: str = ""
    """The protocol's code, such as noRecordsMatch."""
    detail: str = ""


def read_repository(body: bytes, *, where: str) -> RepositoryAnswer:
    """An answer of OAI-PMH; UsageError for what is none."""
    root = read_tree(body)
    if root is None or root.tag != f"{_OAI}OAI-PMH":
        raise UsageError(
            f"{where} does not answer as OAI-PMH: check the address, such as https://repo.example/oai/request"
        )
    error = root.find(f"{_OAI}error")
    return RepositoryAnswer(
        records=tuple(map(_record, root.iter(f"{_OAI}record"))),
        token=(root.findtext(f".//{_OAI}resumptionToken") or "").strip(),
        moment=(root.findtext(f"{_OAI}responseDate") or "").strip(),
        error="" if error is None else error.get("code", "unknown"),
        detail="" if error is None else (error.text or "").strip()[:200],
    )


def granularity(body: bytes, *, where: str) -> str:
    """How exact a repository's moments are, as its Identify says: `YYYY-MM-DD` or with the time of day."""
    root = read_tree(body)
    found = None if root is None else root.findtext(f".//{_OAI}granularity")
    if not found:
        raise UsageError(f"{where} does not answer as OAI-PMH: it does not identify itself")
    return found.strip()


def read_feed(body: bytes, *, where: str) -> tuple[SourceRecord, ...]:
    """The entries of an RSS or Atom feed; UsageError for what is none."""
    root = read_tree(body)
    name = "" if root is None else _local(root)
    if root is None or name not in ("feed", "rss", "RDF"):
        raise UsageError(f"{where} is no RSS or Atom feed")
    entries = [one for one in root.iter() if _local(one) in ("entry", "item")]
    return tuple(record for one in entries if (record := _entry(one)) is not None)


def _record(element: ET.Element) -> SourceRecord:
    header = element.find(f"{_OAI}header")
    name = (header.findtext(f"{_OAI}identifier") or "").strip() if header is not None else ""
    if header is not None and header.get("status") == "deleted":
        return SourceRecord(name, None, is_deleted=True)
    told = {field: list(_texts(element, f"{_DC}{field}")) for field in _FIELDS}
    titles = told["title"]
    return SourceRecord(name, _paper(titles[0], told) if titles else None)


_FIELDS = ("title", "creator", "date", "identifier", "description", "subject", "language", "publisher", "source", "relation")  # fmt: skip


def _paper(title: str, told: dict[str, list[str]]) -> Paper:
    addresses = [
        one for one in (*told["identifier"], *told["relation"]) if re.match(r"https?://", one)
    ]
    date = next((match[0] for one in told["date"] if (match := _DAY.match(one))), "")
    years = [int(match[1]) for one in told["date"] if (match := _YEAR.search(one))]
    files = [one for one in addresses if one.lower().partition("?")[0].endswith(".pdf")]
    return Paper(
        title=title,
        authors=tuple(map(_author, told["creator"])),
        year=min(years) if years else None,
        date=date,
        doi=next((doi for one in told["identifier"] if (doi := find_doi(one))), ""),
        url=next((one for one in addresses if one not in files), ""),
        pdf=files[0] if files else "",
        abstract=max(told["description"], key=len, default=""),
        keywords=tuple(told["subject"][:50]),
        language=told["language"][0] if told["language"] else "",
        publisher=told["publisher"][0] if told["publisher"] else "",
        venue=next((one for one in told["source"] if not re.match(r"https?://", one)), ""),
    )


def _entry(element: ET.Element) -> SourceRecord | None:
    """An entry of a feed; None for one without a title."""
    by_name: dict[str, list[str]] = {}
    links = []
    for child in element:
        name = _local(child)
        if name == "link":
            links.append(
                (child.get("rel", "alternate"), child.get("href") or (child.text or "").strip())
            )
        elif name == "author" and child.tag.startswith(_ATOM):
            by_name.setdefault("creator", []).extend(_texts(child, f"{_ATOM}name"))
        elif name:
            text = " ".join(_TAGS.sub(" ", "".join(child.itertext())).split())[:_MAX_TEXT]
            if text:
                by_name.setdefault(name, []).append(text)
    titles = by_name.get("title", [])
    if not titles:
        return None
    told = {field: by_name.get(field, []) for field in _FIELDS}
    told["identifier"] = by_name.get("doi", []) + [
        url for rel, url in links if url and rel in ("alternate", "enclosure", "via")
    ]
    told["date"] = (
        by_name.get("publicationDate", [])
        + by_name.get("date", [])
        + by_name.get("published", [])
        + by_name.get("pubDate", [])
    )
    told["description"] = by_name.get("summary", []) + by_name.get("description", [])
    told["source"] = by_name.get("publicationName", [])
    name = next(
        iter(by_name.get("id", []) + by_name.get("guid", []) + told["identifier"]), titles[0]
    )
    return SourceRecord(name, _paper(titles[0], told))


def _author(text: str) -> Author:
    """A name as Dublin Core has it, the family name first."""
    family, comma, given = (part.strip() for part in text.partition(","))
    if comma and given and "," not in given:
        return Author(f"{given} {family}", family=family)
    return Author(text)


def _texts(element: ET.Element, name: str) -> Iterator[str]:
    for one in element.iter(name):
        if text := " ".join((one.text or "").split())[:_MAX_TEXT]:
            yield text


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
