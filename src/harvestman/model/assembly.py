"""Assembly: many claims in, one paper out. This is the only place where it is decided which value is shown.

The rule, for each field by itself: the claim of the highest authority wins (reviewer over identifier lookup over embedded
metadata over wrapper over learned reader); then the most confident; then the value that most claims agree on; then the
most detailed; then the smallest in writing. Time plays no part: no order of arrival may change what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from harvestman.model.claims import Author, Claim, Field, Value
from harvestman.model.papers import Paper
from harvestman.text import fold, name_key


def assemble(claims: Iterable[Claim]) -> Paper:
    """The paper that these claims speak of; ValueError when none of them gives a title."""
    winners = {field: claim.value for field, claim in winning_claims(claims).items()}
    if Field.TITLE not in winners:
        raise ValueError("no claim gives a title")
    return Paper(**{str(field): value for field, value in winners.items()})  # type: ignore[arg-type]


def winning_claims(claims: Iterable[Claim]) -> dict[Field, Claim]:
    """For each field that is claimed at all, the claim whose value is shown."""
    by_field: dict[Field, list[Claim]] = {}
    for claim in claims:
        by_field.setdefault(claim.field, []).append(claim)
    return {field: _winner(rivals) for field, rivals in by_field.items()}


def _winner(rivals: list[Claim]) -> Claim:
    if len(rivals) == 1:  # the usual case, and folding a long abstract is dear
        return rivals[0]
    agreement: dict[str, int] = {}
    for claim in rivals:
        key = value_key(claim.value)
        agreement[key] = agreement.get(key, 0) + 1

    def merit(claim: Claim) -> tuple[int, float, int, int]:
        return (
            claim.authority,
            claim.confidence,
            agreement[value_key(claim.value)],
            _detail(claim.value),
        )

    best = max(map(merit, rivals))
    return min(
        (c for c in rivals if merit(c) == best), key=lambda c: (repr(c.value), c.evidence.source)
    )


def value_key(value: Value) -> str:
    """Equal for two values that say the same: case, accents and punctuation do not count."""
    if isinstance(value, tuple):
        return "|".join(name_key(v.name) if isinstance(v, Author) else fold(v) for v in value)
    return fold(str(value)) or str(value)


def _detail(value: Value) -> int:
    """How much a value tells, to choose between values that agree."""
    if isinstance(value, tuple):
        return sum(
            len(v.name) + 100 * (len(v.affiliations) + len(v.emails) + bool(v.orcid))
            if isinstance(v, Author)
            else 1
            for v in value
        )
    return len(str(value))
