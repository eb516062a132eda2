"""Files that papers link to: which there are, whose they are, and which of them could not be had."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from harvestman.model import Clock, Harvest, Status
from harvestman.store.asking import moment_told
from harvestman.store.database import Database, batches
from harvestman.store.ids import digest_key
from harvestman.store.statements import Statement
from harvestman.store.storable import storable

_MAX_LINE = 1_000
_MOST_LOOKED_AT = 50_000
_SELECT_OF_HARVEST = Statement(
    """
    SELECT DISTINCT paper.id, paper.pdf FROM harvest
    JOIN visit ON visit.harvest_id = harvest.id
    JOIN mention ON mention.source_key = visit.url_key
    JOIN paper ON paper.id = mention.paper_id
    WHERE harvest.public_id = :harvest AND paper.pdf != '' ORDER BY paper.id
    """
)
_SELECT_CHANGED = Statement(
    f"""
    SELECT pdf, title, changed FROM paper WHERE changed >= :since AND pdf != '' AND title != ''
    ORDER BY changed DESC, id LIMIT {_MOST_LOOKED_AT}
    """  # noqa: S608 (a number)
)
# The first condition is that of the index.
_SELECT_HELD = Statement(
    "SELECT origin_key FROM document WHERE origin_key != '' AND origin_key IN :keys AND status != ''"
)
_SELECT_TRIED = Statement("SELECT url_key, tried FROM file_failure WHERE url_key IN :keys")
_SELECT_PAPERS = Statement("SELECT pdf, public_id FROM paper WHERE pdf IN :urls ORDER BY id")
_NOTE_FAILURE = Statement.insert(
    "file_failure",
    *("url_key", "url", "status", "detail", "tried"),
    then="""
    ON CONFLICT (url_key) DO UPDATE SET status = excluded.status, detail = excluded.detail, tried = excluded.tried
    """,
)
_SELECT_FAILED = Statement(
    "SELECT url, status FROM file_failure WHERE url_key IN :keys AND tried >= :moment"
)


@dataclass(frozen=True, slots=True)
class WantedFile:
    """A file that a paper links to and that is not held."""

    url: str
    title: str
    """Of the paper."""
    changed: datetime
    """When the paper last changed: the link is known at least since then."""
    tried: datetime | None
    """When it was last asked for in vain."""


class LinkedFiles:
    """The files that papers link to."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def of_harvest(self, harvest: Harvest) -> list[str]:
        """The addresses of the files of all papers that the pages of a harvest speak of, in the order of the papers."""
        with self._database.asking() as connection:
            rows = _SELECT_OF_HARVEST.rows(connection, {"harvest": harvest.id})
        return list(dict.fromkeys(row.pdf for row in rows))

    def wanted(self, *, since: datetime, limit: int) -> list[WantedFile]:
        """The files that papers which changed since then link to and that are not held, those of the newest changes first."""
        found: dict[str, WantedFile] = {}
        with self._database.asking() as connection:
            rows = _SELECT_CHANGED.rows(connection, {"since": since})
            for batch in batches([row for row in rows if row.pdf.startswith("http")]):
                keys = {row.pdf: digest_key(row.pdf) for row in batch}
                asked = {"keys": list(keys.values())}
                held = {row.origin_key for row in _SELECT_HELD.rows(connection, asked)}
                tried = {
                    row.url_key: moment_told(row.tried)
                    for row in _SELECT_TRIED.rows(connection, asked)
                }
                for row in batch:
                    if keys[row.pdf] not in held:
                        changed, last = moment_told(row.changed), tried.get(keys[row.pdf])
                        found.setdefault(row.pdf, WantedFile(row.pdf, row.title, changed, last))
                if len(found) >= limit:
                    break
        return list(found.values())[:limit]

    def papers(self, urls: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The ids of the papers that link to each of these addresses."""
        found: dict[str, list[str]] = {url: [] for url in urls}
        with self._database.asking() as connection:
            for batch in batches(urls):
                asked = {"urls": batch}
                for row in _SELECT_PAPERS.rows(connection, asked):
                    found[row.pdf].append(row.public_id)
        return {url: tuple(ids) for url, ids in found.items()}

    def note_failure(self, url: str, status: Status, detail: str) -> None:
        """Note that a file could not be had just now, so that nobody asks for it again at once."""
        values = {
            "url_key": digest_key(url),
            "url": url,
            "status": str(status),
            "detail": storable(detail[:_MAX_LINE]),
            "tried": self._clock.now(),
        }
        with self._database.writing() as connection:
            _NOTE_FAILURE.change(connection, values)

    def failed_since(self, urls: Collection[str], moment: datetime) -> dict[str, Status]:
        """Those of the addresses that were asked for in vain since then, each with how that ended."""
        asked = {"keys": list({digest_key(url) for url in urls}), "moment": moment}
        with self._database.asking() as connection:
            rows = _SELECT_FAILED.rows(connection, asked)
        return {row.url: Status(row.status) for row in rows}
