"""The types as plain JSON values and back. The same words stand in `--json` output, in exports and in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from harvestman.model.claims import Author, Authority, Claim, Evidence, Field, Value
from harvestman.model.papers import Paper, PaperEvent

Plain = dict[str, Any]
"""An object that `json.dumps` takes as it is."""
_PAPER_FIELDS = tuple(field.name for field in fields(Paper))
_values_of = attrgetter(*_PAPER_FIELDS)


def author_to_plain(author: Author) -> Plain:
    """An author with name and affiliations always, the rest where known."""
    plain: Plain = {"name": author.name, "affiliations": list(author.affiliations)}
    if author.emails:
        plain["emails"] = list(author.emails)
    if author.orcid:
        plain["orcid"] = author.orcid
    if author.family:
        plain["family"] = author.family
    return plain


def author_from_plain(plain: Plain) -> Author:
    """What `author_to_plain` wrote."""
    if len(plain) == 2 and not plain.get("affiliations", "unknown"):  # most have a name only
        return Author(plain["name"])
    return Author(
        name=plain["name"],
        affiliations=tuple(plain.get("affiliations", ())),
        emails=tuple(plain.get("emails", ())),
        orcid=plain.get("orcid", ""),
        family=plain.get("family", ""),
    )


def value_to_plain(value: Value) -> Any:
    """A claimed value as JSON: a string, a number or a list."""
    if isinstance(value, tuple):
        return [author_to_plain(v) if isinstance(v, Author) else v for v in value]
    return value


def value_from_plain(field: Field, plain: Any) -> Value:
    """What `value_to_plain` wrote, for that field."""
    if field is Field.AUTHORS:
        return tuple(map(author_from_plain, plain))
    if isinstance(plain, list):
        return tuple(str(p) for p in plain)
    return int(plain) if isinstance(plain, int) else str(plain)


def paper_to_plain(paper: Paper) -> Plain:
    """A paper with all its fields, in their documented order; what is not known is null (or an empty list), the title always text."""
    plain: Plain = {"id": paper.id, "title": paper.title}
    for name, value in zip(_PAPER_FIELDS, _values_of(paper), strict=True):
        if isinstance(value, str):  # nearly all
            plain[name] = value or None
        elif name == "authors":
            plain["authors"] = [author_to_plain(a) for a in value]
        elif isinstance(value, PaperEvent):
            plain["event"] = paper_event_to_plain(value)
        else:
            plain[name] = list(value) if isinstance(value, tuple) else value
    plain["title"] = paper.title
    return plain


def paper_from_plain(plain: Plain) -> Paper:
    """What `paper_to_plain` wrote."""
    known: Plain = {}
    for name in _PAPER_FIELDS:
        value = plain.get(name)
        if value is not None:
            known[name] = tuple(value) if isinstance(value, list) else value
    if "authors" in known:
        known["authors"] = tuple(map(author_from_plain, known["authors"]))
    if "event" in known:
        known["event"] = _event_from_plain(known["event"])
    return Paper(**known)


def paper_event_to_plain(event: PaperEvent) -> Plain:
    """A paper's event as its paper shows it."""
    return {
        "id": event.id,
        "name": event.name or None,
        "acronym": event.acronym or None,
        "year": event.year or None,
    }


def _event_from_plain(plain: Plain) -> PaperEvent:
    return PaperEvent(
        plain["id"], plain.get("name") or "", plain.get("acronym") or "", plain.get("year") or 0
    )


def claims_to_plain(claims: Iterable[Claim]) -> list[Plain]:
    """All claims of one paper, each with whether its value is the one that is shown."""
    from harvestman.model.assembly import winning_claims  # noqa: PLC0415 (few who read papers need it)

    told = list(claims)
    shown = winning_claims(told)
    return [claim_to_plain(claim) | {"shown": shown[claim.field] is claim} for claim in told]


def claim_to_plain(claim: Claim) -> Plain:
    """A claim as `show --json` prints it."""
    return {
        "field": str(claim.field),
        "value": value_to_plain(claim.value),
        "reader": claim.reader,
        "version": claim.version,
        "authority": claim.authority.name.lower(),
        "confidence": claim.confidence,
        "evidence": asdict(claim.evidence),
        "time": claim.time.isoformat(),
    }


def claim_from_plain(plain: Plain) -> Claim:
    """What `claim_to_plain` wrote; its subject, which is not told to people, is taken from the key `subject` if it is there."""
    field = Field(plain["field"])
    return Claim(
        subject=plain.get("subject", ""),
        field=field,
        value=value_from_plain(field, plain["value"]),
        evidence=Evidence(**plain["evidence"]),
        reader=plain["reader"],
        version=plain["version"],
        authority=Authority[plain["authority"].upper()],
        confidence=plain["confidence"],
        time=datetime.fromisoformat(plain["time"]),
    )
