"""Verbs that only read an SQLite library load none of the dear packages, and a harvest loads no SQLAlchemy, whoever imports what."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import harvestman
from commands import Commands
from world import World

DEAR = (
    "alembic",
    "asyncio",
    "importlib.metadata",
    "rapidfuzz",
    "rich",
    "sqlalchemy",
    "ssl",
    "zstandard",
)
_RUN = f"""
import json, sys
from harvestman.cli.main import run
code = run(sys.argv[1:])
loaded = [name for name in {DEAR!r} if name in sys.modules]
print(json.dumps([code, loaded]), file=sys.stderr)
"""
STEP = {
    "subject": "x",
    "title": "Spiders at harvest",
    "reason": "",
    "urgency": 1,
    "cost": 1,
    "host": "",
}
BIBTEX = "@inproceedings{a, title={Spiders at harvest}, author={Ruiz, Ana}, year={2024}, booktitle={Webs}}"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A library of one paper, which is of one event that is watched, and one job: where it is, and the paper's id."""
    folder = tmp_path_factory.mktemp("light")
    db, table = folder / "harvestman.db", folder / "mine.csv"
    table.write_text("acronym,year,url\nSpiders at harvest,2024,http://far.example/\n")
    with harvestman.open(db) as hm:
        hm.import_papers(("a.bib", BIBTEX.encode()))
        [paper] = hm.papers()
        hm.watch.add(str(table))
        [watched] = hm.watch.events()
        source = hm.claims(paper.id)[0].evidence.source
        hm.library.papers.place({source: watched.event.id}, now=hm.library.now())
        hm.library.jobs.put("run-visit", STEP)
    return str(db), paper.id


@pytest.mark.parametrize(
    "words",
    [
        ["papers", "--limit", "20"],
        ["papers", "spiders", "--author", "ruiz", "--year", "2024", "--since", "2020-01-01"],
        ["papers", "--json", "--full-text", "nothing"],
        ["show", "ID"],
        ["show", "ID", "--json"],
        ["export", "--format", "bibtex"],
        ["events"],
        ["events", "--json"],
        ["jobs", "list"],
        ["jobs", "list", "--json"],
        ["watch", "list"],
        ["watch", "list", "--json"],
        ["status"],
        ["status", "--json"],
    ],
    ids=" ".join,
)
def test_a_reading_verb_loads_nothing_dear(
    library: tuple[str, str], words: list[str], tmp_path: Path
) -> None:
    db, paper = library
    arguments = ["--db", db, *(paper if word == "ID" else word for word in words)]
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    code, loaded = json.loads(done.stderr.splitlines()[-1])
    assert loaded == []
    assert code == (1 if "--full-text" in words else 0)
    assert "--full-text" in words or "Spiders at harvest" in done.stdout


def test_a_harvest_into_sqlite_does_without_sqlalchemy(world: World, tmp_path: Path) -> None:
    place = Commands(tmp_path)
    words = ["harvest", world.url("icsw2024", "/"), "--depth", "2", "--json"]
    papers = []
    for _ in range(2):  # into a library that is made first, and again into the one that is there
        done = subprocess.run(
            [sys.executable, "-c", _RUN, *words],
            check=False,
            capture_output=True,
            text=True,
            env=place.environ,
        )
        code, loaded = json.loads(done.stderr.splitlines()[-1])
        assert code == 0
        assert not {"sqlalchemy", "alembic"} & set(loaded)
        papers.append(json.loads(done.stdout.splitlines()[-1])["papers"])
    assert papers[0] > 0
