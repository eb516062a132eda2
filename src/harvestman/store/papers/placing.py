"""Placing papers: the mentions of a page belong to the event that its site was judged to show there.

A paper that says its own year is not given to an event of another, nor a journal's article to any: a site lists what its people
published elsewhere, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import Authority, Field, Kind
from harvestman.store.asking import ask, numbers
from harvestman.store.changes import PAPER, Noting
from harvestman.store.claims import MENTION
from harvestman.store.database import LINKING, Database, batches
from harvestman.store.ids import digest_key
from harvestman.store.papers.assembled import assemble_papers
from harvestman.store.papers.of_events import held_events
from harvestman.store.papers.parting import part_editions
from harvestman.store.statements import Statement
from harvestman.text.collection import rare_collection

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_OF_EVENTS = (Kind.CONFERENCE_PAPER, Kind.TALK, Kind.OTHER)
_YEARS_APART = 1  # proceedings are dated to the year after their event as well
_PAGES_AT_ONCE = 200
_SELECT_EVENTS = Statement("SELECT public_id, id FROM event WHERE public_id IN :names")
_SELECT_MENTIONS = Statement(
    "SELECT id, paper_id, source_key, event_id FROM mention WHERE source_key IN :pages AND said_of IS NULL"
)
_MOVE = Statement("UPDATE mention SET event_id = :event_id WHERE id IN :rows")


def place_papers(
    database: Database,
    events: Mapping[str, str],
    sections: Mapping[tuple[str, int], str],
    *,
    now: datetime,
    new_id: Callable[[], str],
    anew: bool = False,
) -> int:
    """Give the mentions of these pages to these events, by address and id; how many papers were told so anew.

    `sections` are events by address and year: a mention that states such a year is given to that event instead.
    What belongs to an event already is not given to a later one, unless all is placed `anew`: sites that never move still list
    the papers of the last edition when they announce the next.
    """
    count = 0
    urls = sorted({*events, *(url for url, _ in sections)})
    years_of: dict[str, dict[int, str]] = {}
    for (url, year), name in sections.items():
        years_of.setdefault(url, {})[year] = name
    for first in range(0, len(urls), _PAGES_AT_ONCE):
        some = [
            _Listing(url, events.get(url), years_of.get(url, {}))
            for url in urls[first : first + _PAGES_AT_ONCE]
        ]
        with rare_collection(), database.write() as connection:
            database.lock(connection, LINKING)
            touched = _place(connection, some, anew=anew)
            parted = part_editions(connection, touched, now=now, new_id=new_id)
            noting = Noting(PAPER)
            assemble_papers(connection, touched - parted, noting, now=now, has_moved=True)
            noting.write(connection, now=now)
            count += len(touched)
    return count


@dataclass(frozen=True, slots=True)
class _Listing:
    """A page with the event of its papers, and those of the papers under headings with years."""

    url: str
    event: str | None
    years: Mapping[int, str]


def _place(connection: AnyConnection, listings: Sequence[_Listing], *, anew: bool) -> set[int]:
    """Note the event of each mention; the papers whose mentions have another than before."""
    named = {name for one in listings for name in (one.event, *one.years.values()) if name}
    rows = {
        row.public_id: row.id for row in _SELECT_EVENTS.rows(connection, {"names": list(named)})
    }
    of_page = {digest_key(one.url): one for one in listings}
    mentions = _SELECT_MENTIONS.rows(connection, {"pages": list(of_page)})
    held = held_events(connection, {*rows.values(), *(m.event_id for m in mentions)} - {None})
    years = {row: one.event.year for row, one in held.items()}
    own, elsewhere = _said_by_themselves(connection, [row.id for row in mentions])
    changed: dict[int | None, list[int]] = {}
    touched: set[int] = set()
    for row in mentions:
        page = of_page[row.source_key]
        stated = own.get(row.id, set())
        section = next((page.years[year] for year in sorted(stated & page.years.keys())), None)
        event = rows.get(section or page.event or "")
        year = years.get(event or 0, 0)
        if year and any(abs(one - year) > _YEARS_APART for one in stated):
            event = None
        if row.id in elsewhere:
            event = None
        if not anew and 0 < years.get(row.event_id, 0) < year:
            event = row.event_id
        if event != row.event_id:
            changed.setdefault(event, []).append(row.id)
            touched.add(row.paper_id)
    for event, ids in changed.items():
        _MOVE.change(connection, {"rows": ids, "event_id": event})
    return touched


def _said_by_themselves(
    connection: AnyConnection, mentions: Collection[int]
) -> tuple[dict[int, set[int]], set[int]]:
    """What mentions state for themselves, as far as it is to be believed over a site's word: their years, and which of them are no
    conference papers, but articles of journals or theses."""
    years: dict[int, set[int]] = {}
    elsewhere: set[int] = set()
    kinds = {str(kind) for kind in Kind if kind not in _OF_EVENTS}
    for batch in batches(mentions):
        rows = ask(
            connection,
            f"""
            SELECT about_id, CAST(value AS text) FROM claim WHERE about = '{MENTION}' AND about_id IN {numbers(batch)}
            AND field IN ('{Field.YEAR}', '{Field.KIND}') AND authority >= {int(Authority.WRAPPER)}
            """,  # noqa: S608 (numbers and our own names)
        )
        for mention, told in rows:
            value = json.loads(told)
            if isinstance(value, int):
                years.setdefault(mention, set()).add(value)
            elif value in kinds:
                elsewhere.add(mention)
    return years, elsewhere
