"""Every hostile page of the sample world, harvested by the real command: a status each, little memory, and it ends."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from commands import Commands
from world import World

MEMORY_BYTES = 300_000_000

# What each page must end in; a set where the server's and our own timing decide between two right answers.
EXPECTED: dict[str, str | set[str]] = {
    "huge/endless": "too-large",
    "huge/gigabyte": "too-large",
    "huge/gzip": {"too-large", "not-html"},
    "huge/nested": {"too-large", "bad-response"},
    "huge/header": "bad-response",
    "huge/headers": "bad-response",
    "huge/deep": "too-deep",
    "huge/jsonld": "no-papers",
    "huge/laughs.xml": "no-papers",
    "huge/links": "too-large",
    "huge/attributes": "too-large",
    "huge/title": "no-papers",
    "slow/driphead": "timeout",
    "broken/truncated": "bad-response",
    "broken/truncated-chunk": "bad-response",
    "broken/empty": {"bad-response", "unreachable"},
    "broken/nonsense": "bad-response",
    "broken/two-lengths": "bad-response",
    "broken/not-gzip": "bad-response",
    "broken/cut-gzip": "bad-response",
    "broken/pdf-as-html.html": "not-html",
    "redirects/chain/100000": "redirect-loop",
    "redirects/loop/a": "redirect-loop",
    "redirects/self": "redirect-loop",
    "redirects/scheme/file": {"bad-response", "unreachable"},
    "wall/challenge": "blocked-wall",
    "wall/challenge200": "blocked-wall",
    "wall/login": "blocked-wall",
    "wall/scripted": "needs-browser",  # its script names no data
    "robotsnone/": "blocked-robots",
    "robots500/": "blocked-robots",
    "gone/": "not-found",
    "sparkconf/": "success",  # its script names the data, which is read
}


class TreeMemory(threading.Thread):
    """The peak of what a process and its children hold together (PSS: shared pages counted once)."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._root = psutil.Process(pid)
        self._ended = threading.Event()
        self.peak_bytes = 0

    def run(self) -> None:
        while not self._ended.wait(0.02):
            self.peak_bytes = max(self.peak_bytes, self._now())

    def stop(self) -> int:
        self._ended.set()
        self.join()
        return self.peak_bytes

    def _now(self) -> int:
        total = 0
        try:
            for process in [self._root, *self._root.children(recursive=True)]:
                rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
                total += (
                    sum(int(x.split()[1]) for x in rollup.splitlines() if x.startswith("Pss:"))
                    * 1024
                )
        except (psutil.Error, OSError):
            return total
        return total


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as running:
        yield running


def test_every_hostile_page_gets_its_status_and_memory_stays_small(
    tmp_path: Path, world: World
) -> None:
    # One host at a time: what is measured is what each page can do by itself.
    quick = {"TIMEOUT": "12s", "IDLE_TIMEOUT": "3s", "CONNECT_TIMEOUT": "3s", "CONCURRENCY": "1"}
    commands = Commands(tmp_path, more=quick)
    urls = {
        world.url(host, f"/{path}"): f"{host}/{path}"
        for host, _, path in (a.partition("/") for a in EXPECTED)
    }
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        process = commands.start_afresh(
            "harvest", *urls, "--depth", "0", "--json", stdout=out, stderr=err
        )
        memory = TreeMemory(process.pid)
        memory.start()
        exit_code = process.wait(timeout=240)
    peak = memory.stop()
    complaint = (tmp_path / "err").read_text()
    assert exit_code == 1, complaint
    lines = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    got = {urls[line["url"]]: line["status"] for line in lines if "url" in line}
    wrong = {
        address: got.get(address)
        for address, wanted in EXPECTED.items()
        if got.get(address) not in ({wanted} if isinstance(wanted, str) else wanted)
    }
    print(f"peak {peak / 1e6:.0f} MB")
    assert not wrong
    assert all(
        line["detail"]
        for line in lines
        if "url" in line and line["status"] not in {"no-papers", "success"}
    )
    assert 0 < peak < MEMORY_BYTES, f"{peak / 1e6:.0f} MB"
    assert commands.run("doctor").returncode == 0  # nothing half-written
