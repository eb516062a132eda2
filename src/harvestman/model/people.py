"""People and organisations as pages name them, each assembled from the claims of one place on a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from harvestman.model.claims import Claim, Field
from harvestman.model.sending import sent_by_values


class EntityKind(StrEnum):
    """What a page names."""

    PERSON = "person"
    ORGANISATION = "organisation"


class Role(StrEnum):
    """What a person is on the page that names them."""

    OWNER = "owner"
    """The page, or the site, is theirs."""
    TEACHER = "teacher"
    AUTHOR = "author"
    """A list names them in one entry with a file: at the place of that file's link."""
    STAFF = "staff"
    NAMED = "named"
    """Nothing is said of them."""


@sent_by_values
@dataclass(frozen=True, slots=True)
class EntitySighting:
    """A person or an organisation as one place of a page states it: the claims that share a subject."""

    kind: EntityKind
    claims: tuple[Claim, ...]
    place: int = 0
    """How many of the page's links stand before it: so a name is known to stand above a file's link."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person as a page names them; without a name, an address of nobody who is named there."""

    name: str
    emails: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    role: Role = Role.NAMED
    source: str = ""
    """The address of the page."""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Organisation:
    """An organisation as a page names it."""

    name: str
    source: str = ""
    place: int = 0


def assemble_entity(sighting: EntitySighting) -> Person | Organisation:
    """The person or organisation that a place of a page speaks of."""
    told = _best(sighting.claims)
    name = str(told.get(Field.NAME, ""))
    source = sighting.claims[0].evidence.source
    if sighting.kind is EntityKind.ORGANISATION:
        return Organisation(name, source, sighting.place)
    return Person(
        name,
        _strings(told.get(Field.EMAILS)),
        _strings(told.get(Field.AFFILIATIONS)),
        Role(str(told.get(Field.ROLE, Role.NAMED))),
        source,
        sighting.place,
    )


def _best(claims: Iterable[Claim]) -> dict[Field, object]:
    best: dict[Field, Claim] = {}
    for claim in claims:
        known = best.get(claim.field)
        rank = (claim.authority, claim.confidence)
        if known is None or rank > (known.authority, known.confidence):
            best[claim.field] = claim
    return {field: claim.value for field, claim in best.items()}


def _strings(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()
