"""A service on a new library, and a client of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from documents.sample import PAPER
from harvestman.dedup.texts import open_dedup
from harvestman.engine import Guard, Limits, open_guard
from harvestman.model import SystemClock
from harvestman.settings import Settings, load_settings
from harvestman.store import Library, open_library
from harvestman.web import Service
from web.application import ServiceMaker, running
from world.pdf import make_pdf


@pytest.fixture(scope="session")
def paper_pdf() -> bytes:
    """A small paper with everything a paper has."""
    return make_pdf(PAPER)


@pytest.fixture(scope="session")
def guard() -> Iterator[Guard]:
    """One guarded worker for all tests of the room."""
    limits = Limits(time_s=60, memory_bytes=1_000_000_000)
    with open_guard("local:1", limits=limits, preload=("harvestman.holdings.child",)) as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The defaults, with everything kept in the test's folder."""
    return load_settings({"data": str(tmp_path)}, environ={}, folder=tmp_path)[0]


@pytest.fixture
def library(settings: Settings) -> Iterator[Library]:
    with open_library(settings.db, blobs=settings.blobs, clock=SystemClock()) as opened:
        yield opened


@pytest.fixture
def make_service(library: Library, guard: Guard, settings: Settings) -> Iterator[ServiceMaker]:
    """Makes a service that is not started yet; settings and arguments may be changed by name."""
    with closing(open_dedup("database", library)) as dedup:

        def make(**changes: Any) -> Service:
            known = {field.name for field in fields(Settings)} - {"dedup"}
            chosen = {name: changes.pop(name) for name in list(changes) if name in known}
            arguments: dict[str, Any] = {
                "guard": guard,
                "dedup": dedup,
                "clock": SystemClock(),
                "settings": replace(settings, **chosen),
                **changes,
            }
            return Service(library, **arguments)

        yield make


@pytest.fixture
async def service(make_service: ServiceMaker) -> Service:
    """A service that is not started yet."""
    return make_service()


@pytest.fixture
async def client(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a running service without keys."""
    async with running(service) as connected:
        yield connected
