"""A conference that is drawn by JavaScript, harvested with the real command, the real browser and its archive."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Commands
from harvestman.crawl.browser import find_browser
from world import SITES, World


@pytest.mark.skipif(not find_browser("auto").path, reason="Chromium is not installed")
def test_the_papers_of_a_javascript_site_are_harvested(world: World, tmp_path: Path) -> None:
    archive = tmp_path / "spark.warc.gz"
    folders = [tmp_path / "live", tmp_path / "again"]
    for folder in folders:
        folder.mkdir()
    live, again = (Commands(folder, more={"BROWSER": "auto"}) for folder in folders)
    world.clear_log()
    always = ("--browser", "always")
    done = live.run(
        "harvest", world.url("sparkconf"), "--depth", "1", "--warc", str(archive), *always
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "rendered" in done.stdout
    asked = world.log("sparkconf")
    assert [e.target for e in asked if e.target == "/"] == ["/"]
    assert all(e.headers["user-agent"].startswith("Harvestman/") for e in asked)
    truth = json.loads((SITES / "sparkconf" / "truth.json").read_text("utf-8"))
    assert titles(live) == sorted(paper["title"] for paper in truth["papers"])

    world.clear_log()
    assert again.run("replay", str(archive)).returncode == 0
    assert world.log() == ()
    assert titles(again) == titles(live)

    checks = [json.loads(line) for line in live.run("doctor", "--json").stdout.splitlines()]
    assert [check["ok"] for check in checks if check["check"] == "browser"] == [True]

    # Without a browser the data that its script names is read instead.
    blind = Commands(tmp_path / "live", more={"DATA": str(tmp_path / "blind")})
    done = blind.run("harvest", world.url("sparkconf"), "--depth", "0")
    assert "5 papers" in done.stdout


def titles(place: Commands) -> list[str]:
    lines = place.run("papers", "--json").stdout.splitlines()
    return sorted(json.loads(line)["title"] for line in lines)
