"""`run` as a person uses it: told before it is done, done once, told afterwards."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from commands import Commands
from world import World

NOW = ("--now", "2024-06-12T06:00")


def test_a_round_is_told_then_done_then_told_again(tmp_path: Path) -> None:
    place = Commands(tmp_path, more={"PROVIDERS": "library"})
    with World() as world:
        world.set_date(date(2024, 6, 12))
        assert place.run("watch", "add", world.url("lime2024"), *NOW).returncode == 0
        told = place.run("run", "--dry-run", *NOW)
        assert told.returncode == 0, told.stderr
        assert "visit\tLIME 2024" in told.stdout
        assert "1 steps, about 20 requests; 0 of 5000 of today are spent." in told.stdout
        short = place.run("run", "--dry-run", "--budget", "3", "--json", *NOW)
        (left,) = map(json.loads, short.stdout.splitlines())
        assert left["left_out"] == "the day's budget of 3 requests"
        done = place.run("run", "--json", *NOW)
        assert done.returncode == 0, done.stderr
        steps = [json.loads(line) for line in done.stdout.splitlines()]
        assert {one["kind"] for one in steps} == {"visit", "files", "merge"}
        assert {one["state"] for one in steps} == {"done"}
        again = place.run("run", *NOW)
        assert again.stdout.startswith("0 steps, ")
    status = place.run("status")
    assert "6 of 6 files held" in status.stdout
    assert "papers link there, nothing is held yet" in status.stdout


@pytest.mark.parametrize(
    "words",
    [("--once", "--daemon"), ("--dry-run", "--daemon"), ("--until", "soon"), ("--budget", "-1")],
)
def test_what_excludes_each_other_is_refused(empty: Commands, words: tuple[str, ...]) -> None:
    done = empty.run("run", *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_dry_run_makes_no_library(empty: Commands) -> None:
    done = empty.run("run", "--dry-run")
    assert done.returncode != 0
    assert not list(empty.folder.glob("*.db"))
