"""What everyday questions cost in libraries of 10,000, 100,000 and a million papers: they should cost the same.

    python bench/library_size.py [--papers 10000,100000,1000000] [--postgres] [--keep FOLDER] [--into PAGE]

Libraries are generated in bulk (`generated_library.py`). Each question is asked in process `TIMES` times, after some to warm up; printed are the
median by the clock and the processor time by control group, the server's included on PostgreSQL. Then the verbs are run as commands. Limits: 50 ms for
a word that all papers share; 100 ms for facets, which count the papers that fit; and nothing else may cost more than `FLAT` times in the largest library
what it costs in the smallest.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from statistics import median

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from generated_library import FREQUENT, SHARED, START, generate, url_of
from harvestman.api import Harvestman
from harvestman.api import open as open_harvestman
from harvestman.store import PaperQuery, schema
from harvestman.store.papers.questions import MOST_RANKED
from processor_time import ControlGroup, asked_ms, environ, used_s
from results import add_option, table, tell
from servers.postgres import PostgresServer, running_postgres

TIMES = 20
ROUNDS = 5
FLAT = 2.0
SHARED_MS = 50.0
FACETS_MS = 100.0
_NOISE_MS = 5.0  # a question that costs less than this more is as cheap as before
_COMMANDS: dict[str, tuple[str, ...]] = {
    "harvestman papers --limit 20": ("papers", "--limit", "20"),
    "harvestman papers WORD OF ALL --limit 20": ("papers", SHARED, "--limit", "20"),
    "harvestman status": ("status",),
}
_Question = Callable[[int], object]


def questions(hm: Harvestman, count: int) -> dict[str, _Question]:
    """What is asked of a library all day, each with its name."""
    library, papers, rng = hm.library, hm.library.papers, random.Random(count)
    ids = _some_ids(hm)
    # Those of a ranked answer are places; more papers are not ranked, and each of them is a cursor.
    cursors = ids if count > MOST_RANKED else [papers.page(PaperQuery(SHARED), 20).cursor]
    last = START + timedelta(seconds=count - 500)

    def found(**wanted: object) -> int:
        return len(list(papers.find(PaperQuery(limit=20, **wanted))))  # type: ignore[arg-type]

    return {
        "list: the first twenty": lambda _: found(),
        "list: twenty after a cursor": lambda _: papers.page(
            PaperQuery(), 20, cursor=rng.choice(ids)
        ),
        "list: of a year": lambda _: found(year_from=2001, year_to=2001),
        "list: of a venue": lambda _: found(venue="Conference 77"),
        "search: a word of twenty papers": lambda _: found(text=f"rare{rng.randrange(count // 20)}"),
        "search: a word of a quarter": lambda _: found(text=rng.choice(FREQUENT)),
        "search: a word of all": lambda _: found(text=SHARED),
        "search: one rare word, two frequent ones": lambda n: found(text=f"single{n} {SHARED} graph"),
        "search page: a word of all": lambda _: papers.page(PaperQuery(SHARED), 20),
        "search page: a later one of a word of all": lambda _: papers.page(
            PaperQuery(SHARED), 20, cursor=rng.choice(cursors)
        ),
        "show": lambda _: hm.show(rng.choice(ids)),
        "facets of all": lambda _: papers.facets(PaperQuery()),
        "facets of a word of a quarter": lambda _: papers.facets(PaperQuery("graph")),
        "facets of a rare word": lambda _: papers.facets(PaperQuery(f"rare{count // 40}")),
        "facets of an author": lambda _: papers.facets(PaperQuery(author="Name77")),
        "status": lambda _: library.summary(),
        "changes since": lambda _: library.changes(since=last, limit=100),
        "papers since": lambda _: found(since=last),
        "ancestors within three links": lambda _: library.links.ancestors(
            url_of(rng.randrange(count)), within=3, limit=60
        ),
    }  # fmt: skip


def _some_ids(hm: Harvestman) -> list[str]:
    """Ids of papers from all over the library."""
    paper = schema.paper
    with hm.library.database.read() as connection:
        newest = int(connection.scalar(sa.select(sa.func.max(paper.c.id))) or 0)
        rows = [*random.Random(3).sample(range(newest - 5_000, newest), 50), newest // 2]
        return list(connection.scalars(sa.select(paper.c.public_id).where(paper.c.id.in_(rows))))


def commands(db: str, blobs: str) -> dict[str, tuple[float, float]]:
    """Of each verb as a command the median by the clock and the least processor time, in milliseconds."""
    told = {}
    for name, arguments in _COMMANDS.items():
        took, used = [], []
        for _ in range(ROUNDS):
            with ControlGroup() as group:
                began = time.perf_counter()
                whole = [sys.executable, "-m", "harvestman", "--db", db, *arguments]
                process = group.start(
                    whole, env=environ(HARVESTMAN_BLOBS=blobs), stdout=subprocess.DEVNULL
                )
                assert process.wait() == 0, whole
                took.append(1000 * (time.perf_counter() - began))
                used.append(1000 * group.used_s())
        told[name] = median(took), min(used)
    return told


def measure(db: str, blobs: str, count: int) -> dict[str, tuple[float, float]]:
    """A library of so many papers is filled, unless it is there, and asked."""
    with open_harvestman(db, blobs=blobs) as hm:
        with hm.library.database.read() as connection:
            is_new = connection.scalar(sa.select(schema.paper.c.id).limit(1)) is None
        began = time.monotonic()
        if is_new:
            generate(hm.library, count)
        print(f"{count:,} papers, made in {time.monotonic() - began:.0f} s", flush=True)
        told = {}
        for name, question in questions(hm, count).items():
            middle, _, spent = asked_ms(question, times=TIMES)
            told[name] = middle, spent
            print(f"  {name:44} {middle:8.1f} ms, {spent:8.1f} ms of CPU", flush=True)
    for name, (middle, spent) in commands(db, blobs).items():
        told[name] = middle, spent
        print(f"  {name:44} {middle:8.1f} ms, {spent:8.1f} ms of CPU", flush=True)
    return told


def compared(told: dict[int, dict[str, tuple[float, float]]]) -> tuple[str, int]:
    """The table of all sizes, processor time only, and how many questions are over their limits."""
    sizes = list(told)
    rows, over = [], 0
    for name in told[sizes[0]]:
        spent = [told[size][name][1] for size in sizes]
        limit = FLAT * spent[0] + _NOISE_MS
        if "a word of all" in name:
            limit = SHARED_MS
        elif name.startswith("facets"):
            limit = FACETS_MS
        is_over = spent[-1] > limit
        over += is_over
        shown = f"`{name}`" if name in _COMMANDS else name
        rows.append([shown, *(f"{ms:.1f}" for ms in spent), "over" if is_over else ""])
    head = ["ms of processor time", *(f"{size:,} papers" for size in sizes), "limit"]
    return table(head, rows), over


def main() -> int:
    """Generate, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--papers", default="10000,100000,1000000")
    parser.add_argument("--postgres", action="store_true")
    add_option(parser)
    parser.add_argument("--keep", type=Path, help="where SQLite libraries stay for the next run")
    chosen = parser.parse_args()
    used_s()  # from here on what this process starts is counted too
    told: dict[int, dict[str, tuple[float, float]]] = {}
    with ExitStack() as stack:
        folder = chosen.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server: PostgresServer | None = None
        if chosen.postgres:
            # What PostgreSQL has unless it is told otherwise; the tests' server has less.
            server = stack.enter_context(running_postgres(shared_buffers="128MB"))
        for count in map(int, chosen.papers.split(",")):
            db = server.new_database() if server else str(folder / f"{count}.db")
            told[count] = measure(db, str(folder / "blobs"), count)
            if server:
                server.drop_database(db)
    text, over = compared(told)
    where = "PostgreSQL" if server else "SQLite"
    command = (
        f"python bench/library_size.py --papers {chosen.papers}{' --postgres' if server else ''}"
    )
    tell(f"library size {where}", text, into=chosen.into, command=command)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
