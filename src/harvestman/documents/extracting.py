"""The way through this room: a file's bytes in, an `Extraction` out. Only what is asked for is worked out.

Pages are laid out first. The header is read from the first pages, the citations from the list at the end; category and
language look at the whole. A file that cannot be read is a status, never an exception.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from mmap import mmap

from harvestman.documents.calls import with_calls
from harvestman.documents.claiming import Claims, assembled_header, header_sightings
from harvestman.documents.doubts import doubts
from harvestman.documents.header import HeaderFound, read_header
from harvestman.documents.kinds import read_category, score_keywords
from harvestman.documents.layout.limits import USUAL_LIMITS, ReadingLimits
from harvestman.documents.layout.lines import Layout, Role
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.documents.placing import places_of
from harvestman.documents.references import parse_references, read_fields
from harvestman.documents.structure import ReferenceList, Structure, read_structure
from harvestman.model import PARTS, Claim, Extraction, Field, Reference, Sighting, Status
from harvestman.text.collection import no_collection
from harvestman.text.language import read_language

_STRUCTURED = frozenset({"citations", "body", "text"})
_WHOLE = frozenset({"body", "text"})  # then keywords are looked for all over the text, too
_ENDS = frozenset(
    {"header", "citations"}
)  # for these the first pages and the list of references are enough
_LONGEST_DETAIL = 250
_KEYWORD_CHARACTERS = 60_000  # of the text: a long paper; a book's first chapters


@dataclass(slots=True)
class _Told:
    """What has been found out so far."""

    claims: list[Claim] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)
    category_confidence: float = 0.0


def extract(
    data: bytes | mmap,
    *,
    now: datetime,
    name: str = "",
    only: Collection[str] = PARTS,
    limits: ReadingLimits = USUAL_LIMITS,
    ocr: bool = True,
    surely: bool = False,
    placed: bool = False,
) -> Extraction:
    """Read a file. `name` helps to tell its kind; `only` names the parts that are wanted; `now` dates the claims.

    `surely` asks how sure each field of each citation is, and `placed` where on the pages things stand; both take longer.
    """
    with no_collection():  # a twentieth of the time
        try:
            ends_only = _ENDS.issuperset(only)
            layout = open_layout(data, name=name, limits=limits, ocr=ocr, ends_only=ends_only)
        except Unreadable as error:
            return Extraction(error.status, detail=_brief(error.message))
        claims = Claims(f"sha256:{hashlib.sha256(data).hexdigest()}", now)
        read = _read(layout, claims, frozenset(only), surely=surely)
        if not placed:
            return read
        if read.body:  # its pages were read without places: most readers need none
            limits = replace(limits, looks_everywhere=True)
            layout = open_layout(data, name=name, limits=limits, ocr=ocr)
        return replace(read, places=places_of(layout, read))


def _read(layout: Layout, claims: Claims, only: frozenset[str], *, surely: bool) -> Extraction:
    told = _Told()
    result = Extraction(
        layout.trouble or Status.SUCCESS, recognised=layout.recognised, detail=doubts(layout)
    )
    is_whole = bool(only & _WHOLE)
    structure = read_structure(layout, is_whole=is_whole) if only & _STRUCTURED else Structure()
    if "language" in only:
        result = replace(result, language=read_language(_text(layout)))
    if "category" in only:
        category, confidence = read_category(layout)
        result = replace(result, category=category)
        told.category_confidence = confidence
        told.sightings.append(Sighting("category", 0, claims.evidence(0), confidence))
    if "header" in only:
        result = _with_header(result, layout, claims, told, is_whole=is_whole)
    if "citations" in only:
        citations = _citations(structure, claims, told, surely=surely)
        result = replace(result, citations=citations)
        told.sightings += _list_sightings(structure.lists, claims)
        if not citations and structure.lists and not result.detail:
            result = replace(result, detail=_unread(structure.lists[-1]))
    if "body" in only:
        parts = (*structure.body, *(part for part in structure.other if part.heading))
        result = replace(result, body=with_calls(parts, result.citations))
        if result.citations:
            told.sightings.append(_calls_sighting(result, claims))
    if "text" in only:
        result = replace(result, text=structure.text)
    return replace(result, claims=tuple(told.claims), sightings=tuple(told.sightings))


def _with_header(
    result: Extraction, layout: Layout, claims: Claims, told: _Told, *, is_whole: bool
) -> Extraction:
    found = read_header(layout)
    told.claims += claims.of_header(found)
    told.claims += claims.of_properties(layout)
    told.sightings += header_sightings(found, claims)
    if is_whole and not any(claim.field is Field.KEYWORDS for claim in told.claims):
        text = _text(layout, _KEYWORD_CHARACTERS)
        language = result.language or read_language(text)
        title = found.title.value if found.title else ""
        if scored := score_keywords(text, language, title=title):
            told.claims.append(claims.of_keywords(scored))
    header = assembled_header(told.claims, found)
    told.claims += _of_paper(result, claims, told, found)
    status = result.status
    if status is Status.SUCCESS and not header.title and not header.authors:
        status = Status.NO_METADATA
    return replace(result, header=header, status=status)


def _of_paper(
    result: Extraction, claims: Claims, told: _Told, found: HeaderFound
) -> Iterator[Claim]:
    """What a paper has and the header of a document has not."""
    yield from claims.of_date(found)
    if result.language:
        yield claims.of_language(result.language)
    if result.category is not None:
        yield from claims.of_kind(result.category, told.category_confidence, found)


def _citations(
    structure: Structure, claims: Claims, told: _Told, *, surely: bool
) -> tuple[Reference, ...]:
    strings = structure.references
    if surely:
        found = [read_fields(string.raw) for string in strings]
        references = [one.reference for one in found]
        fields = [tuple(one.confidences.items()) for one in found]
    else:
        references = parse_references([string.raw for string in strings])
        fields = [()] * len(strings)
    for index, string in enumerate(strings):
        evidence = claims.evidence(string.page, string.raw)
        told.sightings.append(
            Sighting("citations", index, evidence, string.confidence, fields[index])
        )
    return tuple(references)


def _list_sightings(lists: Sequence[ReferenceList], claims: Claims) -> list[Sighting]:
    """How many entries each list has, and what told them apart."""
    return [
        Sighting(
            "reference_lists",
            index,
            claims.evidence(one.page, one.heading),
            1.0 if one.entries else 0.0,
            note=f"entries: {one.entries}; split by {one.split}"
            if one.entries
            else "no entry was recognised below this heading",
        )
        for index, one in enumerate(lists)
    ]


def _calls_sighting(result: Extraction, claims: Claims) -> Sighting:
    """How many entries of the list the text calls: few of many means that one of the two was misread."""
    entries = len(result.citations)
    called = {entry for one in result.body for call in one.calls for entry in call.citations}
    note = f"{len(called)} of {entries} entries are called in the text"
    return Sighting("calls", 0, claims.evidence(0), len(called) / entries, note=note)


def _brief(message: str) -> str:
    """One line that a person reads: libraries put whole dumps of a damaged file into their messages."""
    line = " ".join(message.split())
    return line if len(line) <= _LONGEST_DETAIL else f"{line[: _LONGEST_DETAIL - 1]}…"


def _unread(one: ReferenceList) -> str:
    return f"the heading {one.heading[:60]!r} stands on page {one.page}, but no reference was recognised below it"


def _text(layout: Layout, most: int | None = None) -> str:
    """The lines of all pages as they stand, up to so many characters."""
    lines: list[str] = []
    size = 0
    for page in layout.pages:
        for line in page.lines:
            if line.role is Role.TEXT:
                lines.append(line.text)
                size += len(line.text) + 1
        if most is not None and size >= most:
            break
    return "\n".join(lines)[:most]
