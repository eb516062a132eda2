"""`find paper --questions` killed with -9 again and again, then run to its end: the answers of an undisturbed run."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from commands import Commands
from find.little_web import little_web
from harvestman.learn.sites_served import SitesServed
from world.pdf import Author, Spec, make_pdf

KILLS = 4
COUNT = 8
TEXTS = (
    "Reeds stand in water and clean it while the wind moves them",
    "Gears turn against each other until the oil is used up",
    "Bees dance in the dark to tell where the flowers are",
    "Stars that are near each other share the dust between them",
    "Bread rises because a fungus breathes into the dough",
    "Trains wait for each other when the timetable says so",
    "Violins ring when a bow sticks and slips on their strings",
    "Clouds carry more water than a river does in a month",
)


def sites() -> dict[str, dict[str, str | bytes]]:
    found: dict[str, dict[str, str | bytes]] = {}
    for n, text in enumerate(TEXTS):
        words = f"{text}. " * 12
        file = make_pdf(
            Spec(
                " ".join(text.split()[:7]).title(),
                (Author(f"Ada Nord{'abcdefgh'[n]}", "University of Saltreach"),),
                abstract=words[:200],
                sections=(("1 Introduction", words),),
                references=("A. Fenn. Sand. Journal of Ponds, 2001.",),
            )
        )
        page = f"<title>Papers {n}</title><h1>Nord{'abcdefgh'[n]}</h1><a href=p.pdf>a file</a>"
        found[f"site{n}"] = {"index.html": page, "p.pdf": file}
    return found


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SitesServed]:
    with little_web(tmp_path_factory.mktemp("web"), sites()) as served:
        yield served


def place_for(web: SitesServed, folder: Path) -> tuple[Commands, list[str]]:
    asked = folder / "questions.jsonl"
    rows = [
        {"id": str(n), "title": " ".join(text.split()[:7]), "authors": [f"A. Nord{'abcdefgh'[n]}"]}
        for n, text in enumerate(TEXTS)
    ]
    rows.append(
        {"id": "none", "title": "A theory of nothing in particular", "authors": ["N. O. Body"]}
    )
    asked.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    more = {
        "ENGINE": "local:1",
        "ALLOW_PRIVATE": "true",
        "DELAY": "0",
        "PROVIDERS": "searxng",
        "SEARXNG_URL": web.address("search").rstrip("/"),
    }
    words = ["find", "paper", "--questions", str(asked), "--json"]
    return Commands(folder, more=more), words


def answers(place: Commands, words: list[str]) -> dict[str, tuple[Any, ...]]:
    done = place.run(*words)
    assert done.returncode == 1, done.stderr  # one of them is nowhere
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["id"]: (row["status"], row["url"], row["title"]) for row in rows}


def test_killed_again_and_again_it_ends_where_an_undisturbed_run_ends(
    web: SitesServed, tmp_path: Path
) -> None:
    (tmp_path / "calm").mkdir()
    (tmp_path / "killed").mkdir()
    calm, words = place_for(web, tmp_path / "calm")
    expected = answers(calm, words)
    assert [status for status, _, _ in expected.values()].count("success") == COUNT
    killed, words = place_for(web, tmp_path / "killed")
    rng = random.Random(26)
    struck = 0
    for _ in range(KILLS):
        before = written(killed)
        child = killed.start(*words)
        while child.poll() is None and written(killed) <= before:
            time.sleep(0.005)  # gives the processor to the run; what is waited for is the library
        time.sleep(rng.random() * 0.2)  # the random moment itself
        struck += child.kill()
    assert struck
    assert answers(killed, words) == expected
    assert answers(killed, words) == expected


def written(place: Commands) -> int:
    """How much is kept by now: questions, what search engines said, documents."""
    file = place.folder / "harvestman.db"
    if not file.exists():
        return 0
    counts = "SELECT (SELECT count(*) FROM question) + (SELECT count(*) FROM engine_answer) + (SELECT count(*) FROM document)"
    with suppress(sqlite3.Error):  # it is being made
        library = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            return int(library.execute(counts).fetchone()[0])
        finally:
            library.close()
    return 0
