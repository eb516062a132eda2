"""The kinds of job that the service knows, and who does them; `harvestman serve` and `harvestman worker` do the same."""

from __future__ import annotations

from harvestman.web.finding import FIND_PAPERS, FIND_PERSONS, Finding
from harvestman.web.gathering import GATHER, Gathering
from harvestman.web.harvesting import HARVEST, Harvesting
from harvestman.web.repositories import REPOSITORIES, TakingIn
from harvestman.web.running import RUN, Running
from harvestman.web.service import EXTRACT, Service

SERVICE_KINDS = (EXTRACT, HARVEST, GATHER, REPOSITORIES, FIND_PAPERS, FIND_PERSONS, RUN)
"""What clients of the service start; the steps of a round have kinds of their own."""


def register_kinds(service: Service) -> None:
    """Have the service's worker do all of them; before it starts."""
    worker = service.worker
    worker.register(EXTRACT, service.do_extraction, at_once=service.guard.workers)
    worker.register(HARVEST, Harvesting(service), at_once=1)
    worker.register(GATHER, Gathering(service), at_once=1)
    worker.register(REPOSITORIES, TakingIn(service), at_once=1)
    worker.register(RUN, Running(service), at_once=1)
    for kind in (FIND_PAPERS, FIND_PERSONS):
        worker.register(kind, Finding(service), at_once=1)
