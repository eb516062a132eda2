"""Files that papers link to: fetched with a harvest, held, found by their words; killed with -9 again and again, none is fetched twice."""

from __future__ import annotations

import hashlib
import json
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from commands import Commands
from documents.sample import PAPER
from harvestman.model import SystemClock
from harvestman.store import Library, open_library, schema
from world import World
from world.pdf import make_pdf

KILLS = 6


def opened(place: Commands) -> Library:
    db = place.db or str(place.folder / "harvestman.db")
    return open_library(db, blobs=str(place.folder / "blobs"), clock=SystemClock())


def end_state_of(place: Commands) -> dict[str, Any]:
    """Everything that is held, without what differs from run to run: ids and times."""
    with opened(place) as library:
        assert library.check() == []
        document, text = schema.document.c, schema.full_text.c
        with library.database.read() as connection:
            documents = connection.execute(
                sa.select(document.digest, document.why, document.origin, document.status)
            ).all()
            parts = connection.execute(
                sa.select(schema.extraction.c.digest, schema.extraction.c.part)
            ).all()
            texts = connection.scalars(sa.select(text.digest)).all()
            known = connection.scalars(sa.select(schema.fingerprint.c.key)).all()
        papers = sorted(
            (
                paper.title,
                paper.pdf,
                sorted({c.evidence.source for c in library.papers.claims(paper.id)}),
            )
            for paper in library.papers.find()
        )
        for row in documents:
            assert library.blobs.has(row.digest)
    return {
        "documents": sorted(map(tuple, documents)),
        "parts": sorted(map(tuple, parts)),
        "texts": sorted(texts),
        "known": sorted(known),
        "papers": papers,
    }


def held(place: Commands) -> int:
    """How many documents are held just now, read or not."""
    if not (place.folder / "harvestman.db").exists():
        return 0
    with opened(place) as library:
        return library.documents.count()


def files_asked_for(world: World) -> list[str]:
    return [entry.target for entry in world.log() if entry.target.endswith(".pdf")]


def test_a_killed_harvest_of_files_ends_where_an_undisturbed_one_ends(
    tmp_path: Path, world: World
) -> None:
    places = [Commands(tmp_path / name) for name in ("one", "two")]
    for place in places:
        place.folder.mkdir()
    words = ("harvest", world.url("icsw2024"), "--depth", "2", "--files")
    world.clear_log()
    assert places[0].run(*words).returncode == 0
    undisturbed = files_asked_for(world)
    assert len(undisturbed) == len(set(undisturbed)) >= 10
    world.clear_log()
    rng = random.Random(7)
    killed = 0
    for _ in range(KILLS):
        before = held(places[1])
        process = places[1].start(*words)
        while process.poll() is None and held(places[1]) <= before:
            time.sleep(
                0.005
            )  # gives the processor to the harvest; what is waited for is the library
        time.sleep(rng.random() * 0.2)  # the random moment itself
        killed += process.kill()
    assert killed
    assert places[1].run(*words).returncode == 0
    asked = files_asked_for(world)
    assert set(asked) == set(undisturbed)
    # What had been kept was never asked for again: only the file on its way at each kill may have been.
    assert len(asked) <= len(undisturbed) + KILLS
    assert end_state_of(places[1]) == end_state_of(places[0])


def test_a_killed_extract_ends_where_an_undisturbed_one_ends(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    rng = random.Random(11)
    for number in range(12):
        # Every fourth is nearly the same as the one before, and is known by its words.
        if number % 4 != 3:
            words_of_it = ["".join(rng.choices("abeiklmnorstu", k=6)) for _ in range(150)]
        text = " ".join(words_of_it)
        spec = replace(
            PAPER, title=f"On the {words_of_it[0]} of {words_of_it[1]}s", sections=(("Text", text),)
        )
        (papers / f"{number:02}.pdf").write_bytes(make_pdf(spec) + b"%%%d" % number)
    places = [Commands(tmp_path / name) for name in ("one", "two")]
    for place in places:
        place.folder.mkdir()
    words = ("extract", str(papers), "--keep", "--workers", "1")
    assert places[0].run(*words).returncode == 0
    killed = 0
    for _ in range(4):
        before = held(places[1])
        process = places[1].start(*words)
        while process.poll() is None and held(places[1]) <= before:
            time.sleep(0.005)
        time.sleep(rng.random() * 0.1)
        killed += process.kill()
        with opened(places[1]) as library:  # nothing is half written
            assert library.check() == []
            with library.database.read() as connection:
                row = schema.document.c
                for digest in connection.scalars(sa.select(row.answer).where(row.status != "")):
                    assert "about" in library.documents.parts(digest)
    assert killed
    assert places[1].run(*words).returncode == 0
    assert end_state_of(places[1]) == end_state_of(places[0])


def test_what_page_and_file_say_is_shown_together(tmp_path: Path, world: World) -> None:
    commands = Commands(tmp_path)
    done = commands.run("harvest", world.url("hcip2023"), "--depth", "2", "--files")
    assert "6 of 6 linked files are held, 6 of them fetched now." in done.stdout
    rows = commands.run("papers", "--full-text", "the").stdout.splitlines()[1:]
    paper = rows[0].split("\t")[0]
    shown = commands.run("show", paper).stdout
    assert "sha256:" in shown
    assert f"{world.url('hcip2023')}" in shown
    written = commands.run("file", paper, "-o", "paper.pdf")
    assert written.returncode == 0, written.stderr
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")
    (told,) = map(json.loads, commands.run("file", paper, "--json").stdout.splitlines())
    assert told["digest"] == hashlib.sha256((tmp_path / "paper.pdf").read_bytes()).hexdigest()
    unwritable = commands.run("file", paper, "-o", "no/such/folder/paper.pdf")
    assert unwritable.returncode == 2
    assert "cannot be written" in unwritable.stderr
    assert commands.run("file", "nosuchpaper2222").returncode == 2
    assert commands.run("papers", "--full-text", "zyzzyva").returncode == 1
