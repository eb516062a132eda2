"""Papers that come in from a file: which format it is in, and what each of its entries claims of its paper.

The source of such a claim is `file:NAME#ENTRY:DIGEST`: the file's name, what the file calls the entry, and a digest of the paper's title and
first author. So a corrected entry takes the place of what it said before, while another file of the same name, whose `smith2020`
is another paper, takes nothing away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from pathlib import PurePath
from typing import Protocol
from urllib.parse import quote

from harvestman.formats.bibtex import BibTeX
from harvestman.formats.csl_json import CSLJSON
from harvestman.formats.entries import FaultyEntry, FileEntry
from harvestman.formats.jsonl import JSONLines
from harvestman.formats.ris import RIS
from harvestman.model import (
    Authority,
    Claim,
    Evidence,
    Field,
    Kind,
    Mention,
    Paper,
    UsageError,
    Value,
)
from harvestman.text import (
    canonical_url,
    detect_encoding,
    find_arxiv,
    find_doi,
    find_isbn,
    find_issn,
    fold,
)

_VERSION = "1"
_CONFIDENCE = 0.9  # a reference manager's fields are right where they are filled, and were often typed by hand
_YEARS = range(1400, 2200)


_FINDERS: Mapping[Field, Callable[[str], str | None]] = {
    Field.DOI: find_doi,
    Field.ARXIV: find_arxiv,
    Field.ISBN: find_isbn,
    Field.ISSN: find_issn,
    Field.PDF: canonical_url,
    Field.URL: canonical_url,
}


class Importer(Protocol):
    """A format that papers can be read from."""

    @property
    def name(self) -> str:
        """What `--format` calls it."""
        ...

    @property
    def extension(self) -> str:
        """What a file's name ends in, with its dot."""
        ...

    def parse(self, pieces: Iterable[str]) -> Iterator[FileEntry | FaultyEntry]:
        """The entries of a file, given as text in pieces of any size."""
        ...


IMPORTERS: Mapping[str, Importer] = {
    one.name: one for one in (BibTeX(), CSLJSON(), JSONLines(), RIS())
}


def importer_of(file_name: str) -> Importer:
    """The format that a file's name ends in; UsageError when it is none that can be read."""
    ending = PurePath(file_name).suffix.lower()
    for importer in IMPORTERS.values():
        if importer.extension == ending:
            return importer
    known = ", ".join(f"{one.extension} ({one.name})" for one in IMPORTERS.values())
    raise UsageError(f"{file_name}: which format is it in? Known are {known}; else say --format")


def read_file(body: bytes, importer: Importer) -> Iterator[FileEntry | FaultyEntry]:
    """The entries of a file, of which each `FileEntry` has a title; old files may be in an encoding that is not UTF-8."""
    for entry in importer.parse([_decode(body)]):
        if isinstance(entry, FileEntry) and not fold(entry.paper.title):
            yield FaultyEntry(entry.place, f"The entry {entry.name} has no title.")
        else:
            yield entry


def _decode(body: bytes) -> str:
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", errors="replace")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The letters around the first that is not UTF-8 tell more than the beginning, which may be plain ASCII.
        likely = detect_encoding(body[max(0, error.start - 1_000) :])
        return body.decode("windows-1252" if likely == "utf-8" else likely, errors="replace")


def entry_mention(
    entry: FileEntry, *, file_name: str, digest: str, importer: Importer, now: datetime
) -> Mention:
    """What an entry of the file with this sha256 claims of its paper."""
    evidence = Evidence(_source(entry, file_name), f"{entry.place} of sha256:{digest}")
    reader = f"import-{importer.name}"
    return paper_mention(entry.paper, subject=entry.name, evidence=evidence, reader=reader, now=now)


def paper_mention(
    paper: Paper, *, subject: str, evidence: Evidence, reader: str, now: datetime
) -> Mention:
    """What a record of somebody else's collection claims of its paper."""
    return Mention(
        tuple(
            Claim(
                subject=subject,
                field=field,
                value=value,
                evidence=evidence,
                reader=reader,
                version=_VERSION,
                authority=Authority.EMBEDDED,
                confidence=_CONFIDENCE,
                time=now,
            )
            for field, value in _values(paper)
        )
    )


def _source(entry: FileEntry, file_name: str) -> str:
    paper = entry.paper
    first = fold(paper.authors[0].name) if paper.authors else ""
    digest = hashlib.sha256(f"{fold(paper.title)}|{first}".encode()).hexdigest()[:12]
    return f"file:{quote(PurePath(file_name).name)}#{quote(entry.name)}:{digest}"


def _values(paper: Paper) -> Iterator[tuple[Field, Value]]:
    """The fields that say something, identifiers and addresses in the one spelling that the library compares."""
    for one in fields(Paper):
        if one.name in ("id", "held", "added", "changed"):
            continue
        field = Field(one.name)
        value = getattr(paper, one.name)
        if finder := _FINDERS.get(field):
            value = finder(value)
        is_unknown = (field is Field.KIND and value == str(Kind.OTHER)) or (
            field is Field.YEAR and value not in _YEARS
        )
        if value and not is_unknown:
            yield field, value
