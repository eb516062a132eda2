"""Merges: which papers were made one, by whom and why; which pairs wait for a person; and what a person says of them.

A comparison of papers is made elsewhere; here are the papers that wait for one, the blocks in which they meet, and the outcome.
The row that tells a decision and the papers that it joins or parts change in one transaction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import Claim, Clock, Field, Likeness, UsageError, Verdict
from harvestman.store.asking import moment_told
from harvestman.store.database import LINKING, Database, batches
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
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

MOST_IN_A_BLOCK = 50
"""A block that more papers stand in says nothing about any two of them, and is left out."""

# Each is run for a hundred papers at a time.
_INSERT_BLOCKS = Statement.insert("paper_block", "key", "paper_id", then="ON CONFLICT DO NOTHING")
_DELETE_BLOCKS = Statement("DELETE FROM paper_block WHERE paper_id IN :rows")
_SELECT_ROWS = Statement("SELECT public_id, id FROM paper WHERE public_id IN :names")
_SELECT_NAMES = Statement("SELECT id, public_id FROM paper WHERE id IN :rows")
_SELECT_OPEN = Statement(
    f"SELECT one, other FROM merge_decision WHERE {IS_OPEN} AND (one IN :names OR other IN :names)"  # noqa: S608 (our own words)
)
# The blocks of bearable size in which the papers that are given stand, with all their papers.
_SELECT_MEMBERS = Statement(
    f"""
    SELECT paper_block.key, paper_block.paper_id FROM paper_block
    JOIN (
      SELECT there.key FROM paper_block AS there
      JOIN (SELECT DISTINCT key FROM paper_block WHERE paper_id IN :papers) AS own ON own.key = there.key
      GROUP BY there.key HAVING count(*) BETWEEN 2 AND {MOST_IN_A_BLOCK}
    ) AS bearable ON bearable.key = paper_block.key
    """  # noqa: S608 (a number)
)
_NOTE_COMPARED = Statement(
    "UPDATE paper SET examined = :now WHERE public_id IN :names AND assembled = :seen"
)
_SELECT_WAITING = Statement(
    "SELECT id, public_id, assembled FROM paper WHERE examined IS NULL ORDER BY id LIMIT :limit"
)
_COUNT_WAITING = Statement("SELECT count(*) FROM paper WHERE examined IS NULL")
_AWAIT_ALL = Statement("UPDATE paper SET examined = NULL")
_RENEW = Statement(
    "UPDATE merge_decision SET probability = :probability, reasons = :reasons WHERE id = :row",
    json=["reasons"],
)
_UNDO = Statement("UPDATE merge_decision SET undone = :now WHERE id = :row")
# Those that a page or file makes, and not a person.
_SELECT_STATED_BY = Statement(
    "SELECT identity FROM mention WHERE paper_id = :paper AND source IN :sources AND said_of IS NULL"
)
_SELECT_STATED = Statement(
    "SELECT id FROM mention WHERE identity IN :identities AND said_of IS NULL LIMIT 1"
)
_SELECT_PAPERS = Statement(
    """
    SELECT DISTINCT paper_id FROM mention
    WHERE identity IN (SELECT identity FROM merge_side WHERE decision_id = :decision)
    """
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
        with self._database.asking() as connection:
            rows = _SELECT_WAITING.rows(connection, {"limit": limit})
            claims = claims_of(connection, [row.id for row in rows], fields) if rows else {}
        return [
            UncomparedPaper(row.public_id, moment_told(row.assembled), claims[row.id])
            for row in rows
        ]

    def count_waiting(self) -> int:
        """How many papers wait to be compared."""
        with self._database.asking() as connection:
            return int(_COUNT_WAITING.value(connection))

    def await_all(self) -> None:
        """Let every paper wait to be compared again: after a change of how they are."""
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            _AWAIT_ALL.change(connection)

    def put_blocks(self, blocks: Mapping[str, Collection[str]]) -> None:
        """Note in which blocks papers stand, in place of those in which they stood."""
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            rows = _rows(connection, blocks)
            _DELETE_BLOCKS.change(connection, {"rows": list(rows.values())})
            # In the order of the table: each row finds its place near that of the one before.
            values = {(_number(key), row) for name, row in rows.items() for key in blocks[name]}
            _INSERT_BLOCKS.change_all(
                connection, ({"key": number, "paper_id": row} for number, row in sorted(values))
            )

    def neighbours(self, ids: Collection[str]) -> list[tuple[str, str]]:
        """The pairs of papers that meet in a block of bearable size, one of these papers in each; in a fixed order."""
        with self._database.asking() as connection:
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
        with self._database.asking() as connection:
            found = _SELECT_OPEN.rows(connection, {"names": list(ids)})
        return sorted({(row.one, row.other) for row in found})

    def claims(
        self, ids: Collection[str], *, fields: Collection[Field] = ()
    ) -> dict[str, list[Claim]]:
        """What is claimed of each of these papers, of these fields or of all; those that are gone are left out."""
        found: dict[str, list[Claim]] = {}
        with self._database.asking() as connection:
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
        states: dict[datetime, list[str]] = {}  # those of one page were assembled at one time
        for name, seen in papers.items():
            states.setdefault(seen, []).append(name)
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            for seen, names in states.items():
                _NOTE_COMPARED.change(connection, {"names": names, "seen": seen, "now": now})

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
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            for pair in pairs:
                if merged.isdisjoint(pair) and (
                    decision := self._consider(connection, pair, compare, now=now)
                ):
                    found.append(decision)
                    merged.update(pair if decision.verdict is Verdict.SAME else ())
        return found

    def _consider(
        self, connection: AnyConnection, pair: tuple[str, str], compare: Compare, *, now: datetime
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
        with self._database.writing() as connection:
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
        with self._database.writing() as connection:
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
        with self._database.writing() as connection:
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
            _UNDO.change(connection, {"now": now, "row": row})
            papers = _papers_of(connection, row)
            relink(connection, papers, now=now, new_id=self._new_id)
            return decision_told(connection, row)

    def split(self, paper_id: str, sources: Collection[str]) -> Decision:
        """A person says that what these pages or files state is not the paper that they were taken for."""
        now = self._clock.now()
        with self._database.writing() as connection:
            self._database.lock(connection, LINKING)
            paper = _one_paper(connection, paper_id)
            whole = side_of(connection, paper)
            named = {"paper": paper, "sources": list(sources)}
            off = {row.identity for row in _SELECT_STATED_BY.rows(connection, named)}
            rest = tuple(identity for identity in whole.mentions if identity not in off)
            if not off or _SELECT_STATED.first(connection, {"identities": rest}) is None:
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
        self, connection: AnyConnection, verdict: Verdict, one: int, other: int, *, now: datetime
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


def _number(key: str) -> int:
    digest = hashlib.blake2b(key.encode(errors="replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _rows(connection: AnyConnection, ids: Collection[str]) -> dict[str, int]:
    """The rows of papers by their present ids."""
    rows = _SELECT_ROWS.rows(connection, {"names": list(ids)})
    return {row.public_id: row.id for row in rows}


def _blocks_of(connection: AnyConnection, papers: Collection[int]) -> Iterable[list[int]]:
    """The papers of each block of bearable size that one of these stands in."""
    found: dict[int, list[int]] = {}
    for key, paper in _SELECT_MEMBERS.rows(connection, {"papers": list(papers)}):
        found.setdefault(key, []).append(paper)
    return found.values()


def _renewed(connection: AnyConnection, row: int, likeness: Likeness) -> Decision:
    """A doubtful pair, looked at again."""
    renewed = {"probability": likeness.probability, "reasons": list(likeness.reasons)}
    _RENEW.change(connection, {"row": row, **renewed})
    return decision_told(connection, row)


def _one_paper(connection: AnyConnection, paper_id: str) -> int:
    row = row_of(connection, paper_id)
    if row is None:
        raise UsageError(f"there is no paper {paper_id!r}: `harvestman papers` lists the ids")
    return row


def _two_papers(connection: AnyConnection, one: str, other: str) -> tuple[int, int]:
    """The rows of two papers, the older first."""
    first, second = sorted((_one_paper(connection, one), _one_paper(connection, other)))
    if first == second:
        raise UsageError(
            f"{one} and {other} are one paper already: `harvestman show {one}` tells by which merge"
        )
    return first, second


def _papers_of(connection: AnyConnection, decision: int) -> list[int]:
    """The papers that hold the mentions of a decision now."""
    return [row.paper_id for row in _SELECT_PAPERS.rows(connection, {"decision": decision})]
