"""Adding events: a file or an address is read by the installed sources, and what it says is kept with the events it is of."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from harvestman.engine import Guard
from harvestman.fetch import Fetcher
from harvestman.model import Clock, UsageError
from harvestman.pages import SavedPage
from harvestman.store import KeptEvent, Library
from harvestman.text import canonical_url
from harvestman.watch.judging import Judgement, acquaint, judges
from harvestman.watch.sources import EventsRead, read_events
from harvestman.watch.sources.given import MAX_BYTES


@dataclass(frozen=True, slots=True)
class Added:
    """What one source brought."""

    source: str
    kind: str
    """Which of the installed sources read it; empty when none could."""
    events: tuple[KeptEvent, ...] = ()
    problem: str = ""


async def add_source(
    source: str, *, library: Library, fetcher: Fetcher, guard: Guard, clock: Clock
) -> Added:
    """Read a file or an address and keep the events in it."""
    if source.startswith(("http://", "https://")):
        address = canonical_url(source)
        if address is None:
            raise UsageError(f"{source!r} is not the address of a web page")
        fetched = await fetcher.fetch(address, max_bytes=MAX_BYTES)
        if fetched.status is not None:
            return Added(source, "", problem=f"{fetched.status}: {fetched.detail}")
        saved = SavedPage(fetched.final_url, fetched.body, fetched.content_type)
    else:
        saved = SavedPage(Path(source).name, await asyncio.to_thread(_bytes_of, Path(source)))
    outcome = await asyncio.wrap_future(guard.submit(read_events, (saved, clock.now())))
    read = outcome.value
    if read is None:
        return Added(source, "", problem=f"{outcome.status}: {outcome.detail}")
    return await asyncio.to_thread(_keep, source, read, library, clock)


def _keep(source: str, read: EventsRead, library: Library, clock: Clock) -> Added:
    if not read.sightings:
        problem = (
            "; ".join(read.problems)
            or "no source of events recognises it (`harvestman watch add --help` names what is)"
        )
        return Added(source, read.kind, problem=problem)
    kept = library.events.keep(read.sightings, judges(clock=clock))
    return Added(source, read.kind, tuple(kept), "; ".join(read.problems))


def reappoint(library: Library, event: str, *, clock: Clock) -> None:
    """Make the next appointment with an event anew, after a person has put something of it right."""
    watched = library.agenda.one(event)
    if watched is not None:
        judge = acquaint(Judgement(clock=clock), library, [watched.event])
        following = judge.appoint(watched.event, library.agenda.looks(event))
        library.agenda.appoint(event, following)


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"{str(path)!r} cannot be read: {reason}; give a file or an http(s) address"
        ) from error
