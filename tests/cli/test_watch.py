"""`watch` and `simulate` as a person uses them, against the sample world."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from commands import Commands
from harvestman.pages.dates.ical import ical_events
from world import World


@pytest.fixture(scope="module")
def spring() -> Iterator[World]:
    """A world of its own: its clock is moved."""
    with World() as running:
        running.set_date(date(2024, 3, 1))
        yield running


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, spring: World) -> Commands:
    """Commands on a library that watches two events."""
    commands = Commands(tmp_path_factory.mktemp("watched"))
    table = commands.folder / "mine.csv"
    table.write_text(
        "acronym,name,url,start,end\nFAR 2025,A far conference,http://far.example/,2025-05-05,2025-05-07\n"
    )
    done = commands.run(
        "watch", "add", spring.url("lime2024"), "mine.csv", "--json", "--now", "2024-03-01"
    )
    assert done.returncode == 0, done.stderr
    assert [one["is_new"] for one in lines(done.stdout)] == [True, True]
    return commands


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_what_is_watched_is_listed_and_shown(watched: Commands, spring: World) -> None:
    done = watched.run("watch", "list", "--json")
    events = {one["acronym"]: one for one in lines(done.stdout)}
    assert events["LIME"]["start"] == "2024-06-10"
    assert events["LIME"]["site"] == spring.url("lime2024")
    assert events["LIME"]["next"]["waiting"] == "list"
    assert events["FAR"]["next"]["reason"] == "its dates are to be read off its site"
    table = watched.run("watch", "list").stdout.splitlines()
    assert table[0].split("\t")[:3] == ["id", "event", "start"]
    assert len(table) == 3
    shown = json.loads(watched.run("watch", "show", "lime 2024", "--json").stdout)
    notified = next(c for c in shown["claims"] if c["field"] == "notification")
    assert notified["value"] == "2024-04-15"
    assert "15 April 2024" in notified["evidence"]["quote"]
    assert notified["authority"] == "site"
    text = watched.run("watch", "show", events["LIME"]["id"][:6]).stdout
    assert "Next visit: 2024-04" in text
    wrong = watched.run("watch", "show", "LIME 2042")
    assert wrong.returncode == 2
    assert "Did you mean LIME 2024" in wrong.stderr


def test_the_calendar_in_all_its_forms(watched: Commands) -> None:
    done = watched.run("watch", "calendar", "--weeks", "20", "--now", "2024-03-02", "--json")
    found = {(one["what"], one["day"]) for one in lines(done.stdout)}
    assert {("notification", "2024-04-15"), ("event", "2024-06-10")} <= found
    target = watched.folder / "watch.ics"
    watched.run("watch", "calendar", "--weeks", "20", "--now", "2024-03-02", "--ical", str(target))
    names = [event.name for event in ical_events(target.read_bytes().decode())]
    assert "LIME 2024: notification" in names


def test_appointments_are_kept_when_they_are_due(watched: Commands, spring: World) -> None:
    spring.set_date(date(2024, 6, 11))
    run = ("watch", "run", "--once", "--now", "2024-06-11T12:00", "--json")
    first = {one["title"]: one for one in lines(watched.run(*run).stdout)}
    assert (first["LIME 2024"]["papers"], first["LIME 2024"]["files"]) == (6, 6)
    assert first["LIME 2024"]["next"]["waiting"] == "changes"
    assert first["FAR 2025"]["was_reached"] is False
    assert watched.run(*run).stdout == ""
    assert len(watched.run("papers", "--json").stdout.splitlines()) == 6
    until = watched.run("watch", "run", "--until", "2024-08-01", "--now", "2024-06-11T12:00")
    assert until.returncode == 0
    assert "complete" in until.stdout or "next edition" in until.stdout


def test_a_backlog_is_told_of_looked_at_and_removed(tmp_path: Path, spring: World) -> None:
    commands = Commands(tmp_path)
    spring.set_date(date(2027, 1, 1))
    (tmp_path / "old.csv").write_text(
        f"acronym,year,url,start,end\nLIME,2024,{spring.url('lime2024')},2024-06-10,2024-06-12\n"
        "GONE,2015,,2015-01-01,2015-01-02\n"
    )
    now = ("--now", "2027-01-01T12:00")
    added = commands.run("watch", "add", "old.csv", *now)
    assert [line.split("\t")[0] for line in added.stdout.splitlines()[1:3]] == ["past", "past"]
    assert "2 events (table): 2 past." in added.stdout
    assert "1 event will never be visited by itself (no site is known" in added.stderr
    assert "`harvestman watch look EVENT`" in added.stderr
    ran = commands.run("watch", "run", *now)
    assert ran.stdout == "0 looks; none is to come.\n"
    assert "will never be visited" in ran.stderr
    refused = commands.run("watch", "look", "GONE 2015", *now)
    assert (refused.returncode, "no site is known of GONE 2015" in refused.stderr) == (2, True)
    (look,) = lines(commands.run("watch", "look", "--backlog", "--json", *now).stdout)
    assert (look["title"], look["papers"], look["next"]["when"]) == ("LIME 2024", 6, None)
    assert len(commands.run("papers", "--json").stdout.splitlines()) == 6
    listed = commands.run("watch", "list").stdout.splitlines()
    assert listed[0].split("\t")[-2:] == ["next visit", "why"]
    assert "never" in listed[1]
    again = commands.run("watch", "look", "LIME 2024", *now)
    assert again.stdout.splitlines()[-1] == "1 look."
    # The look has found the next edition, which is over too.
    assert "LIME 2025" in commands.run("watch", "look", "--backlog", *now).stdout
    assert commands.run("watch", "look", "--backlog", *now).returncode == 1
    assert commands.run("watch", "look", *now).returncode == 2
    removed = commands.run("watch", "remove", "gone 2015", "LIME 2024", "LIME 2025")
    assert removed.stdout.count("is watched no more") == 3
    assert commands.run("watch", "list").returncode == 1
    assert len(commands.run("papers", "--json").stdout.splitlines()) == 6


def test_looks_that_reach_nothing_end_with_1_and_are_told(tmp_path: Path) -> None:
    commands = Commands(tmp_path)
    (tmp_path / "old.csv").write_text(
        "acronym,year,url,start\nFAR,2012,http://far.invalid/,2012-05-03\n"
    )
    now = ("--now", "2026-11-01T12:00")
    commands.run("watch", "add", "old.csv", *now)
    looked = commands.run("watch", "look", "FAR", *now)
    assert (looked.returncode, looked.stdout.splitlines()[-1]) == (1, "1 look.")
    assert "given up, its site was not reached" in commands.run("watch", "list").stderr


def test_a_spent_budget_is_told(tmp_path: Path) -> None:
    commands = Commands(tmp_path)
    rows = "".join(f"A{n},2027,http://a{n}.invalid/\n" for n in range(3))
    (tmp_path / "some.csv").write_text("acronym,year,url\n" + rows)
    commands.run("watch", "add", "some.csv", "--now", "2026-11-01")
    ran = commands.run("watch", "run", "--budget", "1", "--now", "2026-11-01T12:00")
    assert "warning: 2 more are due, but the budget of 1 looks a day is spent." in ran.stderr


def test_wrong_use_and_nothing_watched(empty: Commands) -> None:
    assert empty.run("watch", "list").returncode == 2  # no library yet
    (empty.folder / "x.csv").write_text("nothing\n")
    added = empty.run("watch", "add", "x.csv")
    assert added.returncode == 1
    assert "no source of events recognises it" in added.stderr
    listed = empty.run("watch", "list")
    assert listed.returncode == 1
    assert "watch add" in listed.stderr
    assert empty.run("watch", "run", "--once", "--daemon").returncode == 2
    assert empty.run("watch", "run", "--until", "soon").returncode == 2
    strict = Commands(empty.folder, more={"ALLOW_PRIVATE": "false"})
    refused = strict.run("watch", "run", "--now", "2024-01-01")
    assert refused.returncode == 2
    assert "a web of your own" in refused.stderr


def test_simulate_prints_what_it_promises(empty: Commands, tmp_path: Path) -> None:
    plot = tmp_path / "delays.svg"
    done = empty.run("simulate", "--sites", "5", "--years", "1", "--plot", str(plot), "--json")
    found = json.loads(done.stdout)
    assert list(found["policies"]) == ["nightly", "weekly", "plan", "watch", "plan+watch"]
    for one in found["policies"].values():
        assert set(one) == {"fetches", "median_hours", "p95_hours", "missed"}
    assert plot.read_text().startswith("<svg")
    assert empty.run("simulate", "--plot", "x.png").returncode == 2
