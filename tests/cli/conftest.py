"""A small library, harvested once, that the verbs' tests read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import Commands
from world import World


@pytest.fixture(scope="session")
def world() -> Iterator[World]:
    with World() as running:
        yield running


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory, world: World) -> Commands:
    """Commands on a library that holds two conferences and one page that is gone. Only to be read."""
    commands = Commands(tmp_path_factory.mktemp("library"))
    done = commands.run(
        "harvest", world.url("icsw2024"), world.url("hcip2023"), world.url("gone"), "--depth", "2"
    )
    assert done.returncode == 1, done.stderr
    return commands


@pytest.fixture
def empty(tmp_path: Path) -> Commands:
    """Commands without a library yet."""
    return Commands(tmp_path)
