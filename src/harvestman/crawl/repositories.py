"""Papers from others' collections: OAI-PMH repositories (`oai+https://…`) and RSS or Atom feeds (`feed+https://…`).

A repository is asked for what has changed since the last harvest that came to its end, page by page; each page is kept together with the
place where to go on, so a killed harvest goes on there. A record that the repository has deleted says nothing any more: its paper goes
unless others state it. A feed has only its newest entries, and what has left it is not gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode

from harvestman.dedup import paper_keys
from harvestman.fetch import Fetcher
from harvestman.formats import (
    RepositoryAnswer,
    SourceRecord,
    granularity,
    paper_mention,
    read_feed,
    read_repository,
)
from harvestman.model import Clock, Evidence, LinkedMention, UsageError
from harvestman.store import Library, RepositoryPlace

OAI, FEED = "oai+", "feed+"
"""What the address of a repository, and that of a feed, begins with."""
_MOST_BYTES = 50_000_000
_MOST_PAGES = 1_000_000
_MOST_EMPTY = 20  # pages one after the other without a record, or with those of a page before
_MOST_RESTARTS = 3  # of one run, after the repository has forgotten its own token
_DAY = len("2026-11-16")


@dataclass(frozen=True, slots=True)
class RepositoryHarvested:
    """What was taken from a repository or feed."""

    address: str
    records: int = 0
    deleted: int = 0
    changed: int = 0
    """Records that say something that the library did not know."""
    since: str = ""
    """What was asked for is newer than this; "" for all."""


def is_repository(address: str) -> bool:
    """Whether an address is that of a repository or feed whose records are papers."""
    return address.startswith(
        (f"{OAI}http://", f"{OAI}https://", f"{FEED}http://", f"{FEED}https://")
    )


class RepositoryHarvester:
    """Takes papers from repositories and feeds."""

    def __init__(
        self,
        library: Library,
        fetcher: Fetcher,
        clock: Clock,
        *,
        watcher: Callable[[RepositoryHarvested], None] | None = None,
    ) -> None:
        """`watcher` is told after each page how far it is."""
        self._library = library
        self._fetcher = fetcher
        self._clock = clock
        self._watcher = watcher

    async def harvest(self, address: str) -> RepositoryHarvested:
        """Take what is new; UsageError when the address does not answer as it should."""
        if address.startswith(FEED):
            return await self._harvest_feed(address)
        return await self._harvest_repository(address)

    async def _harvest_feed(self, address: str) -> RepositoryHarvested:
        url = address.removeprefix(FEED)
        fetched = await self._fetcher.fetch(url, max_bytes=_MOST_BYTES)
        if fetched.status is not None:
            raise UsageError(f"{url}: {fetched.status}: {fetched.detail}")
        records = await asyncio.to_thread(read_feed, fetched.body, where=url)
        done = RepositoryHarvested(address)
        return await self._keep(done, records, RepositoryPlace())

    async def _harvest_repository(self, address: str) -> RepositoryHarvested:
        base, _, query = address.removeprefix(OAI).partition("?")
        given = {
            name: value for name, value in parse_qsl(query) if name in ("set", "metadataPrefix")
        }
        place = await asyncio.to_thread(self._library.repositories.place, address)
        first = await self._first(base, given, place.since)
        done = RepositoryHarvested(address, since=place.since)
        asked = {"verb": "ListRecords", "resumptionToken": place.token} if place.token else first
        seen: set[str] = set()
        pages: set[int] = {hash(())}
        restarts = empty = 0
        for _ in range(_MOST_PAGES):
            answer = await self._ask(base, asked)
            if answer.error == "badResumptionToken" and asked is not first:
                restarts += 1
                if restarts > _MOST_RESTARTS:
                    raise UsageError(f"{base} forgets its own tokens: its list cannot be read")
                # Its time is over, or the repository has forgotten it: what was kept stays, the rest is asked for anew.
                asked, place = first, replace(place, token="", began="")
                seen.clear()
                pages = {hash(())}
                continue
            if answer.error and answer.error != "noRecordsMatch":
                raise UsageError(
                    f"{base} refuses to list its records: {answer.error}: {answer.detail}"
                )
            began = place.began or answer.moment
            if answer.token in seen:
                raise UsageError(f"the list at {base} goes round in a circle")
            seen.add(answer.token)
            place = RepositoryPlace(place.since, answer.token, began)
            if not answer.token:
                place = RepositoryPlace(since=began)
            done = await self._keep(done, answer.records, place)
            records = hash(tuple(one.id for one in answer.records))
            empty = empty + 1 if records in pages else 0
            pages.add(records)
            if not answer.token:
                return done
            if empty > _MOST_EMPTY:
                break
            asked = {"verb": "ListRecords", "resumptionToken": answer.token}
        raise UsageError(f"the list at {base} has no end")

    async def _first(self, base: str, given: dict[str, str], since: str) -> dict[str, str]:
        """The question that a harvest begins with; moments as exact as the repository takes them."""
        asked = {"verb": "ListRecords", "metadataPrefix": "oai_dc"} | given
        if since:
            page = await self._get(base, {"verb": "Identify"})
            is_by_day = len(granularity(page, where=base)) == _DAY
            asked["from"] = since[:_DAY] if is_by_day else since
        return asked

    async def _ask(self, base: str, asked: dict[str, str]) -> RepositoryAnswer:
        return await asyncio.to_thread(read_repository, await self._get(base, asked), where=base)

    async def _get(self, base: str, asked: dict[str, str]) -> bytes:
        page = await self._fetcher.call(
            f"{base}?{urlencode(asked)}",
            max_bytes=_MOST_BYTES,
            pause_s=self._fetcher.options.delay_s,
        )
        if page.status is not None:
            why = page.detail or str(page.status)
            raise UsageError(
                f"the list at {base} broke off: {why}. The same command goes on there."
            )
        return page.body

    async def _keep(
        self, done: RepositoryHarvested, records: Sequence[SourceRecord], place: RepositoryPlace
    ) -> RepositoryHarvested:
        said = {f"{done.address}#{one.id}": self._said(done.address, one) for one in records}
        changed = await asyncio.to_thread(
            self._library.repositories.keep, done.address, said, place
        )
        done = replace(
            done,
            records=done.records + len(records),
            deleted=done.deleted + sum(one.is_deleted for one in records),
            changed=done.changed + changed,
        )
        if self._watcher:
            self._watcher(done)
        return done

    def _said(self, address: str, record: SourceRecord) -> LinkedMention | None:
        if record.paper is None:
            return None
        kind = "oai-pmh" if address.startswith(OAI) else "feed"
        mention = paper_mention(
            record.paper,
            subject=record.id,
            evidence=Evidence(f"{address}#{record.id}", f"record {record.id}"),
            reader=kind,
            now=self._clock.now(),
        )
        return LinkedMention(mention, paper_keys(mention.claims))
