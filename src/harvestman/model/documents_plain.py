"""A document that was read, as plain JSON, and back: what `harvestman extract --json` and `parse-reference --json` print and
the service keeps. Claims and sightings are told (as evidence) but not read back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from harvestman.model.assembly import winning_claims
from harvestman.model.claims import Author
from harvestman.model.documents import (
    PARTS,
    Call,
    Category,
    Extraction,
    Header,
    Reference,
    Section,
    Translation,
)
from harvestman.model.plain import Plain, value_to_plain
from harvestman.model.status import Status
from harvestman.text import parse_name


def extraction_to_plain(
    extraction: Extraction,
    *,
    file: str,
    only: Collection[str] = PARTS,
    with_evidence: bool = False,
) -> Plain:
    """One document; parts that were not asked for are left out, what is not known is null, "" or []."""
    plain: Plain = {"file": file, "status": str(extraction.status)}
    if extraction.detail:
        plain["detail"] = extraction.detail
    if extraction.recognised:
        plain["recognised"] = True
    told: dict[str, Any] = {
        "language": extraction.language or None,
        "category": str(extraction.category) if extraction.category else None,
        "header": _header(extraction.header),
        "citations": [reference_to_plain(citation) for citation in extraction.citations],
        "body": [_section(section) for section in extraction.body],
        "text": extraction.text,
    }
    plain |= {part: told[part] for part in PARTS if part in only}
    if with_evidence:
        plain["evidence"] = {"file": file, **_evidence(extraction)}
    return plain


def extraction_from_plain(plain: Plain) -> Extraction:
    """The document that `extraction_to_plain` told, without its evidence; parts that are left out are empty."""
    category = plain.get("category")
    return Extraction(
        Status(plain["status"]),
        detail=plain.get("detail") or "",
        recognised=bool(plain.get("recognised")),
        language=plain.get("language") or "",
        category=Category(category) if category else None,
        header=_header_from_plain(plain.get("header") or {}),
        citations=tuple(reference_from_plain(one) for one in plain.get("citations") or ()),
        body=tuple(_section_from_plain(one) for one in plain.get("body") or ()),
        text=plain.get("text") or "",
    )


def reference_from_plain(plain: Plain) -> Reference:
    """The reference that `reference_to_plain` told."""
    fields = {name: value or "" for name, value in plain.items() if name != "authors"}
    return Reference(**fields, authors=tuple(plain.get("authors") or ()))


def reference_to_plain(reference: Reference) -> Plain:
    """One reference with all its fields; null for what it does not have."""
    return {
        "raw": reference.raw,
        "authors": list(reference.authors),
        "title": reference.title or None,
        "container": reference.container or None,
        "publisher": reference.publisher or None,
        "place": reference.place or None,
        "year": reference.year or None,
        "volume": reference.volume or None,
        "issue": reference.issue or None,
        "pages": reference.pages or None,
        "doi": reference.doi or None,
        "url": reference.url or None,
    }


def _section(section: Section) -> Plain:
    plain: Plain = {"heading": section.heading, "text": section.text}
    if section.calls:
        plain["calls"] = [
            {"start": call.start, "end": call.end, "citations": list(call.citations)}
            for call in section.calls
        ]
    return plain


def _section_from_plain(plain: Plain) -> Section:
    calls = (
        Call(one["start"], one["end"], tuple(one["citations"])) for one in plain.get("calls") or ()
    )
    return Section(plain["heading"], plain["text"], tuple(calls))


def _header(header: Header) -> Plain:
    identifiers: Plain = {
        name: value for name in ("doi", "arxiv", "isbn", "issn") if (value := getattr(header, name))
    }
    if header.orcids:
        identifiers["orcids"] = list(header.orcids)
    translations = [_translation(one) for one in header.translations]
    return {
        "title": header.title or None,
        "authors": [_author(author) for author in header.authors],
        "affiliations": list(header.affiliations),
        "emails": list(header.emails),
        "abstract": header.abstract or None,
        "keywords": list(header.keywords),
        "date": header.date or None,
        "venue": header.venue or None,
        "pages": header.pages or None,
        "year": header.year,
        "identifiers": identifiers,
        **({"translations": translations} if translations else {}),
    }


def _translation(translation: Translation) -> Plain:
    return {
        "language": translation.language,
        "title": translation.title or None,
        "abstract": translation.abstract or None,
        "keywords": list(translation.keywords),
    }


def _translation_from_plain(plain: Plain) -> Translation:
    return Translation(
        plain["language"],
        plain.get("title") or "",
        plain.get("abstract") or "",
        tuple(plain.get("keywords") or ()),
    )


def _header_from_plain(plain: Plain) -> Header:
    identifiers = plain.get("identifiers") or {}
    return Header(
        title=plain.get("title") or "",
        authors=tuple(_author_from_plain(author) for author in plain.get("authors") or ()),
        affiliations=tuple(plain.get("affiliations") or ()),
        emails=tuple(plain.get("emails") or ()),
        abstract=plain.get("abstract") or "",
        keywords=tuple(plain.get("keywords") or ()),
        date=plain.get("date") or "",
        venue=plain.get("venue") or "",
        pages=plain.get("pages") or "",
        year=plain.get("year"),
        orcids=tuple(identifiers.get("orcids") or ()),
        translations=tuple(map(_translation_from_plain, plain.get("translations") or ())),
        **{name: identifiers.get(name) or "" for name in ("doi", "arxiv", "isbn", "issn")},
    )


def _author_from_plain(plain: Plain) -> Author:
    return Author(
        plain["name"],
        affiliations=tuple(plain.get("affiliations") or ()),
        emails=tuple(plain.get("emails") or ([plain["email"]] if plain.get("email") else ())),
        orcid=plain.get("orcid") or "",
        family=plain.get("family") or "",
    )


def _author(author: Author) -> Plain:
    name = parse_name(author.name)
    family, given = name.family, name.given
    if author.family and author.name.endswith(author.family):
        family = author.family
        given = author.name.removesuffix(author.family).strip()
    plain: Plain = {
        "name": author.name,
        "given": given or None,
        "family": family or None,
        "affiliations": list(author.affiliations),
        "email": author.emails[0] if author.emails else None,
    }
    if len(author.emails) > 1:
        plain["emails"] = list(author.emails)
    if author.orcid:
        plain["orcid"] = author.orcid
    return plain


def _evidence(extraction: Extraction) -> Plain:
    """By field or part, everything that says something about it: how sure, where, who."""
    plain: dict[str, list[Plain]] = {}
    shown = {id(claim) for claim in winning_claims(extraction.claims).values()}
    for claim in extraction.claims:
        plain.setdefault(str(claim.field), []).append(
            {
                "value": value_to_plain(claim.value),
                "shown": id(claim) in shown,
                "confidence": round(claim.confidence, 3),
                "locator": claim.evidence.locator,
                "quote": claim.evidence.quote,
                "reader": claim.reader,
                "authority": claim.authority.name.lower(),
            }
        )
    for sighting in extraction.sightings:
        told: Plain = {
            "index": sighting.index,
            "confidence": round(sighting.confidence, 3),
            "locator": sighting.evidence.locator,
            "quote": sighting.evidence.quote,
        }
        if sighting.fields:
            told["fields"] = {name: round(sure, 3) for name, sure in sighting.fields}
        if sighting.note:
            told["note"] = sighting.note
        plain.setdefault(sighting.part, []).append(told)
    return {"source": _source(extraction), **plain}


def _source(extraction: Extraction) -> str | None:
    seen = [c.evidence.source for c in extraction.claims]
    seen += [s.evidence.source for s in extraction.sightings]
    return seen[0] if seen else None
