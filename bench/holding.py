"""A hundred thousand documents held: what one costs when there are few and when there are many, and how the library answers then.

    python bench/holding.py [--documents 100000] [--minutes M] [--posts 20] [--folder DIR]

Ten papers are made and read once, whole. Every document is one of them in other letters (vowels for vowels, consonants for consonants), so that
title, authors, abstract, text and fingerprint are its own, and goes into the library as what was read of any file does
(`holdings.keeping`): its bytes, every part, fingerprint, streams, words for searching, claims and paper in one transaction. What is
left out is the reading itself, which does not depend on how many are held. Printed: processor time a document by tenths, memory, sizes,
look-ups of known and new texts, searches, and then posts to the service on this library as `bench/service.py` makes them. It exits 1 when
a document of the last tenth costs more than half as much again as one of the first.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import string
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harvestman.dedup.texts import Dedup, Fingerprint, fingerprint, open_dedup
from harvestman.documents import CLAIMS, Job, pdf_streams
from harvestman.holdings import source_file, unpack_json
from harvestman.holdings.answers import KeptAnswers
from harvestman.holdings.child import Made, Task, make_parts
from harvestman.holdings.keeping import Keeping
from harvestman.holdings.parts import pack_claims, pack_json, unpack_claims
from harvestman.holdings.reading import FileRead
from harvestman.model import Claim, SystemClock
from harvestman.store import (
    SENT,
    Content,
    KeptPart,
    Library,
    NewDocument,
    PaperQuery,
    Reading,
    open_library,
)
from processor_time import used_s
from service import made_paper, post_all, server, set_anew, with_cover

PAPERS = 10
TENTHS = 10
ASKED = 1_000
MOST_GROWTH = 1.5
_VOWELS = "aeiou"
_CONSONANTS = "".join(sorted(set(string.ascii_lowercase) - set(_VOWELS)))


@dataclass(frozen=True, slots=True)
class Read:
    """A paper that was made, and what was read of it, unpacked."""

    data: bytes
    made: Made
    parts: dict[str, Any]
    claims: tuple[Claim, ...]


def read_papers(folder: Path) -> list[Read]:
    """The papers whose variants are held."""
    found = []
    for seed in range(PAPERS):
        path = folder / f"{seed}.pdf"
        path.write_bytes(made_paper(seed, sections=3))
        made = make_parts(Task(Job(str(path), datetime(2026, 1, 1, tzinfo=UTC), ocr=False)))
        kept = made.parts.items()
        parts = {name: json.loads(unpack_json(part.value)) for name, part in kept if name != CLAIMS}
        found.append(Read(path.read_bytes(), made, parts, unpack_claims(made.parts[CLAIMS])))
    return found


def letters(number: int) -> dict[int, int]:
    """Other letters for every document, by its number."""
    rng = random.Random(number)
    vowels, consonants = (list(some) for some in (_VOWELS, _CONSONANTS))
    rng.shuffle(vowels)
    rng.shuffle(consonants)
    old, new = _VOWELS + _CONSONANTS, "".join(vowels + consonants)
    return str.maketrans(old + old.upper(), new + new.upper())


def changed(value: Any, table: dict[int, int]) -> Any:
    """The same in other letters; names of fields stay."""
    if isinstance(value, str):
        return value.translate(table)
    if isinstance(value, list):
        return [changed(one, table) for one in value]
    if isinstance(value, dict):
        return {name: changed(one, table) for name, one in value.items()}
    return value


def variant(read: Read, number: int, path: Path) -> FileRead:
    """What is read of one more document, whose file is written to the path."""
    table = letters(number)
    data = read.data + b"%% %d\n" % number
    path.write_bytes(data)
    told = {name: changed(read.parts[name], table) for name in ("header", "text")}
    parts = dict(read.made.parts) | {
        name: KeptPart(
            pack_json(json.dumps(part, ensure_ascii=False)), read.made.parts[name].version
        )
        for name, part in told.items()
    }
    claims = [replace(claim, value=changed(claim.value, table)) for claim in read.claims]
    parts[CLAIMS] = pack_claims(claims)
    rng = random.Random(number)
    streams = tuple(sorted({rng.getrandbits(63) for _ in pdf_streams(read.data)}))
    return FileRead(
        Reading(read.made.about.status),
        read.made.about,
        parts,
        Content(source_file(path).digest, streams, read.made.pages, f"{number:032x}"),
        fingerprint(told["text"], title=told["header"]["title"]),
    )


def hold_all(
    library: Library, dedup: Dedup, papers: list[Read], count: int, folder: Path, *, until: float
) -> tuple[list[float], int]:
    """Hold so many documents, or as many as can be until a moment; the processor seconds of one in each tenth, and how many there are."""
    clock = SystemClock()
    keeping = Keeping(library, KeptAnswers(library.documents, {}), dedup, clock, keeps_apart=False)
    path = folder / "document.pdf"
    costs, held = [], 0
    while held < count and time.monotonic() < until:
        spent, before = 0.0, held
        while held - before < count // TENTHS and time.monotonic() < until:
            read = variant(papers[held % PAPERS], held, path)
            started = used_s()
            file = source_file(path, name=f"{held}.pdf")
            new = NewDocument(file.digest, file.name, file.media_type, file.size_bytes, SENT)
            assert read.fingerprint is not None
            dedup.index.find(replace(read.fingerprint, title=""))
            keeping.keep_read(file, read, new=new)
            spent += used_s() - started
            held += 1
        costs.append(spent / (held - before))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        print(f"{held:>9,} documents: {1000 * costs[-1]:6.2f} ms of processor time each since the last line, memory at most {peak:,.0f} MB", flush=True)  # fmt: skip
    return costs, held


def asked_again(library: Library, dedup: Dedup, papers: list[Read], count: int) -> None:
    """What look-ups and searches cost among so many."""
    rng = random.Random(1)
    known = [text_print(papers, rng.randrange(count)) for _ in range(ASKED)]
    fresh = [text_print(papers, count + n) for n in range(ASKED)]
    for what, asked, right in (("known", known, ASKED), ("new", fresh, 0)):
        started = used_s()
        found = sum(dedup.index.find(fp) is not None for fp in asked)
        print(f"look-ups of {what} texts: {1000 * (used_s() - started) / ASKED:.3f} ms of processor time each, {found:,} of {ASKED:,} found")  # fmt: skip
        assert found == right
    title = papers[0].parts["header"]["title"].translate(letters(0)).split()
    for what, words in (("a title", " ".join(title)), ("a rare word", title[-1])):
        query = PaperQuery(text=words)
        print(f"search for {what}: {timed_ms(lambda query=query: library.papers.page(query, 20)):.1f} ms")  # type: ignore[misc]  # fmt: skip


def text_print(papers: list[Read], number: int) -> Fingerprint:
    """The fingerprint of a document's text with some words lost, as a near-duplicate has it."""
    text = papers[number % PAPERS].parts["text"].translate(letters(number))
    return fingerprint("A cover page of some repository\n" + text[: int(0.95 * len(text))])


def timed_ms(work: Callable[[], object], *, times: int = 10) -> float:
    started = used_s()
    for _ in range(times):
        work()
    return 1000 * (used_s() - started) / times


def sizes(folder: Path) -> Iterator[str]:
    """What lies in the folder of the library."""
    for name in ("harvestman.db", "harvestman.fingerprints"):
        if (folder / name).exists():
            yield f"{name} {(folder / name).stat().st_size / 1e6:,.0f} MB"
    blobs = [path.stat().st_size for path in (folder / "blobs").rglob("*") if path.is_file()]
    yield f"{len(blobs):,} blobs {sum(blobs) / 1e6:,.0f} MB"


def posts(folder: Path, count: int) -> None:
    """Posts to the service on this library: new documents, and what is nearly one of them."""
    new = [made_paper(-seed) for seed in range(2, 2 + count)]
    near = {
        "with a cover": [one for n, data in enumerate(new) if (one := with_cover(data, n))],
        "set anew": [one for data in new if (one := set_anew(data))],
    }
    with server(folder, 2) as (port, group):
        post_all(port, group, [made_paper(-1)], 1)
        first = post_all(port, group, new, 4)
        print(f"posts of new documents   {first}")
        print(f"posts of the same bytes  {(again := post_all(port, group, new, 4))}: {again.against(first)}")  # fmt: skip
        for kind, bodies in near.items():
            rate = post_all(port, group, bodies, 4)
            print(f"posts {kind:18} {rate}: {rate.against(first)}; told by {dict(rate.reasons)}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold many documents.")
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--posts", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=600, help="hold no more after so long")
    parser.add_argument("--folder", type=Path, help="where the library is made, and left")
    asked = parser.parse_args()
    made: Any = nullcontext(asked.folder) if asked.folder else tempfile.TemporaryDirectory(prefix="harvestman-bench-")  # fmt: skip
    with made as name, tempfile.TemporaryDirectory() as work:
        folder = Path(name)
        papers = read_papers(Path(work))
        with open_library(str(folder / "harvestman.db"), clock=SystemClock()) as library:
            dedup = open_dedup("database", library)
            begun = time.perf_counter()
            until = time.monotonic() + 60 * asked.minutes
            costs, held = hold_all(library, dedup, papers, asked.documents, Path(work), until=until)
            print(f"held in {(time.perf_counter() - begun) / 60:.1f} minutes, with the making of the variants; {library.documents.count():,} documents")  # fmt: skip
            asked_again(library, dedup, papers, held)
            dedup.close()
        print("; ".join(sizes(folder)))
        if asked.posts:
            posts(folder, asked.posts)
    growth = costs[-1] / costs[0]
    print(f"a document of the last tenth costs {growth:.2f} times one of the first (at most {MOST_GROWTH:g})")  # fmt: skip
    return 0 if growth <= MOST_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
