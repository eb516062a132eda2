"""`harvestman forget` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from store.sample import keep_mentions, mention

URL = "http://conf.example/"


@pytest.fixture
def two(tmp_path: Path) -> tuple[Commands, str]:
    """Commands on a library with two papers; the id of the one that is none."""
    with open_library(str(tmp_path / "harvestman.db"), clock=SystemClock()) as library:
        keep_mentions(library, URL, mention("Coffee Break"), mention("On Spiders", subject="p2"))
        (paper,) = (p for p in library.papers.find() if p.title == "Coffee Break")
    return Commands(tmp_path), paper.id


def test_a_paper_is_forgotten_listed_and_brought_back(two: tuple[Commands, str]) -> None:
    commands, paper = two
    done = commands.run("forget", paper[:10], "--by", "ann")
    assert (done.returncode, done.stdout.splitlines()[0]) == (
        0,
        f"Forgotten: Coffee Break  {paper}",
    ), done.stderr
    assert "Coffee" not in commands.run("papers").stdout
    assert "Coffee" not in commands.run("export", "--format", "bibtex").stdout
    assert "forgotten by ann on" in commands.run("show", paper).stderr
    assert [json.loads(line)["by"] for line in commands.run("forget", "--list", "--json").stdout.splitlines()] == ["ann"]  # fmt: skip
    assert commands.run("forget", paper).returncode == 1
    back = commands.run("forget", "--undo", paper)
    assert (back.returncode, back.stdout) == (0, f"Back: Coffee Break  {paper}\n")
    assert commands.run("forget", "--undo", paper).returncode == 1
    assert commands.run("forget", "--list").returncode == 1
    assert "Coffee" in commands.run("papers").stdout


def test_an_import_of_the_same_paper_does_not_bring_it_back(
    two: tuple[Commands, str], tmp_path: Path
) -> None:
    commands, _ = two
    entry = tmp_path / "one.bib"
    entry.write_text("@article{x, title={A Dull Talk}, doi={10.1000/dull}, author={Ruiz, Ana}}")
    assert commands.run("import", str(entry)).returncode == 0
    (paper,) = map(json.loads, commands.run("papers", "dull", "--json").stdout.splitlines())
    assert commands.run("forget", paper["id"]).returncode == 0
    again = tmp_path / "again.bib"
    again.write_text(
        "@article{y, title={A Dull Talk}, doi={10.1000/dull}, author={Ruiz, Ana}, year=2020}"
    )
    assert commands.run("import", str(again)).returncode == 0
    assert commands.run("papers", "dull").returncode == 1


def test_a_site_is_forgotten_at_once(two: tuple[Commands, str]) -> None:
    commands, _ = two
    done = commands.run("forget", "--site", "conf.example", "--json")
    assert {json.loads(line)["title"] for line in done.stdout.splitlines()} == {
        "Coffee Break",
        "On Spiders",
    }
    assert commands.run("papers").returncode == 1
    assert commands.run("forget", "--site", "conf.example").returncode == 1
    assert len(commands.run("forget", "--undo", "--site", "conf.example").stdout.splitlines()) == 2


def test_what_cannot_be_is_refused(two: tuple[Commands, str]) -> None:
    commands, paper = two
    for arguments in ((), (paper, "--list"), ("--list", "--undo"), ("nobody22",)):
        assert commands.run("forget", *arguments).returncode == 2, arguments


def test_a_site_is_meant_by_its_host_or_an_address_of_it(two: tuple[Commands, str]) -> None:
    commands, _ = two
    for site in (
        "conf.example",
        "http://conf.example/",
        "HTTPS://www.conf.example/a?b",
        "conf.example/",
    ):
        assert len(commands.run("papers", "--site", site, "--json").stdout.splitlines()) == 2, site
    assert commands.run("papers", "--site", "http://other.example/").returncode == 1
    assert commands.run("forget", "--site", URL).returncode == 0
    assert commands.run("papers").returncode == 1
    assert commands.run("forget", "--undo", "--site", URL).returncode == 0
    assert commands.run("papers").returncode == 0
