"""The service under everything at once, for a long time: does it keep its memory, its descriptors and its pace?

    python bench/soak.py --minutes 60

New documents, duplicates and near-duplicates are posted, documents are removed, harvests are started against the sample world, and slow clients
drip. Every half minute the server with all its children is measured: memory, open descriptors, and how long `/healthz` and a post of known
bytes take. At the end stand the figures of the first and the last quarter; exit 1 when memory or descriptors grew by more than half.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.pop(0)  # this folder, whose documents.py would stand in the way
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import httpx
import psutil

from commands import Commands
from documents.sample import PAPER
from servers.service import RunningService, running_service
from world import World
from world.pdf import make_pdf

DOCUMENTS = "/api/v1/documents"
EVERY_S = 30.0
_MOST_GROWTH = 1.5


@dataclass(slots=True)
class Soak:
    """The clients and what they saw."""

    service: RunningService
    world: World
    rng: random.Random
    answers: Counter[str] = field(default_factory=Counter)
    ids: list[str] = field(default_factory=list)
    is_over: threading.Event = field(default_factory=threading.Event)

    def post(self) -> None:
        """Documents that are new, nearly known, and known."""
        number = self.rng.randrange(10**9)
        words = " ".join(f"leg{(number * step) % 9973}" for step in range(1, 200))
        text = f"A Title About Leg {number}\n\nAna Ruiz\n\nAbstract\n\n{words}\n"
        for body in (text, text, text + " And one word more."):
            sent = httpx.post(self._url(DOCUMENTS), content=body.encode(), timeout=60)
            self.answers[f"post {sent.status_code}"] += 1
            if sent.status_code == 201:
                self.ids.append(sent.json()["id"])

    def post_pdf(self) -> None:
        """The same paper again and again, now or by a job."""
        how = self.rng.choice(("", "?async=1", "?fresh=1"))
        sent = httpx.post(self._url(DOCUMENTS + how), content=make_pdf(PAPER), timeout=120)
        self.answers[f"pdf {sent.status_code}"] += 1

    def remove(self) -> None:
        """Some document, so that the library stays about as large as it is."""
        if len(self.ids) > 100:
            one = self.ids.pop(self.rng.randrange(len(self.ids)))
            gone = httpx.delete(self._url(f"{DOCUMENTS}/{one}"), timeout=60)
            self.answers[f"delete {gone.status_code}"] += 1
        else:
            self.is_over.wait(0.2)

    def harvest(self) -> None:
        """A site of the sample world."""
        asked = {"kind": "harvest", "urls": [self.world.url("icsw2024")], "depth": 1}
        started = httpx.post(self._url("/api/v1/jobs"), json=asked, timeout=60)
        self.answers[f"harvest {started.status_code}"] += 1
        self.is_over.wait(20)

    def drip(self) -> None:
        """Clients that send a byte a second, and go."""
        with socket.create_connection(("127.0.0.1", self.service.port), timeout=30) as slow:
            slow.sendall(f"POST {DOCUMENTS} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode())
            slow.sendall(b"Content-Length: 1000\r\n\r\n")
            for _ in range(self.rng.randrange(5, 40)):
                if self.is_over.wait(1):
                    break
                slow.sendall(b"x")
        self.answers["slow client"] += 1

    def keep_on(self, step: Callable[[], None]) -> None:
        """Do it until the soak is over; a connection that the server cuts is part of it."""
        while not self.is_over.is_set():
            with suppress(OSError, httpx.HTTPError):
                step()

    def measure(self) -> dict[str, float]:
        """The server as it stands."""
        server = psutil.Process(self.service.process.pid)
        family = [server, *server.children(recursive=True)]
        memory = 0.0
        for one in family:
            with suppress(psutil.Error):
                memory += one.memory_full_info().pss / 1e6
        known = b"The Very Same\n\nAna Ruiz\n\n" + b"Words that were sent before. " * 20
        return {
            "memory_mb": round(memory),
            "descriptors": server.num_fds(),
            "healthz_ms": self._milliseconds(lambda: httpx.get(self._url("/healthz"), timeout=60)),
            "known_ms": self._milliseconds(
                lambda: httpx.post(self._url(DOCUMENTS), content=known, timeout=60)
            ),
        }

    def _milliseconds(self, ask: Callable[[], object]) -> float:
        took = []
        for _ in range(9):
            started = time.monotonic()
            with suppress(httpx.HTTPError):
                ask()
            took.append(time.monotonic() - started)
        return round(statistics.median(took) * 1000, 1)

    def _url(self, path: str) -> str:
        return self.service.address + path


def main() -> int:
    """Soak, and say what became of the server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=24)
    given = parser.parse_args()
    seen: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder, World() as world:
        place = Commands(Path(folder), more={"RATE": "100000", "UPLOAD_TIMEOUT": "30"})
        with running_service(place, "--workers", "1") as service:
            soak = Soak(service, world, random.Random(given.seed))
            steps = (
                soak.post,
                soak.post,
                soak.post_pdf,
                soak.remove,
                soak.harvest,
                soak.drip,
                soak.drip,
            )
            clients = [threading.Thread(target=soak.keep_on, args=(step,)) for step in steps]
            for client in clients:
                client.start()
            ends = time.monotonic() + given.minutes * 60
            while time.monotonic() < ends and service.process.poll() is None:
                soak.is_over.wait(min(EVERY_S, given.minutes * 7.5))
                seen.append(soak.measure())
                print(json.dumps(seen[-1]), flush=True)
            soak.is_over.set()
            for client in clients:
                client.join()
            code = service.process.poll()
            ended = service.stop() if code is None else code
    quarter = max(1, len(seen) // 4)
    first, last = (
        {name: statistics.median(one[name] for one in some) for name in seen[0]}
        for some in (seen[:quarter], seen[-quarter:])
    )
    told = {"minutes": given.minutes, "first": first, "last": last, "answers": soak.answers}
    print(json.dumps(told | {"exit_code": ended}, sort_keys=True))
    grew = max(last[name] / first[name] for name in ("memory_mb", "descriptors"))
    return int(grew > _MOST_GROWTH or ended != 0)


if __name__ == "__main__":
    sys.exit(main())
