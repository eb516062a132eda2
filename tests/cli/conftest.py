"""A small library, harvested once, that the verbs' tests read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.door import Door
from commands import Commands
from harvestman.engine import InlineGuard
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


@pytest.fixture
def door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Door:
    monkeypatch.setenv("HARVESTMAN_DATA", str(tmp_path / "data"))
    # Worker processes are tested elsewhere, and would be most of the time of these tests.
    monkeypatch.setattr("harvestman.engine.open_guard", lambda *_, **__: InlineGuard())
    monkeypatch.chdir(tmp_path)
    return Door(tmp_path, capsys)
