"""The assembled view of each paper, kept in its row and in the search index and made anew whenever its claims change."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from harvestman.model import (
    Claim,
    Field,
    Paper,
    PaperEvent,
    Plain,
    paper_event_to_plain,
    paper_to_plain,
    value_to_plain,
    winning_claims,
)
from harvestman.store.changes import Belonged, Noting
from harvestman.store.database import batches
from harvestman.store.papers.claimed import claims_and_events
from harvestman.store.papers.lacking import HAD_FILE, HAS_FILE, NO_FILE, lacks_of
from harvestman.store.papers.of_events import HeldEvent
from harvestman.store.search import PAPER_INDEX, put_all_in_index
from harvestman.store.statements import Statement, new_rows
from harvestman.store.storable import MAX_VENUE, MAX_YEAR, plain_of, to_json

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_FILE_SOURCE = "sha256:"  # how evidence names a document
# What events say of their papers, and the DOI, whose own site is believed before others.
_OF_EVENTS = (Field.YEAR, Field.VENUE, Field.EVENT, Field.DOI)
_IDENTIFIERS = ("doi", "arxiv", "isbn", "issn")
_NOT_IN_VIEW = ("id", "held", "added", "changed")  # columns of their own
_EMPTY_VIEW = {
    name: value
    for name, value in paper_to_plain(Paper(title="")).items()
    if name not in _NOT_IN_VIEW
}

NO_EVENTS: Mapping[str, HeldEvent] = MappingProxyType({})
_SELECT_VIEWS = Statement("SELECT id, public_id, view, file FROM paper WHERE id IN :papers")
_INSERT = Statement.insert(
    "paper", "id", "public_id", "title", "year", "venue", "pdf", "event_id", "view",
    "added", "changed", "assembled", "examined", "lacks", "file",
    json=["view"],
)  # fmt: skip
_UPDATE = Statement(
    """
    UPDATE paper SET
        title = :title, year = :year, venue = :venue, pdf = :pdf, event_id = :event_id, view = :view,
        changed = :changed, assembled = :assembled, examined = :examined, lacks = :lacks, file = :file
    WHERE id = :row
    """,
    json=["view"],
)
_TOUCH = Statement("UPDATE paper SET assembled = :now, examined = NULL WHERE id IN :papers")


def add_papers(
    connection: AnyConnection,
    claimed: Sequence[tuple[str, Sequence[Claim]]],
    noting: Noting,
    *,
    now: datetime,
) -> Sequence[int]:
    """New papers with these ids, of which this is claimed; their rows."""
    rows = new_rows(connection, "paper", len(claimed))
    papers: list[dict[str, Any]] = []
    for row, (public_id, claims) in zip(rows, claimed, strict=True):
        plain = view_of(claims)
        file = HAS_FILE if _has_file(claims) else NO_FILE
        own = {"id": row, "public_id": public_id, "added": now, "changed": now}
        papers.append(own | _values(plain, file, now))
        if plain["title"]:
            noting.new(public_id)
    _INSERT.change_all(connection, papers)
    put_all_in_index(
        connection, PAPER_INDEX, [(one["id"], _searchable(one["view"])) for one in papers]
    )
    return rows


def assemble_papers(
    connection: AnyConnection,
    papers: Collection[int],
    noting: Noting,
    *,
    now: datetime,
    has_moved: bool = False,
) -> None:
    """Bring the views of these papers up to date with their claims, and note those that a reader sees change.

    Where they have only moved from event to event (`has_moved`), what events say nothing of stays as it is kept: half of the time.
    """
    for batch in batches(sorted(papers)):
        known = {row.id: row for row in _SELECT_VIEWS.rows(connection, {"papers": batch})}
        equal: list[int] = []
        changed: list[dict[str, Any]] = []
        searchable: list[tuple[int, Sequence[str]]] = []
        fields = _OF_EVENTS if has_moved else ()
        claimed, events = claims_and_events(connection, batch, fields)
        for paper, claims in claimed.items():
            before = known[paper]
            shown = plain_of(before.view)
            file = before.file
            if has_moved:
                plain = _moved(shown, claims, events)
            else:
                plain = view_of(claims, events)
                file = HAS_FILE if _has_file(claims) else HAD_FILE if file else NO_FILE
            is_equal = _is_kept(plain, shown)
            if is_equal and file == before.file:
                equal.append(paper)
                continue
            values = {"row": paper, "changed": now}
            changed.append(values | _values(plain, file, now, events))
            if not is_equal:
                searchable.append((paper, _searchable(plain)))
            _note(noting, before.public_id, shown, plain, has_file_changed=file != before.file)
        _UPDATE.change_all(connection, changed)
        put_all_in_index(connection, PAPER_INDEX, searchable)
        if equal:
            _TOUCH.change(connection, {"papers": equal, "now": now})


def _is_kept(plain: Plain, view: Plain) -> bool:
    """Whether this view is what is kept already, where what no database stores was replaced."""
    return plain.keys() == view.keys() and all(
        value == view[name] or (view[name] is not None and json.loads(to_json(value)) == view[name])
        for name, value in plain.items()
    )


def _has_file(claims: Iterable[Claim]) -> bool:
    """Whether a document that is held says something of a paper."""
    return any(claim.evidence.source.startswith(_FILE_SOURCE) for claim in claims)


def _note(
    noting: Noting, name: str, before: Plain, plain: Plain, *, has_file_changed: bool
) -> None:
    """A paper without a title is not shown: it is new to a reader when it gets one, and gone when it loses it."""
    if not before["title"]:
        if plain["title"]:
            noting.new(name)
    elif not plain["title"]:
        noting.removed(name, Belonged.by_view(before))
    else:
        fields = [field for field, value in plain.items() if before.get(field) != value]
        noting.changed(name, [*fields, *(["file"] if has_file_changed else [])])


def view_of(claims: Iterable[Claim], events: Mapping[str, HeldEvent] = NO_EVENTS) -> Plain:
    """What is shown of a paper of which this is claimed: `paper_to_plain` of its assembly, at a fifth of the cost."""
    view = _EMPTY_VIEW.copy()
    claims = list(claims)
    fields = {claim.field for claim in claims}
    if Field.TITLE not in fields or Field.FORGOTTEN in fields:
        # Nobody has named it yet, or a person wants it gone: it is kept, and shown when that changes.
        return view
    for field, claim in winning_claims(claims).items():
        if not claim.value or field.value not in view:
            continue  # a reviewer who says that there is none says so with an empty value
        if field is Field.EVENT:
            view["event"] = paper_event_to_plain(_named(str(claim.value), events))
        else:
            view[field.value] = value_to_plain(claim.value)
    return view


def _values(
    plain: Plain, file: int, now: datetime, events: Mapping[str, HeldEvent] = NO_EVENTS
) -> dict[str, Any]:
    event = events.get(plain["event"]["id"]) if plain["event"] else None
    year = plain["year"]
    return {
        "event_id": event.row if event else None,
        "title": plain["title"],
        "year": year if year and 0 < year <= MAX_YEAR else None,
        "venue": (plain["venue"] or "")[:MAX_VENUE],
        "pdf": plain["pdf"] or "",
        "view": plain,
        "assembled": now,
        "examined": None,
        "lacks": lacks_of(plain, file=file),
        "file": file,
    }


def _moved(shown: Plain, claims: Iterable[Claim], events: Mapping[str, HeldEvent]) -> Plain:
    """What is shown of a paper of whose claims only those by events have changed."""
    if not shown["title"]:
        return shown
    won = {field: claim.value for field, claim in winning_claims(claims).items()}
    event = won.get(Field.EVENT)
    return shown | {
        "year": won.get(Field.YEAR) or None,
        "venue": won.get(Field.VENUE) or None,
        "event": paper_event_to_plain(_named(str(event), events)) if event else None,
    }


def _named(event_id: str, events: Mapping[str, HeldEvent]) -> PaperEvent:
    """A paper's event with what it is called."""
    held = events.get(event_id)
    if held is None:
        return PaperEvent(event_id)
    return PaperEvent(event_id, held.event.name, held.event.acronym, held.event.year)


def _searchable(plain: Plain) -> tuple[str, str, str, str]:
    """What is indexed, for the columns of `PAPER_INDEX`."""

    def joined(*texts: str | None) -> str:
        return " ".join(text or "" for text in texts)

    called: tuple[str, ...] = ()
    if event := plain["event"]:
        name, acronym, year = event["name"] or "", event["acronym"] or "", event["year"] or 0
        called = (PaperEvent(event["id"], name, acronym, year).title, name)
    return (
        plain["title"],
        joined(*(author["name"] for author in plain["authors"])),
        joined(plain["venue"], plain["session"], plain["publisher"], *called),
        joined(plain["abstract"], *plain["keywords"], *(plain[name] for name in _IDENTIFIERS)),
    )
