"""The one table of claims: what is said of a mention of a paper, an event, an entity of a page, a candidate, written and read the same way."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from harvestman.model import Authority, Claim, Evidence, Field, value_from_plain, value_to_plain
from harvestman.store.asking import moment_told
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

MENTION, EVENT, ENTITY, CANDIDATE = "mention", "event", "entity", "candidate"
"""What a claim is about: the name of the table whose row it speaks of."""

CLAIM = (
    "claim.field, CAST(claim.value AS text), claim.source, claim.locator, claim.quote, claim.reader, claim.version, "
    "claim.authority, claim.confidence, claim.time"
)
"""The columns of a claim, as `claim_of` takes them."""

# Claims are read by the thousand: calling an Enum, and `json.loads`, take twice as long.
_FIELDS = {field.value: field for field in Field}
_AUTHORITIES = {int(authority): authority for authority in Authority}
_plain_of = json.JSONDecoder().raw_decode


_INSERT = Statement.insert(
    "claim", "about_id", "about", "number", "field", "value", "source", "locator", "quote", "reader",
    "version", "authority", "confidence", "time",
    json=["value"],
)  # fmt: skip
_DELETE = Statement("DELETE FROM claim WHERE about = :about AND about_id IN :rows")


def add_claims(
    connection: AnyConnection, about: str, claims: Mapping[int, Sequence[Claim]]
) -> None:
    """Write the claims of rows that have none."""
    _INSERT.change_all(
        connection,
        (
            _row(about, row, number, one)
            for row, ones in claims.items()
            for number, one in enumerate(ones)
        ),
    )


def drop_claims(connection: AnyConnection, about: str, rows: Collection[int]) -> None:
    """Forget all that is said of these rows."""
    if rows:
        _DELETE.change(connection, {"about": about, "rows": list(rows)})


def claim_of(row: Sequence[Any], subject: str) -> Claim:
    """A claim of a row that begins with the columns of `CLAIM`."""
    name, value, source, locator, quote, reader, version, authority, confidence, time = row[:10]
    field = _FIELDS[name]
    return Claim(
        subject,
        field,
        value_from_plain(field, _told(value)),
        Evidence(source, locator, quote),
        reader,
        version,
        _AUTHORITIES[authority],
        confidence,
        moment_told(time),
    )


def _told(value: str) -> Any:
    """The value of a claim. Most are text with nothing to unescape in it: a tenth of the time."""
    if value[0] == '"' and "\\" not in value:
        return value[1:-1]
    return _plain_of(value)[0]


def _row(about: str, about_id: int, number: int, one: Claim) -> dict[str, Any]:
    return {
        "about": about,
        "about_id": about_id,
        "number": number,
        "field": one.field.value,
        "value": value_to_plain(one.value),
        "source": one.evidence.source,
        "locator": one.evidence.locator,
        "quote": one.evidence.quote,
        "reader": one.reader,
        "version": one.version,
        "authority": int(one.authority),
        "confidence": one.confidence,
        "time": one.time,
    }
