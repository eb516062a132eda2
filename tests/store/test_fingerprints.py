"""Rows of fingerprints are numbered by change, so that every reader learns of everything."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harvestman.model import SystemClock
from harvestman.store import FingerprintRow, Library, open_library
from harvestman.store.documents.fingerprints import Fingerprints
from harvestman.store.wal_index import WalIndex


def row(name: str, sketch: bytes = b"sketch", simhash: int = 2**64 - 1) -> FingerprintRow:
    return FingerprintRow(name * 64, simhash, 10, 8, sketch, "a title")


def test_what_is_kept_comes_back_in_order(library: Library) -> None:
    rows = library.fingerprints
    assert rows.newest() == 0
    rows.keep([row("a", simhash=0), row("b")])
    rows.keep([])
    rows.keep([row("c")])
    assert rows.newest() == 3
    assert [(r.number, r.key[0], r.simhash) for r in rows.since(0, limit=9)] == [
        (1, "a", 0), (2, "b", 2**64 - 1), (3, "c", 2**64 - 1),
    ]  # fmt: skip
    assert [r.key[0] for r in rows.since(0, limit=1)] == ["a"]
    assert rows.since(3, limit=9) == []


def test_a_change_and_a_discard_move_a_key_to_a_new_number(library: Library) -> None:
    rows = library.fingerprints
    rows.keep([row("a"), row("b"), row("c")])
    rows.keep([row("c")])  # as it is
    assert rows.newest() == 3
    rows.keep([row("a", b"another")])
    rows.discard("b" * 64)
    rows.discard("b" * 64)
    rows.discard("z" * 64)
    assert [(r.number, r.key[0], r.sketch, r.is_changed) for r in rows.since(0, limit=9)] == [
        (3, "c", b"sketch", False), (4, "a", b"another", True), (5, "b", None, True),
    ]  # fmt: skip
    rows.keep([row("b")])
    assert rows.number_of("b" * 64) == 6
    assert rows.number_of("z" * 64) is None
    assert rows.titles(["b" * 64, "z" * 64]) == {"b" * 64: "a title"}


def test_numbers_of_writers_at_once_have_no_holes(library: Library) -> None:
    rows = library.fingerprints
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: rows.keep([row(f"{n:x}")]), range(16)))
    assert [r.number for r in rows.since(0, limit=99)] == list(range(1, 17))


_ANOTHER = """
import sys
from harvestman.model import SystemClock
from harvestman.store import FingerprintRow, open_library
with open_library(sys.argv[1], clock=SystemClock()) as library:
    library.fingerprints.keep([FingerprintRow("f" * 64, 1, 10, 8, b"sketch", "")])
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that reach an SQLite database."""
    questions: list[str] = []
    watched = Fingerprints._watched

    def told(self: Fingerprints, statement: str, *values: object) -> list[object]:
        questions.append(statement)
        return watched(self, statement, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(Fingerprints, "_watched", told)
    return questions


def test_the_database_is_asked_only_when_somebody_has_written(
    tmp_path: Path, asked: list[str]
) -> None:
    path = str(tmp_path / "library.db")
    with open_library(path, clock=SystemClock()) as library:
        rows = library.fingerprints
        rows.keep([row("a")])
        for _ in range(3):
            assert rows.newest() == 1
        seen = len(asked)
        assert [rows.newest() for _ in range(9)] == [1] * 9
        assert len(asked) == seen
        rows.keep([row("b")])
        assert rows.newest() == 2
        for _ in range(40):  # one process, two libraries: checkpoints and new rounds of the WAL too
            with open_library(path, clock=SystemClock()) as other:
                other.fingerprints.keep([row("c", str(other).encode())])
                with other.database.engine.connect() as connection:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            assert rows.newest() == rows.number_of("c" * 64)
        known = rows.newest()
        subprocess.run([sys.executable, "-c", _ANOTHER, path], check=True)
        assert rows.newest() == known + 1


def test_a_wal_index_that_is_not_to_be_found_is_asked_for_every_time(
    tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert WalIndex(str(tmp_path / "nothing.db")).state is None
    monkeypatch.setattr("harvestman.store.wal_index._mapped_at", lambda _file: 0)
    with open_library(str(tmp_path / "library.db"), clock=SystemClock()) as library:
        assert [library.fingerprints.newest() for _ in range(5)] == [0] * 5
        assert len(asked) == 5
        library.fingerprints.keep([row("a")])
        assert library.fingerprints.newest() == 1
