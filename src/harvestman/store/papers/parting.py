"""Parting: the same title by the same people in two years is two papers, for conferences have their regular speakers.

Mentions join by their keys before anybody knows of which event they are. Once they are placed, a paper whose mentions belong to
editions of different years is parted again, unless an identifier or a file says that it is one. What a person has joined stays.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from itertools import combinations
from typing import TYPE_CHECKING

from harvestman.model import Field, Verdict
from harvestman.store.claims import MENTION
from harvestman.store.papers.decided import Decider
from harvestman.store.papers.decisions import Side, add_decision, bonds_of, side_of
from harvestman.store.papers.linking import relink
from harvestman.store.papers.of_events import held_events
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

_SELECT_PLACED = Statement(
    "SELECT paper_id, identity, event_id FROM mention WHERE paper_id IN :papers AND event_id IS NOT NULL"
)
_SELECT_STATED = Statement(
    f"""
    SELECT claim.field, CAST(claim.value AS text) AS value FROM mention
    JOIN claim ON claim.about = '{MENTION}' AND claim.about_id = mention.id
    WHERE mention.identity IN :identities AND claim.field IN ('{Field.DOI}', '{Field.ARXIV}', '{Field.PDF}')
    """  # noqa: S608 (our own names)
)


def part_editions(
    connection: Connection, papers: Collection[int], *, now: datetime, new_id: Callable[[], str]
) -> set[int]:
    """Part those of these papers that are several, in the caller's transaction, which holds the lock; which ones were."""
    parted: set[int] = set()
    for paper, years in _several(connection, papers).items():
        whole = side_of(connection, paper)
        bonds = bonds_of(connection, whole.mentions)
        if any(bond.by_person and not bond.is_apart for bond in bonds):
            continue
        known = [(bond.one, bond.other) for bond in bonds if bond.is_apart]
        placed = {identity for mentions in years.values() for identity in mentions}
        first = min(years)
        for one, other in combinations(sorted(years), 2):
            here, there = years[one], years[other]
            if any((here <= x and there <= y) or (here <= y and there <= x) for x, y in known):
                continue
            if _is_one_thing(connection, here, there):
                continue
            rest = [i for i in whole.mentions if i not in placed] if one == first else []
            add_decision(
                connection,
                new_id(),
                Verdict.DIFFERENT,
                Decider.EVENTS,
                one=Side(whole.id, whole.title, (*sorted(here), *rest)),
                other=Side("", whole.title, tuple(sorted(there))),
                now=now,
                reasons=[f"they are papers of two editions, {one} and {other}"],
            )
            parted.add(paper)
    if parted:
        relink(connection, parted, now=now, new_id=new_id)
    return parted


def _several(
    connection: AnyConnection, papers: Collection[int]
) -> Mapping[int, dict[int, set[str]]]:
    """The papers whose mentions belong to events of several years: the mentions of each year."""
    rows = _SELECT_PLACED.rows(connection, {"papers": list(papers)})
    held = held_events(connection, {row.event_id for row in rows})
    found: dict[int, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in rows:
        one = held.get(row.event_id)
        if one is not None and one.event.year:
            found[row.paper_id][one.event.year].add(row.identity)
    return {paper: years for paper, years in found.items() if len(years) > 1}


def _is_one_thing(connection: AnyConnection, one: Collection[str], other: Collection[str]) -> bool:
    """Whether both sides state one identifier or link one file."""
    stated = [
        {
            (row.field, value)
            for row in _SELECT_STATED.rows(connection, {"identities": list(side)})
            if isinstance(value := json.loads(row.value), str)
        }
        for side in (one, other)
    ]
    return not stated[0].isdisjoint(stated[1])
