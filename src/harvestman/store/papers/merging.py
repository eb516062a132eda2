"""Papers that end: they become part of an older one, to which their ids lead from then on, or nobody speaks of them any more."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Verdict
from harvestman.store import schema
from harvestman.store.changes import Belonged, Noting
from harvestman.store.database import batches
from harvestman.store.papers.corrections import follow
from harvestman.store.papers.decided import Decider
from harvestman.store.papers.decisions import add_decision, side_of
from harvestman.store.papers.grouping import papers_of_keys
from harvestman.store.prepared import Prepared, is_among
from harvestman.store.search import PAPER_INDEX, drop_from_index
from harvestman.store.storable import plain_of

_paper, _paper_merge = schema.paper, schema.paper_merge
_SELECT_ENDING = Prepared(
    lambda dialect: sa.select(_paper.c.id, _paper.c.public_id, _paper.c.title, _paper.c.view).where(
        is_among(_paper.c.id, "papers", dialect)
    )
)
# What belongs to a paper and goes with it.
_MOVES = tuple(
    Prepared(
        lambda dialect, table=table: sa.update(table).where(  # type: ignore[misc]
            is_among(table.c.paper_id, "papers", dialect)
        ),
        "paper_id",
    )
    for table in (schema.mention, schema.paper_key, _paper_merge)
)
_INSERT_MERGE = Prepared.of(
    sa.insert(_paper_merge), "old_id", "paper_id", "key", "source", "merged"
)
_DELETE = Prepared(
    lambda dialect: sa.delete(_paper).where(is_among(_paper.c.id, "papers", dialect))
)


def become_part(
    connection: Connection,
    younger: list[int],
    older: int,
    bridges: Collection[str],
    noting: Noting,
    *,
    source: str,
    now: datetime,
    new_id: Callable[[], str],
) -> None:
    """Make papers part of an older one; their public ids lead there from now on, and it is noted by which key."""
    owners = papers_of_keys(connection, bridges)
    by = {owner: bridge for bridge, owner in sorted(owners.items(), reverse=True)}
    whole = side_of(connection, older)
    for one in younger:
        if one in by:  # else a decision joins them, which is noted already
            add_decision(
                connection,
                new_id(),
                Verdict.SAME,
                Decider.KEYS,
                one=whole,
                other=side_of(connection, one),
                now=now,
                reasons=[f"{source} shares the key {by[one]} with it"],
            )
    which = {"papers": younger}
    ending = _SELECT_ENDING.rows(connection, which)
    for row in ending:
        if row.title:
            noting.merged(row.public_id, whole.id, Belonged.by_view(plain_of(row.view)))
    for move in _MOVES:
        move.change(connection, which | {"paper_id": older})
    led = {"paper_id": older, "source": source, "merged": now}
    _INSERT_MERGE.change_all(
        connection, [led | {"old_id": row.public_id, "key": by.get(row.id, "")} for row in ending]
    )
    drop_from_index(connection, PAPER_INDEX, younger)
    _DELETE.change(connection, which)


def remove_papers(
    connection: Connection,
    papers: list[int],
    successor: int | None,
    noting: Noting,
    *,
    source: str,
    now: datetime,
) -> bool:
    """Remove papers of which nobody speaks any more; where there is a successor, their ids lead to it.

    Whether the successor has inherited what a person said of them.
    """
    if not papers:
        return False
    paper, merge, key = schema.paper, schema.paper_merge, schema.paper_key
    has_inherited = False
    into = sa.select(paper.c.public_id).where(paper.c.id == successor)
    for batch in batches(papers):
        found = sa.select(paper.c.public_id, paper.c.title, paper.c.view).where(
            paper.c.id.in_(batch)
        )
        rows = connection.execute(found).all()
        old = connection.scalars(sa.select(merge.c.old_id).where(merge.c.paper_id.in_(batch))).all()
        connection.execute(sa.delete(merge).where(merge.c.paper_id.in_(batch)))
        connection.execute(sa.delete(key).where(key.c.paper_id.in_(batch)))
        ids = [row.public_id for row in rows]
        if successor is not None:
            has_inherited |= follow(connection, [*ids, *old], successor)
        drop_from_index(connection, PAPER_INDEX, batch)
        connection.execute(sa.delete(paper).where(paper.c.id.in_(batch)))
        if successor is not None:
            led = {"paper_id": successor, "key": "", "source": source, "merged": now}
            connection.execute(sa.insert(merge), [{"old_id": one} | led for one in (*ids, *old)])
        for row in rows:
            if not row.title:
                continue
            belonged = Belonged.by_view(row.view)
            if successor is not None:
                noting.merged(row.public_id, connection.scalars(into).one(), belonged)
            else:
                noting.removed(row.public_id, belonged)
    return has_inherited
