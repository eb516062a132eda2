"""Candidates for deposit written out: CSV for a spreadsheet, BibTeX, and Dublin Core as OAI-PMH has it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator

from harvestman.formats.bibtex import BibTeX
from harvestman.formats.dublin_core import oai_dc_records
from harvestman.formats.fields import clean
from harvestman.model import Author, Candidate, Kind, Paper, candidate_to_plain
from harvestman.text import find_date, find_year

_COLUMNS = (
    "id", "state", "title", "authors", "emails", "affiliations", "language", "category", "date", "doi", "url", "linked_from", "reasons",
)  # fmt: skip
_KINDS = {
    "thesis": Kind.THESIS,
    "report": Kind.REPORT,
    "book": Kind.BOOK,
    "paper": Kind.PREPRINT,
}
# The words of the COAR vocabulary of resource types, which repositories use for dc:type.
_TYPES = {
    "paper": "article",
    "thesis": "thesis",
    "report": "report",
    "book": "book",
    "slides": "lecture",
    "lecture-notes": "lecture",
    "exercise": "learning object",
    "cv": "other",
    "other": "other",
}
_RISKY = ("=", "+", "-", "@", "\t", "\r")


def candidate_paper(candidate: Candidate) -> Paper:
    """A candidate as a paper, for formats that write papers."""
    return Paper(
        title=candidate.title or candidate.url.rpartition("/")[2],
        authors=tuple(
            Author(one.name, one.affiliations, (one.email,) if one.email else ())
            for one in candidate.authors
        ),
        year=find_year(candidate.date) if candidate.date else None,
        url=candidate.url,
        doi=candidate.doi,
        abstract=candidate.abstract,
        keywords=candidate.keywords,
        language=candidate.language,
        kind=str(_KINDS.get(candidate.category, Kind.OTHER)),
        id=candidate.id,
    )


def write_candidates(candidates: Iterable[Candidate], form: str) -> Iterator[str]:
    """Candidates as `csv`, `jsonl`, `bibtex` or `dublin-core`, in pieces."""
    if form == "csv":
        yield from _csv(candidates)
    elif form == "bibtex":
        yield from BibTeX().write(candidate_paper(one) for one in candidates)
    elif form == "dublin-core":
        yield from oai_dc_records(map(_unqualified, candidates))
    else:
        for one in candidates:
            yield json.dumps(candidate_to_plain(one), ensure_ascii=False) + "\n"


def _csv(candidates: Iterable[Candidate]) -> Iterator[str]:
    line = io.StringIO()
    writer = csv.writer(line)
    writer.writerow(_COLUMNS)
    for one in candidates:
        plain = candidate_to_plain(one) | {
            "authors": [author.name for author in one.authors],
        }
        writer.writerow([as_cell(plain[name]) for name in _COLUMNS])
        yield line.getvalue()
        line.seek(0)
        line.truncate()
    yield line.getvalue()


def as_cell(value: object) -> str:
    """One cell of a table for spreadsheets; what a spreadsheet would take for a formula is made text."""
    text = "; ".join(map(str, value)) if isinstance(value, list) else str(value or "")
    return f"'{text}" if text.startswith(_RISKY) else text


def candidate_terms(candidate: Candidate) -> list[tuple[str, str, str]]:
    """A candidate in Dublin Core: element, qualifier, value; the date as ISO 8601 has it, as far as it is stated."""
    rows = [("title", "", candidate.title or candidate.url.rpartition("/")[2])]
    rows += [("contributor", "author", one.name) for one in candidate.authors]
    rows += [("contributor", "affiliation", name) for name in candidate.affiliations]
    rows += [("subject", "", word) for word in candidate.keywords]
    rows += [
        ("description", "abstract", candidate.abstract),
        ("date", "issued", find_date(candidate.date) or ""),
        ("type", "", _TYPES.get(candidate.category, "other")),
        ("language", "iso", candidate.language),
        ("identifier", "uri", candidate.url),
        ("identifier", "doi", candidate.doi),
    ]
    return [
        (element, qualifier, text) for element, qualifier, value in rows if (text := clean(value))
    ]


def _unqualified(candidate: Candidate) -> Iterator[tuple[str, str]]:
    """A candidate in unqualified Dublin Core, which has no place for affiliations."""
    for element, qualifier, value in candidate_terms(candidate):
        if qualifier != "affiliation":
            yield "creator" if qualifier == "author" else element, value
