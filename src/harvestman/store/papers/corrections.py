"""What persons say of a paper: claims that win over every reader and stay with the paper.

They are kept as a mention of their own, whose source is `person:NAME` and whose subject is the id of the paper that was meant. It
has no keys. It goes where that id leads: with the paper when it is merged, back with it when the merge is undone, and it stays
with the id when other mentions are split off. No page can take it back, only a person.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import PERSON, Claim, Field
from harvestman.store.changes import PAPER, Noting
from harvestman.store.claims import CLAIM, MENTION, add_claims, claim_of, drop_claims
from harvestman.store.ids import digest_key
from harvestman.store.papers.assembled import assemble_papers
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection
    from harvestman.store.database import Database

# A mention is what a person says where `said_of` names the paper that was meant.
_SELECT_MENTION = Statement("SELECT id FROM mention WHERE identity = :identity")
_SELECT_SAYING = Statement(
    "SELECT id, source_key FROM mention WHERE paper_id = :paper AND said_of IS NOT NULL ORDER BY id"
)
_SELECT_SAID = Statement(
    f"""
    SELECT {CLAIM}, mention.subject FROM mention JOIN claim ON claim.about_id = mention.id
    WHERE claim.about = '{MENTION}' AND mention.id = :mention ORDER BY claim.number
    """  # noqa: S608 (our own names)
)
_SELECT_CORRECTED = Statement(
    "SELECT paper_id FROM mention WHERE paper_id IN :papers AND said_of IS NOT NULL"
)
# Not as a join: SQLite would begin with the claims, 110 ms for those of 100,000 papers.
_COUNT_FIELDS = Statement(
    f"""
    SELECT field, count(*) FROM claim
    WHERE about = '{MENTION}' AND about_id IN (SELECT id FROM mention WHERE said_of IS NOT NULL)
    GROUP BY field ORDER BY count(*) DESC, field
    """  # noqa: S608 (our own name)
)
_INSERT_MENTION = Statement.insert(
    "mention", "paper_id", "identity", "source", "source_key", "subject", "kept", "said_of",
    "site", "reader",
    then="RETURNING id",
)  # fmt: skip
_DELETE_MENTION = Statement("DELETE FROM mention WHERE id = :mention")
_FOLLOW = Statement("UPDATE mention SET paper_id = :paper WHERE said_of IN :ids")


def say_of_paper(connection: AnyConnection, paper: int, claim: Claim, *, now: datetime) -> None:
    """Keep what a person says of a paper, in place of what the same person said of that field before."""
    source = claim.evidence.source
    identity = digest_key(source, claim.subject)
    row = _SELECT_MENTION.value(connection, {"identity": identity})
    if row is None:
        values = {
            "paper_id": paper,
            "identity": identity,
            "source": source,
            "source_key": digest_key(source),
            "subject": claim.subject,
            "kept": now,
            "said_of": claim.subject,
            "site": "",
            "reader": "",
        }
        row = _INSERT_MENTION.value(connection, values)
    said = [one for one in _said_in(connection, row) if one.field is not claim.field]
    _put(connection, row, [*said, claim])
    _assemble(connection, paper, now=now)


def corrected_fields(database: Database) -> dict[str, int]:
    """How often persons have put each field of papers right, the most often corrected first."""
    with database.asking() as connection:
        return {field: int(number) for field, number in _COUNT_FIELDS.rows(connection)}


def take_back_of_paper(
    connection: AnyConnection, paper: int, field: Field, *, by: str | None, now: datetime
) -> int:
    """Forget what persons, or one of them, said of a field of a paper; how many had said something."""
    wanted = None if by is None else digest_key(PERSON + by)
    count = 0
    for row, source_key in _SELECT_SAYING.rows(connection, {"paper": paper}):
        if wanted is not None and source_key != wanted:
            continue
        said = _said_in(connection, row)
        rest = [one for one in said if one.field is not field]
        count += len(said) - len(rest)
        if len(rest) < len(said):
            _put(connection, row, rest)
        if not rest:
            _DELETE_MENTION.change(connection, {"mention": row})
    if count:
        _assemble(connection, paper, now=now)
    return count


def corrected_papers(connection: AnyConnection, papers: Collection[int]) -> set[int]:
    """Those of these papers of which a person said something."""
    found = _SELECT_CORRECTED.rows(connection, {"papers": list(papers)}) if papers else ()
    return {row.paper_id for row in found}


def follow(connection: AnyConnection, ids: Collection[str], paper: int) -> bool:
    """Give what persons said of these ids to the paper that they lead to now; whether they had said anything."""
    return bool(ids) and _FOLLOW.change(connection, {"ids": list(ids), "paper": paper}) > 0


def _said_in(connection: AnyConnection, mention: int) -> list[Claim]:
    rows = _SELECT_SAID.rows(connection, {"mention": mention})
    return [claim_of(row, row[-1]) for row in rows]


def _put(connection: AnyConnection, mention: int, claims: list[Claim]) -> None:
    drop_claims(connection, MENTION, [mention])
    add_claims(connection, MENTION, {mention: claims})


def _assemble(connection: AnyConnection, paper: int, *, now: datetime) -> None:
    noting = Noting(PAPER)
    assemble_papers(connection, [paper], noting, now=now)
    noting.write(connection, now=now)
