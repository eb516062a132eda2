"""Which mentions belong together: the connected components over keys, and over what was decided about papers.

Mentions that share a key are one paper, directly or through others. Usually a paper that is not taken apart counts as one node
of the graph, so that keeping a page looks at little. Where decisions bind a paper, all mentions that may be concerned are
looked at anew: what a person joined comes first, then the keys, then what a comparison joined; and no link is made that would
bring two mentions together which a decision keeps apart. So the result depends on the mentions and decisions alone, not on
the order in which they came.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from harvestman.model import Claim, Field
from harvestman.store.papers.decisions import Bond, are_there_any, bonds_of
from harvestman.store.sites import MAX_NAME
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_SELECT_OWNERS = Statement("SELECT key, paper_id FROM paper_key WHERE key IN :keys")
_SELECT_IDENTITIES = Statement("SELECT identity FROM mention WHERE paper_id IN :papers")
_SELECT_PAPERS = Statement("SELECT paper_id FROM mention WHERE identity IN :identities")
_SELECT_PAPERS_WITH_KEYS = Statement(
    """
    SELECT mention.paper_id FROM mention JOIN mention_key ON mention_key.mention_id = mention.id
    WHERE mention_key.key IN :keys
    """
)
_SELECT_SETTLED = Statement(
    """
    SELECT mention.id, mention.identity, mention.paper_id, mention_key.key
    FROM mention LEFT JOIN mention_key ON mention_key.mention_id = mention.id
    WHERE mention.paper_id IN :papers AND mention.said_of IS NULL
    """
)
_SELECT_NAMES = Statement("SELECT id, public_id FROM paper WHERE id IN :papers")

_SHADOW = "shadow"  # a key once more, for a side that decisions keep apart from those who have it
_Node = tuple[str, str | int]
"""A mention by its identity, a whole paper by its row, or a key; by kind and name."""


@dataclass(slots=True)
class Arriving:
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

    @property
    def reader(self) -> str:
        """Who says its title."""
        told = (claim.reader for claim in self.claims if claim.field is Field.TITLE)
        return next(told, "")[:MAX_NAME]


@dataclass(frozen=True, slots=True)
class Settled:
    """A mention that the library has, of a paper that is put together anew."""

    row: int
    paper: int
    keys: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Group:
    """What becomes one paper: whole papers, and mentions one by one."""

    papers: list[int] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    """Those of the papers that were not taken apart."""
    mentions: list[Arriving] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)
    """Rows of mentions of a paper that was taken apart, which are not read again now."""
    keys: list[str] = field(default_factory=list)
    """The keys that recognise it from now on, where two papers have them and decisions keep these apart."""
    bonds: list[Bond] = field(default_factory=list)
    """Decisions by which it was parted from another paper."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody speaks of it any more."""
        return not self.settled and all(mention.is_gone for mention in self.mentions)

    @property
    def is_unknown(self) -> bool:
        """Whether the library knows nothing of it yet."""
        is_known = self.papers or self.settled or self.bonds or not self.mentions
        return not is_known and all(mention.row is None for mention in self.mentions)

    @property
    def claims(self) -> list[Claim]:
        """All that its arriving mentions say."""
        return [claim for mention in self.mentions for claim in mention.claims]


def components(
    connection: AnyConnection, arriving: list[Arriving], *, anew: Collection[int] = ()
) -> list[Group]:
    """The components that the arriving mentions belong to, and those of the papers that are to be put together `anew`."""
    owners = papers_of_keys(connection, {key for m in arriving for key in m.keys})
    touched = {*anew, *owners.values(), *(m.paper for m in arriving if m.paper is not None)}
    bonds, concerned = _concerned(connection, arriving, touched)
    apart = {m.paper for m in arriving if m.paper is not None and m.old_keys - m.keys}
    apart |= {*anew, *concerned}
    settled = _settled_mentions(connection, apart, {m.row for m in arriving})
    forest = Forest(_enemies(bonds))
    rows = {identity: one.row for identity, one in settled.items()}
    rows |= {m.identity: m.row or sys.maxsize for m in arriving if not m.is_gone}
    edges = list(_edges(arriving, settled, owners, apart))
    for identity in (*settled, *(m.identity for m in arriving)):
        forest.add(("mention", identity))
    if bonds:
        edges.sort(key=_strength)
        _join_sides(forest, bonds, rows, by_person=True)
    for one, other in edges:
        _join_by_key(forest, one, other)
    _join_sides(forest, bonds, rows, by_person=False)
    return _gathered(connection, forest, arriving, settled, apart, bonds)


def _join_by_key(forest: Forest, one: _Node, other: _Node) -> None:
    """Join a mention with a key; where decisions keep it apart from those who have it, with others of its own side."""
    kind, name = other
    number = 0
    while not forest.join(one, other) and kind == "key":
        number += 1
        other = (_SHADOW, f"{number} {name}")


def is_bound(
    connection: AnyConnection, arriving: Iterable[Arriving], touched: Collection[int]
) -> bool:
    """Whether decisions bind the arriving mentions or the papers that they touch."""
    return are_there_any(connection) and bool(_bonds_near(connection, arriving, touched))


def _bonds_near(
    connection: AnyConnection, arriving: Iterable[Arriving], touched: Collection[int]
) -> dict[int, Bond]:
    identities = {m.identity for m in arriving}
    if touched:
        rows = _SELECT_IDENTITIES.rows(connection, {"papers": list(touched)})
        identities.update(row.identity for row in rows)
    return {bond.row: bond for bond in bonds_of(connection, identities)}


def _concerned(
    connection: AnyConnection, arriving: list[Arriving], touched: Collection[int]
) -> tuple[list[Bond], set[int]]:
    """The decisions that bind what is touched, and all papers that may change by them; none when there are none."""
    if not are_there_any(connection):
        return [], set()
    bonds = _bonds_near(connection, arriving, touched)
    if not bonds:
        return [], set()
    papers: set[int] = set()
    news = set(touched) | _papers_of_mentions(connection, bonds.values())
    while news:
        papers |= news
        found = _settled_mentions(connection, news, set())
        bonds |= {bond.row: bond for bond in bonds_of(connection, found)}
        keys = {key for one in found.values() for key in one.keys}
        news = _papers_with_keys(connection, keys) | _papers_of_mentions(connection, bonds.values())
        news -= papers
    return [bonds[row] for row in sorted(bonds)], papers


def _enemies(bonds: Iterable[Bond]) -> dict[str, set[str]]:
    """For each mention that decisions keep apart from others, those others."""
    found: dict[str, set[str]] = {}
    for bond in bonds:
        if bond.is_apart:
            for here, there in ((bond.one, bond.other), (bond.other, bond.one)):
                for identity in here:
                    found.setdefault(identity, set()).update(there)
    return found


def _edges(
    arriving: Iterable[Arriving],
    settled: Mapping[str, Settled],
    owners: Mapping[str, int],
    apart: Collection[int],
) -> Iterator[tuple[_Node, _Node]]:
    """Each mention with the papers it belongs to, and with its keys where those are no whole paper's."""
    for m in arriving:
        node = ("mention", m.identity)
        if m.paper is not None and m.paper not in apart:
            yield node, ("paper", m.paper)
        for key in m.keys:
            owner = owners.get(key)
            is_free = owner is None or owner in apart
            yield node, ("key", key) if is_free else ("paper", owner or 0)
    for identity, one in settled.items():
        for key in one.keys:
            yield ("mention", identity), ("key", key)


def _strength(edge: tuple[_Node, _Node]) -> tuple[bool, str, str]:
    """The order in which links are made where not all can be: identifiers first, then whatever is always the same."""
    (_, identity), (_, key) = edge
    return not str(key).startswith(("doi:", "arxiv:")), str(key), str(identity)


def _join_sides(
    forest: Forest, bonds: Iterable[Bond], rows: Mapping[str, int], *, by_person: bool
) -> None:
    """Make one what decisions call one: by the oldest mentions of either side that nothing keeps apart."""
    for bond in bonds:
        if not bond.is_apart and bond.by_person is by_person:
            sides = (
                sorted((i for i in side if i in rows), key=lambda i: (rows[i], i))
                for side in (bond.one, bond.other)
            )
            for one, other in product(*sides):
                if forest.join(("mention", one), ("mention", other)):
                    break


def _gathered(
    connection: AnyConnection,
    forest: Forest,
    arriving: Iterable[Arriving],
    settled: Mapping[str, Settled],
    apart: Collection[int],
    bonds: Collection[Bond],
) -> list[Group]:
    groups: dict[_Node, Group] = {}
    by_identity: dict[str | int, Arriving] = {m.identity: m for m in arriving}
    for node in forest.nodes():
        group = groups.setdefault(forest.root(node), Group())
        kind, name = node
        if kind == "paper":
            group.papers.append(int(name))
            group.whole.append(int(name))
        elif kind == _SHADOW:
            continue
        elif kind == "key":
            group.keys += [str(name)] if bonds else []
        elif name in by_identity:
            group.mentions.append(by_identity[name])
        else:
            group.settled.append(settled[str(name)].row)
    # A paper that was taken apart goes on as the part that holds its oldest mention, but for what was another paper before.
    names = _names(connection, apart) if bonds else {}
    parts = [(one.paper, one.row, identity) for identity, one in settled.items()]
    parts += [
        (m.paper, m.row, m.identity)
        for m in by_identity.values()
        if m.row is not None and m.paper is not None and m.paper in apart
    ]
    gone = {m.identity for m in by_identity.values() if m.is_gone}
    for paper in sorted(apart):
        foreign = {i for b in bonds if b.is_apart and b.one_id == names[paper] for i in b.other}
        first = min(
            (part for part in parts if part[0] == paper),
            key=lambda part: (part[2] in gone, part[2] in foreign, part),
        )
        groups[forest.root(("mention", first[2]))].papers.append(paper)
    for bond in bonds:
        if bond.is_apart:
            for root in {forest.root(n) for i in bond.other if (n := ("mention", i)) in forest}:
                groups[root].bonds.append(bond)
    return list(groups.values())


def _names(connection: AnyConnection, papers: Collection[int]) -> dict[int, str]:
    rows = _SELECT_NAMES.rows(connection, {"papers": list(papers)})
    return {row.id: row.public_id for row in rows}


def _papers_of_mentions(connection: AnyConnection, bonds: Iterable[Bond]) -> set[int]:
    identities = {identity for bond in bonds for identity in (*bond.one, *bond.other)}
    rows = _SELECT_PAPERS.rows(connection, {"identities": list(identities)})
    return {row.paper_id for row in rows}


def _papers_with_keys(connection: AnyConnection, keys: Collection[str]) -> set[int]:
    rows = _SELECT_PAPERS_WITH_KEYS.rows(connection, {"keys": list(keys)})
    return {row.paper_id for row in rows}


def papers_of_keys(connection: AnyConnection, keys: Collection[str]) -> dict[str, int]:
    """Which paper each of these keys recognises."""
    rows = _SELECT_OWNERS.rows(connection, {"keys": list(keys)}) if keys else ()
    return {row.key: row.paper_id for row in rows}


def _settled_mentions(
    connection: AnyConnection, papers: Collection[int], arriving: Collection[int | None]
) -> dict[str, Settled]:
    """The mentions of these papers by their identities, without those that are arriving again, and without what persons say:
    that belongs to the paper's id."""
    found: dict[str, Settled] = {}
    rows = _SELECT_SETTLED.rows(connection, {"papers": list(papers)}) if papers else ()
    for row in rows:
        if row.id not in arriving:
            one = found.setdefault(row.identity, Settled(row.id, row.paper_id))
            one.keys.update({row.key} - {None})
    return found


class Forest:
    """Disjoint sets of nodes (union-find with path halving), no two enemies in one of them."""

    def __init__(self, enemies: Mapping[str, Collection[str]]) -> None:
        self._parent: dict[_Node, _Node] = {}
        self._enemies = enemies
        self._bound: dict[_Node, set[str]] = {}

    def __contains__(self, node: _Node) -> bool:
        return node in self._parent

    def add(self, node: _Node) -> None:
        """A node, alone as yet."""
        if node not in self._parent:
            self._parent[node] = node
            if node[1] in self._enemies and node[0] == "mention":
                self._bound[node] = {str(node[1])}

    def root(self, node: _Node) -> _Node:
        """The node that stands for all of its set."""
        parent = self._parent
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def join(self, one: _Node, other: _Node) -> bool:
        """Make one set of two, unless enemies would meet in it; whether they are one set now."""
        self.add(one)
        self.add(other)
        one, other = self.root(one), self.root(other)
        if one == other:
            return True
        here, there = self._bound.get(one), self._bound.get(other)
        if here and there and any(not there.isdisjoint(self._enemies[i]) for i in here):
            return False
        self._parent[other] = one
        if there:
            self._bound[one] = (here or set()) | there
        return True

    def nodes(self) -> list[_Node]:
        """All nodes in the order in which they came."""
        return list(self._parent)
