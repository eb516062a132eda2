"""Papers by their ids: whole or the beginning of one, of papers that are shown or hidden, also from before a merge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman.model import UsageError
from harvestman.store.asking import ask, ask_one

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

IS_SHOWN = "paper.title != ''"
"""A paper that nobody has given a title yet is kept but not shown."""
IS_HIDDEN = "paper.title = ''"
"""Such papers are few, and have an index of their own."""


def exact_row(connection: AnyConnection, paper_id: str, *, hidden: bool = False) -> int | None:
    """The row of the paper that a whole id leads to."""
    names = _names(hidden=hidden)
    text = f"SELECT number FROM {names} WHERE name = :id"  # noqa: S608
    row = ask_one(connection, text, {"id": paper_id})
    return None if row is None else int(row)


def _names(*, hidden: bool) -> str:
    """The ids of all papers that are shown, or of all that are not, those from before a merge as well, each with its row."""
    wanted = IS_HIDDEN if hidden else IS_SHOWN
    return f"""(
        SELECT paper.public_id AS name, paper.id AS number FROM paper WHERE {wanted}
        UNION ALL
        SELECT paper_merge.old_id, paper_merge.paper_id FROM paper_merge
        JOIN paper ON paper.id = paper_merge.paper_id WHERE {wanted}
    ) AS names"""  # noqa: S608


def row_of(connection: AnyConnection, paper_id: str, *, hidden: bool = False) -> int | None:
    """The row of the paper that an id, or the beginning of one, leads to; of papers that are not shown with `hidden`."""
    exact = exact_row(connection, paper_id, hidden=hidden)
    if exact is not None:
        return exact
    if not paper_id.isascii() or not paper_id.isalnum():
        return None
    # "~" comes after every letter and digit of an id.
    text = f"""
        SELECT name, number FROM {_names(hidden=hidden)}
        WHERE name >= :first AND name < :last ORDER BY name LIMIT 50
    """  # noqa: S608
    rows = ask(connection, text, {"first": paper_id, "last": paper_id + "~"})
    papers = {row for _, row in rows}
    if len(papers) > 1:
        some = ", ".join(name for name, _ in rows[:3])
        raise UsageError(
            f"The id {paper_id} is the beginning of several ({some}, …): type one letter more."
        )
    return papers.pop() if papers else None
