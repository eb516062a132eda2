"""The values of a thing and who says them: one line a field, with the value that is shown, its claim and those of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from harvestman.model import Author, Claim, Field, Value, winning_claims


@dataclass(frozen=True, slots=True)
class Rival:
    """A value that is not shown, and those who say so."""

    text: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class FieldLine:
    """One field: what is shown of it and why, and what else is said."""

    field: str
    text: str
    shown: Claim | None
    sources: int
    """How many pages, files and persons say this value."""
    rivals: tuple[Rival, ...]

    @property
    def is_missing(self) -> bool:
        """Whether nobody says anything of it."""
        return self.shown is None


def value_text(value: Value) -> str:
    """A value as a person would type it."""
    if not isinstance(value, tuple):
        return str(value)
    return "; ".join(one.name if isinstance(one, Author) else one for one in value)


def field_lines(claims: Sequence[Claim], among: Iterable[Field]) -> list[FieldLine]:
    """A line for each of the fields, in their order."""
    best = winning_claims(claims)
    by_field: dict[Field, list[Claim]] = {}
    for claim in claims:
        by_field.setdefault(claim.field, []).append(claim)
    return [_line(field, best.get(field), by_field.get(field, [])) for field in among]


def _line(field: Field, shown: Claim | None, claims: list[Claim]) -> FieldLine:
    if shown is None:
        return FieldLine(str(field), "", None, 0, ())
    text = value_text(shown.value)
    others: dict[str, list[Claim]] = {}
    sources = set()
    for claim in claims:
        said = value_text(claim.value)
        if said == text:
            sources.add(claim.evidence.source)
        else:
            others.setdefault(said, []).append(claim)
    rivals = tuple(Rival(said, tuple(by)) for said, by in others.items())
    return FieldLine(str(field), text, shown, len(sources), rivals)


def date_of(text: str) -> date | None:
    """The day that a form or an address names as 2026-11-01; None for anything else."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
