"""Kills every writing verb with SIGKILL at random moments, on both databases, and counts what is lost, doubled or damaged.

python tests/e2e/kills.py --kills 1000 --counts kills.json

A bench, not a test: a thousand kills take hours. One bout is a new library, some kills of one verb at random moments, then the same
command to its end. Whatever an undisturbed run has and this one has not is lost, what it has more is doubled; for the service, every
document whose post was answered must be there after the next start. Before a verb is killed it runs twice undisturbed: if these two
libraries differ, the comparison itself is at fault, and the bench ends there. The counts are kept after every bout and go on where they
were. Exit 1 when anything was lost, doubled or damaged.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
import sqlalchemy as sa

from commands import Commands
from documents.sample import PAPER
from harvestman.model import SystemClock
from harvestman.store import end_state, open_library, schema
from servers.postgres import PostgresServer, running_postgres
from servers.service import running_service
from world import World
from world.pdf import make_pdf

DOCUMENTS = "/api/v1/documents"
KILLS_A_BOUT = 8
DBLP = Path(__file__).resolve().parents[2] / "docs" / "examples" / "small-dblp.xml"


@dataclass(frozen=True, slots=True)
class Verb:
    """A command that writes: what stands ready for it, and its words."""

    name: str
    words: Callable[[World, Path], tuple[str, ...]]
    before: Callable[[World, Path], list[tuple[str, ...]]] = lambda world, folder: []


def _pdfs(folder: Path) -> Path:
    place = folder / "pdfs"
    if not place.exists():
        place.mkdir()
        for number in range(12):
            paper = replace(PAPER, title=f"On the Legs of Harvestmen, Volume {number} of Twelve")
            (place / f"{number}.pdf").write_bytes(make_pdf(paper))
    return place


def _bib(folder: Path) -> Path:
    place = folder / "many.bib"
    entries = (
        f"@article{{k{n}, title={{Legs and Their Number in Cellar {n}}}, author={{Ruiz, Ana}}, year={{20{n % 25:02}}}}}"
        for n in range(400)
    )
    place.write_text("\n".join(entries))
    return place


def _table(world: World, folder: Path) -> Path:
    place = folder / "events.csv"
    rows = "".join(
        f"{name},{world.url(name)},2024-06-10,2024-04-15\n"
        for name in ("lime2024", "icsw2024", "eucat2024")
    )
    place.write_text(f"acronym,site,start,notification\n{rows}")
    return place


def _harvest(world: World, _: Path) -> tuple[str, ...]:
    sites = ("icsw2024", "hcip2023", "workshopvolumes", "eucat2024")
    return ("harvest", *map(world.url, sites), "--depth", "3", "--limit", "500")


def _archived(world: World, folder: Path) -> tuple[str, ...]:
    elsewhere = ("--db", str(folder / "archived.db"))
    return (*elsewhere, *_harvest(world, folder), "--warc", str(folder / "world.warc.gz"))


def _gather(world: World, _: Path) -> tuple[str, ...]:
    sites = (world.url(site, "/") for site in ("dptodatos", "marshgroup"))
    names = ("--institution", "Universidad de Altaluz", "--domain", "altaluz.example")
    return ("gather", *sites, *names, "--domain", "saltreach.example")


VERBS = (
    Verb("harvest", _harvest),
    Verb("gather", _gather),
    Verb(
        "replay",
        lambda w, f: ("replay", str(f / "world.warc.gz")),
        lambda w, f: [] if (f / "world.warc.gz").exists() else [_archived(w, f)],
    ),
    Verb("harvest --files", lambda w, f: ("harvest", w.url("icsw2024"), "--depth", "2", "--files")),
    Verb("extract --keep", lambda w, f: ("extract", "--keep", str(_pdfs(f)))),
    Verb("import", lambda w, f: ("import", str(_bib(f)))),
    Verb("plan import", lambda w, f: ("plan", "import", str(DBLP))),
    Verb("watch add", lambda w, f: ("watch", "add", str(_table(w, f)), "--now", "2024-06-01")),
    Verb(
        "watch run",
        lambda w, f: ("watch", "run", "--once", "--now", "2024-06-20"),
        lambda w, f: [("watch", "add", str(_table(w, f)), "--now", "2024-06-01")],
    ),
    Verb(
        "merges find",
        lambda w, f: ("merges", "find"),
        lambda w, f: [_harvest(w, f), ("import", str(_bib(f)))],
    ),
)


def state_of(place: Commands) -> tuple[Counter[str], int]:
    """All that a library holds, without ids and times; and how many faults it has."""
    db = place.db or str(place.folder / "harvestman.db")
    with open_library(db, blobs=str(place.folder / "blobs"), clock=SystemClock()) as library:
        held: Counter[str] = Counter()
        plain: dict[str, Any] = end_state(library)
        del plain["harvests"]  # a command that is repeated after its harvest had ended is one more
        for kind, things in plain.items():
            held.update(f"{kind} {json.dumps(thing, sort_keys=True)}" for thing in things)
        document, part, candidate = schema.document.c, schema.extraction.c, schema.candidate.c
        asked = {
            "document": sa.select(document.digest, document.why, document.origin, document.status),
            "part": sa.select(part.digest, part.part),
            "volume": sa.select(schema.plan_volume.c.key),
            "series": sa.select(schema.plan_series.c.key),
            "look": sa.select(schema.look.c.papers, schema.look.c.files),
            "candidate": sa.select(
                candidate.url,
                candidate.digest,
                candidate.state,
                candidate.reasons,
                candidate.linked_from,
                candidate.view,
            ),
        }
        with library.database.read() as connection:
            for kind, statement in asked.items():
                rows = connection.execute(statement)
                held.update(f"{kind} {tuple(map(str, row))}" for row in rows)
        return held, len(library.check())


@contextmanager
def _place(server: PostgresServer | None, root: Path) -> Iterator[Commands]:
    folder = Path(tempfile.mkdtemp(dir=root))
    db = server.new_database() if server else ""
    try:
        yield Commands(folder, db)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if server:
            server.drop_database(db)


def _kill(process: subprocess.Popen[bytes]) -> bool:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


class Bench:
    """The bouts of one run."""

    def __init__(self, world: World, root: Path, rng: random.Random) -> None:
        self.world, self.root, self.rng = world, root, rng
        self._calm: dict[tuple[str, bool], tuple[Counter[str], float]] = {}

    def bout(self, verb: Verb, server: PostgresServer | None) -> Counter[str]:
        """Some kills of one verb, and what they did."""
        expected, lasted_s = self._undisturbed(verb, server)
        counts: Counter[str] = Counter()
        with _place(server, self.root) as place:
            self._prepare(verb, place)
            words = verb.words(self.world, self.root)
            for _ in range(KILLS_A_BOUT):
                process = place.start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=self.rng.uniform(0.1, 0.7) * lasted_s)
                if not _kill(process):
                    break  # it had ended by itself
                counts["kills"] += 1
            else:
                place.run(*words, timeout=600)
            found, faults = state_of(place)
        for word, some in (("lost", expected - found), ("doubled", found - expected)):
            for one in list(some)[:3]:
                print(f"  {verb.name}, {word}: {one[:300]}", flush=True)
        counts["lost"] = (expected - found).total()
        counts["doubled"] = (found - expected).total()
        counts["faults"] = faults
        return counts

    def serve(self, server: PostgresServer | None) -> Counter[str]:
        """The service killed while posts come in; each that was answered must be there."""
        counts: Counter[str] = Counter()
        with _place(server, self.root) as place:
            taken: list[str] = []
            for _ in range(KILLS_A_BOUT):
                with running_service(place, "--workers", "1") as service:
                    posting = threading.Thread(target=self._post, args=(service.address, taken))
                    posting.start()
                    time.sleep(self.rng.uniform(0.2, 4.0))
                    service.kill()
                    counts["kills"] += 1
                    posting.join()
            with running_service(place, "--workers", "1") as service:
                for one in taken:
                    answer = httpx.get(f"{service.address}{DOCUMENTS}/{one}", timeout=60)
                    counts["lost"] += answer.status_code != 200
                service.stop()
            counts["posts"] = len(taken)
            counts["doubled"] = len(taken) - len(set(taken))
            counts["faults"] = state_of(place)[1]
        return counts

    def _post(self, address: str, taken: list[str]) -> None:
        with suppress(httpx.HTTPError):
            for number in range(1_000_000):
                text = f"Title Number {self.rng.randrange(200)}\n\nAna Ruiz\n\n" + "Of legs. " * 40
                how = "?async=1" if number % 2 else ""
                sent = httpx.post(f"{address}{DOCUMENTS}{how}", content=text.encode(), timeout=60)
                if sent.status_code in (201, 202):
                    plain = sent.json()
                    taken.append(plain["document"]["id"] if how else plain["id"])

    def _prepare(self, verb: Verb, place: Commands) -> None:
        for words in verb.before(self.world, self.root):
            place.run(*words, timeout=600)

    def _undisturbed(self, verb: Verb, server: PostgresServer | None) -> tuple[Counter[str], float]:
        key = (verb.name, server is not None)
        if key not in self._calm:
            once, lasted_s = self._calm_run(verb, server)
            twice, _ = self._calm_run(verb, server)
            for one in [*(once - twice), *(twice - once)][:4]:
                print(f"  {verb.name}, twice undisturbed: {one[:2000]}", flush=True)
            if once != twice:
                raise SystemExit(f"{verb.name}: two undisturbed runs differ: nothing can be told")
            self._calm[key] = (once, lasted_s)
        return self._calm[key]

    def _calm_run(self, verb: Verb, server: PostgresServer | None) -> tuple[Counter[str], float]:
        with _place(server, self.root) as place:
            self._prepare(verb, place)
            started = time.monotonic()
            done = place.run(*verb.words(self.world, self.root), timeout=600)
            lasted_s = time.monotonic() - started
            if done.returncode:
                raise SystemExit(f"{verb.name}: {done.stderr[-2000:]}")
            return state_of(place)[0], lasted_s


def main() -> int:
    """Kill until there were enough kills, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--counts", type=Path, default=Path("kills.json"))
    parser.add_argument("--seed", type=int, default=24)
    given = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    if given.counts.exists():
        kept = json.loads(given.counts.read_text())
        counts = {name: Counter(one) for name, one in kept.items()}
    ends = time.monotonic() + given.minutes * 60
    total = sum(one["kills"] for one in counts.values())
    with (
        World() as world,
        running_postgres() as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        bench = Bench(world, Path(folder), random.Random(given.seed + total))
        bouts: list[tuple[str, Callable[[], Counter[str]]]] = []
        for name, where in (("sqlite", None), ("postgres", server)):
            bouts += [
                (f"{verb.name}, {name}", lambda verb=verb, where=where: bench.bout(verb, where))  # type: ignore[misc]
                for verb in VERBS
            ]
            bouts.append((f"serve, {name}", lambda where=where: bench.serve(where)))  # type: ignore[misc]
        while total < given.kills and time.monotonic() < ends:
            # Those with the fewest kills so far come first.
            name, bout = min(bouts, key=lambda one: counts.get(one[0], Counter())["kills"])
            done = bout()
            counts[name] = counts.get(name, Counter()) + done + Counter(bouts=1)
            total += done["kills"]
            given.counts.write_text(json.dumps(counts, indent=1))
            print(f"{total:5} {name}: {dict(counts[name])}", flush=True)
    every = sum(counts.values(), Counter[str]())
    print(json.dumps(every, sort_keys=True))
    return int(bool(every["lost"] or every["doubled"] or every["faults"]))


if __name__ == "__main__":
    sys.exit(main())
