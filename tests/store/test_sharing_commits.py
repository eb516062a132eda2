"""Small pieces of writing that share a transaction."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import SetClock
from harvestman.store import open_library
from harvestman.store.database import Database
from harvestman.store.tables import lease

NOON = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    with open_library(str(tmp_path / "library.db"), clock=SetClock(NOON)) as library:
        return library.database


def note(name: str) -> Callable[[Connection], str]:
    def work(connection: Connection) -> str:
        row = {"kind": "t", "name": name, "holder": "", "fence": 1, "until": NOON}
        connection.execute(sa.insert(lease).values(row))
        return name

    return work


def refuse(_: Connection) -> str:
    raise ValueError("not this one")


def names(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.scalars(sa.select(lease.c.name).order_by(lease.c.name)))


def all_at_once(database: Database, works: list[Callable[[Connection], str]]) -> list[str]:
    """What comes of work that arrives while somebody else writes."""

    def outcome(work: Callable[[Connection], str]) -> str:
        try:
            return database.together(work)
        except ValueError as error:
            return str(error)

    with ThreadPoolExecutor(len(works)) as threads:
        with database.write():
            futures = [threads.submit(outcome, work) for work in works]
            all_wait = threading.Event()
            while len(database._pieces) < len(works):
                all_wait.wait(0.001)
        return [future.result() for future in futures]


def test_what_arrives_while_another_writes_is_one_transaction(database: Database) -> None:
    commits: list[None] = []
    sa.event.listen(database.engine, "commit", lambda _: commits.append(None))
    assert all_at_once(database, [note(name) for name in "abcd"]) == list("abcd")
    assert names(database) == list("abcd")
    assert len(commits) == 3  # the writer's, theirs, and that of asking for the names


def test_what_raises_takes_nothing_of_the_others_with_it(database: Database) -> None:
    done = all_at_once(database, [note("a"), refuse, note("c")])
    assert done == ["a", "not this one", "c"]
    assert names(database) == ["a", "c"]


def test_one_alone_is_a_transaction_of_its_own(database: Database) -> None:
    with pytest.raises(ValueError, match="not this one"):
        database.together(refuse)
    assert database.together(note("a")) == "a"
    assert names(database) == ["a"]
