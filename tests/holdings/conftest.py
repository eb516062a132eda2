"""Holdings of a new library, read in the test's own process unless the test asks for a guarded one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from documents.sample import PAPER
from harvestman.dedup.texts import open_dedup
from harvestman.holdings import Holdings
from harvestman.model import SystemClock
from harvestman.store import Library, open_library
from holdings.counting import CountingGuard
from world.pdf import make_pdf


@pytest.fixture(scope="session")
def paper_pdf() -> bytes:
    """A small paper with everything a paper has."""
    return make_pdf(PAPER)


@pytest.fixture(params=["sqlite", "postgres"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """A new library on each kind of database."""
    server = request.getfixturevalue("postgres") if request.param == "postgres" else None
    db = server.new_database() if server else str(tmp_path / "library.db")
    with open_library(db, blobs=str(tmp_path / "blobs"), clock=SystemClock()) as opened:
        yield opened
    if server:
        server.drop_database(db)


@pytest.fixture
def guard() -> CountingGuard:
    return CountingGuard()


@pytest.fixture
def holdings(library: Library, guard: CountingGuard) -> Iterator[Holdings]:
    with closing(open_dedup("database", library)) as dedup:
        yield Holdings(
            library, guard, dedup=dedup, clock=SystemClock(), max_bytes=50_000_000, ocr=False
        )
