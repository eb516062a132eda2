"""Harvest with an archive, replay it elsewhere: the same papers, no request, also when killed with -9 again and again."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from commands import Commands
from harvestman.model import Plain, SystemClock
from harvestman.store import end_state, open_library
from world import World

SITES = ("icsw2024", "hcip2023", "workshopvolumes", "wds99", "eucat2024", "moved", "gone")


def state_of(place: Commands) -> Plain:
    db = place.db or str(place.folder / "harvestman.db")
    blobs = str(Path(db).parent / "blobs") if "://" not in db else str(place.folder / "blobs")
    with open_library(db, blobs=blobs, clock=SystemClock()) as library:
        assert library.check() == []
        state = end_state(library)
        return {name: state[name] for name in ("pages", "papers")}


def test_a_replay_ends_where_the_harvest_ended(
    world: World, places: tuple[Commands, Commands], tmp_path: Path
) -> None:
    live, again = places
    archive = tmp_path / "world.warc.gz"
    urls = [world.url(site) for site in SITES]
    began = time.monotonic()
    done = live.run("harvest", *urls, "--depth", "2", "--warc", str(archive))
    lasted_s = time.monotonic() - began
    assert done.returncode == 1, done.stderr  # one of the sites is gone
    wanted = state_of(live)
    assert len(wanted["papers"]) > 20

    world.clear_log()
    rng = random.Random(5)
    killed = 0
    for _ in range(3):
        process = again.start("replay", str(archive))
        process.ended(rng.uniform(0.1, 0.6) * lasted_s)  # the random moment itself
        killed += process.kill()
    assert killed
    done = again.run("replay", str(archive))
    assert done.returncode == 0, done.stdout + done.stderr
    assert world.log() == ()
    assert state_of(again) == wanted


def test_a_killed_harvest_goes_on_with_its_archive(
    world: World, commands: Commands, tmp_path: Path
) -> None:
    archive = tmp_path / "world.warc.gz"
    words = ("harvest", world.url("icsw2024"), "--depth", "2", "--warc", str(archive))
    world.clear_log()
    process = commands.start(*words)
    while process.poll() is None and len(world.log()) < 4:
        time.sleep(0.001)  # gives the processor to the harvest; what is waited for is the log
    assert process.kill()
    assert commands.run(*words).returncode == 0
    other = Commands(tmp_path / "other")
    other.folder.mkdir()
    done = other.run("replay", str(archive))
    assert done.returncode == 0, done.stdout
    assert state_of(other)["papers"] == state_of(commands)["papers"]


@pytest.mark.skipif(not shutil.which("wget"), reason="wget is not installed")
@pytest.mark.parametrize("name", ["site.warc.gz", "site.warc"])
def test_archives_of_wget_are_read(
    world: World, commands: Commands, tmp_path: Path, name: str
) -> None:
    address = f"127.0.0.1:{world.port}"
    words = ["wget", "-q", "-r", "-l", "2", f"--warc-file={tmp_path / 'site'}"]
    words += [] if name.endswith(".gz") else ["--no-warc-compression"]
    host = f"Host: hcip2023.localhost:{world.port}"
    subprocess.run([*words, "--header", host, f"http://{address}/"], cwd=tmp_path, check=False)
    done = commands.run("replay", str(tmp_path / name), "--into", str(tmp_path / "other.db"))
    assert done.returncode == 0, done.stdout + done.stderr
    other = Commands(commands.folder, str(tmp_path / "other.db"))
    state = state_of(other)
    assert len(state["papers"]) == 6
    assert all(page["url"].startswith(f"http://{address}/") for page in state["pages"])
