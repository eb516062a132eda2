"""Reading a dblp dump against a plain `lxml.etree.iterparse` loop over the same fields: wall-clock time, in one run.

`python bench/dblp_import.py [--mb 320] [--runs 3] [--packed gz] [--keep FOLDER]`. The dump is made here, from a fixed seed,
in the proportions and the writing of the real one (`dblp_dump.py`). lxml gets the entities it needs from a DTD beside the file; it stores
nothing. We make all tables and pack them as the store gets them. Limit: as fast as lxml; the aim is 1.5x.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import lzma
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import zstandard
from lxml import etree

from dblp_dump import write_dump
from harvestman.engine import open_guard
from harvestman.plan.dblp import IMPORT_LIMITS, PRELOAD, read_dblp
from harvestman.plan.dblp.cutting import RECORDS
from peak_memory import PeakMemory
from processor_time import used_s

LIMIT = 1.0


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
            write_dump(path, size_bytes=chosen.mb * 1_000_000)
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
