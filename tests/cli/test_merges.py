"""`harvestman merges …` as a person or a program would use it, on a library with prints of one paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Commands
from harvestman.model import SetClock
from harvestman.store import open_library
from store.sample import NOON, keep_mentions, keyed, mention

TITLE = "Catching Harvestmen with Nets of Fine Silk"
PRINTS = {
    "http://conf.example/1": (TITLE, "Ana Ruiz", 2018),
    "http://conf.example/2": (f"{TITLE}: A Study of Valleys", "A. Ruiz", 2018),
    "http://conf.example/3": (f"Poster: {TITLE}", "Ruiz, Ana", 2018),
}


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    """Commands on a library with three papers, of which two are one and one may be."""
    with open_library(str(tmp_path / "harvestman.db"), clock=SetClock(NOON)) as library:
        for url, (title, name, year) in PRINTS.items():
            people = (name, "Borys Kowalczyk")
            keep_mentions(
                library, url, keyed(mention(title, authors=people, source=url, year=year))
            )
    return Commands(tmp_path)


def lines(commands: Commands, *words: str) -> list[dict[str, object]]:
    done = commands.run(*words, "--json")
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_from_finding_to_undoing(commands: Commands) -> None:
    found = commands.run("merges", "find")
    assert found.returncode == 0, found.stderr
    assert "1 papers were merged: `harvestman merges list` tells why." in found.stdout
    assert "1 pairs may be one paper" in found.stdout

    (merge,) = lines(commands, "merges", "list")
    assert (merge["by"], merge["state"]) == ("comparison", "stands")
    assert "one title is the other with a subtitle" in str(merge["reasons"])
    paper = merge["one"]["id"]  # type: ignore[index]
    shown = commands.run("show", str(paper)).stdout
    assert f"Merged with {merge['other']['id']}" in shown  # type: ignore[index]
    assert "Perhaps the same as" in shown
    plain = json.loads(commands.run("show", str(paper), "--json").stdout)
    assert [m["id"] for m in plain["merges"]] == [merge["id"]]
    assert str(merge["id"]) in commands.run("merges", "show", str(merge["id"])[:9]).stdout
    assert len(lines(commands, "merges", "show", str(paper))) == 2

    undone = commands.run("merges", "undo", str(merge["id"]))
    assert "are two papers again" in undone.stdout
    assert commands.run("merges", "undo", str(merge["id"])).returncode == 2
    assert lines(commands, "merges", "list")[0]["state"] == "undone"
    assert len(lines(commands, "papers")) == 3


def test_doubtful_pairs_are_decided_by_a_person(commands: Commands) -> None:
    assert commands.run("merges", "doubtful").returncode == 1
    assert "3 papers were not compared yet" in commands.run("merges", "doubtful").stderr
    commands.run("merges", "find")
    (pair,) = lines(commands, "merges", "doubtful")
    assert "only one is called “poster”" in str(pair["reasons"])
    assert str(pair["id"]) in commands.on_terminal("merges", "doubtful")
    accepted = commands.run("merges", "accept", str(pair["id"]))
    assert "is part of" in accepted.stdout
    assert len(lines(commands, "papers")) == 1
    assert commands.run("merges", "doubtful").returncode == 1


def test_refused_pairs_are_not_asked_for_again(commands: Commands) -> None:
    commands.run("merges", "find")
    (pair,) = lines(commands, "merges", "doubtful")
    assert commands.run("merges", "refuse", str(pair["id"])).returncode == 0
    assert lines(commands, "merges", "find", "--all")[-1]["doubtful"] == 0
    assert lines(commands, "merges", "doubtful") == []


def test_a_page_is_split_off(commands: Commands) -> None:
    commands.run("merges", "find")
    paper = str(lines(commands, "merges", "list")[0]["one"]["id"])  # type: ignore[index]
    done = commands.run("merges", "split", paper, "http://conf.example/2")
    assert "a paper of its own now" in done.stdout
    assert len(lines(commands, "papers")) == 3
    wrong = commands.run("merges", "split", paper, "http://nowhere.example/")
    assert wrong.returncode == 2
    assert f"`harvestman show {paper}`" in wrong.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("accept", "nosuchpair"), "name a pair by its id"),
        (("accept", "a", "b", "c"), "name a pair by its id"),
        (("refuse", "nosuch1", "nosuch2"), "there is no paper 'nosuch1'"),
        (("undo", "nosuch"), "there is no merge nosuch"),
        (("show", "nosuch"), "there is no merge, pair or paper"),
    ],
)
def test_what_cannot_be_is_told(commands: Commands, words: tuple[str, ...], told: str) -> None:
    done = commands.run("merges", *words)
    assert done.returncode == 2
    assert told in done.stderr


def test_without_merges_it_says_what_to_do(commands: Commands) -> None:
    done = commands.run("merges", "list")
    assert done.returncode == 1
    assert "`harvestman merges find` looks for some" in done.stderr
