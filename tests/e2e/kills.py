"""Kills every writing verb with SIGKILL at random moments, on both databases, and counts what is lost, doubled or damaged.

python tests/e2e/kills.py --kills 1000 --counts kills.json

A bench, not a test: a thousand kills take an hour. One bout is a new library, some kills of one verb at random moments, then the same
command to its end. Whatever an undisturbed run has and this one has not is lost, what it has more is doubled; for the service, every
document whose post was answered must be there after the next start. Before a verb is killed it runs twice undisturbed: if these two
libraries differ, the comparison itself is at fault, and the bench ends there. Commands are forked from a warm process, and three bouts
of four read in the command itself instead of in worker processes, so that a kill costs little and meets writing, not imports. The counts
are kept after every bout and go on where they were. Exit 1 when anything was lost, doubled or damaged.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
import sqlalchemy as sa

from commands import Commands
from e2e.kill_desk import kill_desk
from e2e.kill_verbs import WRITTEN, Verb, make_files, opened, verbs
from gather.test_sword import SwordServer
from harvestman.store import end_state, schema
from servers.postgres import PostgresServer, running_postgres
from servers.service import running_service
from warm import Forked, warm
from world import World

DOCUMENTS = "/api/v1/documents"
KILLS_A_BOUT = 8


def state_of(place: Commands) -> tuple[Counter[str], int]:
    """All that a library holds, without ids and times; and how many faults it has."""
    with opened(place) as library:
        held: Counter[str] = Counter()
        plain: dict[str, Any] = end_state(library)
        del plain["harvests"]  # a command that is repeated after its harvest had ended is one more
        for kind, things in plain.items():
            held.update(f"{kind} {json.dumps(thing, sort_keys=True)}" for thing in things)
        document, part, candidate = schema.document.c, schema.extraction.c, schema.candidate.c
        decision, question = schema.merge_decision.c, schema.question.c
        seen, key = schema.plan_observation.c, schema.api_key.c
        asked = {
            "document": sa.select(document.digest, document.why, document.origin, document.status),
            "part": sa.select(part.digest, part.part),
            "volume": sa.select(schema.plan_volume.c.key),
            "series": sa.select(schema.plan_series.c.key),
            "look": sa.select(schema.look.c.papers, schema.look.c.files),
            "decision": sa.select(
                decision.verdict, decision.decider, decision.one_title, decision.other_title
            ).where(decision.undone.is_(None), decision.lapsed.is_(None)),
            "observation": sa.select(seen.series, seen.event_year, seen.seen, seen.event_month),
            "event": sa.select(schema.event_key.c.key),
            "appointment": sa.select(schema.appointment.c.waiting, schema.appointment.c.reason),
            # Whose key was never shown has to ask for one again: one name may stand there several times.
            "key": sa.select(key.name, key.scopes, key.revoked.is_(None)).distinct(),
            "question": sa.select(question.kind, question.question_key, question.status),
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


@dataclass(frozen=True, slots=True)
class Ready:
    """What a verb starts from, to be copied for each bout, and what an undisturbed run ends with."""

    place: Commands
    words: tuple[str, ...]
    expected: Counter[str]
    written: bytes | None
    lasted_s: float


def _start(place: Commands, *words: str, is_alone: bool) -> Forked:
    """A command, forked from the warm process; what it prints is in `printed` in its folder."""
    with (place.folder / "printed").open("ab") as printed, Path(os.devnull).open("rb") as nothing:
        standard = (nothing.fileno(), printed.fileno(), printed.fileno())
        return warm().start(words, place.folder, place.environ, standard, is_alone=is_alone)


def _run_to_end(place: Commands, *words: str, is_alone: bool) -> int:
    running = _start(place, *words, is_alone=is_alone)
    code = running.ended()
    if code is None:
        running.kill()
        raise SystemExit(f"{' '.join(words)} does not end")
    return code


class Bench:
    """The bouts of one run."""

    def __init__(self, world: World, root: Path, rng: random.Random) -> None:
        self.world, self.root, self.rng = world, root, rng
        self.shared = root / "shared"
        self.shared.mkdir()
        make_files(self.shared, world)
        self.repository = SwordServer()
        threading.Thread(target=self.repository.serve_forever, daemon=True).start()
        self.verbs = verbs(self.shared, self.repository.collection)
        self._ready: dict[tuple[str, bool], Ready] = {}
        self._bouts = 0

    def bout(self, verb: Verb, server: PostgresServer | None) -> Counter[str]:
        """Some kills of one verb, and what they did."""
        ready = self._made_ready(verb, server)
        counts: Counter[str] = Counter()
        self._bouts += 1
        is_alone = self._bouts % 4 != 0
        with self._copy(ready.place, server) as place:
            code: int | None = None
            for _ in range(KILLS_A_BOUT):
                running = _start(place, *ready.words, is_alone=is_alone)
                code = running.ended(self.rng.uniform(0.0, 0.8) * ready.lasted_s)
                if code is not None or not running.kill():
                    break  # it had ended by itself
                counts["kills"] += 1
                counts["faults"] += _written(place) not in (None, ready.written)
            else:
                code = _run_to_end(place, *ready.words, is_alone=is_alone)
            found, faults = self._state_of(place)
            if code not in (None, 0, 1, 2 if verb.once else 0):
                print((place.folder / "printed").read_text()[-1000:], flush=True)
                counts["faults"] += 1
            if _written(place) != ready.written:
                counts["lost"] += 1
        for word, some in (("lost", ready.expected - found), ("doubled", found - ready.expected)):
            for one in list(some)[:3]:
                print(f"  {verb.name}, {word}: {one[:600]}", flush=True)
            counts[word] += some.total()
        counts["faults"] += faults
        return counts

    def serve(self, server: PostgresServer | None) -> Counter[str]:
        """The service killed while posts come in; each that was answered must be there."""
        counts: Counter[str] = Counter()
        with self._place(server) as place:
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

    def desk(self, server: PostgresServer | None) -> Counter[str]:
        """The service killed while an editor works at its desk; each form that was answered must have done its work."""
        with self._place(server) as place:
            if _run_to_end(place, "import", str(self.shared / "many.bib"), is_alone=True):
                raise SystemExit((place.folder / "printed").read_text()[-2000:])
            return kill_desk(place, self.rng, kills=KILLS_A_BOUT)

    def _post(self, address: str, taken: list[str]) -> None:
        with suppress(httpx.HTTPError):
            for number in range(1_000_000):
                text = f"Title Number {self.rng.randrange(200)}\n\nAna Ruiz\n\n" + "Of legs. " * 40
                how = "?async=1" if number % 2 else ""
                sent = httpx.post(f"{address}{DOCUMENTS}{how}", content=text.encode(), timeout=60)
                if sent.status_code in (201, 202):
                    plain = sent.json()
                    taken.append(plain["document"]["id"] if how else plain["id"])

    def _state_of(self, place: Commands) -> tuple[Counter[str], int]:
        """What the library holds, and what the repository was handed over."""
        held, faults = state_of(place)
        held.update(f"deposited {sorted(one['files'])}" for one in self.repository.entries)
        return held, faults

    def _made_ready(self, verb: Verb, server: PostgresServer | None) -> Ready:
        key = (verb.name, server is not None)
        if key not in self._ready:
            place = self._new(server)
            opened(place).close()
            for words in verb.before(self.world, self.shared):
                self._run(verb, place, words)
            words = verb.words(self.world, place)
            once, twice = (self._calm_run(verb, place, words, server) for _ in range(2))
            for one in [*(once[0] - twice[0]), *(twice[0] - once[0])][:4]:
                print(f"  {verb.name}, twice undisturbed: {one[:2000]}", flush=True)
            if once[:2] != twice[:2]:
                raise SystemExit(f"{verb.name}: two undisturbed runs differ: nothing can be told")
            self._ready[key] = Ready(place, words, *once[:2], min(once[2], twice[2]))
        return self._ready[key]

    def _calm_run(
        self, verb: Verb, ready: Commands, words: tuple[str, ...], server: PostgresServer | None
    ) -> tuple[Counter[str], bytes | None, float]:
        with self._copy(ready, server) as place:
            started = time.monotonic()
            self._run(verb, place, words)
            lasted_s = time.monotonic() - started
            return self._state_of(place)[0], _written(place), lasted_s

    def _run(self, verb: Verb, place: Commands, words: tuple[str, ...]) -> None:
        if _run_to_end(place, *words, is_alone=True):
            raise SystemExit(f"{verb.name}: {(place.folder / 'printed').read_text()[-2000:]}")

    def _new(self, server: PostgresServer | None, *, like: str = "") -> Commands:
        folder = Path(tempfile.mkdtemp(dir=self.root))
        db = ""
        if server:
            name = like.partition("?")[0].rpartition("/")[2]
            db = server.new_database(like=name) if like else server.new_database()
        search = self.world.url("search", "").rstrip("/")
        return Commands(folder, db, {"PROVIDERS": "searxng", "SEARXNG_URL": search})

    @contextmanager
    def _place(self, server: PostgresServer | None, *, like: str = "") -> Iterator[Commands]:
        place = self._new(server, like=like)
        try:
            yield place
        finally:
            shutil.rmtree(place.folder, ignore_errors=True)
            if server:
                server.drop_database(place.db)

    @contextmanager
    def _copy(self, ready: Commands, server: PostgresServer | None) -> Iterator[Commands]:
        with self._place(server, like=ready.db) as place:
            shutil.copytree(ready.folder, place.folder, dirs_exist_ok=True)
            self.repository.entries.clear()
            yield place


def _written(place: Commands) -> bytes | None:
    file = place.folder / WRITTEN
    return file.read_bytes() if file.exists() else None


def main() -> int:
    """Kill until there were enough kills, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--counts", type=Path, default=Path("kills.json"))
    parser.add_argument("--verb", default="", help="only this one, such as `extract --keep`")
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
                for verb in bench.verbs
                if given.verb in ("", verb.name)
            ]
            for served, kill in (("serve", bench.serve), ("desk", bench.desk)):
                if given.verb in ("", served):
                    bouts.append((f"{served}, {name}", lambda kill=kill, where=where: kill(where)))  # type: ignore[misc]
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
