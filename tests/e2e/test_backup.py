"""The back-ups of docs/operating.md: taken while the library is in use, and restored elsewhere, they are a whole library."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from servers.postgres import PostgresServer, binaries
from world import World


@dataclass(frozen=True)
class Case:
    """A library, how its database is copied to a file, and how a library is made of that file."""

    commands: Commands
    copy: Callable[[Path], None]
    restore: Callable[[Path], Commands]


def _on_sqlite(folder: Path) -> Case:
    def copy(to: Path) -> None:
        with (
            closing(sqlite3.connect(folder / "harvestman.db")) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target)

    def restore(of: Path) -> Commands:
        new = folder / "restored"
        new.mkdir()
        of.rename(new / "harvestman.db")
        return Commands(new, more={"BLOBS": str(folder / "blobs-copy")})

    return Case(Commands(folder, more={"BLOBS": str(folder / "blobs")}), copy, restore)


def _on_postgres(folder: Path, server: PostgresServer) -> Case:
    url, other = server.new_database(), server.new_database()

    def copy(to: Path) -> None:
        dump = [str(binaries() / "pg_dump"), "--format=custom", f"--file={to}", url]
        subprocess.run(dump, check=True)

    def restore(of: Path) -> Commands:
        command = [str(binaries() / "pg_restore"), "--exit-on-error", f"--dbname={other}", str(of)]
        subprocess.run(command, check=True)
        return Commands(folder, other, more={"BLOBS": str(folder / "blobs-copy")})

    return Case(Commands(folder, url, more={"BLOBS": str(folder / "blobs")}), copy, restore)


@pytest.fixture(params=["sqlite", "postgres"])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    if request.param == "sqlite":
        return _on_sqlite(tmp_path)
    return _on_postgres(tmp_path, request.getfixturevalue("postgres"))


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as running:
        yield running


def _pages(commands: Commands) -> int:
    db = commands.db or str(commands.folder / "harvestman.db")
    blobs = commands.more["BLOBS"]
    with open_library(db, blobs=blobs, clock=SystemClock(), writable=False) as library:
        return library.summary().pages


def test_a_back_up_taken_during_a_harvest_is_a_whole_library(
    case: Case, world: World, tmp_path: Path
) -> None:
    assert case.commands.run("harvest", world.url("hcip2023"), "--limit", "3").returncode == 0
    before = _pages(case.commands)
    (tmp_path / "blobs").mkdir(exist_ok=True)  # only large pages, and files, are blobs
    harvest = case.commands.start("--set", "delay=2", "harvest", world.url("icsw2024"))
    while _pages(case.commands) <= before:
        assert harvest.poll() is None, "the harvest ended before the copy was taken"
        time.sleep(0.01)
    case.copy(tmp_path / "copy")
    # The blobs after the database: each is written before the row that names it.
    shutil.copytree(
        tmp_path / "blobs", tmp_path / "blobs-copy", ignore=shutil.ignore_patterns(".tmp-*")
    )
    assert harvest.kill()
    restored = case.restore(tmp_path / "copy")
    db = restored.db or str(restored.folder / "harvestman.db")
    with open_library(db, blobs=restored.more["BLOBS"], clock=SystemClock()) as library:
        assert library.check() == []
        assert library.papers.count() > 0
