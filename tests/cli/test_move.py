"""`harvestman move` and `upgrade` as a person uses them, on a harvested library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.door import Door
from commands import Commands
from servers.postgres import PostgresServer

pytestmark = pytest.mark.server


def test_a_moved_library_answers_as_before(
    filled: Commands, postgres: PostgresServer, tmp_path: Path
) -> None:
    url = postgres.new_database()
    blobs = str(tmp_path / "blobs")
    moved = filled.run("move", "--to", url, "--blobs", blobs)
    assert moved.returncode == 0, moved.stderr
    assert "all there, all equal" in moved.stdout
    assert f'blobs = "{blobs}"' in moved.stdout
    there = ("--db", url, "--set", f"blobs={blobs}")
    for verb in (("papers", "--json"), ("events", "--json"), ("export", "--format", "bibtex")):
        assert filled.run(*there, *verb).stdout == filled.run(*verb).stdout
    told = [json.loads(line) for line in filled.run(*there, "doctor", "--json").stdout.splitlines()]
    assert {one["ok"] for one in told if one["check"] in ("database", "blobs")} == {True}
    again = filled.run("move", "--to", url)
    assert (again.returncode, "holds a library already" in again.stderr) == (2, True)
    postgres.drop_database(url)


def test_a_password_is_not_printed(filled: Commands) -> None:
    done = filled.run("move", "--to", "postgresql://ana:s3cr3t@127.0.0.1:1/papers")
    assert done.returncode == 3
    assert "ana:***@127.0.0.1:1/papers cannot be reached" in done.stderr
    assert "should not happen" not in done.stderr
    assert "s3cr3t" not in done.stdout + done.stderr


def test_a_library_that_needs_no_upgrade_says_so(filled: Commands) -> None:
    done = filled.run("upgrade", "--check")
    assert (done.returncode, done.stdout.startswith("The library is up to date")) == (0, True)


def test_a_copy_of_a_library_that_needs_no_upgrade_is_made_and_told(door: Door) -> None:
    door("import", door.write("a.bib", "@misc{a, title={A Title of Its Own}, year=2020}"))
    copy = str(door.folder / "copy.db")
    assert f"A copy is in {copy}." in door("upgrade", "--copy", copy)
    assert "A Title of Its Own" in door("--db", copy, "papers")
    door("upgrade", "--copy", str(door.folder / "nowhere" / "copy.db"), code=2)
    assert "there is no folder" in door.err


def test_what_is_not_there_is_not_upgraded(empty: Commands) -> None:
    done = empty.run("upgrade")
    assert (done.returncode, "There is no library" in done.stderr) == (2, True)
    assert not list(empty.folder.rglob("*.db"))
