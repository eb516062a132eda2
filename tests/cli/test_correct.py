"""`harvestman correct`, `papers --since` and `export --since` as a person types them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from store.sample import keep_mentions, mention

URL = "http://conf.example/"


@pytest.fixture
def one(tmp_path: Path) -> tuple[Commands, str]:
    """Commands on a library with one paper; its id."""
    with open_library(str(tmp_path / "harvestman.db"), clock=SystemClock()) as library:
        keep_mentions(
            library, URL, mention("Spidres", authors=["Ana Ruis", "Bob Smith"], year=2017)
        )
        (paper,) = library.papers.find()
    return Commands(tmp_path), paper.id


def test_a_value_is_put_right_shown_and_taken_back(one: tuple[Commands, str]) -> None:
    commands, paper = one
    done = commands.run("correct", paper[:10], "title", "Spiders", "--by", "ann")
    assert (done.returncode, done.stdout) == (0, f"Spiders  {paper}\n  title: Spiders\n"), (
        done.stderr
    )
    told = json.loads(
        commands.run("correct", paper, "authors", "Ruiz, Ana; Bob Smith", "--json").stdout
    )
    assert [author["name"] for author in told["authors"]] == ["Ana Ruiz", "Bob Smith"]
    shown = json.loads(commands.run("show", paper, "--json").stdout)
    (said,) = [c for c in shown["claims"] if c["field"] == "title" and c["shown"]]
    assert (said["value"], said["authority"]) == ("Spiders", "reviewer")
    assert said["evidence"]["source"] == "person:ann"
    assert "corrected by ann on 20" in commands.on_terminal("show", paper)
    undone = commands.run("correct", paper, "title", "--undo")
    assert (undone.returncode, undone.stdout) == (0, f"Spidres  {paper}\n  title: Spidres\n")
    again = commands.run("correct", paper, "title", "--undo")
    assert (again.returncode, again.stdout) == (1, "")
    assert "Nobody has corrected" in again.stderr


def test_what_cannot_be_is_refused(one: tuple[Commands, str]) -> None:
    commands, paper = one
    for arguments, complaint in (
        ((paper, "titel", "x"), "did you mean title"),
        ((paper, "year", "soon"), "no year"),
        ((paper, "title"), "VALUE"),
        ((paper, "title", "x", "--undo"), "VALUE"),
        (("nobody22", "title", "x"), "no paper"),
    ):
        done = commands.run("correct", *arguments)
        assert done.returncode == 2
        assert complaint in done.stderr


def test_since_a_day(one: tuple[Commands, str]) -> None:
    commands, paper = one
    today, tomorrow = (f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}" for days in (-1, 2))
    (found,) = map(
        json.loads, commands.run("papers", "--since", today, "--json").stdout.splitlines()
    )
    assert found["id"] == paper
    assert found["added"] == found["changed"]
    assert found["added"] >= today
    assert commands.run("papers", "--since", tomorrow).returncode == 1
    assert "Spidres" in commands.run("export", "--since", today, "--format", "bibtex").stdout
    assert commands.run("export", "--since", tomorrow, "--format", "bibtex").returncode == 1
    assert commands.run("papers", "--since", "yesterday").returncode == 2
