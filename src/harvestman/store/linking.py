"""Which mentions are one paper: those that share a key, directly or through others.

Papers are the connected components of all mentions over their keys, whatever the order in which mentions arrive. A mention
that shares keys with several papers makes them one, and the younger papers' ids lead to the oldest from then on. A page
that is read again and still states papers replaces all it said before: a mention that it no longer makes is gone, and a
paper that has lost a mention or a key is taken apart and put together anew. A page that states no paper any more takes
nothing back: sites are emptied when they end, and their papers are still papers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Claim, LinkedMention, value_to_plain
from harvestman.store import schema
from harvestman.store.assembled import add_paper, assemble_papers
from harvestman.store.database import LINKING, Database, batches, insert_into
from harvestman.store.ids import digest_key, short_key
from harvestman.store.search import PAPER_INDEX, drop_from_index

# Built once: keeping a page is the hot path.
_SELECT_MENTIONS = sa.select(
    schema.mention.c.id, schema.mention.c.identity, schema.mention.c.paper_id
).where(schema.mention.c.identity.in_(sa.bindparam("identities", expanding=True)))
_SELECT_OWNERS = sa.select(schema.paper_key).where(
    schema.paper_key.c.key.in_(sa.bindparam("keys", expanding=True))
)
_INSERT_MENTION = sa.insert(schema.mention).returning(schema.mention.c.id)
_INSERT_KEY = sa.insert(schema.mention_key)
_INSERT_CLAIM = sa.insert(schema.claim)

_Node = tuple[str, str | int]
"""A mention that arrives, a mention or paper that the library has, or a key; by kind and name."""


@dataclass(slots=True)
class _Mention:
    """A mention on its way into the library."""

    identity: str
    subject: str
    claims: list[Claim]
    keys: set[str]
    row: int | None = None
    paper: int | None = None
    old_keys: set[str] = field(default_factory=set)
    is_gone: bool = False
    """Whether the page makes it no longer."""


@dataclass(slots=True)
class _Group:
    """What becomes one paper: whole papers, and mentions one by one."""

    papers: list[int] = field(default_factory=list)
    mentions: list[_Mention] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)
    """Rows of mentions of a paper that was taken apart, which are not read again now."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody speaks of it any more."""
        return not self.settled and all(mention.is_gone for mention in self.mentions)


def keep_mentions(
    database: Database,
    connection: Connection,
    source: str,
    mentions: Sequence[LinkedMention],
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> None:
    """Keep what a page says of papers, in the caller's transaction, and bring the papers up to date."""
    arriving = _by_subject(source, mentions)
    if not arriving:
        return
    database.lock(connection, LINKING)
    _recognise(connection, arriving)
    arriving += _no_longer_made(connection, source, arriving)
    changed: list[int] = []
    empty: list[int] = []
    for group in _groups(connection, arriving):
        if group.is_empty:
            empty += group.papers
            continue
        is_new = not group.papers
        paper = _settle(connection, group, source=source, now=now, new_id=new_id)
        if group.settled or not is_new:  # else its paper was assembled from all its claims just now
            changed.append(paper)
    _write_mentions(connection, arriving, source=source, now=now)
    _remove_papers(connection, empty, _successor(arriving), source=source, now=now)
    assemble_papers(connection, changed, now=now)


def _by_subject(source: str, mentions: Iterable[LinkedMention]) -> list[_Mention]:
    """One mention for each subject of the page; what several say of one subject is joined."""
    found: dict[str, _Mention] = {}
    for linked in mentions:
        if not linked.mention.claims:
            continue
        subject = linked.mention.subject
        identity = digest_key(source, subject)
        mention = found.setdefault(identity, _Mention(identity, subject, [], set()))
        mention.claims.extend(linked.mention.claims)
        mention.keys.update(map(short_key, linked.keys))
    return list(found.values())


def _recognise(connection: Connection, arriving: list[_Mention]) -> None:
    """Note which mentions the library already has, and which keys they had."""
    key = schema.mention_key
    by_identity = {m.identity: m for m in arriving}
    by_row: dict[int, _Mention] = {}
    for batch in batches(by_identity):
        for row in connection.execute(_SELECT_MENTIONS, {"identities": batch}):
            known = by_row[row.id] = by_identity[row.identity]
            known.row, known.paper = row.id, row.paper_id
    for rows in batches(by_row):
        for owner, old_key in connection.execute(
            sa.select(key.c.mention_id, key.c.key).where(key.c.mention_id.in_(rows))
        ):
            by_row[owner].old_keys.add(old_key)


def _no_longer_made(
    connection: Connection, source: str, arriving: list[_Mention]
) -> list[_Mention]:
    """The mentions that the page made when it was last read, and makes no longer."""
    mention, key = schema.mention, schema.mention_key
    made = {m.identity for m in arriving}
    gone: dict[int, _Mention] = {}
    rows = connection.execute(
        sa.select(mention, key.c.key)
        .outerjoin_from(mention, key, key.c.mention_id == mention.c.id)
        .where(mention.c.source_key == digest_key(source))
    )
    for row in rows:
        if row.identity not in made:
            one = gone.setdefault(
                row.id,
                _Mention(row.identity, row.subject, [], set(), row.id, row.paper_id, is_gone=True),
            )
            one.old_keys.update({row.key} - {None})
    return list(gone.values())


def _successor(arriving: list[_Mention]) -> int | None:
    """The paper that takes the place of another: a page has one mention less and one more, so it was corrected."""
    new = [m for m in arriving if not m.old_keys and not m.is_gone]
    gone = [m for m in arriving if m.is_gone]
    return new[0].paper if len(new) == 1 == len(gone) else None


def _groups(connection: Connection, arriving: list[_Mention]) -> list[_Group]:
    """The components that the arriving mentions belong to."""
    apart = {m.paper for m in arriving if m.paper is not None and m.old_keys - m.keys}
    settled = _settled_mentions(connection, apart, {m.row for m in arriving})
    forest = _Forest()
    _join_arriving(connection, forest, arriving, apart)
    for row, (_, keys) in settled.items():
        forest.add(("settled", row))
        for key in keys:
            forest.join(("settled", row), ("key", key))

    groups: dict[_Node, _Group] = {}
    by_identity: dict[str | int, _Mention] = {m.identity: m for m in arriving}
    for node in forest.nodes():
        group = groups.setdefault(forest.root(node), _Group())
        kind, name = node
        if kind == "paper":
            group.papers.append(int(name))
        elif kind == "arriving":
            group.mentions.append(by_identity[name])
        elif kind == "settled":
            group.settled.append(int(name))
    # A paper that was taken apart goes on as the part that holds its oldest mention.
    parts: list[tuple[int, int, _Node]] = [
        (paper, row, ("settled", row)) for row, (paper, _) in settled.items()
    ]
    parts += [
        (m.paper, m.row, ("arriving", m.identity))
        for m in arriving
        if m.row is not None and m.paper in apart
    ]
    gone: set[_Node] = {("arriving", m.identity) for m in arriving if m.is_gone}
    for paper in apart:
        oldest = min((part for part in parts if part[0] == paper), key=lambda p: (p[2] in gone, p))
        groups[forest.root(oldest[2])].papers.append(paper)
    return list(groups.values())


def _join_arriving(
    connection: Connection, forest: _Forest, arriving: list[_Mention], apart: Collection[int]
) -> None:
    """Join each mention with the papers it belongs to, and by its keys where those are no whole paper's."""
    owners = _papers_of_keys(connection, {key for m in arriving for key in m.keys})
    for m in arriving:
        node = ("arriving", m.identity)
        forest.add(node)
        if m.paper is not None and m.paper not in apart:
            forest.join(node, ("paper", m.paper))
        for key in m.keys:
            owner = owners.get(key)
            if owner is None or owner in apart:
                forest.join(node, ("key", key))
            else:
                forest.join(node, ("paper", owner))


def _papers_of_keys(connection: Connection, keys: Collection[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for batch in batches(keys):
        rows = connection.execute(_SELECT_OWNERS, {"keys": batch})
        found.update((row.key, row.paper_id) for row in rows)
    return found


def _settled_mentions(
    connection: Connection, apart: Collection[int], arriving: set[int | None]
) -> dict[int, tuple[int, set[str]]]:
    """Paper and keys of each mention of papers taken apart, without those that are arriving again."""
    mention, key = schema.mention, schema.mention_key
    found: dict[int, tuple[int, set[str]]] = {}
    for batch in batches(apart):
        rows = connection.execute(
            sa.select(mention.c.id, mention.c.paper_id, key.c.key)
            .outerjoin_from(mention, key, key.c.mention_id == mention.c.id)
            .where(mention.c.paper_id.in_(batch))
        )
        for row in rows:
            if row.id not in arriving:
                _, keys = found.setdefault(row.id, (row.paper_id, set()))
                keys.update({row.key} - {None})
    return found


def _settle(
    connection: Connection,
    group: _Group,
    *,
    source: str,
    now: datetime,
    new_id: Callable[[], str],
) -> int:
    """Give a group its paper: the oldest it has, or a new one. Others become part of it."""
    if group.papers:
        paper, *younger_ones = sorted(group.papers)
        if younger_ones:
            bridges = {key for m in group.mentions for key in m.keys}
            _merge(connection, younger_ones, paper, bridges, source=source, now=now)
    else:
        claims = [claim for m in group.mentions for claim in m.claims]
        paper = add_paper(connection, new_id(), claims, now=now)
    for m in group.mentions:
        m.paper = paper
    for batch in batches(group.settled):
        _move(connection, batch, paper)
    return paper


def _move(connection: Connection, mentions: list[int], paper: int) -> None:
    """Give mentions, and the keys they have, to a paper."""
    mention, mention_key, paper_key = schema.mention, schema.mention_key, schema.paper_key
    connection.execute(sa.update(mention).where(mention.c.id.in_(mentions)).values(paper_id=paper))
    keys = sa.select(mention_key.c.key).where(mention_key.c.mention_id.in_(mentions))
    connection.execute(sa.update(paper_key).where(paper_key.c.key.in_(keys)).values(paper_id=paper))


@cache
def _upsert_keys(dialect: str) -> sa.Insert:
    insert = insert_into(schema.paper_key, dialect)
    return insert.on_conflict_do_update(
        index_elements=["key"], set_={"paper_id": insert.excluded.paper_id}
    )


def _merge(
    connection: Connection,
    younger: list[int],
    older: int,
    bridges: Collection[str],
    *,
    source: str,
    now: datetime,
) -> None:
    """Make papers part of an older one; their public ids lead there from now on, and it is noted by which key."""
    key, merge, paper = schema.paper_key, schema.paper_merge, schema.paper
    owners = _papers_of_keys(connection, bridges)
    by = {owner: bridge for bridge, owner in sorted(owners.items(), reverse=True)}
    for batch in batches(younger):
        names = connection.execute(
            sa.select(paper.c.id, paper.c.public_id).where(paper.c.id.in_(batch))
        ).all()
        for table in (schema.mention, key, merge):
            connection.execute(
                sa.update(table).where(table.c.paper_id.in_(batch)).values(paper_id=older)
            )
        connection.execute(
            sa.insert(merge),
            [
                {
                    "old_id": row.public_id,
                    "paper_id": older,
                    "key": by.get(row.id, ""),
                    "source": source,
                    "merged": now,
                }
                for row in names
            ],
        )
        drop_from_index(connection, PAPER_INDEX, batch)
        connection.execute(sa.delete(paper).where(paper.c.id.in_(batch)))


def _remove_papers(
    connection: Connection,
    papers: list[int],
    successor: int | None,
    *,
    source: str,
    now: datetime,
) -> None:
    """Remove papers of which nobody speaks any more; where there is a successor, their ids lead to it."""
    paper, merge, key = schema.paper, schema.paper_merge, schema.paper_key
    for batch in batches(papers):
        ids = connection.scalars(sa.select(paper.c.public_id).where(paper.c.id.in_(batch))).all()
        old = connection.scalars(sa.select(merge.c.old_id).where(merge.c.paper_id.in_(batch))).all()
        connection.execute(sa.delete(merge).where(merge.c.paper_id.in_(batch)))
        connection.execute(sa.delete(key).where(key.c.paper_id.in_(batch)))
        drop_from_index(connection, PAPER_INDEX, batch)
        connection.execute(sa.delete(paper).where(paper.c.id.in_(batch)))
        if successor is not None:
            led = {"paper_id": successor, "key": "", "source": source, "merged": now}
            connection.execute(sa.insert(merge), [{"old_id": one} | led for one in (*ids, *old)])


def _write_mentions(
    connection: Connection, every: list[_Mention], *, source: str, now: datetime
) -> None:
    """Write the mentions, their keys and claims in place of what they were; those that are gone are deleted."""
    mention, key, claim = schema.mention, schema.mention_key, schema.claim
    gone = [m for m in every if m.is_gone]
    arriving = [m for m in every if not m.is_gone]
    for batch in batches([m.row for m in gone]):
        for table in (claim, key):
            connection.execute(sa.delete(table).where(table.c.mention_id.in_(batch)))
        connection.execute(sa.delete(mention).where(mention.c.id.in_(batch)))
    known = [m for m in arriving if m.row is not None]
    for batch in batches([m.row for m in known]):
        connection.execute(sa.delete(claim).where(claim.c.mention_id.in_(batch)))
        connection.execute(sa.delete(key).where(key.c.mention_id.in_(batch)))
    if known:
        connection.execute(
            sa.update(mention)
            .where(mention.c.id == sa.bindparam("row"))
            .values(paper_id=sa.bindparam("paper"), kept=now),
            [{"row": m.row, "paper": m.paper} for m in known],
        )
    for m in arriving:
        if m.row is None:
            values = {
                "paper_id": m.paper,
                "identity": m.identity,
                "source": source,
                "source_key": digest_key(source),
                "subject": m.subject,
                "kept": now,
            }
            m.row = int(connection.scalars(_INSERT_MENTION, values).one())
    keys = [{"key": k, "mention_id": m.row} for m in arriving for k in sorted(m.keys)]
    if keys:
        connection.execute(_INSERT_KEY, keys)
        owners = {k: m.paper for m in arriving for k in m.keys}
        connection.execute(
            _upsert_keys(connection.dialect.name),
            [{"key": k, "paper_id": paper} for k, paper in sorted(owners.items())],
        )
    connection.execute(
        _INSERT_CLAIM,
        [_claim_row(c, m.row, number) for m in arriving for number, c in enumerate(m.claims)],
    )
    for lost in batches({k for m in (*known, *gone) for k in m.old_keys - m.keys}):
        # A key that nobody has any more recognises nothing.
        connection.execute(
            sa.delete(schema.paper_key).where(
                schema.paper_key.c.key.in_(lost),
                ~sa.exists().where(key.c.key == schema.paper_key.c.key),
            )
        )


def _claim_row(claim: Claim, mention: int | None, number: int) -> dict[str, Any]:
    return {
        "mention_id": mention,
        "number": number,
        "field": str(claim.field),
        "value": value_to_plain(claim.value),
        "source": claim.evidence.source,
        "locator": claim.evidence.locator,
        "quote": claim.evidence.quote,
        "reader": claim.reader,
        "version": claim.version,
        "authority": int(claim.authority),
        "confidence": claim.confidence,
        "time": claim.time,
    }


class _Forest:
    """Disjoint sets of nodes (union-find with path halving)."""

    def __init__(self) -> None:
        self._parent: dict[_Node, _Node] = {}

    def add(self, node: _Node) -> None:
        self._parent.setdefault(node, node)

    def root(self, node: _Node) -> _Node:
        parent = self._parent
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def join(self, one: _Node, other: _Node) -> None:
        self.add(one)
        self.add(other)
        self._parent[self.root(other)] = self.root(one)

    def nodes(self) -> list[_Node]:
        return list(self._parent)
