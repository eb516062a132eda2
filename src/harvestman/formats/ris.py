"""RIS: what EndNote, Mendeley, RefWorks and library catalogues read. One tag a line, CRLF, a paper from TY to ER."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from harvestman.formats.entries import FaultyEntry, FileEntry
from harvestman.formats.fields import (
    clean,
    clean_url,
    date_parts,
    from_date_parts,
    is_issn,
    kind_of,
    page_range,
)
from harvestman.formats.keys import CitationKeys
from harvestman.formats.people import person
from harvestman.formats.pieces import lines_of
from harvestman.model import Author, Kind, Paper
from harvestman.text import Name

_TYPES = {
    Kind.CONFERENCE_PAPER: "CONF",
    Kind.JOURNAL_ARTICLE: "JOUR",
    Kind.BOOK: "BOOK",
    Kind.CHAPTER: "CHAP",
    Kind.THESIS: "THES",
    Kind.REPORT: "RPRT",
    Kind.PREPRINT: "UNPB",
    Kind.TALK: "SLIDE",
    Kind.OTHER: "GEN",
}
_KINDS = {name: kind for kind, name in _TYPES.items()} | {
    "CPAPER": Kind.CONFERENCE_PAPER,
    "ECHAP": Kind.CHAPTER,
    "EJOUR": Kind.JOURNAL_ARTICLE,
    "EBOOK": Kind.BOOK,
}
_LINE = re.compile(r"\ufeff?([A-Z][A-Z0-9]) {2}-(?: (.*))?")
_ARXIV = "arXiv:"

_Tags = dict[str, list[str]]


class RIS:
    """RIS as its specification of 2011 has it, in UTF-8."""

    name = "ris"
    media_type = "application/x-research-info-systems"
    extension = ".ris"

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """A record for each paper."""
        keys = CitationKeys()
        for paper in papers:
            lines = [
                f"{tag}  - {value}\r\n" for tag, value in _tags(paper, keys.key(paper)) if value
            ]
            yield "".join(lines) + "ER  - \r\n\r\n"

    def parse(self, pieces: Iterable[str]) -> Iterator[FileEntry | FaultyEntry]:
        """The papers of a file; lines between records and tags that we have no field for are passed over."""
        tags: _Tags | None = None
        last = place = ""
        records = 0
        for number, line in enumerate(lines_of(pieces), start=1):
            match = _LINE.fullmatch(line.rstrip())
            if match is None:
                if tags is not None and last and line.strip():
                    # A value that goes on in the next line.
                    tags[last][-1] += " " + line.strip()
                continue
            tag, value = match[1], match[2] or ""
            if tag == "TY":
                if tags is not None:
                    yield FaultyEntry(place, f"This record has no end (ER) before line {number}.")
                tags, place, records = {}, f"line {number}", records + 1
            if tags is None:
                continue
            if tag == "ER":
                yield FileEntry(clean(tags.get("ID", [""])[0]) or str(records), place, _paper(tags))
                tags, last = None, ""
            else:
                tags.setdefault(tag, []).append(value.strip())
                last = tag
        if tags is not None:
            yield FaultyEntry(place, "This record has no end (ER): the file seems to be cut off.")


def _tags(paper: Paper, key: str) -> Iterator[tuple[str, str]]:
    kind = kind_of(paper)
    yield "TY", _TYPES[kind]
    yield "ID", key
    for author in paper.authors:
        yield "AU", _author_line(author)
    yield "TI", clean(paper.title)
    yield "T2", clean(paper.venue)
    if paper.event:
        yield "C3", clean(paper.event.title)
    if kind is Kind.JOURNAL_ARTICLE:
        yield "JO", clean(paper.venue)
    if parts := date_parts(paper):
        yield "PY", f"{parts[0]:04d}"
        if len(parts) > 1:
            # Year, month, day and "other", each of which may be empty but its slash never.
            yield "DA", "/".join([f"{parts[0]:04d}", *(f"{p:02d}" for p in parts[1:]), "", ""][:4])
    yield "VL", clean(paper.volume)
    yield "IS", clean(paper.issue)
    first, last = page_range(paper.pages)
    yield "SP", first
    yield "EP", last
    yield "PB", clean(paper.publisher)
    yield "SN", clean(paper.issn)
    yield "SN", clean(paper.isbn)
    yield "DO", clean(paper.doi)
    if arxiv := clean(paper.arxiv):
        yield "AN", _ARXIV + arxiv
    yield "UR", clean_url(paper.url)
    yield "L1", clean_url(paper.pdf)
    yield "LA", clean(paper.language)
    for keyword in paper.keywords:
        yield "KW", clean(keyword)
    yield "AB", clean(paper.abstract)


def _author_line(author: Author) -> str:
    name = person(author.name, author.family)
    if name is None:  # a comma would make a family name of what stands before it
        return clean(clean(author.name).replace(",", " "))
    # The suffix comes last in RIS, and needs the given name before it.
    return f"{name.family}, {name.given}, {name.suffix}".rstrip(", ")


def _paper(tags: _Tags) -> Paper:
    def one(*names: str) -> str:
        return next((clean(tags[name][0]) for name in names if name in tags), "")

    numbers = [clean(number) for number in tags.get("SN", ())]
    year, date = from_date_parts(_date(one("DA", "Y1", "PY"), one("PY", "Y1", "DA")))
    pages = "-".join(page for page in (one("SP"), one("EP")) if page)
    accession = one("AN")
    names = [*tags.get("A1", ()), *tags.get("AU", ())]
    return Paper(
        title=one("TI", "T1"),
        authors=tuple(author for line in names if (author := _read_name(line)).name),
        year=year,
        date=date,
        doi=one("DO"),
        arxiv=accession.removeprefix(_ARXIV) if accession.startswith(_ARXIV) else "",
        isbn=next((number for number in numbers if not is_issn(number)), ""),
        issn=next((number for number in numbers if is_issn(number)), ""),
        pdf=clean_url(one("L1")),
        url=clean_url(one("UR")),
        venue=one("T2", "JO", "JF", "BT"),
        volume=one("VL"),
        issue=one("IS"),
        pages=pages,
        publisher=one("PB"),
        abstract=one("AB", "N2"),
        keywords=tuple(clean(keyword) for keyword in tags.get("KW", ()) if clean(keyword)),
        language=one("LA"),
        kind=str(_KINDS.get(one("TY"), Kind.OTHER)),
    )


def _date(full: str, year: str) -> tuple[int, ...]:
    for text in (full, year):
        match = re.match(r"([0-9]{4,})(?:/([0-9]{2}))?(?:/([0-9]{2}))?", text)
        if match:
            return tuple(int(part) for part in match.groups() if part)
    return ()


def _read_name(line: str) -> Author:
    family, *rest = [clean(part) for part in line.split(",")]
    given, suffix = [*rest, "", ""][:2]
    return Author(clean(str(Name(given, family, suffix))), family=family if rest else "")
