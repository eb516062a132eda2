"""The end state of a library: all that matters of it, without what chance and time decide.

Random ids, times and integer keys are left out (events go by what they are called), and everything is in a fixed order. Two runs over the same web must end in
equal end states, whether or not one of them was killed and resumed, and in whatever order its answers came back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from harvestman.model import Claim, Plain, claim_to_plain
from harvestman.store.database import batches
from harvestman.store.papers.claimed import claims_of
from harvestman.store.papers.of_events import held_events
from harvestman.store.statements import Statement
from harvestman.store.storable import plain_of, to_json

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection
    from harvestman.store.library import Library

_HARVESTS = Statement("SELECT id, seeds, depth, page_limit, finished FROM harvest")
_VISITS = Statement(
    """
    SELECT harvest_id AS owner, url, depth, parent, position, ordinal, state, status, detail,
      http_status
    FROM visit
    """
)
_PAGES = Statement(
    """
    SELECT id, url, final_url, http_status, media_type, content_type, digest, size_bytes, etag,
      last_modified, links_header
    FROM page
    """
)
_LINKS = Statement("SELECT page_id AS owner, position, target, anchor, rel FROM link")
_PAPERS = Statement("SELECT id, view FROM paper")
_KEYS = Statement("SELECT paper_id AS owner, key FROM paper_key")
_EVENTS = Statement("SELECT id FROM event")


def end_state(library: Library) -> Plain:
    """The harvests, pages and papers of a library as one plain value that can be compared."""
    with library.database.asking() as connection:
        return {
            "harvests": _sorted(_harvests(connection)),
            "pages": _sorted(_pages(connection)),
            "papers": _sorted(_papers(connection)),
        }


def _harvests(connection: AnyConnection) -> list[Plain]:
    visits = _rows_by_owner(connection, _VISITS)
    return [
        {
            "seeds": plain_of(row.seeds),
            "depth": row.depth,
            "limit": row.page_limit,
            "is_finished": row.finished is not None,
            "visits": _sorted(visits.get(row.id, [])),
        }
        for row in _HARVESTS.rows(connection)
    ]


def _pages(connection: AnyConnection) -> list[Plain]:
    links = _rows_by_owner(connection, _LINKS)
    states = []
    for row in _PAGES.rows(connection):
        state: Plain = row._asdict()
        state["links"] = _sorted(links.get(state.pop("id"), []))
        state["links_header"] = plain_of(row.links_header)
        states.append(state)
    return states


def _papers(connection: AnyConnection) -> list[Plain]:
    keys = _rows_by_owner(connection, _KEYS)
    views = {row.id: plain_of(row.view) for row in _PAPERS.rows(connection)}
    events = _calls_of_events(connection)
    found = []
    for batch in batches(views):
        for row, claims in claims_of(connection, batch).items():
            told = [_called(_timeless(claim), events) for claim in claims]
            found.append(
                {
                    "view": _called(views[row], events),
                    "keys": _sorted(keys.get(row, [])),
                    "claims": _sorted(told),
                }
            )
    return found


def _calls_of_events(connection: AnyConnection) -> dict[str, str]:
    """What each event is called, by its random id: its title, year and site."""
    rows = [row.id for row in _EVENTS.rows(connection)]
    events = [held.event for held in held_events(connection, rows).values()]
    return {event.id: f"{event.title}, {event.year}, {event.site}" for event in events}


def _called(value: Any, events: Mapping[str, str]) -> Any:
    """A plain value in which events go by what they are called."""
    if isinstance(value, dict):
        return {name: _called(part, events) for name, part in value.items()}
    if isinstance(value, list):
        return [_called(part, events) for part in value]
    return events.get(value, value) if isinstance(value, str) else value


def _timeless(claim: Claim) -> Plain:
    plain = claim_to_plain(claim)
    del plain["time"]
    return {"subject": claim.subject, **plain}


def _rows_by_owner(connection: AnyConnection, statement: Statement) -> dict[int, list[Plain]]:
    found: dict[int, list[Plain]] = {}
    for row in statement.rows(connection):
        plain = row._asdict()
        found.setdefault(plain.pop("owner"), []).append(plain)
    return found


def _sorted(values: list[Plain]) -> list[Plain]:
    return sorted(values, key=to_json)
