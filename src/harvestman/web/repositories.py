"""Taking papers from OAI-PMH repositories and feeds as a job of the service: the same as `harvestman harvest oai+https://…`.

Each page of a repository is kept with the place where to go on, so a job that is stopped or dies goes on there.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from harvestman.crawl import RepositoryHarvested, RepositoryHarvester, is_repository
from harvestman.dedup import AFTER_A_HARVEST, find_merges
from harvestman.model import JobRecord, Plain, UsageError
from harvestman.web.harvesting import Note, fetcher_of, unless_stopping
from harvestman.web.service import Service

REPOSITORIES = "repositories"
"""The kind of job that takes papers from repositories and feeds."""


def are_repositories(addresses: list[str]) -> bool:
    """Whether all addresses are repositories or feeds; UsageError when only some are."""
    found = [is_repository(one) for one in addresses]
    if any(found) and not all(found):
        raise UsageError("Repositories (oai+, feed+) and pages are harvested by jobs of their own.")
    return bool(found) and all(found)


class TakingIn:
    """Does the jobs of this kind."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, job: JobRecord, note: Note, /) -> Plain:
        """Carry one out, or go on with it."""
        return await unless_stopping(self._service, self._take(job.task["urls"], note))

    async def _take(self, addresses: list[str], note: Note) -> Plain:
        service = self._service
        done: list[Plain] = []
        tellings: set[asyncio.Task[None]] = set()

        def tell(so_far: RepositoryHarvested) -> None:
            earlier = sum(one["records"] for one in done)
            told: Plain = {
                "done": len(done),
                "open": len(addresses) - len(done),
                "papers": earlier + so_far.records,
                "last": so_far.address,
            }
            task = asyncio.ensure_future(note(told))
            tellings.add(task)
            task.add_done_callback(tellings.discard)

        harvester = RepositoryHarvester(
            service.library, fetcher_of(service), service.clock, watcher=tell
        )
        for address in addresses:
            done.append(asdict(await harvester.harvest(address)))
        await asyncio.gather(*tellings)
        await service.run(find_merges, service.library, limit=AFTER_A_HARVEST)
        papers = sum(one["records"] for one in done)
        await note({"done": len(done), "open": 0, "papers": papers, "failed": 0})
        return {"papers": papers, "repositories": done}
