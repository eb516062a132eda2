"""Every test that asks for a `place`, an `opened` or a `library` runs twice: on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from harvestman.model import SetClock
from harvestman.store import Library, open_library
from harvestman.store.tallies import count_anew, read_tallies
from store.sample import NOON, Opener, Place


@pytest.fixture
def clock() -> SetClock:
    return SetClock(NOON)


def _make(url: str) -> None:
    open_library(url, blobs="unused", clock=SetClock(NOON)).close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder, in memory where there is such a place: flushing to a disk is most of a small test's time."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="hv-store-", dir=where) as name:
        yield Path(name)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    """A place for a library; on PostgreSQL its tables are there already, copied from a template."""
    blobs = str(folder / "blobs")
    if request.param == "sqlite":
        yield Place("sqlite", str(folder / "library.db"), blobs)
        return
    server = request.getfixturevalue("postgres")
    url = server.new_database(like=server.template("library_template", _make))
    yield Place("postgres", url, blobs)
    server.drop_database(url)


@pytest.fixture
def opened(place: Place, clock: SetClock) -> Iterator[Opener]:
    """Opens the library of this test, as often as wanted."""
    with ExitStack() as stack:

        def opener(**changes: Any) -> Library:
            arguments = {"blobs": place.blobs, "clock": clock, **changes}
            return stack.enter_context(open_library(place.db, **arguments))

        yield opener


@pytest.fixture
def library(opened: Opener) -> Iterator[Library]:
    """A library that is open and empty; whatever a test does to it, the numbers that its triggers keep are right at the end."""
    library = opened()
    yield library
    with library.database.read() as connection:
        kept = {name: number for name, number in read_tallies(connection).items() if number}
        assert kept == {name: number for name, number in count_anew(connection).items() if number}
