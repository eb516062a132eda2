"""Merges: which papers were made one, by whom and why; which pairs wait for a person; and what a person says of them.

A comparison of papers is made elsewhere; here are the papers that wait for one, the blocks in which they meet, and the outcome.
The row that tells a decision and the papers that it joins or parts change in one transaction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Claim, Clock, Field, Likeness, UsageError, Verdict
from harvestman.store import schema
from harvestman.store.database import LINKING, Database, batches, insert_into
from harvestman.store.papers.by_id import row_of
from harvestman.store.papers.claimed import claims_of
from harvestman.store.papers.decided import (
    IS_OPEN,
    Decider,
    Decision,
    Decisions,
    decision_told,
    row_of_decision,
)
from harvestman.store.papers.decisions import (
    Side,
    add_decision,
    decisions_between,
    decisions_within,
    lapse,
    side_of,
)
from harvestman.store.papers.linking import relink
from harvestman.store.papers.reconsidering import take_back_refusal
from harvestman.store.prepared import Prepared, is_among

_paper, _block, _decision, _side = (
    schema.paper,
    schema.paper_block,
    schema.merge_decision,
    schema.merge_side,
)

MOST_IN_A_BLOCK = 50
"""A block that more papers stand in says nothing about any two of them, and is left out."""

# Built once: each is run for a hundred papers at a time.
_INSERT_BLOCKS = Prepared(
    lambda dialect: insert_into(_block, dialect).on_conflict_do_nothing(), "key", "paper_id"
)
_SELECT_ROWS = Prepared(
    lambda dialect: sa.select(_paper.c.public_id, _paper.c.id).where(
        is_among(_paper.c.public_id, "names", dialect)
    )
)
_SELECT_NAMES = Prepared(
    lambda dialect: sa.select(_paper.c.id, _paper.c.public_id).where(
        is_among(_paper.c.id, "rows", dialect)
    )
)
_SELECT_OPEN = Prepared(
    lambda dialect: sa.select(_decision.c.one, _decision.c.other).where(
        sa.text(IS_OPEN),
        is_among(_decision.c.one, "names", dialect) | is_among(_decision.c.other, "names", dialect),
    )
)


def _select_members(dialect: str) -> sa.Select[Any]:
    """The blocks of bearable size in which the papers that are given stand, with all their papers."""
    here, there = _block.alias(), _block.alias()
    own = is_among(here.c.paper_id, "papers", dialect)
    keys = sa.select(here.c.key).where(own).distinct().subquery()
    sizes = (
        sa.select(there.c.key)
        .join(keys, keys.c.key == there.c.key)
        .group_by(there.c.key)
        .having(sa.func.count().between(2, MOST_IN_A_BLOCK))
        .subquery()
    )
    return sa.select(_block.c.key, _block.c.paper_id).join(sizes, sizes.c.key == _block.c.key)


_SELECT_MEMBERS = Prepared(_select_members)
_DELETE_BLOCKS = Prepared(
    lambda dialect: sa.delete(_block).where(is_among(_block.c.paper_id, "rows", dialect))
)
_NOTE_COMPARED = Prepared.of(
    sa.update(_paper).where(
        _paper.c.public_id == sa.bindparam("name"), _paper.c.assembled == sa.bindparam("seen")
    ),
    "examined",
)

Compare = Callable[[Sequence[Claim], Sequence[Claim]], Likeness]
"""How alike two papers are, by their claims."""


@dataclass(frozen=True, slots=True)
class UncomparedPaper:
    """A paper that waits to be compared."""

    id: str
    assembled: datetime
    claims: Sequence[Claim]


class Merges(Decisions):
    """The merges: told as all decisions are, found and made here."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        super().__init__(database)
        self._clock = clock
        self._new_id = new_id

    # --- finding ------------------------------------------------------------------------------------------------

    def waiting(self, limit: int, *, fields: Collection[Field] = ()) -> list[UncomparedPaper]:
        """Papers that have changed since they were last compared, the oldest first; with what is claimed of these fields, or of all."""
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(_paper.c.id, _paper.c.public_id, _paper.c.assembled)
                .where(_paper.c.examined.is_(None))
                .order_by(_paper.c.id)
                .limit(limit)
            ).all()
            claims = claims_of(connection, [row.id for row in rows], fields) if rows else {}
        return [UncomparedPaper(row.public_id, row.assembled, claims[row.id]) for row in rows]

    def count_waiting(self) -> int:
        """How many papers wait to be compared."""
        statement = sa.select(sa.func.count()).where(_paper.c.examined.is_(None))
        with self._database.read() as connection:
            return int(connection.scalar(statement) or 0)

    def await_all(self) -> None:
        """Let every paper wait to be compared again: after a change of how they are."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            connection.execute(sa.update(_paper).values(examined=None))

    def put_blocks(self, blocks: Mapping[str, Collection[str]]) -> None:
        """Note in which blocks papers stand, in place of those in which they stood."""
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            rows = _rows(connection, blocks)
            _DELETE_BLOCKS.change(connection, {"rows": list(rows.values())})
            values = [
                {"key": number, "paper_id": row}
                for name, row in rows.items()
                for number in sorted({_number(key) for key in blocks[name]})
            ]
            _INSERT_BLOCKS.change_all(connection, values)

    def neighbours(self, ids: Collection[str]) -> list[tuple[str, str]]:
        """The pairs of papers that meet in a block of bearable size, one of these papers in each; in a fixed order."""
        with self._database.read() as connection:
            rows = _rows(connection, ids)
            names = {row: name for name, row in rows.items()}
            pairs = sorted(
                {
                    (min(row, one), max(row, one))
                    for block in _blocks_of(connection, names)
                    for row in block
                    if row in names
                    for one in block
                    if one != row
                }
            )
            others = {row for pair in pairs for row in pair} - names.keys()
            found = _SELECT_NAMES.rows(connection, {"rows": list(others)})
            names |= {row.id: row.public_id for row in found}
        return [(names[one], names[other]) for one, other in pairs]

    def in_doubt(self, ids: Collection[str]) -> list[tuple[str, str]]:
        """The pairs that wait for a person, one of these papers in each."""
        with self._database.read() as connection:
            found = _SELECT_OPEN.rows(connection, {"names": list(ids)})
        return sorted({(row.one, row.other) for row in found})

    def claims(
        self, ids: Collection[str], *, fields: Collection[Field] = ()
    ) -> dict[str, list[Claim]]:
        """What is claimed of each of these papers, of these fields or of all; those that are gone are left out."""
        found: dict[str, list[Claim]] = {}
        with self._database.read() as connection:
            names = {row: name for name, row in _rows(connection, ids).items()}
            for batch in batches(names):
                found |= {
                    names[row]: claims
                    for row, claims in claims_of(connection, batch, fields).items()
                }
        return found

    def note_compared(self, papers: Mapping[str, datetime]) -> None:
        """Note that papers were compared in the state that they had at these times."""
        now = self._clock.now()
        if not papers:
            return
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            _NOTE_COMPARED.change_all(
                connection,
                [{"name": name, "seen": seen, "examined": now} for name, seen in papers.items()],
            )

    def consider(self, one: str, other: str, compare: Compare) -> Decision | None:
        """Compare two papers as they are now and note what comes of it, in one transaction.

        None when they turn out to be different, are one by now, or somebody has decided already. What was held back because a page
        contradicts what is known waits for a person, whatever a comparison would say.
        """
        return next(iter(self.consider_all([(one, other)], compare)), None)

    def consider_all(self, pairs: Sequence[tuple[str, str]], compare: Compare) -> list[Decision]:
        """The same of several pairs, in their order and in one transaction; of a paper that was merged in it no other pair is looked at."""
        now = self._clock.now()
        found: list[Decision] = []
        merged: set[str] = set()
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            for pair in pairs:
                if merged.isdisjoint(pair) and (
                    decision := self._consider(connection, pair, compare, now=now)
                ):
                    found.append(decision)
                    merged.update(pair if decision.verdict is Verdict.SAME else ())
        return found

    def _consider(
        self, connection: Connection, pair: tuple[str, str], compare: Compare, *, now: datetime
    ) -> Decision | None:
        rows = _rows(connection, pair)
        if len(rows) < 2:
            return None
        older, younger = sorted(rows.values())
        known = decisions_between(connection, older, younger)
        if any(row.verdict != str(Verdict.DOUBTFUL) for row in known):
            return None
        for row in known:
            if row.decider == str(Decider.KEYS):  # somebody contradicts himself: no comparison
                return decision_told(connection, row.id)
        claims = claims_of(connection, (older, younger))
        likeness = compare(claims[older], claims[younger])
        if likeness.verdict is Verdict.DOUBTFUL and known:
            return _renewed(connection, known[-1].id, likeness)
        lapse(connection, [row.id for row in known], now=now)
        if likeness.verdict is Verdict.DIFFERENT:
            return None
        row = add_decision(
            connection,
            self._new_id(),
            likeness.verdict,
            Decider.COMPARISON,
            one=side_of(connection, older),
            other=side_of(connection, younger),
            now=now,
            reasons=likeness.reasons,
            probability=likeness.probability,
        )
        if likeness.verdict is Verdict.SAME:
            relink(connection, (older, younger), now=now, new_id=self._new_id)
        return decision_told(connection, row)

    # --- deciding -----------------------------------------------------------------------------------------------

    def accept(self, one: str, other: str) -> Decision:
        """A person says that two papers are one: they become one, whatever was decided before."""
        now = self._clock.now()
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            older, younger = _two_papers(connection, one, other)
            before = decisions_between(connection, older, younger)
            # What made parts of the two one with each other goes on to hold.
            against = [row.id for row in before if row.verdict != str(Verdict.SAME) or row.undone]
            lapse(connection, against, now=now)
            row = self._say(connection, Verdict.SAME, older, younger, now=now)
            relink(connection, (older, younger), now=now, new_id=self._new_id)
            return decision_told(connection, row)

    def refuse(self, one: str, other: str) -> Decision:
        """A person says that two papers are different: they are never merged, whatever keys they share."""
        now = self._clock.now()
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            older, younger = _two_papers(connection, one, other)
            before = decisions_between(connection, older, younger)
            in_doubt = [row.id for row in before if row.verdict == str(Verdict.DOUBTFUL)]
            refused = [row.id for row in before if row.verdict == str(Verdict.DIFFERENT)]
            # Said twice it is said once: taken back, it must not go on to hold by what was said before.
            again = decisions_within(connection, refused, (older, younger))
            lapse(connection, [*in_doubt, *again], now=now)
            row = self._say(connection, Verdict.DIFFERENT, older, younger, now=now)
            return decision_told(connection, row)

    def undo(self, decision_id: str) -> Decision:
        """Part what a merge made one; the two are never merged again unless a person says so. A person's "different" is taken back."""
        now = self._clock.now()
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            row = row_of_decision(connection, decision_id)
            if row is not None and take_back_refusal(connection, row, now=now):
                relink(connection, _papers_of(connection, row), now=now, new_id=self._new_id)
                return decision_told(connection, row)
            known = None if row is None else decision_told(connection, row)
            if row is None or known is None or known.verdict is not Verdict.SAME:
                raise UsageError(
                    f"there is no merge {decision_id}: `harvestman merges list` lists them"
                )
            if not known.is_merge:
                raise UsageError(f"the merge {known.id} does not stand any more: nothing to undo")
            connection.execute(sa.update(_decision).where(_decision.c.id == row).values(undone=now))
            papers = _papers_of(connection, row)
            relink(connection, papers, now=now, new_id=self._new_id)
            return decision_told(connection, row)

    def split(self, paper_id: str, sources: Collection[str]) -> Decision:
        """A person says that what these pages or files state is not the paper that they were taken for."""
        now = self._clock.now()
        mention = schema.mention
        with self._database.write() as connection:
            self._database.lock(connection, LINKING)
            paper = _one_paper(connection, paper_id)
            whole = side_of(connection, paper)
            off = set(
                connection.scalars(
                    sa.select(mention.c.identity).where(
                        mention.c.paper_id == paper,
                        mention.c.source.in_(list(sources)),
                        mention.c.said_of.is_(None),
                    )
                )
            )
            rest = tuple(identity for identity in whole.mentions if identity not in off)
            if not off or not _reading_mentions(connection, rest):
                raise UsageError(
                    f"{', '.join(sources)} {'alone states' if off else 'does not state'} the paper {whole.id}: "
                    f"`harvestman show {whole.id}` lists who does"
                )
            row = add_decision(
                connection,
                self._new_id(),
                Verdict.DIFFERENT,
                Decider.PERSON,
                one=Side(whole.id, whole.title, rest),
                other=Side("", whole.title, tuple(sorted(off))),
                now=now,
                reasons=["a person says so"],
            )
            relink(connection, (paper,), now=now, new_id=self._new_id)
            return decision_told(connection, row)

    def _say(
        self, connection: Connection, verdict: Verdict, one: int, other: int, *, now: datetime
    ) -> int:
        return add_decision(
            connection,
            self._new_id(),
            verdict,
            Decider.PERSON,
            one=side_of(connection, one),
            other=side_of(connection, other),
            now=now,
            reasons=["a person says so"],
        )


def _reading_mentions(connection: Connection, identities: Collection[str]) -> list[int]:
    """Those of these mentions that a page or file makes."""
    mention = schema.mention
    found: list[int] = []
    for batch in batches(identities):
        which = sa.select(mention.c.id).where(
            mention.c.identity.in_(batch), mention.c.said_of.is_(None)
        )
        found += connection.scalars(which)
    return found


def _number(key: str) -> int:
    digest = hashlib.blake2b(key.encode(errors="replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _rows(connection: Connection, ids: Collection[str]) -> dict[str, int]:
    """The rows of papers by their present ids."""
    rows = _SELECT_ROWS.rows(connection, {"names": list(ids)})
    return {row.public_id: row.id for row in rows}


def _blocks_of(connection: Connection, papers: Collection[int]) -> Iterable[list[int]]:
    """The papers of each block of bearable size that one of these stands in."""
    found: dict[int, list[int]] = {}
    for key, paper in _SELECT_MEMBERS.rows(connection, {"papers": list(papers)}):
        found.setdefault(key, []).append(paper)
    return found.values()


def _renewed(connection: Connection, row: int, likeness: Likeness) -> Decision:
    """A doubtful pair, looked at again."""
    connection.execute(
        sa.update(_decision)
        .where(_decision.c.id == row)
        .values(probability=likeness.probability, reasons=list(likeness.reasons))
    )
    return decision_told(connection, row)


def _one_paper(connection: Connection, paper_id: str) -> int:
    row = row_of(connection, paper_id)
    if row is None:
        raise UsageError(f"there is no paper {paper_id!r}: `harvestman papers` lists the ids")
    return row


def _two_papers(connection: Connection, one: str, other: str) -> tuple[int, int]:
    """The rows of two papers, the older first."""
    first, second = sorted((_one_paper(connection, one), _one_paper(connection, other)))
    if first == second:
        raise UsageError(
            f"{one} and {other} are one paper already: `harvestman show {one}` tells by which merge"
        )
    return first, second


def _papers_of(connection: Connection, decision: int) -> list[int]:
    """The papers that hold the mentions of a decision now."""
    mention = schema.mention
    sides = sa.select(_side.c.identity).where(_side.c.decision_id == decision)
    return list(
        connection.scalars(
            sa.select(mention.c.paper_id).where(mention.c.identity.in_(sides)).distinct()
        )
    )
