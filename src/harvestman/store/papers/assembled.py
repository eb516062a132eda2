"""The assembled view of each paper, kept in its row and in the search index and made anew whenever its claims change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    Authority,
    Claim,
    Evidence,
    Field,
    Paper,
    assemble,
    paper_to_plain,
    value_from_plain,
)
from harvestman.store import schema
from harvestman.store.database import batches
from harvestman.store.search import PAPER_INDEX, put_in_index

# What PostgreSQL's integer holds; a page may claim any number for a year.
_MAX_YEAR = 9999


_SELECT_CLAIMS = (
    sa.select(schema.claim, schema.mention.c.paper_id, schema.mention.c.subject)
    .join_from(schema.claim, schema.mention)
    .where(schema.mention.c.paper_id.in_(sa.bindparam("papers", expanding=True)))
    .order_by(schema.mention.c.id, schema.claim.c.number)
)
_INSERT = sa.insert(schema.paper).returning(schema.paper.c.id)
_UPDATE = sa.update(schema.paper).where(schema.paper.c.id == sa.bindparam("row"))


def claims_of(connection: Connection, papers: Collection[int]) -> dict[int, list[Claim]]:
    """The claims of each of these papers, in a fixed order."""
    found: dict[int, list[Claim]] = {paper: [] for paper in papers}
    for row in connection.execute(_SELECT_CLAIMS, {"papers": list(papers)}):
        found[row.paper_id].append(_claim(row))
    return found


def add_paper(
    connection: Connection, public_id: str, claims: Iterable[Claim], *, now: datetime
) -> int:
    """A new paper of which this is claimed; its row."""
    view = _assembled(claims)
    values = {"public_id": public_id, "added": now, **_values(view, now)}
    paper = int(connection.scalars(_INSERT, values).one())
    put_in_index(connection, PAPER_INDEX, paper, _searchable(view))
    return paper


def assemble_papers(connection: Connection, papers: Collection[int], *, now: datetime) -> None:
    """Bring the views of these papers up to date with their claims."""
    for batch in batches(papers):
        for paper, claims in claims_of(connection, batch).items():
            view = _assembled(claims)
            connection.execute(_UPDATE, {"row": paper, **_values(view, now)})
            put_in_index(connection, PAPER_INDEX, paper, _searchable(view))


def _values(view: Paper, now: datetime) -> dict[str, Any]:
    return {
        "title": view.title,
        "year": view.year if view.year and 0 < view.year <= _MAX_YEAR else None,
        "pdf": view.pdf,
        "view": paper_to_plain(view),
        "changed": now,
        "examined": None,
    }


def _assembled(claims: Iterable[Claim]) -> Paper:
    claims = list(claims)
    if any(claim.field is Field.TITLE for claim in claims):
        return assemble(claims)
    # Nobody has named it yet: it is kept, and shown as soon as a mention of it has a title.
    return Paper(title="")


def _searchable(paper: Paper) -> tuple[str, str, str, str]:
    """What is indexed, for the columns of `PAPER_INDEX`."""
    authors = " ".join(author.name for author in paper.authors)
    venue = " ".join((paper.venue, paper.session, paper.publisher))
    rest = (paper.abstract, *paper.keywords, paper.doi, paper.arxiv, paper.isbn, paper.issn)
    return paper.title, authors, venue, " ".join(rest)


def _claim(row: Any) -> Claim:
    field = Field(row.field)
    return Claim(
        subject=row.subject,
        field=field,
        value=value_from_plain(field, row.value),
        evidence=Evidence(source=row.source, locator=row.locator, quote=row.quote),
        reader=row.reader,
        version=row.version,
        authority=Authority(row.authority),
        confidence=row.confidence,
        time=row.time,
    )
