"""docs/plugin-source.md is a working package: taken out of the page, installed, and used by `read_events`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "plugin-source.md"

_PROGRAM = """
import json, sys
from datetime import UTC, datetime
from harvestman.model import assemble_event
from harvestman.pages import SavedPage
from harvestman.watch import read_events
found = read_events((SavedPage("guild.txt", sys.stdin.read().encode()), datetime(2026, 1, 1, tzinfo=UTC)))
events = [assemble_event(one) for one in found.sightings]
print(json.dumps({"kind": found.kind, "problems": found.problems,
    "events": [[e.title, e.name, str(e.start), str(e.end), e.city, e.site] for e in events]}))
"""


@pytest.fixture
def blocks() -> dict[str, str]:
    found = re.findall(r"^```(\w+)\n(.*?)^```", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert sorted(language for language, _ in found) == ["python", "text", "toml"]
    return dict(found)


def run(folder: Path, pyproject: str, module: str, given: str) -> dict[str, Any]:
    """Lay the package out as an installer does, and read a file with it."""
    project = tomllib.loads(pyproject)["project"]
    (folder / "harvestman_guild.py").write_text(module, "utf-8")
    info = folder / "harvestman_guild-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n"
    )
    ((group, points),) = project["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_the_documented_plug_in_reads_its_calendar(blocks: dict[str, str], tmp_path: Path) -> None:
    report = run(tmp_path, blocks["toml"], blocks["python"], blocks["text"])
    assert report["kind"] == "guild"
    assert report["problems"] == []
    name = "Workshop on Looms and Memory"
    assert report["events"] == [
        ["LOOM 2027", name, "2027-05-03", "2027-05-05", "Ghent", "https://loom2027.example/"],
        ["KNIT 2027", "Knowledge in Threads", "None", "None", "", "https://knit.example/2027/"],
    ]


def test_a_broken_plug_in_is_named_and_the_others_go_on(
    blocks: dict[str, str], tmp_path: Path
) -> None:
    table = "acronym,site\nX 2027,http://x.example/\n"
    report = run(tmp_path, blocks["toml"], "import no_such_module", table)
    assert report["kind"] == "table"
    (problem,) = report["problems"]
    assert "guild" in problem
    assert "ModuleNotFoundError" in problem
