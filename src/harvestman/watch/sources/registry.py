"""The installed sources of events, asked in turn: the first that finds events in a file is believed.

`read_events` is what a worker process runs: files of strangers are parsed there, with its limits of time and memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from harvestman.model import EventSighting, HarvestmanError, PluginError
from harvestman.pages import SavedPage
from harvestman.watch.sources.given import MAX_BYTES, EventSource, Given, Notice, sighting

GROUP = "harvestman.sources"
MAX_EVENTS = 20_000  # of one file; all of WikiCFP's current calls are some 3,000


@dataclass(frozen=True, slots=True)
class EventsRead:
    """The events of one file or page."""

    kind: str
    """The name of the source that read it; empty when none could."""
    sightings: tuple[EventSighting, ...] = ()
    problems: tuple[str, ...] = ()


class BrokenSource:
    """Stands in for a source that could not be loaded: it says so of every file, and the others go on."""

    order = 0

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason

    def match(self, given: Given) -> bool:
        """Always, so that its absence is noticed."""
        return True

    def read(self, given: Given) -> Iterable[Notice]:
        """Says why it cannot read."""
        raise PluginError(self.reason)


def load_sources() -> tuple[EventSource, ...]:
    """All installed sources in the order in which they are asked."""
    found = [_load(point) for point in entry_points(group=GROUP)]
    return tuple(sorted(found, key=lambda source: (source.order, source.name)))


def _load(point: EntryPoint) -> EventSource:
    plugin = f"the source of events {point.name} ({point.value})"
    try:
        source = point.load()()
    except Exception as error:  # noqa: BLE001 - a plug-in's code may fail in any way, and must not take the rest along
        return BrokenSource(
            point.name,
            f"{plugin} cannot be loaded: {type(error).__name__}: {error}; repair or uninstall it",
        )
    if not isinstance(source, EventSource):
        reason = f"{plugin} lacks name, order, match or read; see docs/plugin-source.md"
        return BrokenSource(point.name, reason)
    return source


def read_events(
    item: tuple[SavedPage, datetime], *, sources: Sequence[EventSource] | None = None
) -> EventsRead:
    """The events in a saved file or page. Never raises for what is in it."""
    page, now = item
    if len(page.body) > MAX_BYTES:
        return EventsRead("", problems=(f"larger than {MAX_BYTES // 1_000_000} MB",))
    given = Given(page, now=now)
    problems: list[str] = []
    for source in _installed() if sources is None else sources:
        found, problem = _ask(source, given)
        if problem:
            problems.append(f"{source.name}: {problem}")
        if found:
            return EventsRead(source.name, tuple(found), tuple(problems))
    return EventsRead("", problems=tuple(problems))


def _ask(source: EventSource, given: Given) -> tuple[list[EventSighting], str]:
    """What one source found, and what went wrong; what it found before it broke is kept."""
    found: list[EventSighting] = []
    try:
        if source.match(given):
            for count, notice in enumerate(source.read(given)):
                if count >= MAX_EVENTS:
                    return found, f"only the first {MAX_EVENTS:,} events are taken; part the file"
                claims = sighting(notice, given, reader=source.name)
                if claims:
                    found.append(claims)
    except MemoryError:
        raise
    except HarvestmanError as error:
        return found, str(error)
    except Exception as error:  # noqa: BLE001 - a source may be anybody's; its fault must not cost the rest
        return found, f"{type(error).__name__}: {error}"[:500]
    return found, ""


@cache
def _installed() -> tuple[EventSource, ...]:
    return load_sources()
