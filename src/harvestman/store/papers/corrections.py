"""What persons say of a paper: claims that win over every reader and stay with the paper.

They are kept as a mention of their own, whose source is `person:NAME` and whose subject is the id of the paper that was meant. It
has no keys. It goes where that id leads: with the paper when it is merged, back with it when the merge is undone, and it stays
with the id when other mentions are split off. No page can take it back, only a person.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import PERSON, Claim, Field
from harvestman.store import schema
from harvestman.store.asking import ask
from harvestman.store.changes import PAPER, Noting
from harvestman.store.claims import CLAIM, MENTION, add_claims, claim_of, drop_claims
from harvestman.store.database import Database, batches
from harvestman.store.ids import digest_key
from harvestman.store.papers.assembled import assemble_papers

_mention, _claim = schema.mention, schema.claim

IS_PERSON = _mention.c.said_of.is_not(None)
"""Whether a mention is what a person says."""


def say_of_paper(connection: Connection, paper: int, claim: Claim, *, now: datetime) -> None:
    """Keep what a person says of a paper, in place of what the same person said of that field before."""
    source = claim.evidence.source
    identity = digest_key(source, claim.subject)
    row = connection.scalar(sa.select(_mention.c.id).where(_mention.c.identity == identity))
    if row is None:
        values = {
            "paper_id": paper,
            "identity": identity,
            "source": source,
            "source_key": digest_key(source),
            "subject": claim.subject,
            "kept": now,
            "said_of": claim.subject,
        }
        row = connection.scalars(sa.insert(_mention).returning(_mention.c.id), values).one()
    said = [one for one in _said_in(connection, row) if one.field is not claim.field]
    _put(connection, row, [*said, claim])
    _assemble(connection, paper, now=now)


def corrected_fields(database: Database) -> dict[str, int]:
    """How often persons have put each field of papers right, the most often corrected first."""
    number = sa.func.count()
    statement = (
        sa.select(_claim.c.field, number)
        # Not as a join: SQLite would begin with the claims, 110 ms for those of 100,000 papers.
        .where(
            _claim.c.about == MENTION,
            _claim.c.about_id.in_(sa.select(_mention.c.id).where(IS_PERSON)),
        )
        .group_by(_claim.c.field)
        .order_by(number.desc(), _claim.c.field)
    )
    with database.read() as connection:
        return {row[0]: int(row[1]) for row in connection.execute(statement)}


def take_back_of_paper(
    connection: Connection, paper: int, field: Field, *, by: str | None, now: datetime
) -> int:
    """Forget what persons, or one of them, said of a field of a paper; how many had said something."""
    which = sa.select(_mention.c.id).where(_mention.c.paper_id == paper, IS_PERSON)
    if by is not None:
        which = which.where(_mention.c.source_key == digest_key(PERSON + by))
    count = 0
    for row in connection.scalars(which.order_by(_mention.c.id)).all():
        said = _said_in(connection, row)
        rest = [one for one in said if one.field is not field]
        count += len(said) - len(rest)
        if len(rest) < len(said):
            _put(connection, row, rest)
        if not rest:
            connection.execute(sa.delete(_mention).where(_mention.c.id == row))
    if count:
        _assemble(connection, paper, now=now)
    return count


def corrected_papers(connection: Connection, papers: Collection[int]) -> set[int]:
    """Those of these papers of which a person said something."""
    found: set[int] = set()
    for batch in batches(papers):
        found.update(
            connection.scalars(
                sa.select(_mention.c.paper_id).where(_mention.c.paper_id.in_(batch), IS_PERSON)
            )
        )
    return found


def follow(connection: Connection, ids: Collection[str], paper: int) -> bool:
    """Give what persons said of these ids to the paper that they lead to now; whether they had said anything."""
    moved = 0
    for batch in batches(ids):
        moved += connection.execute(
            sa.update(_mention).where(_mention.c.said_of.in_(batch)).values(paper_id=paper)
        ).rowcount
    return moved > 0


def _said_in(connection: Connection, mention: int) -> list[Claim]:
    rows = ask(
        connection,
        f"""
        SELECT {CLAIM}, mention.subject FROM mention JOIN claim ON claim.about_id = mention.id
        WHERE claim.about = '{MENTION}' AND mention.id = {int(mention)} ORDER BY claim.number
        """,  # noqa: S608 (a number and our own names)
    )
    return [claim_of(row, row[-1]) for row in rows]


def _put(connection: Connection, mention: int, claims: list[Claim]) -> None:
    drop_claims(connection, MENTION, [mention])
    add_claims(connection, MENTION, {mention: claims})


def _assemble(connection: Connection, paper: int, *, now: datetime) -> None:
    noting = Noting(PAPER)
    assemble_papers(connection, [paper], noting, now=now)
    noting.write(connection, now=now)
