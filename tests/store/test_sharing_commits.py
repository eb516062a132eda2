"""Small pieces of writing that share a transaction."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harvestman.model import SetClock
from harvestman.store import open_library
from harvestman.store.database import Database
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

NOON = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
INSERT = Statement.insert("lease", "kind", "name", "holder", "fence", "until")
NAMES = Statement("SELECT name FROM lease ORDER BY name")


@pytest.fixture
def database(tmp_path: Path) -> Database:
    with open_library(str(tmp_path / "library.db"), clock=SetClock(NOON)) as library:
        return library.database


def note(name: str) -> Callable[[AnyConnection], str]:
    def work(connection: AnyConnection) -> str:
        row = {"kind": "t", "name": name, "holder": "", "fence": 1, "until": NOON}
        INSERT.change(connection, row)
        return name

    return work


def refuse(_: AnyConnection) -> str:
    raise ValueError("not this one")


def names(database: Database) -> list[str]:
    with database.asking() as connection:
        return [row.name for row in NAMES.rows(connection)]


def all_at_once(database: Database, works: list[Callable[[AnyConnection], str]]) -> list[str]:
    """What comes of work that arrives while somebody else writes."""

    def outcome(work: Callable[[AnyConnection], str]) -> str:
        try:
            return database.together(work)
        except ValueError as error:
            return str(error)

    with ThreadPoolExecutor(len(works)) as threads:
        with database.writing():
            futures = [threads.submit(outcome, work) for work in works]
            all_wait = threading.Event()
            while len(database._pieces) < len(works):
                all_wait.wait(0.001)
        return [future.result() for future in futures]


def test_what_arrives_while_another_writes_is_one_transaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    connect = database._connect
    assert connect is not None

    def overheard() -> sqlite3.Connection:
        connection = connect()
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr(database, "_connect", overheard)
    assert all_at_once(database, [note(name) for name in "abcd"]) == list("abcd")
    assert names(database) == list("abcd")
    assert said.count("COMMIT") == 3  # the writer's, theirs, and that of asking for the names


def test_what_raises_takes_nothing_of_the_others_with_it(database: Database) -> None:
    done = all_at_once(database, [note("a"), refuse, note("c")])
    assert done == ["a", "not this one", "c"]
    assert names(database) == ["a", "c"]


def test_one_alone_is_a_transaction_of_its_own(database: Database) -> None:
    with pytest.raises(ValueError, match="not this one"):
        database.together(refuse)
    assert database.together(note("a")) == "a"
    assert names(database) == ["a"]
