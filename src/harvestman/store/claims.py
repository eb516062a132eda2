"""The one table of claims: what is said of a mention of a paper, an event, an entity of a page, a candidate, written and read the same way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Authority, Claim, Evidence, Field, value_from_plain, value_to_plain
from harvestman.store.database import batches
from harvestman.store.prepared import Prepared
from harvestman.store.tables import claim

MENTION, EVENT, ENTITY, CANDIDATE = "mention", "event", "entity", "candidate"
"""What a claim is about: the name of the table whose row it speaks of."""

_INSERT = Prepared.of(sa.insert(claim), *claim.c.keys())


def add_claims(connection: Connection, about: str, claims: Mapping[int, Sequence[Claim]]) -> None:
    """Write the claims of rows that have none."""
    _INSERT.change_all(
        connection,
        (
            _row(about, row, number, one)
            for row, ones in claims.items()
            for number, one in enumerate(ones)
        ),
    )


def drop_claims(connection: Connection, about: str, rows: Collection[int]) -> None:
    """Forget all that is said of these rows."""
    for batch in batches(rows):
        connection.execute(
            sa.delete(claim).where(claim.c.about == about, claim.c.about_id.in_(batch))
        )


def claim_of(row: Any, subject: str) -> Claim:
    """A row of the table as a claim."""
    field = Field(row.field)
    return Claim(
        subject=subject,
        field=field,
        value=value_from_plain(field, row.value),
        evidence=Evidence(source=row.source, locator=row.locator, quote=row.quote),
        reader=row.reader,
        version=row.version,
        authority=Authority(row.authority),
        confidence=row.confidence,
        time=row.time,
    )


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
