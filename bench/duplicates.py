"""Look-ups of near-duplicates per CPU second: our two backends against PyPI's simhash package, on the same made-up documents.

python bench/duplicates.py [SIZE …] [--files FOLDER]    by default 10,000, 100,000 and 1,000,000 documents; minutes for the last

Half of the questions are near-duplicates: a simhash at distance 0 to 3 and a sketch of which a tenth has changed. The package looks
at simhashes only; our answers have passed the second look and, where simhash found nothing, the look for shared bands too. CPU
seconds are those of the asking process, the best of some rounds; for Redis the server's stand beside them. Then: what fingerprint
and look-up cost beside extraction, when FOLDER has PDFs; a restart with the snapshot against one without; and what the documents take
in the database and in the memory of a process. Exit 1 when a floor is missed: single look-ups have one at 10,000 documents, all have one
at a million and more, and the overhead has one for any number.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import operator
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import redis
from simhash import Simhash, SimhashIndex

from harvestman.dedup.texts import Dedup, Fingerprint, fingerprint, open_dedup
from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS
from harvestman.documents import extract
from harvestman.model import SystemClock
from harvestman.store import Library, open_library
from processor_time import used_s

SIZES = (10_000, 100_000, 1_000_000)
QUESTIONS = 2_000
SHINGLES = 3_000
ROUNDS = 5
TIMES = 5  # in one round: some kernels count in steps of 4 ms
LEAST_TIMES = {10_000: (1.0,), 1_000_000: (10.0, 10.0, 1.0)}  # find, find_many, Redis
MOST_OVERHEAD = 0.02
FILES = 40
FILE_ROUNDS = 3
PIECE = 10_000


def documents(first: int, count: int) -> Iterator[tuple[str, Fingerprint]]:
    """Documents by number: the same number is the same document in every run. Pieces begin at whole multiples."""
    for start in range(first, first + count, PIECE):
        rng = np.random.default_rng(start)
        hashes = rng.integers(0, 2**64, PIECE, np.uint64).tolist()
        bands = rng.integers(1, 2**32, (PIECE, BAND_BINS), np.uint32)
        sketch = rng.integers(1, 2**16, (PIECE, SKETCH_BINS), np.uint16)
        positions = rng.integers(0, 256, (PIECE, SKETCH_BINS), np.uint8)
        notation = rng.integers(1, 2**16, (PIECE, NOTATION_BINS), np.uint16)
        for place in range(min(PIECE, first + count - start)):
            rows = (bands[place], sketch[place], positions[place], notation[place])
            packed = (row.tobytes() for row in rows)
            fp = Fingerprint(hashes[place], SHINGLES, SHINGLES, *packed)
            yield key(start + place), replace(fp, title=f"the harvestmen of island {start + place}")


def key(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def questions(known: int) -> tuple[list[Fingerprint], list[str | None]]:
    """Questions, near and new by turns, and the right answers."""
    rng = np.random.default_rng(7)
    fresh = [fp for _, fp in documents(10**9, QUESTIONS // 2)]
    places = set(rng.choice(min(known, PIECE), QUESTIONS // 2, replace=False).tolist())
    chosen = [pair for n, pair in enumerate(documents(0, min(known, PIECE))) if n in places]
    asked: list[Fingerprint] = []
    right: list[str | None] = []
    for number, (one, new) in enumerate(zip(chosen, fresh, strict=True)):
        flipped = sum(1 << int(bit) for bit in rng.choice(64, number % 4, replace=False))
        sketch = np.frombuffer(one[1].sketch, "<u2").copy()
        sketch[rng.choice(SKETCH_BINS, SKETCH_BINS // 10, replace=False)] += 1
        near = replace(one[1], simhash=one[1].simhash ^ flipped, sketch=sketch.tobytes())
        asked += [near, new]
        right += [one[0], None]
    return asked, right


def rate(count: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """Questions answered in one CPU second, the best of some rounds, and the answers."""
    best, answer = float("inf"), None
    for _ in range(ROUNDS):
        gc.collect()
        start = used_s()
        for _ in range(TIMES):
            answer = work()
        best = min(best, (used_s() - start) / TIMES)
    return count / best, answer


class Peer:
    """The simhash package's index, at the same distance."""

    def __init__(self) -> None:
        self._index = SimhashIndex([], f=64, k=3)

    def add(self, pairs: Iterator[tuple[str, Fingerprint]]) -> None:
        for name, fp in pairs:
            self._index.add(name, Simhash(fp.simhash, 64))

    def find(self, fps: Sequence[Fingerprint]) -> list[str | None]:
        answers = []
        for fp in fps:
            found = self._index.get_near_dups(Simhash(fp.simhash, 64))
            answers.append(found[0] if found else None)
        return answers


@contextmanager
def redis_server(folder: str) -> Iterator[tuple[str, Any]]:
    socket = f"{folder}/redis.sock"
    command = ["redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        next(line for line in process.stdout if "eady to accept" in line)
        yield f"unix://{socket}", redis.Redis.from_url(f"unix://{socket}")
    finally:
        process.kill()
        process.communicate()


def server_seconds(client: Any) -> float:
    used = client.info("cpu")
    return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])


def find_each(dedup: Dedup, fps: Sequence[Fingerprint]) -> list[Any]:
    return [dedup.index.find(fp) for fp in fps]


def keys_of(matches: Sequence[Any]) -> list[str | None]:
    return [match and match.key for match in matches]


def grow(sizes: Sequence[int], library: Library, folder: str) -> bool:
    """The table of look-ups; whether the floors are met of those sizes that have some."""
    print(f"{'documents':>10} {'embedded find':>14} {'find_many':>10} {'Redis':>8} {'with server':>12} {'simhash':>8}   times: find, find_many, Redis")  # fmt: skip
    peer, known, is_met = Peer(), 0, True
    with redis_server(folder) as (url, client):
        for size in sizes:
            embedded = open_dedup("database", library)
            embedded.index.add_many(documents(known, size - known))
            peer.add(documents(known, size - known))
            known = size
            asked, right = questions(known)
            embedded.index.find_many(asked)  # warm
            single, one_by_one = rate(len(asked), partial(find_each, embedded, asked))
            many, at_once = rate(len(asked), partial(embedded.index.find_many, asked))
            embedded.close()
            in_redis = filled_redis(url, library, client)
            before = server_seconds(client)
            pipelined, from_redis = rate(len(asked), partial(in_redis.index.find_many, asked))
            served = (server_seconds(client) - before) / ROUNDS / TIMES / len(asked)
            in_redis.close()
            others, by_peer = rate(len(asked), partial(peer.find, asked))
            assert keys_of(one_by_one) == keys_of(at_once) == keys_of(from_redis) == right
            assert by_peer == right
            times = [single / others, many / others, pipelined / others]
            print(f"{size:>10,} {single:>14,.0f} {many:>10,.0f} {pipelined:>8,.0f} {1 / (1 / pipelined + served):>12,.0f} {others:>8,.0f}   " + ", ".join(f"{t:.1f}" for t in times))  # fmt: skip
            least = next((LEAST_TIMES[at] for at in sorted(LEAST_TIMES, reverse=True) if at <= size), ())  # fmt: skip
            is_met = is_met and all(map(operator.ge, times, least))
        memory = client.info("memory")["used_memory"] / known
        print(f"Redis takes {memory:,.0f} bytes a document.")
    return is_met


def filled_redis(url: str, library: Library, client: Any) -> Dedup:
    """The backend in Redis once it knows all rows; they are written in the background."""
    newest = library.fingerprints.newest()
    dedup = open_dedup(url, library)
    while not str(client.get("hv:n:3") or b"").startswith(f"b'{newest}:"):
        time.sleep(0.05)
    return dedup


def restart(library: Library) -> None:
    """How long it takes until the first answer, with the snapshot and without."""
    asked = next(documents(0, 1))[1]
    path = Path(library.database.where).with_suffix(".fingerprints")
    for what in ("with the snapshot", "without, built from the rows"):
        start, cpu = time.perf_counter(), used_s()
        dedup = open_dedup("database", library)
        assert dedup.index.find(asked) is not None
        print(f"restart {what}: {time.perf_counter() - start:.2f} s ({used_s() - cpu:.2f} s of CPU)")  # fmt: skip
        dedup.close()
        if what == "with the snapshot":
            memory(library, path)
            path.unlink()


def memory(library: Library, snapshot: Path) -> None:
    """What the fingerprints take: in the database, in the snapshot, and in a process of its own that has answered every question."""
    known = library.fingerprints.newest()
    database = Path(library.database.where)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        own, mapped = pool.submit(memory_of_look_ups, str(database), known).result()
    print(f"{known:,} documents: {database.stat().st_size / 1e6:,.0f} MB in the database, {snapshot.stat().st_size / 1e6:,.0f} MB in the snapshot; "
          f"a process that has answered {QUESTIONS:,} questions has {own:,.0f} MB of its own and {mapped:,.0f} MB of the snapshot in memory")  # fmt: skip


def memory_of_look_ups(database: str, known: int) -> tuple[float, float]:
    """The megabytes by which look-ups make a process grow: its own, and of mapped files."""
    asked, _ = questions(known)
    before = resident_mb()
    with open_library(database, clock=SystemClock()) as library:
        dedup = open_dedup("database", library)
        find_each(dedup, asked)
        after = resident_mb()
        dedup.close()
    return after[0] - before[0], after[1] - before[1]


def resident_mb() -> tuple[float, float]:
    """This process's own memory and what it has of mapped files."""
    told = Path("/proc/self/status").read_text()
    own, mapped = (int(told.partition(f"{name}:")[2].split()[0]) / 1e3 for name in ("RssAnon", "RssFile"))  # fmt: skip
    return own, mapped


def overhead(folder: Path, library: Library) -> bool:
    """What fingerprint and look-up cost beside the extraction of real files; the mean of some rounds, because some kernels count in steps of 4 ms."""
    files = sorted(folder.glob("*.pdf"))[:: max(1, len(list(folder.glob("*.pdf"))) // FILES)]
    dedup = open_dedup("database", library)
    dedup.index.find(next(documents(0, 1))[1])
    rounds = [[steps(file, dedup) for file in files] for _ in range(FILE_ROUNDS)]
    dedup.close()
    extraction, marking, asking = 1000 * np.mean(rounds, axis=(0, 1))
    share = (marking + asking) / extraction
    print(f"{len(files)} files: extraction {extraction:.1f} ms each, fingerprint {marking:.2f} ms, look-up {asking:.2f} ms: {share:.2%} more")  # fmt: skip
    return bool(share < MOST_OVERHEAD)


def steps(file: Path, dedup: Dedup) -> tuple[float, float, float]:
    """The CPU seconds of extraction, fingerprint and look-up, one after the other as for a file that is sent to the service."""
    data = file.read_bytes()
    start = used_s()
    found = extract(data, now=datetime(2026, 1, 1, tzinfo=UTC), name=file.name, ocr=False)
    read = used_s()
    fp = fingerprint(found.text, title=found.header.title)
    marked = used_s()
    dedup.index.find(fp)
    return read - start, marked - read, used_s() - marked


def main() -> int:
    parser = argparse.ArgumentParser(description="Look-ups of near-duplicates per CPU second.")
    parser.add_argument("sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--files", type=Path, default=Path("../shared/data/pdf/dev"))
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="hv-bench-") as folder,
        open_library(f"{folder}/library.db", clock=SystemClock()) as library,
    ):
        is_met = grow(sorted(options.sizes), library, folder)
        if options.files.is_dir():
            is_met = overhead(options.files, library) and is_met
        else:
            print(f"{options.files}: no such folder; the overhead was not measured")
        restart(library)
    print("all floors are met" if is_met else "A FLOOR IS MISSED")
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
