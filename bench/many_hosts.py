"""A large harvest: so many pages over so many hosts, and whether memory and the cost of a page stay flat to its end.

`python bench/many_hosts.py [--pages 10000] [--hosts 1000] [--into PAGE]` serves hosts (`site-a.localhost` and so on, all on one port of loopback),
gives a front page of each to `harvestman harvest`, and looks at the command once a tenth of its pages: the memory of all its
processes and the processor time since the last look (`processor_time`). At the end it prints a line a tenth, the size of the database and of the blobs.
The full size (100,000 pages) takes minutes; it is no part of `make bench`, which asks for a tenth of it.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

import results
from loopback import made_up_page, name_of, served
from processor_time import HOW, ControlGroup
from processor_time import environ as started_with

LINKS = 8
TENTHS = 10


@dataclass(frozen=True, slots=True)
class Look:
    """The harvest at one moment."""

    pages: int
    cpu_s: float
    memory_bytes: int
    seconds: float


class Hosts:
    """Answers for all hosts, and counts the pages that were asked for."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.served = 0

    def page_at(self, host: str, path: str) -> bytes:
        """A page of a host, made when it is asked for: 100,000 of them are not kept."""
        number = _number(path, self.each)
        if number is None:
            return b""
        self.served += 1
        seed = zlib.crc32(host.encode()) << 32
        return made_up_page(number, self.each, links=LINKS, seed=seed)


def _number(path: str, each: int) -> int | None:
    if path == "/":
        return 0
    digits = path.removeprefix("/page-").removesuffix(".html")
    if not digits or not set(digits) <= set("abcdefghij"):
        return None
    number = int(digits.translate(str.maketrans("abcdefghij", "0123456789")))
    return number if number < each else None


def start(urls: list[str], folder: Path, group: ControlGroup) -> subprocess.Popen[bytes]:
    """The command, under way."""
    settings = {
        "DB": f"{folder}/harvest.db",
        "DELAY": "0",
        "ALLOW_PRIVATE": "true",
        "CONCURRENCY": "16",
        "SITE_LIMIT": "1000000",
    }
    environ = started_with(**{f"HARVESTMAN_{key}": value for key, value in settings.items()})
    command = (sys.executable, "-m", "harvestman", "harvest", *urls, "--depth", "20")
    asked = ("--limit", "100000000", "--no-sitemaps")
    return group.start((*command, *asked), stdout=subprocess.DEVNULL, env=environ)


async def watch(hosts: Hosts, urls: list[str], folder: Path, pages: int) -> list[Look]:
    """Run the command to its end and look at it each time that another tenth of the pages was asked for."""
    looks: list[Look] = []
    with ControlGroup() as group:
        began, child = time.monotonic(), start(urls, folder, group)
        process = psutil.Process(child.pid)
        while child.poll() is None:
            if hosts.served * TENTHS >= (len(looks) + 1) * pages:
                looks.append(
                    Look(hosts.served, group.used_s(), memory_of(process), time.monotonic() - began)
                )
            await asyncio.sleep(0.02)
        looks.append(Look(hosts.served, group.used_s(), 0, time.monotonic() - began))
        if child.returncode != 0 or hosts.served < pages:
            raise SystemExit(f"{hosts.served} of {pages} pages, exit code {child.returncode}")
    return looks


def memory_of(process: psutil.Process) -> int:
    """The memory that a process and its children have for themselves."""
    memory = 0
    with suppress(psutil.Error):
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                memory += one.memory_full_info().uss
    return memory


def rows(looks: list[Look]) -> Iterator[list[str]]:
    """A line for each tenth, and one for the end of the harvest, when all its sites are judged."""
    before = Look(0, 0.0, 0, 0.0)
    for look in looks:
        used_s, more = look.cpu_s - before.cpu_s, look.pages - before.pages
        yield [
            f"{look.pages:,}" if look.memory_bytes else "at the end",
            f"{look.seconds:.0f} s",
            f"{1e3 * used_s / more:.2f} ms" if look.memory_bytes else f"{used_s:.1f} s in all",
            f"{look.memory_bytes / 1e6:.0f} MB" if look.memory_bytes else "–",
        ]
        before = look


def sizes_of(folder: Path) -> str:
    """What the library takes on the disk."""
    database = sum(file.stat().st_size for file in folder.glob("harvest.db*"))
    blobs = sum(file.stat().st_size for file in (folder / "blobs").rglob("*") if file.is_file())
    return f"database {database / 1e6:.0f} MB, blobs {blobs / 1e6:.0f} MB"


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--hosts", type=int, default=1_000)
    results.add_option(parser)
    asked = parser.parse_args()
    each = asked.pages // asked.hosts
    with tempfile.TemporaryDirectory() as place:
        hosts = Hosts(each)
        async with served(hosts.page_at) as port:
            names = [name_of(number).replace("page", "site") for number in range(asked.hosts)]
            urls = [f"http://{name}.localhost:{port}/{name_of(0)}.html" for name in names]
            looks = await watch(hosts, urls, Path(place), each * asked.hosts)
        kept = sizes_of(Path(place))
    head = (
        "pages asked for",
        "since the start",
        "CPU a page in this tenth",
        "memory of all processes",
    )
    said = f"CPU {HOW}, start included; at the end {kept}."
    command = f"python bench/many_hosts.py --pages {asked.pages} --hosts {asked.hosts}"
    results.tell(
        "many hosts",
        f"{said}\n\n{results.table(head, rows(looks))}",
        into=asked.into,
        command=command,
    )


if __name__ == "__main__":
    asyncio.run(main())
