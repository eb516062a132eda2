"""Decisions about pairs of papers, as they bind the mentions: these two are one, or must never be.

A decision names the mentions that the two papers had when it was made, by their identities, so that it outlives the papers and
holds again when a page is read again. Merges by a key bind nothing as long as they stand (the key does that); once undone, they
keep the two apart like a person's "different". What a person says holds over what a comparison found; the later over the earlier.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Verdict
from harvestman.store import schema
from harvestman.store.database import batches
from harvestman.store.papers.decided import Decider
from harvestman.store.prepared import Prepared, is_among
from harvestman.store.storable import plain_of

_decision, _side, _mention = schema.merge_decision, schema.merge_side, schema.mention
_paper = schema.paper
_OF_BONDS = (
    _decision.c.id,
    _decision.c.verdict,
    _decision.c.decider,
    _decision.c.undone,
    _decision.c.one,
    _decision.c.other,
    _decision.c.led_to_other,
)


@dataclass(frozen=True, slots=True)
class Bond:
    """A decision that binds mentions."""

    row: int
    is_apart: bool
    """Whether its sides must not be one paper; else they must."""
    by_person: bool
    one_id: str
    other_id: str
    led_to_other: tuple[str, ...]
    one: set[str] = field(default_factory=set)
    other: set[str] = field(default_factory=set)


# Built once: asked for at every page, and many times for each merge.
_IS_ANY = Prepared.of(sa.select(_side.c.decision_id).limit(sa.literal_column("1")))
_BINDS = (
    _decision.c.lapsed.is_(None)
    & (_decision.c.verdict != str(Verdict.DOUBTFUL))
    & ((_decision.c.decider != str(Decider.KEYS)) | _decision.c.undone.is_not(None))
)
_SELECT_BINDING = Prepared(
    lambda dialect: (
        sa.select(_decision.c.id)
        .join_from(_side, _decision)
        .where(is_among(_side.c.identity, "identities", dialect), _BINDS)
        .distinct()
        .order_by(_decision.c.id)
    )
)
_SELECT_DECISIONS = Prepared(
    lambda dialect: sa.select(*_OF_BONDS).where(is_among(_decision.c.id, "rows", dialect))
)
_SELECT_SIDES = Prepared(
    lambda dialect: sa.select(_side).where(is_among(_side.c.decision_id, "rows", dialect))
)
_SELECT_PAPER = Prepared.of(
    sa.select(_paper.c.public_id, _paper.c.title).where(_paper.c.id == sa.bindparam("paper"))
)
_SELECT_IDENTITIES = Prepared.of(
    sa.select(_mention.c.identity)
    .where(_mention.c.paper_id == sa.bindparam("paper"))
    .order_by(_mention.c.id)
)
_SELECT_LED = Prepared.of(
    sa.select(schema.paper_merge.c.old_id)
    .join(_paper)
    .where(_paper.c.public_id == sa.bindparam("name"))
)
_INSERT_DECISION = Prepared.of(
    sa.insert(_decision).returning(_decision.c.id),
    *("public_id", "verdict", "decider", "made", "probability", "reasons", "one", "other"),
    *("one_title", "other_title", "led_to_other"),
)
_INSERT_SIDE = Prepared.of(sa.insert(_side), "decision_id", "identity", "is_other")


def _select_between() -> sa.Select[Any]:
    here, there = _side.alias(), _side.alias()

    def of(paper: str) -> sa.Select[tuple[str]]:
        return sa.select(_mention.c.identity).where(_mention.c.paper_id == sa.bindparam(paper))

    both = (
        sa.select(here.c.decision_id)
        .join(there, there.c.decision_id == here.c.decision_id)
        .where(
            here.c.is_other != there.c.is_other,
            here.c.identity.in_(of("paper")),
            there.c.identity.in_(of("other_paper")),
        )
    )
    which = (_decision.c.lapsed.is_(None), _decision.c.id.in_(both))
    columns = (_decision.c.id, _decision.c.verdict, _decision.c.decider, _decision.c.undone)
    return sa.select(*columns).where(*which).order_by(_decision.c.id)


_SELECT_BETWEEN = Prepared.of(_select_between())


def are_there_any(connection: Connection) -> bool:
    """Whether any decision was ever made: most libraries have none, and keeping a page should not pay for them."""
    return _IS_ANY.first(connection, {}) is not None


def bonds_of(connection: Connection, identities: Collection[str]) -> list[Bond]:
    """The decisions that bind any of these mentions, each with both its sides; the earliest first."""
    binding = _SELECT_BINDING.rows(connection, {"identities": list(identities)})
    if not binding:
        return []
    rows = {"rows": [row.id for row in binding]}
    bonds = {row.id: _bond(row) for row in _SELECT_DECISIONS.rows(connection, rows)}
    for row in _SELECT_SIDES.rows(connection, rows):
        bond = bonds[row.decision_id]
        (bond.other if row.is_other else bond.one).add(row.identity)
    return [bonds[row] for row in rows["rows"]]


def key_merges_of(
    connection: Connection, identities: Collection[str], rows: Collection[int]
) -> list[Bond]:
    """The merges by a key in which these mentions, by identity or row, were the paper that became part of the other."""
    is_one = [_side.c.identity.in_(batch) for batch in batches(identities)]
    for batch in batches(rows):
        of_rows = sa.select(_mention.c.identity).where(_mention.c.id.in_(batch))
        is_one.append(_side.c.identity.in_(of_rows))
    found: dict[int, Bond] = {}
    for which in is_one:
        merges = (
            sa.select(*_OF_BONDS)
            .join_from(_side, _decision)
            .where(
                which,
                _side.c.is_other,
                _decision.c.decider == str(Decider.KEYS),
                _decision.c.undone.is_(None),
            )
        )
        found |= {row.id: _bond(row) for row in connection.execute(merges)}
    return list(found.values())


def _bond(row: Any) -> Bond:
    is_apart = row.verdict == str(Verdict.DIFFERENT) or row.undone is not None
    return Bond(
        row.id,
        is_apart,
        row.decider == str(Decider.PERSON),
        row.one,
        row.other,
        tuple(plain_of(row.led_to_other)),
    )


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two papers that a decision is about."""

    id: str
    title: str
    mentions: tuple[str, ...]
    """By their identities."""


def side_of(connection: Connection, paper: int) -> Side:
    """A paper as it stands now."""
    row = _SELECT_PAPER.first(connection, {"paper": paper})
    mentions = _SELECT_IDENTITIES.rows(connection, {"paper": paper})
    return Side(row.public_id, row.title, tuple(one.identity for one in mentions))


def add_decision(
    connection: Connection,
    public_id: str,
    verdict: Verdict,
    decider: Decider,
    *,
    one: Side,
    other: Side,
    now: datetime,
    reasons: Iterable[str],
    probability: float | None = None,
) -> int:
    """Note a decision about two papers as they stand now; its row."""
    led = _SELECT_LED.rows(connection, {"name": other.id})
    values = {
        "public_id": public_id,
        "verdict": str(verdict),
        "decider": str(decider),
        "made": now,
        "probability": probability,
        "reasons": list(reasons),
        "one": one.id,
        "other": other.id,
        "one_title": one.title,
        "other_title": other.title,
        "led_to_other": sorted(one.old_id for one in led),
    }
    row = int(_INSERT_DECISION.first(connection, values).id)
    sides = [(identity, False) for identity in one.mentions]
    sides += [(identity, True) for identity in other.mentions]
    _INSERT_SIDE.change_all(
        connection, [{"decision_id": row, "identity": i, "is_other": o} for i, o in sides]
    )
    return row


def decisions_between(connection: Connection, one: int, other: int) -> list[Any]:
    """The decisions that still count about two papers, as they are made up now, each with its row, verdict and decider; the earliest first."""
    return list(_SELECT_BETWEEN.rows(connection, {"paper": one, "other_paper": other}))


def decisions_within(
    connection: Connection, rows: Collection[int], papers: Collection[int]
) -> list[int]:
    """Those of these decisions that concern nothing but what these papers are made up of now."""
    own = sa.select(_mention.c.identity).where(_mention.c.paper_id.in_(papers))
    beyond = sa.select(_side.c.decision_id).where(_side.c.identity.not_in(own))
    which = sa.select(_decision.c.id).where(_decision.c.id.in_(rows), _decision.c.id.not_in(beyond))
    return list(connection.scalars(which))


def lapse(connection: Connection, rows: Collection[int], *, now: datetime) -> None:
    """Note that later decisions have taken the place of these."""
    for batch in batches(rows):
        connection.execute(sa.update(_decision).where(_decision.c.id.in_(batch)).values(lapsed=now))


def rename_mention(connection: Connection, old: str, new: str) -> None:
    """A page corrected what it says of a paper: what was decided of the old mention holds for the new one."""
    there = sa.select(_side.c.decision_id).where(_side.c.identity == new)
    connection.execute(
        sa.update(_side)
        .where(_side.c.identity == old, _side.c.decision_id.not_in(there))
        .values(identity=new)
    )
