"""A damaged database is told as damage; space that is left can be asked for."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg

from harvestman.model import NotALibrary, SystemClock
from harvestman.store import Library, open_library
from harvestman.store.faults import fault_of
from store.sample import keep_mentions, mention


def test_damage_in_the_middle_of_the_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with open_library(str(path), clock=SystemClock()) as library:
        for number in range(200):
            said = mention(f"The Title of Paper {number}", keys=[f"title:{number}|x"])
            keep_mentions(library, f"http://a.example/{number}", said)
        assert library.damage() == []
        assert (library.free_bytes() or 0) > 0
    data = bytearray(path.read_bytes())
    assert len(data) > 40 * 4096
    for page in range(20, len(data) // 4096):
        data[page * 4096 : page * 4096 + 2000] = bytes(2000)
    path.write_bytes(data)
    try:
        with open_library(str(path), clock=SystemClock(), writable=False) as library:
            told = library.check()
    except NotALibrary as error:
        told = [str(error)]
    assert any("damaged" in line for line in told)


def test_damage_that_no_question_meets_is_found(tmp_path: Path) -> None:
    """Two tables in one place of the file: nothing fails until one of them is written to."""
    path = tmp_path / "library.db"
    open_library(str(path), clock=SystemClock()).close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA writable_schema = ON")
        place = "SELECT rootpage FROM sqlite_schema WHERE name = 'deposit'"
        file.execute(f"UPDATE sqlite_schema SET rootpage = ({place}) WHERE name = 'review_step'")
    file.close()
    with open_library(str(path), clock=SystemClock(), writable=False) as library:
        told = library.damage()
    assert told
    assert all("damaged" in line for line in told)


def test_a_table_that_is_gone_is_damage(library: Library) -> None:
    assert library.damage() == []
    with library.database.write() as connection:
        connection.exec_driver_sql("DROP TABLE review_step")
    assert library.damage() == ["the database is damaged: it lacks the table review_step"]


def test_what_a_server_calls_corrupted_is_called_damaged() -> None:
    told = fault_of(psycopg.errors.DataCorrupted("invalid page in block 1"), "postgresql://x/y")
    assert isinstance(told, NotALibrary)
    assert "damaged" in str(told)


def test_what_a_driver_calls_malformed_is_called_damaged() -> None:
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorname = "SQLITE_CORRUPT"
    told = fault_of(error, "/x/library.db")
    assert isinstance(told, NotALibrary)
    assert "damaged" in str(told)
