"""Reading a dblp dump against a plain `lxml.etree.iterparse` loop over the same fields: wall-clock time, in one run.

`python bench/dblp_import.py [--mb 320] [--runs 3] [--packed gz] [--keep FOLDER]`. The dump is made here, from a fixed seed,
in the proportions and the writing of the real one. lxml gets the entities it needs from a DTD beside the file; it stores
nothing. We make all tables and pack them as the store gets them. Limit: as fast as lxml; the aim is 1.5x.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import lzma
import os
import random
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import zstandard
from lxml import etree

from harvestman.engine import open_guard
from harvestman.plan.dblp import IMPORT_LIMITS, PRELOAD, read_dblp
from harvestman.plan.dblp.cutting import RECORDS
from harvestman.plan.dblp.entities import NAMED
from processor_time import used_s

LIMIT = 1.0
_REAL_RECORDS, _REAL_BYTES = 8_000_000, 5_000_000_000

_GIVEN = "Ana Bo Carl J&uuml;rgen Dmitri Eva Fran&ccedil;ois Gerd Hui Ines Jos&eacute; Karin Li Mar&iacute;a Ngoc Ole Piotr Qing".split()
_FAMILY = "M&uuml;ller Smith Zhang Garc&iacute;a Petrov Kowalski Nguyen Rossi Tanaka Silva Olsen Kumar Dubois Haas Lindstr&ouml;m Wang".split()
_WORDS = "a of for the on towards efficient learning graphs queries distributed robust systems analysis semantic web mining secure networks models data streams evaluation retrieval digital libraries approach using deep neural optimal scheduling".split()
_PLACES = "Fort Worth, TX, USA|Kuala Lumpur, Malaysia|Paris, France|Kyoto, Japan|Porto, Portugal|Z&uuml;rich, Switzerland|Santiago, Chile".split(
    "|"
)
_MONTHS = (
    "January February March April May June July August September October November December".split()
)


def records(rng: random.Random) -> Iterator[str]:
    """Endless records in the real proportions: papers of events, persons and articles a third each, one volume in 180."""
    names = [
        f"{rng.choice(_GIVEN)} {chr(65 + i % 26)}. {rng.choice(_FAMILY)}{'' if i % 9 else f' {i % 10000:04d}'}"
        for i in range(150_000)
    ]
    volume, year, left, number = "conf/aaa/1990", 1990, 0, 0

    def words(low: int, high: int) -> str:
        return " ".join(rng.choices(_WORDS, k=rng.randint(low, high))).capitalize()

    def mdate() -> str:
        return f"{rng.randint(2017, 2025)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"

    def authors() -> str:
        some = [names[int(rng.paretovariate(0.6)) % len(names)] for _ in range(rng.randint(1, 6))]
        mark = f' orcid="0000-0002-{rng.randint(1000, 9999)}-{rng.randint(1000, 9999)}"'
        return "".join(f"<author{mark if rng.random() < 0.1 else ''}>{n}</author>\n" for n in some)

    while True:
        number += 1
        pick = rng.random()
        if left == 0:
            series = "".join(rng.choices("abcdefghijklmnopqrst", k=3))
            year, left = rng.randint(1975, 2024), rng.randint(20, 100)
            volume = f"conf/{series}/{year}"
            yield (
                f'<proceedings mdate="{mdate()}" key="{volume}">\n<editor>{rng.choice(names)}</editor>\n'
                f"<title>Proceedings of the {rng.randint(2, 40)}th International Conference on {words(2, 5)}, {series.upper()} "
                f"{year}, {rng.choice(_PLACES)}, {rng.choice(_MONTHS)} {rng.randint(1, 25)}-{rng.randint(26, 28)}, {year}</title>\n"
                f"<booktitle>{series.upper()}</booktitle>\n<publisher>Springer</publisher>\n<year>{year}</year>\n"
                f"<isbn>978-3-642-{number}</isbn>\n<ee>https://doi.org/10.1007/978-3-{number}</ee>\n"
                f"<url>db/conf/{series}/{series}{year}.html</url>\n</proceedings>"
            )
        elif pick < 0.34:
            left -= 1
            yield (
                f'<inproceedings mdate="{mdate()}" key="{volume.rpartition("/")[0]}/P{number}">\n{authors()}'
                f"<title>{words(5, 14)}.</title>\n<pages>{number % 900}-{number % 900 + 9}</pages>\n<year>{year}</year>\n"
                f"<booktitle>{volume.split('/')[1].upper()}</booktitle>\n<ee>https://doi.org/10.1007/978-3-642-{number}_{left}</ee>\n"
                f"<crossref>{volume}</crossref>\n<url>db/{volume}.html#P{number}</url>\n</inproceedings>"
            )
        elif pick < 0.67:
            yield (
                f'<article mdate="{mdate()}" key="journals/jxx/P{number}">\n{authors()}<title>{words(5, 14)}.</title>\n'
                f"<pages>{number % 900}-{number % 900 + 20}</pages>\n<year>{rng.randint(1975, 2024)}</year>\n<volume>{number % 90}</volume>\n"
                f"<journal>J. Some Things</journal>\n<number>{number % 12}</number>\n<ee>https://doi.org/10.1016/J.X.{number}</ee>\n"
                f"<url>db/journals/jxx/jxx{number % 90}.html#P{number}</url>\n</article>"
            )
        else:
            yield (
                f'<www mdate="{mdate()}" key="homepages/{number % 300}/{number}">\n<author>{rng.choice(names)}</author>\n'
                f"<title>Home Page</title>\n</www>"
            )


def write_dump(path: Path, size_bytes: int) -> int:
    """Writes a dump of that size, and the DTD beside it; returns the number of records."""
    entities = "".join(
        f'<!ENTITY {name} "&#{ord(sign)};">\n' for name, sign in NAMED.items() if ord(sign) > 127
    )
    (path.parent / "dblp.dtd").write_text(
        f"<!ELEMENT dblp ({'|'.join(RECORDS)})*>\n{entities}", encoding="ascii"
    )
    written = count = 0
    with path.open("w", encoding="ascii") as dump:
        dump.write(
            '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>\n'
        )
        for record in records(random.Random(12)):
            written += dump.write(record)
            count += 1
            if written >= size_bytes:
                break
        dump.write("\n</dblp>\n")
    return count


def pack(path: Path, kind: str) -> Path:
    """The dump in a packed form beside it."""
    if not kind:
        return path
    packed = path.with_name(f"{path.name}.{kind}")
    openers: dict[str, Any] = {
        "gz": gzip.open,
        "bz2": bz2.open,
        "xz": lzma.open,
        "zst": zstandard.open,
    }
    if not packed.exists():
        with path.open("rb") as plain, openers[kind](packed, "wb") as out:
            while chunk := plain.read(1 << 22):
                out.write(chunk)
    return packed


def plain_loop(path: Path) -> int:
    """What people write: one process, lxml, the same fields, nothing kept."""
    seen = 0
    fields = frozenset("author title booktitle year crossref publisher ee".split())
    openers: dict[str, Any] = {
        ".gz": gzip.open,
        ".bz2": bz2.open,
        ".xz": lzma.open,
        ".zst": zstandard.open,
    }
    with openers.get(path.suffix, open)(path, "rb") as source:
        # A file object has no place to find the DTD from.
        os.chdir(path.parent)
        for _, record in etree.iterparse(source, tag=RECORDS, load_dtd=True, huge_tree=True):
            _ = record.get("key"), record.get("mdate")
            for child in record:
                if child.tag in fields:
                    _ = child.text
                    seen += 1
            record.clear()
            while record.getprevious() is not None:
                del record.getparent()[0]
    return seen


class PeakMemory(threading.Thread):
    """The largest sum of proportional memory of this process and its children, looked at ten times a second."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak_bytes = 0
        self._done = threading.Event()

    def run(self) -> None:
        me = psutil.Process()
        while not self._done.wait(0.1):
            total = 0
            for process in [me, *me.children(recursive=True)]:
                try:
                    total += process.memory_full_info().pss
                except psutil.Error:
                    continue
            self.peak_bytes = max(self.peak_bytes, total)

    def stop(self) -> int:
        self._done.set()
        self.join()
        return self.peak_bytes


def our_import(path: Path) -> int:
    """The number of publications."""
    with open_guard("local", limits=IMPORT_LIMITS, preload=PRELOAD) as guard:
        tables = read_dblp(path, guard)
    assert tables.prominence
    return tables.summary.records


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--mb", type=int, default=320)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--packed", choices=["gz", "bz2", "xz", "zst"], default="")
    options.add_argument(
        "--keep", type=Path, help="a folder where the dump is kept for the next run"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = (chosen.keep or Path(made)).resolve()
        path = folder / f"dblp-{chosen.mb}.xml"
        if not path.exists():
            write_dump(path, chosen.mb * 1_000_000)
        size = path.stat().st_size
        dump = pack(path, chosen.packed)
        ours, theirs, cpu, count = [], [], [0.0, 0.0], 0
        for _ in range(chosen.runs):
            began, cpu_began = time.perf_counter(), used_s()
            count = our_import(dump)
            ours.append(time.perf_counter() - began)
            cpu[0] += (used_s() - cpu_began) / chosen.runs
            began, cpu_began = time.perf_counter(), used_s()
            plain_loop(dump)
            theirs.append(time.perf_counter() - began)
            cpu[1] += (used_s() - cpu_began) / chosen.runs
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        watch = PeakMemory()
        watch.start()
        our_import(dump)
        peak = watch.stop()
    ratio = min(theirs) / min(ours)
    print(f"{size / 1e6:,.0f} MB, {count:,} publications, {chosen.packed or 'plain'}")
    for name, times, seconds in (("lxml.iterparse", theirs, cpu[1]), ("read_dblp", ours, cpu[0])):
        best = min(times)
        print(f"{name:15} {best:6.2f} s  {size / best / 1e6:6.1f} MB/s  {seconds:6.2f} s of CPU")
    print(
        f"peak memory of all processes {peak / 1e6:,.0f} MB (this one before: {before / 1e6:,.0f} MB)"
    )
    print(f"read_dblp is {ratio:.2f} x as fast as the plain loop (limit {LIMIT:g} x, aim 1.5 x)")
    return 0 if ratio >= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
