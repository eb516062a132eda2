"""Decisions about pairs of papers, as they bind the mentions: these two are one, or must never be.

A decision names the mentions that the two papers had when it was made, by their identities, so that it outlives the papers and
holds again when a page is read again. Merges by a key bind nothing as long as they stand (the key does that); once undone, they
keep the two apart like a person's "different". What a person says holds over what a comparison found; the later over the earlier.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from harvestman.model import Verdict
from harvestman.store.papers.decided import Decider
from harvestman.store.statements import Statement
from harvestman.store.storable import plain_of

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection


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


# Asked for at every page, and many times for each merge.
_IS_ANY = Statement("SELECT decision_id FROM merge_side LIMIT 1")
_SELECT_BINDING = Statement(
    f"""
    SELECT DISTINCT decision.id
    FROM merge_side JOIN merge_decision AS decision ON decision.id = merge_side.decision_id
    WHERE merge_side.identity IN :identities
      AND decision.lapsed IS NULL AND decision.verdict != '{Verdict.DOUBTFUL}'
      AND (decision.decider != '{Decider.KEYS}' OR decision.undone IS NOT NULL)
    ORDER BY decision.id
    """  # noqa: S608 (our own names)
)
_SELECT_DECISIONS = Statement(
    "SELECT id, verdict, decider, undone, one, other, led_to_other FROM merge_decision WHERE id IN :rows"
)
_SELECT_SIDES = Statement(
    "SELECT decision_id, identity, is_other FROM merge_side WHERE decision_id IN :rows"
)


def _select_merges(identities: str) -> Statement:
    """The merges by a key that stand, in which one of these mentions is of the paper that became part of the other."""
    return Statement(
        f"""
        SELECT decision.id, verdict, decider, undone, one, other, led_to_other
        FROM merge_side JOIN merge_decision AS decision ON decision.id = merge_side.decision_id
        WHERE merge_side.identity IN {identities} AND merge_side.is_other
          AND decision.decider = '{Decider.KEYS}' AND decision.undone IS NULL
        """  # noqa: S608 (our own words)
    )


_SELECT_MERGES = _select_merges(":identities")
_SELECT_MERGES_OF_ROWS = _select_merges("(SELECT identity FROM mention WHERE id IN :rows)")
_SELECT_PAPER = Statement("SELECT public_id, title FROM paper WHERE id = :paper")
_SELECT_IDENTITIES = Statement("SELECT identity FROM mention WHERE paper_id = :paper ORDER BY id")
_SELECT_LED = Statement(
    """
    SELECT paper_merge.old_id FROM paper_merge JOIN paper ON paper.id = paper_merge.paper_id
    WHERE paper.public_id = :name
    """
)
_INSERT_DECISION = Statement.insert(
    "merge_decision", "public_id", "verdict", "decider", "made", "probability", "reasons",
    "one", "other", "one_title", "other_title", "led_to_other",
    json=["reasons", "led_to_other"],
    then="RETURNING id",
)  # fmt: skip
_INSERT_SIDE = Statement.insert("merge_side", "decision_id", "identity", "is_other")
_SELECT_BETWEEN = Statement(
    """
    SELECT id, verdict, decider, undone FROM merge_decision
    WHERE lapsed IS NULL AND id IN (
        SELECT here.decision_id
        FROM merge_side AS here JOIN merge_side AS there ON there.decision_id = here.decision_id
        WHERE here.is_other != there.is_other
          AND here.identity IN (SELECT identity FROM mention WHERE paper_id = :paper)
          AND there.identity IN (SELECT identity FROM mention WHERE paper_id = :other_paper))
    ORDER BY id
    """
)
_SELECT_WITHIN = Statement(
    """
    SELECT id FROM merge_decision
    WHERE id IN :rows AND id NOT IN (
        SELECT decision_id FROM merge_side
        WHERE identity NOT IN (SELECT identity FROM mention WHERE paper_id IN :papers))
    """
)
_LAPSE = Statement("UPDATE merge_decision SET lapsed = :now WHERE id IN :rows")
_RENAME = Statement(
    """
    UPDATE merge_side SET identity = :new
    WHERE identity = :old AND decision_id NOT IN (SELECT decision_id FROM merge_side WHERE identity = :new)
    """
)


def are_there_any(connection: AnyConnection) -> bool:
    """Whether any decision was ever made: most libraries have none, and keeping a page should not pay for them."""
    return _IS_ANY.first(connection) is not None


def bonds_of(connection: AnyConnection, identities: Collection[str]) -> list[Bond]:
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
    connection: AnyConnection, identities: Collection[str], rows: Collection[int]
) -> list[Bond]:
    """The merges by a key in which these mentions, by identity or row, were the paper that became part of the other."""
    found: list[Any] = []
    if identities:
        found += _SELECT_MERGES.rows(connection, {"identities": list(identities)})
    if rows:
        found += _SELECT_MERGES_OF_ROWS.rows(connection, {"rows": list(rows)})
    return list({row.id: _bond(row) for row in found}.values())


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


def side_of(connection: AnyConnection, paper: int) -> Side:
    """A paper as it stands now."""
    row = _SELECT_PAPER.first(connection, {"paper": paper})
    mentions = _SELECT_IDENTITIES.rows(connection, {"paper": paper})
    return Side(row.public_id, row.title, tuple(one.identity for one in mentions))


def add_decision(
    connection: AnyConnection,
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
    row = int(_INSERT_DECISION.value(connection, values))
    sides = [(identity, False) for identity in one.mentions]
    sides += [(identity, True) for identity in other.mentions]
    _INSERT_SIDE.change_all(
        connection, [{"decision_id": row, "identity": i, "is_other": o} for i, o in sides]
    )
    return row


def decisions_between(connection: AnyConnection, one: int, other: int) -> list[Any]:
    """The decisions that still count about two papers, as they are made up now, each with its row, verdict and decider; the earliest first."""
    return list(_SELECT_BETWEEN.rows(connection, {"paper": one, "other_paper": other}))


def decisions_within(
    connection: AnyConnection, rows: Collection[int], papers: Collection[int]
) -> list[int]:
    """Those of these decisions that concern nothing but what these papers are made up of now."""
    found = _SELECT_WITHIN.rows(connection, {"rows": list(rows), "papers": list(papers)})
    return [row.id for row in found]


def lapse(connection: AnyConnection, rows: Collection[int], *, now: datetime) -> None:
    """Note that later decisions have taken the place of these."""
    if rows:
        _LAPSE.change(connection, {"rows": list(rows), "now": now})


def rename_mention(connection: AnyConnection, old: str, new: str) -> None:
    """A page corrected what it says of a paper: what was decided of the old mention holds for the new one."""
    _RENAME.change(connection, {"old": old, "new": new})
