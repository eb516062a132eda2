"""Gathering as a job of the service: the same crawl, enrichment and decisions as `harvestman gather`, with the same settings and politeness.

Stopped, or dead with its server, it leaves an unfinished crawl behind; taken up again it goes on where it was.
"""

from __future__ import annotations

from dataclasses import asdict

from harvestman.crawl import domain_of
from harvestman.gather import Gathered, Gatherer, GatherRequest, Institution
from harvestman.model import JobRecord, Plain
from harvestman.rooms import PEOPLE_READERS
from harvestman.text import site_of
from harvestman.web.harvesting import (
    CrawlProgress,
    Note,
    fetcher_of,
    request_of,
    task_of,
    unless_stopping,
)
from harvestman.web.service import Service

GATHER = "gather"
"""The kind of job that gathers."""


def gather_task(request: GatherRequest) -> Plain:
    """What is kept of a request in its job."""
    return {
        "harvest": task_of(request.harvest),
        "below": list(request.below),
        "institution": asdict(request.institution),
        "distance": request.distance,
    }


def gather_request_of(task: Plain) -> GatherRequest:
    """What `gather_task` kept."""
    return GatherRequest(
        request_of(task["harvest"]),
        tuple(task["below"]),
        Institution(tuple(task["institution"]["names"]), tuple(task["institution"]["domains"])),
        int(task["distance"]),
    )


def sites_of(request: GatherRequest) -> list[str]:
    """The hosts that would be gathered."""
    return sorted(set(map(site_of, request.harvest.seeds)))


def own_domains(names: list[str]) -> tuple[str, ...]:
    """The domains of an institution; UsageError for what is none."""
    return tuple(map(domain_of, names))


class Gathering:
    """Does the jobs of this kind."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, job: JobRecord, note: Note, /) -> Plain:
        """Carry one out, or go on with it."""
        service = self._service
        request = gather_request_of(job.task)
        progress = CrawlProgress()
        async with progress.told(note):
            done = await unless_stopping(service, self._gather(request, progress))
        wanted = [one for one in done.candidates if not one.is_hidden]
        return {
            "harvest": done.harvest.id,
            "sites": sites_of(request),
            "candidates": len(wanted),
            "set_aside": len(done.candidates) - len(wanted),
            "new": done.new,
            "changed": done.changed,
            "gone": done.gone,
        }

    async def _gather(self, request: GatherRequest, progress: CrawlProgress) -> Gathered:
        service = self._service
        fetcher = fetcher_of(service)
        async with (
            service.rooms() as rooms,
            rooms.session(fetcher=fetcher, preload=PEOPLE_READERS) as session,
        ):
            gatherer = Gatherer(
                service.library,
                session,
                service.holdings,
                service.clock,
                service.settings.max_file,
            )
            return await gatherer.gather(request, watcher=progress.add)
