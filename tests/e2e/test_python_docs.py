"""The examples of docs/python.md, run one after the other as a reader would, on the sample world."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import harvestman
from harvestman.api.merging import Merging
from harvestman.api.planning import Planning
from harvestman.api.reviewing import Reviewing
from harvestman.api.watching import Watching
from harvestman.model import HarvestmanError, SettingsError
from world import World, ask

PAGE = Path(__file__).parent.parent.parent / "docs" / "python.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)

GROUPS = {"merges": Merging, "watch": Watching, "plan": Planning, "candidates": Reviewing}
REFERENCES = """@inproceedings{lima2024,
  title = {Where Metadata Comes From},
  author = {Ana Lima and Ben Okafor},
  year = {2024}
}
"""
EVENTS = """name,acronym,url,start,end,notification
Workshop on Library Metadata,LIME,https://lime2030.example.org/,2030-06-03,2030-06-05,2030-04-01
"""
VOLUMES = "volume\tseries\ttype\tyear\tmonth\tentry_date\n" + "".join(
    f"conf/lime/{year}\tconf/lime\tproceedings\t{year}\t6\t{year}-09\n"
    for year in range(2018, 2024)
)


def run(code: str, folder: Path) -> str:
    environ = {k: v for k, v in os.environ.items() if not k.startswith("HARVESTMAN_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environ | {"HARVESTMAN_DATA": str(folder), "HARVESTMAN_BROWSER": "never"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_does_what_the_page_says(tmp_path: Path) -> None:
    harvesting, holding, correcting, taking_in, watching = EXAMPLES
    with World() as world:
        told = run(harvesting.replace(":40800", f":{world.port}"), tmp_path)
        (tmp_path / "a.pdf").write_bytes(ask(world.port, "hcip2023", "/paper/sato.pdf").body)
    assert "pages, True" in told
    assert "2023 Dublin Core in the Wild" in told
    assert "@inproceedings{" in told
    told = run(holding, tmp_path)
    first, second, third = told.splitlines()
    assert first.startswith("success new ('")
    assert second == "same-bytes"
    assert int(third.split()[-1]) > 0
    told = run(correcting, tmp_path)
    assert told.splitlines()[0] == "The title as it should be"
    assert "ChangeKind" not in told
    assert any(line.startswith("paper ") and line.endswith(" new") for line in told.splitlines())
    (tmp_path / "refs.bib").write_text(REFERENCES, "utf-8")
    (tmp_path / "page.html").write_text("<title>Nothing</title><p>No paper here.", "utf-8")
    told = run(taking_in, tmp_path)
    assert told.splitlines()[0] == "1 1"
    assert "no-papers" in told
    assert "https://lime2026.example.org/ True" in told
    (tmp_path / "events.csv").write_text(EVENTS, "utf-8")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "volumes.tsv").write_text(VOLUMES, "utf-8")
    told = run(watching, tmp_path)
    assert "events.csv ['LIME 2030']" in told
    assert "BEGIN:VCALENDAR" in told
    assert "1 conf/lime " in told


def test_the_page_names_every_method() -> None:
    text = PAGE.read_text("utf-8")
    methods = [name for name in vars(harvestman.Harvestman) if not name.startswith("_")]
    assert [name for name in methods if f"hm.{name}" not in text and name != "close"] == []
    for namespace, group in GROUPS.items():
        rows = "".join(re.findall(rf"^\| `hm\.{namespace}\..*$", text, re.MULTILINE))
        own = [name for name in vars(group) if not name.startswith("_")]
        assert [name for name in own if f".{name}(" not in rows] == []
    assert [name for name in harvestman.__all__ if name not in text] == []


def test_settings_are_keyword_arguments(tmp_path: Path) -> None:
    with harvestman.open(tmp_path / "library.db", delay=0, allow_private=True) as opened:
        assert (opened.settings.delay, opened.settings.allow_private) == (0, True)
        assert opened.papers() == []
        assert opened.status().papers == 0
    with pytest.raises(SettingsError, match="did you mean delay"):
        harvestman.open(tmp_path / "library.db", dealy=0)


def test_a_library_that_is_only_read_must_be_there(tmp_path: Path) -> None:
    with (
        pytest.raises(HarvestmanError),
        harvestman.open(tmp_path / "none.db", writable=False) as opened,
    ):
        opened.papers()
    assert not (tmp_path / "none.db").exists()
