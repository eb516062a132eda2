"""Bad input: a clear line, a documented exit code, no trace, and nothing half-written."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest

from cli.door import Door
from commands import COMMAND, Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from world import World


def complaint(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one clear line, after checking that it is one and no trace."""
    assert done.returncode == code, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert "fault:" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(
    "url",
    [
        "",
        "not a url",
        "ftp://x.example/",
        "http://",
        "http:///path",
        "javascript:alert(1)",
        "http://[::1",
    ],
)
def test_what_is_no_web_address(empty: Commands, url: str) -> None:
    assert "http:// or https://" in complaint(empty.run("harvest", url), 2)
    assert not list(empty.folder.iterdir())


def test_one_bad_address_spoils_the_command_before_anything_is_done(
    empty: Commands, world: World
) -> None:
    world.clear_log()
    complaint(empty.run("harvest", world.url("icsw2024"), "nonsense"), 2)
    assert not world.log()


@pytest.mark.parametrize("verb", ["papers", "status", "export"])
def test_no_library_yet(empty: Commands, verb: str) -> None:
    words = [verb, "--format", "ris"] if verb == "export" else [verb]
    assert "harvestman harvest" in complaint(empty.run(*words), 2)
    assert not list(empty.folder.iterdir())


@pytest.mark.parametrize("words", [["papers"], ["harvest", "http://x.localhost:1/"], ["status"]])
def test_a_file_that_is_no_database(empty: Commands, words: list[str]) -> None:
    file = empty.folder / "notes.txt"
    file.write_text("These are my notes.\n" * 100)
    before = file.read_bytes()
    assert "notes.txt" in complaint(empty.run("--db", str(file), *words), 3)
    assert file.read_bytes() == before


def test_somebody_elses_database(empty: Commands) -> None:
    file = empty.folder / "other.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    complaint(empty.run("--db", str(file), "harvest", "http://x.localhost:1/"), 3)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]


def test_a_library_of_a_newer_version(empty: Commands, world: World) -> None:
    empty.run("harvest", world.url("hcip2023"), "--depth", "0")
    with sqlite3.connect(empty.folder / "harvestman.db") as connection:
        connection.execute("UPDATE harvestman_version SET version_num = '9999'")
    assert "newer" in complaint(empty.run("papers"), 3)


def test_a_locked_library(empty: Commands, world: World) -> None:
    empty.run("harvest", world.url("hcip2023", "/proceedings.html"), "--depth", "0")
    holder = sqlite3.connect(empty.folder / "harvestman.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        assert empty.run("papers").returncode == 0  # readers are not kept out
    finally:
        holder.close()


def test_a_folder_that_cannot_be_made(empty: Commands) -> None:
    (empty.folder / "file").write_text("in the way")
    db = str(empty.folder / "file" / "deeper" / "library.db")
    complaint(empty.run("--db", db, "harvest", "http://x.localhost:1/"), 3)


def test_a_server_that_is_not_there(empty: Commands) -> None:
    pytest.importorskip("psycopg")
    line = complaint(empty.run("--db", "postgresql://me:s3cret@127.0.0.1:1/x", "papers"), 3)
    assert "s3cret" not in line


def test_a_database_of_an_unknown_kind(empty: Commands) -> None:
    complaint(empty.run("--db", "oracle://x/y", "papers"), 2)


def test_a_full_disk_loses_nothing_that_was_kept(
    empty: Commands, world: World, tmp_path: Path
) -> None:
    """A process that may write only files a little larger than an empty library stands for a disk that is full."""
    words = [*COMMAND, "harvest", world.url("icsw2024"), world.url("revistadatos"), "--depth", "3"]
    scratch = tmp_path / "empty.db"
    open_library(str(scratch), clock=SystemClock()).close()
    most = scratch.stat().st_size // 1024 + 100
    script = f"ulimit -f {most}; exec {' '.join(words)}"  # bash counts blocks of 1,024 bytes
    done = subprocess.run(
        ["bash", "-c", script], env=empty.environ, capture_output=True, text=True, check=False
    )
    assert "space" in complaint(done, 3)
    assert empty.run("doctor").returncode == 0
    assert (
        empty.run(*words[len(COMMAND) :]).returncode == 0
    )  # with space again, the same command goes on
    assert empty.run("doctor").returncode == 0


def test_an_unwritable_folder(empty: Commands) -> None:
    db = "/proc/sys/library.db"  # where not even root may make a file
    complaint(empty.run("--db", db, "harvest", "http://x.localhost:1/"), 3)


def test_private_addresses_are_refused_unless_allowed(tmp_path: Path, world: World) -> None:
    strict = Commands(tmp_path, more={"ALLOW_PRIVATE": "false"})
    world.clear_log()
    done = strict.run("harvest", world.url("icsw2024"), f"http://127.0.0.1:{world.port}/", "--json")
    assert done.returncode == 1
    assert done.stdout.count('"status": "blocked-address"') == 2
    assert not world.log()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["paprs"], "papers"),
        (["--set", "dealy=1", "config"], "delay"),
        (["--set", "delay", "config"], "KEY=VALUE"),
        (["papers", "--year", "soon"], "2020-2024"),
        (["export"], "--format"),
        (["harvest", "http://x.localhost/", "--depth", "many"], "--depth"),
        (["--config", "/nowhere.toml", "config"], "/nowhere.toml"),
    ],
)
def test_wrong_use_says_what_to_do(empty: Commands, words: list[str], hint: str) -> None:
    assert hint in complaint(empty.run(*words), 2)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["find", "paper", "--bibtex", "nofile.bib"], "nofile.bib"),
        (["find", "paper", "--bibtex", "empty"], "empty has no entry"),
        (["find", "paper", "--questions", "empty"], "empty has no question"),
        (["find", "paper", "--doi", "notadoi"], "'notadoi' is no DOI"),
        (["eval", "pages", "folder"], "gold.jsonl cannot be read"),
    ],
)
def test_files_and_words_that_do_not_fit_are_named(door: Door, words: list[str], hint: str) -> None:
    door.write("empty", "")
    (door.folder / "folder").mkdir()
    door(*words, code=2)
    assert hint in door.err


@pytest.mark.parametrize("text", ["", "These are my notes.\n"])
def test_a_file_that_is_no_web_archive(door: Door, text: str) -> None:
    door("replay", door.write("notes.txt", text), code=1)
    assert "notes.txt is no web archive (WARC)" in door.err
