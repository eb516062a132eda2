"""What is claimed of papers: by their mentions, and by the events that their mentions belong to."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from harvestman.store.asking import ask, numbers
from harvestman.store.claims import CLAIM, MENTION, claim_of
from harvestman.store.papers.of_events import claims_by_events

if TYPE_CHECKING:
    from harvestman.model import Claim, Field
    from harvestman.store.asking import AnyConnection
    from harvestman.store.papers.of_events import HeldEvent


def claims_of(
    connection: AnyConnection, papers: Collection[int], fields: Collection[Field] = ()
) -> dict[int, list[Claim]]:
    """The claims of each of these papers, in a fixed order: those of its mentions, then those of their events.

    Where fields are named, their mentions' claims of others are left out.
    """
    return claims_and_events(connection, papers, fields)[0]


def claims_and_events(
    connection: AnyConnection, papers: Collection[int], fields: Collection[Field] = ()
) -> tuple[dict[int, list[Claim]], dict[str, HeldEvent]]:
    """The same, and the events by their ids; where fields are named, only what is claimed of these."""
    found: dict[int, list[Claim]] = {paper: [] for paper in papers}
    named = ", ".join(f"'{field.value}'" for field in fields)
    of_these = f"AND claim.field IN ({named})" if named else ""
    rows = ask(
        connection,
        f"""
        SELECT {CLAIM}, mention.paper_id, mention.subject FROM mention
        JOIN claim ON claim.about = '{MENTION}' AND claim.about_id = mention.id
        WHERE mention.paper_id IN {numbers(papers)} {of_these} ORDER BY mention.id, claim.number
        """,  # noqa: S608 (numbers and our own names)
    )
    for row in rows:
        found[row[-2]].append(claim_of(row, row[-1]))
    by_events, events = claims_by_events(connection, papers)
    for paper, claims in by_events.items():
        found[paper] += claims
    return found, events
