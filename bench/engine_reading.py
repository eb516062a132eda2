"""Whether `pages` and `documents` run as plain functions inside an engine of others: `python bench/engine_reading.py [--engine spark] [--files 8]`.

Web archives (WARC) are made by harvesting sites of the sample world, one file a site. Then every page of them is read with `harvestman.pages.read` and
every file with `harvestman.documents.extract`: by a loop in this process, and by Spark, Ray or Dask on this machine, whichever is installed (none of them is
needed by Harvestman: `pip install --target FOLDER pyspark`, and FOLDER in PYTHONPATH). It fails when the two differ in a single paper.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

NOW = datetime(2026, 11, 17, tzinfo=UTC)
Read = tuple[str, str, str, tuple[str, ...]]
"""Address, kind, status, and the titles that were read."""


def read_archive(path: str) -> list[Read]:
    """All that is in an archive, read: a plain function of a path, as any engine takes it."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType  # noqa: PLC0415 (in the engine's own process)

    from harvestman.documents import extract  # noqa: PLC0415
    from harvestman.model import Field  # noqa: PLC0415
    from harvestman.pages import SavedPage, read  # noqa: PLC0415

    found: list[Read] = []
    with Path(path).open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            url, body = record.headers["WARC-Target-URI"], record.reader.read()
            kind = (record.http_content_type or "").partition(";")[0]
            if kind == "application/pdf":
                extraction = extract(body, now=NOW)
                title = extraction.header.title if extraction.header else ""
                found.append((url, kind, str(extraction.status), (title or "",)))
            elif kind == "text/html":
                reading = read(SavedPage(url, body, record.http_content_type or ""), now=NOW)
                titles = tuple(
                    str(claim.value)
                    for mention in reading.mentions
                    for claim in mention.claims
                    if claim.field is Field.TITLE
                )
                found.append((url, kind, str(reading.status), titles))
    return found


def by_spark(paths: Sequence[str]) -> list[Read]:
    """By Spark, in Python processes that it starts."""
    pyspark = importlib.import_module("pyspark")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    quiet = pyspark.SparkConf().setMaster("local[2]").setAppName("harvestman").set("spark.ui.enabled", "false")  # fmt: skip
    context = pyspark.SparkContext(conf=quiet)
    try:
        context.setLogLevel("ERROR")
        return list(context.parallelize(paths, len(paths)).flatMap(read_archive).collect())
    finally:
        context.stop()


def by_ray(paths: Sequence[str]) -> list[Read]:
    """By Ray."""
    ray = importlib.import_module("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        task = ray.remote(read_archive)
        return [one for many in ray.get([task.remote(path) for path in paths]) for one in many]
    finally:
        ray.shutdown()


def by_dask(paths: Sequence[str]) -> list[Read]:
    """By Dask's own processes."""
    bags = importlib.import_module("dask.bag")
    bag = bags.from_sequence(paths, npartitions=len(paths)).map(read_archive).flatten()
    return list(bag.compute(scheduler="processes"))


ENGINES: dict[str, tuple[str, Callable[[Sequence[str]], list[Read]]]] = {
    "spark": ("pyspark", by_spark),
    "ray": ("ray", by_ray),
    "dask": ("dask", by_dask),
}


def archives(folder: Path, files: int) -> Iterator[str]:
    """Archives of sites of the sample world, with the files that their papers link to."""
    import harvestman  # noqa: PLC0415
    from harvestman.model import HarvestRequest, SetClock  # noqa: PLC0415
    from world import World  # noqa: PLC0415
    from world.folder import SITES  # noqa: PLC0415

    hosts = [one.name for one in sorted(SITES.iterdir()) if one.name[-4:].isdigit()][:files]
    settings: dict[str, Any] = {
        "delay": "0",
        "allow_private": "true",
        "browser": "never",
        "files": "linked",
    }
    with (
        World() as world,
        harvestman.open(
            folder / "library.db", data=str(folder), clock=SetClock(NOW), **settings
        ) as hm,
    ):
        for host in hosts:
            path = folder / f"{host}.warc.gz"
            request = HarvestRequest((world.url(host),), 2, 20)
            hm.rooms.harvest(request, warc=path)
            yield str(path)


def main() -> int:
    """Read them twice, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--engine", choices=ENGINES, help="the first that is installed by default")
    parser.add_argument("--files", type=int, default=8)
    given = parser.parse_args()
    there = [name for name, (module, _) in ENGINES.items() if importlib.util.find_spec(module)]
    engine = given.engine or next(iter(there), "")
    if engine not in there:
        print(f"none of {', '.join(ENGINES)} is installed: nothing is compared")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        paths = list(archives(Path(folder), given.files))
        began = time.monotonic()
        here = [one for path in paths for one in read_archive(path)]
        alone = time.monotonic()
        there_read = ENGINES[engine][1](paths)
        took = time.monotonic() - alone
    kinds = Counter(kind for _, kind, _, _ in here)
    titles = sum(len(one[3]) for one in here)
    same = sorted(here) == sorted(there_read)
    print(
        f"{len(paths)} archives, {kinds['text/html']} pages, {kinds['application/pdf']} PDF files, {titles} titles: "
        f"{'the same' if same else 'NOT THE SAME'} by {engine}; {alone - began:.1f} s in a loop, {took:.1f} s with its start"
    )
    return 0 if same and titles else 1


if __name__ == "__main__":
    sys.exit(main())
