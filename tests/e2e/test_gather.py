"""Gathering whole little sites: a Spanish department, an English group, a Russian professor; again, changed, gone, killed."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from commands import Commands
from world import World

KILLS = 4
GIVEN = {
    "dptodatos": ("Universidad de Altaluz", "altaluz.example"),
    "marshgroup": ("University of Saltreach", "saltreach.example"),
    "kuznetsov": ("Заречный государственный университет", "zarechny.example"),
}


def words(world: World, site: str) -> list[str]:
    name, domain = GIVEN[site]
    return ["gather", world.url(site, "/"), "--institution", name, "--domain", domain, "--json"]


def gathered(place: Commands, world: World, site: str, *more: str) -> dict[str, dict[str, Any]]:
    done = place.run(*words(world, site), *more)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["url"].rpartition("/")[2]: row for row in rows}


def authors(row: dict[str, Any]) -> list[tuple[str, str | None, bool]]:
    return [(one["name"], one["email"], one["inferred"]) for one in row["authors"]]


def test_a_departments_exams_are_its_teachers(commands: Commands, world: World) -> None:
    found = gathered(commands, world, "dptodatos")
    assert set(found) == {"solicitud.pdf", "hoja1.pdf", "examen.pdf", "cronograma.pdf"}
    for name in ("hoja1.pdf", "examen.pdf"):
        assert authors(found[name]) == [
            ("Carmen Ibarra Solís", "cibarra@altaluz.example", True),
            ("Mateo Robles Peña", "m.robles@altaluz.example", True),
        ]
        assert found[name]["reasons"] == []
        assert "Universidad de Altaluz" in found[name]["affiliations"][0]
    assert found["solicitud.pdf"]["reasons"]
    assert found["solicitud.pdf"]["emails"] == []
    assert found["cronograma.pdf"]["reasons"]


def test_a_groups_disguised_addresses_are_its_authors(commands: Commands, world: World) -> None:
    found = gathered(commands, world, "marshgroup")
    assert set(found) == {"reeds.pdf", "herons.pdf", "tides.pdf", "cv-marsh.pdf", "mud.pdf"}
    assert found["reeds.pdf"]["emails"] == ["helen.marsh@saltreach.example", "peter.quill@saltreach.example"]  # fmt: skip
    assert found["herons.pdf"]["emails"] == ["laura.bennett@saltreach.example", "d.ashdown@saltreach.example"]  # fmt: skip
    assert "institution" in found["tides.pdf"]["reasons"][0]
    assert "curriculum" in found["cv-marsh.pdf"]["reasons"][0]
    assert found["reeds.pdf"]["linked_from"] == [world.url("marshgroup", "/papers.html")]


def test_a_professors_lecture_is_the_owners(commands: Commands, world: World) -> None:
    (lecture,) = gathered(commands, world, "kuznetsov").values()
    assert authors(lecture) == [("Кузнецов Игорь Петрович", "igor.kuznetsov@zarechny.example", True)]  # fmt: skip
    assert (lecture["language"], lecture["category"]) == ("ru", "lecture-notes")


def test_below_a_path_nothing_else_is_gathered(commands: Commands, world: World) -> None:
    done = commands.run(*words(world, "dptodatos"), "--below", "/algebra/")
    assert done.returncode == 1
    assert "must itself lie below" in done.stderr
    root = world.url("dptodatos", "/algebra/")
    done = commands.run("gather", root, "--below", "/algebra/", "--json")
    names = {json.loads(line)["url"].rpartition("/")[2] for line in done.stdout.splitlines()}
    assert names == {"hoja1.pdf", "examen.pdf", "cronograma.pdf"}


def test_a_page_that_cannot_be_read_is_told_with_what_to_do(commands: Commands, world: World) -> None:  # fmt: skip
    wrong = world.url("dptodatos", "/no-such-page.html")
    done = commands.run("gather", wrong)
    assert done.returncode == 1
    assert f"{wrong} could not be read" in done.stderr
    assert "Check the address" in done.stderr


def test_again_nothing_is_fetched_and_what_a_person_said_stays(commands: Commands, world: World) -> None:  # fmt: skip
    first = gathered(commands, world, "marshgroup")
    name = first["reeds.pdf"]["id"]
    edited = commands.run("gather", "review", name, "--edit", "title=Reed Beds", "--accept", "--by", "ann")  # fmt: skip
    assert edited.returncode == 0, edited.stderr
    asked = len(world.log("marshgroup"))
    second = gathered(commands, world, "marshgroup")
    asked_again = [entry.target for entry in world.log("marshgroup")[asked:]]
    assert not [one for one in asked_again if one.endswith((".pdf", ".html", "/"))]
    assert second["reeds.pdf"]["title"] == "Reed Beds"
    assert (second["reeds.pdf"]["state"], second["reeds.pdf"]["decided_by"]) == ("accepted", "ann")
    assert {k: v["id"] for k, v in first.items()} == {k: v["id"] for k, v in second.items()}
    shown = commands.run("gather", "show", name)
    assert "ann" in shown.stdout
    listed = commands.run("gather", "list", "--state", "accepted", "--json")
    assert [json.loads(line)["id"] for line in listed.stdout.splitlines()] == [name]


def test_what_is_handed_over_is_told_as_json(commands: Commands, world: World) -> None:
    found = gathered(commands, world, "marshgroup")

    def told(*words: str) -> list[dict[str, Any]]:
        done = commands.run("gather", *words, "--json")
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    new = {row["id"] for row in told("list", "--state", "new")}
    assert found["reeds.pdf"]["id"] in new
    assert {row["id"] for row in told("export", "--state", "new")} == new
    every = {row["id"] for row in told("list", "--state", "new", "--all")}
    assert {row["id"] for row in told("export", "--state", "new", "--all")} == every > new
    (written,) = told("export", "--state", "new", "--format", "bibtex", "-o", "new.bib")
    assert written == {"file": "new.bib", "candidates": len(new)}
    assert (commands.folder / "new.bib").read_text("utf-8").startswith("@")
    assert commands.run("gather", "export", "--format", "csv", "--json").returncode == 2

    asking = ("--institution", "Saltreach", "--repository", "Reach", "--state", "new")
    letters = told("letters", "drafts", *asking)
    assert "helen.marsh@saltreach.example" in {letter["address"] for letter in letters}
    in_spanish = told("letters", "cartas", *asking, "--language", "es")
    assert {letter["language"] for letter in in_spanish} == {"es"}
    for letter in letters:
        text = (commands.folder / letter["file"]).read_text("utf-8")
        assert text.startswith(f"To: {letter['address']}\nSubject: {letter['subject']}\n")
        assert set(letter["candidates"]) <= new

    (graph,) = told("graph", world.url("marshgroup", "/"), "-o", "site.csv")
    assert graph["files"] == ["site.csv", "site-links.csv"]
    nodes, links = (
        (commands.folder / name).read_text("utf-8").splitlines() for name in graph["files"]
    )
    assert len(nodes) - 1 == graph["pages"] + graph["documents"] > 1
    assert len(links) - 1 == graph["links"] > 1
    begins = {"site.graphml": "<graphml", "site.SVG": "<svg", "site.picture": "<svg"}
    for file, beginning in begins.items():
        assert told("graph", world.url("marshgroup", "/"), "-o", file)[0]["files"] == [file]
        assert beginning in (commands.folder / file).read_text("utf-8")[:200]
    spoken = commands.run("gather", "graph", world.url("marshgroup", "/"), "-o", "site.csv")
    assert "site.csv and site-links.csv" in spoken.stdout


def without_ids(rows: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {
        name: {key: value for key, value in row.items() if key not in ("id", "document")}
        for name, row in rows.items()
    }


def held(place: Commands) -> int:
    """How many visits have been kept."""
    with suppress(sqlite3.Error):
        connection = sqlite3.connect(f"file:{place.folder / 'harvestman.db'}?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT count(*) FROM page").fetchone()[0])
        finally:
            connection.close()
    return 0


def test_killed_again_and_again_it_ends_where_an_undisturbed_run_ends(
    tmp_path: Path, world: World
) -> None:
    places = [Commands(tmp_path / name) for name in ("one", "two")]
    for place in places:
        place.folder.mkdir()
    undisturbed = gathered(places[0], world, "marshgroup")
    rng = random.Random(25)
    killed = 0
    for _ in range(KILLS):
        before = held(places[1])
        child = places[1].start(*words(world, "marshgroup"))
        while child.poll() is None and held(places[1]) <= before:
            time.sleep(0.005)  # gives the processor to the run; what is waited for is the library
        time.sleep(rng.random() * 0.2)  # the random moment itself
        killed += child.kill()
    assert killed
    assert without_ids(gathered(places[1], world, "marshgroup")) == without_ids(undisturbed)
