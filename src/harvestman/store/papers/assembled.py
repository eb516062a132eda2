"""The assembled view of each paper, kept in its row and in the search index and made anew whenever its claims change."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Claim, Field, Paper, PaperEvent, Plain, assemble, paper_to_plain
from harvestman.store import schema
from harvestman.store.changes import Belonged, Noting
from harvestman.store.database import batches
from harvestman.store.papers.claimed import claims_and_events
from harvestman.store.papers.lacking import lacks_of
from harvestman.store.papers.of_events import HeldEvent
from harvestman.store.prepared import Prepared
from harvestman.store.search import PAPER_INDEX, put_all_in_index, put_in_index
from harvestman.store.storable import to_json
from harvestman.store.tables import MAX_VENUE, MAX_YEAR

NO_FILE, HAS_FILE, HAD_FILE = 0, 1, 2
"""Whether a document of a paper is held, or was: kept in its row, for those who copy documents must hear that one is gone."""
_FILE_SOURCE = "sha256:"  # how evidence names a document
_NOT_IN_VIEW = ("id", "added", "changed")  # columns of their own

NO_EVENTS: Mapping[str, HeldEvent] = MappingProxyType({})
_paper = schema.paper
_SELECT_VIEWS = sa.select(
    _paper.c.id, _paper.c.public_id, _paper.c.title, _paper.c.view, _paper.c.file
).where(_paper.c.id.in_(sa.bindparam("papers", expanding=True)))
_INSERT = Prepared.of(
    sa.insert(_paper).returning(_paper.c.id),
    *(name for name in _paper.c.keys() if name != "id"),  # noqa: SIM118 (its columns)
)
_UPDATE = Prepared.of(
    sa.update(_paper).where(_paper.c.id == sa.bindparam("row")),
    *(name for name in _paper.c.keys() if name not in ("id", "public_id", "added")),  # noqa: SIM118
)
_TOUCH = (
    sa.update(_paper)
    .where(_paper.c.id.in_(sa.bindparam("papers", expanding=True)))
    .values(assembled=sa.bindparam("now"), examined=None)
)


def add_paper(
    connection: Connection,
    public_id: str,
    claims: Iterable[Claim],
    noting: Noting,
    *,
    now: datetime,
) -> int:
    """A new paper of which this is claimed; its row."""
    claims = list(claims)
    view = _assembled(claims)
    plain = _view(view)
    values = {"public_id": public_id, "added": now, "changed": now, **_values(view, plain, now)}
    values["file"] = HAS_FILE if _has_file(claims) else NO_FILE
    paper = int(_INSERT.first(connection, values).id)
    put_in_index(connection, PAPER_INDEX, paper, _searchable(view))
    if view.title:
        noting.new(public_id)
    return paper


def assemble_papers(
    connection: Connection, papers: Collection[int], noting: Noting, *, now: datetime
) -> None:
    """Bring the views of these papers up to date with their claims, and note those that a reader sees change."""
    for batch in batches(sorted(papers)):
        known = {row.id: row for row in connection.execute(_SELECT_VIEWS, {"papers": batch})}
        equal: list[int] = []
        changed: list[dict[str, Any]] = []
        searchable: list[tuple[int, Sequence[str]]] = []
        claimed, events = claims_and_events(connection, batch)
        for paper, claims in claimed.items():
            view = _assembled(claims, events)
            plain, before = _view(view), known[paper]
            file = HAS_FILE if _has_file(claims) else HAD_FILE if before.file else NO_FILE
            is_equal = _is_kept(plain, before.view)
            if is_equal and file == before.file:
                equal.append(paper)
                continue
            values = {"row": paper, "changed": now, "file": file}
            changed.append(values | _values(view, plain, now, events))
            if not is_equal:
                searchable.append((paper, _searchable(view)))
            _note(noting, before, plain, has_file_changed=file != before.file)
        _UPDATE.change_all(connection, changed)
        put_all_in_index(connection, PAPER_INDEX, searchable)
        if equal:
            connection.execute(_TOUCH, {"papers": equal, "now": now})


def _is_kept(plain: Plain, view: Plain) -> bool:
    """Whether this view is what is kept already, where what no database stores was replaced."""
    return plain.keys() == view.keys() and all(
        value == view[name] or json.loads(to_json(value)) == view[name]
        for name, value in plain.items()
    )


def _has_file(claims: Iterable[Claim]) -> bool:
    """Whether a document that is held says something of a paper."""
    return any(claim.evidence.source.startswith(_FILE_SOURCE) for claim in claims)


def _note(noting: Noting, before: Any, plain: Plain, *, has_file_changed: bool) -> None:
    """A paper without a title is not shown: it is new to a reader when it gets one, and gone when it loses it."""
    if not before.title:
        if plain["title"]:
            noting.new(before.public_id)
    elif not plain["title"]:
        noting.removed(before.public_id, Belonged.by_view(before.view))
    else:
        fields = [name for name, value in plain.items() if before.view.get(name) != value]
        noting.changed(before.public_id, [*fields, *(["file"] if has_file_changed else [])])


def _view(paper: Paper) -> Plain:
    plain = paper_to_plain(paper)
    for name in _NOT_IN_VIEW:
        del plain[name]
    return plain


def _values(
    view: Paper, plain: Plain, now: datetime, events: Mapping[str, HeldEvent] = NO_EVENTS
) -> dict[str, Any]:
    event = events.get(view.event.id) if view.event else None
    return {
        "event_id": event.row if event else None,
        "title": view.title,
        "year": view.year if view.year and 0 < view.year <= MAX_YEAR else None,
        "venue": view.venue[:MAX_VENUE],
        "pdf": view.pdf,
        "view": plain,
        "assembled": now,
        "examined": None,
        "lacks": lacks_of(view),
    }


def _assembled(claims: Iterable[Claim], events: Mapping[str, HeldEvent] = NO_EVENTS) -> Paper:
    claims = list(claims)
    fields = {claim.field for claim in claims}
    if Field.TITLE in fields and Field.FORGOTTEN not in fields:
        paper = assemble(claims)
        held = events.get(paper.event.id) if paper.event else None
        if held is None:
            return paper
        event = held.event
        told = PaperEvent(event.id, event.name, event.acronym, event.year)
        return replace(paper, event=told)
    # Nobody has named it yet, or a person wants it gone: it is kept, and shown when that changes.
    return Paper(title="")


def _searchable(paper: Paper) -> tuple[str, str, str, str]:
    """What is indexed, for the columns of `PAPER_INDEX`."""
    authors = " ".join(author.name for author in paper.authors)
    event = (paper.event.title, paper.event.name) if paper.event else ()
    venue = " ".join((paper.venue, paper.session, paper.publisher, *event))
    rest = (paper.abstract, *paper.keywords, paper.doi, paper.arxiv, paper.isbn, paper.issn)
    return paper.title, authors, venue, " ".join(rest)
