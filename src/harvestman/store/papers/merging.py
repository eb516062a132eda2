"""Papers that end: they become part of an older one, to which their ids lead from then on, or nobody speaks of them any more."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import Verdict
from harvestman.store.changes import Belonged, Noting
from harvestman.store.papers.corrections import follow
from harvestman.store.papers.decided import Decider
from harvestman.store.papers.decisions import add_decision, side_of
from harvestman.store.papers.grouping import papers_of_keys
from harvestman.store.search import PAPER_INDEX, drop_from_index
from harvestman.store.statements import Statement
from harvestman.store.storable import plain_of

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_SELECT_ENDING = Statement("SELECT id, public_id, title, view FROM paper WHERE id IN :papers")
_SELECT_NAME = Statement("SELECT public_id FROM paper WHERE id = :paper")
_SELECT_LED = Statement("SELECT old_id FROM paper_merge WHERE paper_id IN :papers")
# What belongs to a paper and goes with it.
_MOVES = tuple(
    Statement(f"UPDATE {table} SET paper_id = :paper_id WHERE paper_id IN :papers")  # noqa: S608 (our own names)
    for table in ("mention", "paper_key", "paper_merge")
)
_INSERT_MERGE = Statement.insert("paper_merge", "old_id", "paper_id", "key", "source", "merged")
_DELETE_MERGES = Statement("DELETE FROM paper_merge WHERE paper_id IN :papers")
_DELETE_KEYS = Statement("DELETE FROM paper_key WHERE paper_id IN :papers")
_DELETE = Statement("DELETE FROM paper WHERE id IN :papers")


def become_part(
    connection: AnyConnection,
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
    connection: AnyConnection,
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
    which = {"papers": papers}
    ending = _SELECT_ENDING.rows(connection, which)
    old = [row.old_id for row in _SELECT_LED.rows(connection, which)]
    _DELETE_MERGES.change(connection, which)
    _DELETE_KEYS.change(connection, which)
    ids = [*(row.public_id for row in ending), *old]
    has_inherited = successor is not None and follow(connection, ids, successor)
    drop_from_index(connection, PAPER_INDEX, papers)
    _DELETE.change(connection, which)
    into = ""
    if successor is not None:
        led = {"paper_id": successor, "key": "", "source": source, "merged": now}
        _INSERT_MERGE.change_all(connection, [{"old_id": one} | led for one in ids])
        into = _SELECT_NAME.value(connection, {"paper": successor})
    for row in ending:
        if not row.title:
            continue
        belonged = Belonged.by_view(plain_of(row.view))
        if successor is not None:
            noting.merged(row.public_id, into, belonged)
        else:
            noting.removed(row.public_id, belonged)
    return has_inherited
