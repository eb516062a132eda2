"""Compares the papers that wait for it with the others of their blocks, and merges those that are surely the same.

Apart from `finding`, which is asked after every harvest: comparing loads 20 ms of modules, and mostly no new paper waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harvestman.dedup.papers.blocking import block_keys
from harvestman.dedup.papers.comparing import compare, may_be_one
from harvestman.dedup.papers.finding import MergesFound, Progress
from harvestman.dedup.papers.records import COMPARED, Record, record_of
from harvestman.model import Claim, Likeness, Verdict

if TYPE_CHECKING:  # the keys of papers are wanted where no database is
    from harvestman.store import Decision, Library

_MOST_RECORDS = 5_000  # of papers that were looked at before, which newer ones may meet
_PAIRS_AT_ONCE = 50  # in one transaction: one for each pair makes it 7 % dearer
_BATCH = 500  # papers whose blocks are written, and whose neighbours are read, together: with 100 it takes an eighth more


def search(library: Library, limit: int | None, progress: Progress | None) -> MergesFound:
    """The work of `find_merges`."""
    papers = pairs = 0
    merged: list[Decision] = []
    doubtful: dict[str, Decision] = {}
    records: dict[str, Record] = {}
    while (limit is None or papers < limit) and (
        waiting := library.merges.waiting(_BATCH, fields=COMPARED)
    ):
        names = [one.id for one in waiting]
        if len(records) > _MOST_RECORDS:
            records.clear()
        records |= {one.id: record_of(one.claims) for one in waiting}
        library.merges.put_blocks({name: block_keys(records[name]) for name in names})
        changed: set[str] = set()
        in_doubt = set(library.merges.in_doubt(names))
        met = {*library.merges.neighbours(names), *in_doubt}
        new = {name for pair in met for name in pair} - records.keys()
        others = library.merges.claims(new, fields=COMPARED)
        records |= {name: record_of(said) for name, said in others.items()}
        known = [pair for pair in sorted(met) if records.keys() >= {*pair}]
        pairs += len(known)
        alike = [
            (compare(records[one], records[other]), one, other)
            for one, other in known
            if (one, other) in in_doubt or may_be_one(records[one], records[other])
        ]
        # The surest first: what they become is then compared with the others as it is.
        alike.sort(key=lambda pair: -pair[0].probability)
        promising = [
            (one, other)
            for likeness, one, other in alike
            if likeness.verdict is not Verdict.DIFFERENT or (one, other) in in_doubt
        ]
        for first in range(0, len(promising), _PAIRS_AT_ONCE):
            some = [
                pair
                for pair in promising[first : first + _PAIRS_AT_ONCE]
                if changed.isdisjoint(pair)
            ]
            for decision in library.merges.consider_all(some, compare_claims):
                if decision.verdict is Verdict.SAME:
                    merged.append(decision)
                    changed |= {decision.one, decision.other}
                else:
                    doubtful[decision.id] = decision
        for name in changed:
            del records[name]
        done = {one.id: one.assembled for one in waiting if one.id not in changed}
        library.merges.note_compared(done)
        papers += len(done)
        if progress:
            progress(papers, library.merges.count_waiting())
    left = library.merges.count_waiting()
    return MergesFound(papers, pairs, tuple(merged), tuple(doubtful.values()), left)


def compare_claims(one: Sequence[Claim], other: Sequence[Claim]) -> Likeness:
    """How alike two papers are, by everything that is claimed of them."""
    return compare(record_of(one), record_of(other))
