"""The world, and a library for each kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import Commands
from world import World


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as running:
        yield running


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    """Commands on a new SQLite library."""
    return Commands(tmp_path)


@pytest.fixture(params=["sqlite", "postgres"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Commands, Commands]]:
    """Two new libraries on the same kind of database."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    if request.param == "sqlite":
        yield Commands(folders[0]), Commands(folders[1])
        return
    server = request.getfixturevalue("postgres")
    urls = [server.new_database(), server.new_database()]
    yield Commands(folders[0], urls[0]), Commands(folders[1], urls[1])
    for url in urls:
        server.drop_database(url)
