"""The verbs that `kills.py` kills: what stands ready for each, and its words. Their worlds are small, so that a kill costs little."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import sqlalchemy as sa

from commands import Commands
from documents.sample import PAPER
from harvestman.model import SystemClock
from harvestman.store import Library, open_library, schema
from world import World
from world.pdf import make_pdf

DBLP = Path(__file__).resolve().parents[2] / "docs" / "examples" / "small-dblp.xml"
WRITTEN = "written"
"""Where `export` writes: after every kill it must be whole or not there."""
_SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo zu".split()


@dataclass(frozen=True, slots=True)
class Verb:
    """A command that writes. `words` are asked for once, when everything `before` is done: copies of that library have the same ids."""

    name: str
    words: Callable[[World, Commands], tuple[str, ...]]
    before: Callable[[World, Path], list[tuple[str, ...]]] = lambda world, shared: []
    once: bool = False
    """Whether a repetition is refused (exit 2) after the killed one had done its work: there is nothing left to undo or remove."""


def opened(place: Commands) -> Library:
    """The library of a place."""
    db = place.db or str(place.folder / "harvestman.db")
    return open_library(db, blobs=str(place.folder / "blobs"), clock=SystemClock())


def make_files(shared: Path, world: World) -> None:
    """Write what the verbs read."""
    (shared / "pdfs").mkdir()
    for number in range(12):
        paper = replace(
            PAPER,
            title=f"On the Legs of {_prose(number, 4).title()}",
            abstract=_prose(number + 100, 60),
            sections=tuple((title, _prose(number + at * 1000, 90)) for at, (title, _) in enumerate(PAPER.sections, 1)),
        )  # fmt: skip
        (shared / "pdfs" / f"{number}.pdf").write_bytes(make_pdf(paper))
    (shared / "many.bib").write_text("\n".join(_entry(n, "Ruiz, Ana") for n in range(300)))
    (shared / "again.bib").write_text(
        "\n".join(_entry(n, "Ruiz, Ana", flaw=n % 2) for n in range(60))
    )
    events = "".join(
        f"{name},{world.url(name)},2024-06-10,2024-04-15\n" for name in ("workshopvolumes", "twinconf")
    )  # fmt: skip
    (shared / "events.csv").write_text(f"acronym,site,start,notification\n{events}")
    asked = [
        ("Reed beds that clean themselvs", "Marsh, H."),
        ("Counting herons from the air", "Bennett, L."),
    ]
    rows = (
        json.dumps({"id": str(n), "title": title, "authors": [who]})
        for n, (title, who) in enumerate(asked)
    )
    (shared / "questions.jsonl").write_text("".join(f"{row}\n" for row in rows))


def _entry(number: int, author: str, *, flaw: int = 0) -> str:
    """An entry; with a flaw, a letter of its title is missing, so that it is merged and not the same at once."""
    title, year = _prose(number, 6).title(), 2000 + number % 25
    title = title[:9] + title[9 + flaw :]
    return f"@article{{k{number}, title={{{title}}}, author={{{author}}}, year={{{year}}}}}"


def _prose(seed: int, length: int) -> str:
    """Words that nobody else says: files that are near-duplicates of each other are read or not by the order in which they come."""
    rng = random.Random(seed)
    return " ".join("".join(rng.choices(_SYLLABLES, k=3)) for _ in range(length))


def _harvest(world: World, *more: str) -> tuple[str, ...]:
    sites = map(world.url, ("hcip2023", "workshopvolumes"))
    return ("harvest", *sites, "--depth", "3", "--limit", "500", *more)


def _gather(world: World) -> tuple[str, ...]:
    names = ("--institution", "University of Saltreach", "--domain", "saltreach.example")
    return ("gather", world.url("marshgroup", "/"), *names)


def _ids(place: Commands, table: sa.Table, count: int) -> list[str]:
    """The first of these things, such as papers."""
    with opened(place) as library, library.database.read() as connection:
        return list(
            connection.scalars(sa.select(table.c.public_id).order_by(table.c.id).limit(count))
        )


def _split(place: Commands) -> tuple[str, str]:
    """A paper that two files state, and one of these."""
    mention, paper = schema.mention.c, schema.paper.c
    stated = sa.select(mention.paper_id).group_by(mention.paper_id)
    several = stated.having(sa.func.count(mention.source.distinct()) > 1)
    with opened(place) as library, library.database.read() as connection:
        both = (
            sa.select(paper.public_id, mention.source)
            .join(schema.paper, paper.id == mention.paper_id)
            .where(mention.paper_id.in_(several))
        )
        row = connection.execute(both.order_by(mention.paper_id, mention.source)).first()
    assert row is not None
    return row.public_id, row.source


def _series(place: Commands) -> list[str]:
    key = schema.plan_series.c.key
    with opened(place) as library, library.database.read() as connection:
        return list(connection.scalars(sa.select(key).order_by(key).limit(3)))


def verbs(shared: Path, collection: str) -> tuple[Verb, ...]:
    """Every verb that writes and may be repeated; what they read is in this folder, and deposits go to this collection."""
    archive, table, bib = (str(shared / name) for name in ("w.warc.gz", "events.csv", "many.bib"))
    watch_add = ("watch", "add", table, "--now", "2024-06-01")

    def harvested(world: World, _: Path) -> list[tuple[str, ...]]:
        return [_harvest(world)]

    def imported(_: World, __: Path) -> list[tuple[str, ...]]:
        return [("import", bib)]

    def merged(_: World, __: Path) -> list[tuple[str, ...]]:
        return [("import", bib), ("import", str(shared / "again.bib"))]

    return (
        Verb("harvest", lambda w, p: _harvest(w)),
        Verb("harvest --files", lambda w, p: ("harvest", w.url("hcip2023"), "--depth", "2", "--files")),
        Verb(
            "replay",
            lambda w, p: ("replay", archive),
            lambda w, s: [] if Path(archive).exists() else [("--db", str(s / "w.db"), *_harvest(w, "--warc", archive))],
        ),
        Verb("extract --keep", lambda w, p: ("extract", "--keep", str(shared / "pdfs"))),
        Verb("import", lambda w, p: ("import", bib)),
        Verb("gather", lambda w, p: _gather(w)),
        Verb("gather review", lambda w, p: ("gather", "review", *_ids(p, schema.candidate, 99), "--accept", "--by", "ann"), lambda w, s: [_gather(w)]),
        Verb("gather deposit", lambda w, p: ("gather", "deposit", collection, "--user", "ann", "--password", "secret", "--state", "new"), lambda w, s: [_gather(w)]),
        Verb("find paper", lambda w, p: ("find", "paper", "--title", "Reed beds that clean themselvs", "--author", "Marsh, H.")),
        Verb("find --questions", lambda w, p: ("find", "paper", "--questions", str(shared / "questions.jsonl"))),
        Verb("find person", lambda w, p: ("find", "person", "Hilario Quintanilla Bravo", "--affiliation", "Universidad Politécnica de Valdehuerta")),
        Verb("plan import", lambda w, p: ("plan", "import", str(DBLP))),
        Verb("plan observe", lambda w, p: ("plan", "observe", *_series(p), "--on", "2024-06-20"), lambda w, s: [("plan", "import", str(DBLP))]),
        Verb("keys add", lambda w, p: ("keys", "add", "ann")),
        Verb("keys revoke", lambda w, p: ("keys", "revoke", *_ids(p, schema.api_key, 1)), lambda w, s: [("keys", "add", "ann")]),
        Verb("watch remove", lambda w, p: ("watch", "remove", *_ids(p, schema.event, 2)), lambda w, s: [watch_add], once=True),
        Verb("watch add", lambda w, p: watch_add),
        Verb("watch run", lambda w, p: ("watch", "run", "--once", "--now", "2024-06-20"), lambda w, s: [watch_add]),
        Verb("watch look", lambda w, p: ("watch", "look", "--backlog"), lambda w, s: [watch_add]),
        Verb("merges find", lambda w, p: ("merges", "find"), lambda w, s: [_harvest(w), ("import", bib)]),
        Verb("merges accept", lambda w, p: ("merges", "accept", *_ids(p, schema.paper, 2)), imported),
        Verb("merges refuse", lambda w, p: ("merges", "refuse", *_ids(p, schema.paper, 2)), imported),
        Verb("merges undo", lambda w, p: ("merges", "undo", *_ids(p, schema.merge_decision, 1)), merged, once=True),
        Verb("merges split", lambda w, p: ("merges", "split", *_split(p)), merged, once=True),
        Verb("correct", lambda w, p: ("correct", *_ids(p, schema.paper, 1), "title", "Put Right", "--by", "ann"), harvested),
        Verb("forget", lambda w, p: ("forget", *_ids(p, schema.paper, 3), "--by", "ann"), harvested),
        Verb("export -o", lambda w, p: ("export", "--format", "bibtex", "-o", WRITTEN), imported),
    )  # fmt: skip
