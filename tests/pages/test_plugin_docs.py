"""docs/plugin-reader.md is a working package: taken out of the page, installed, and used by `pages.read`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "plugin-reader.md"

_PROGRAM = """
import json, sys
from datetime import UTC, datetime
from harvestman.model import assemble
from harvestman import pages
from harvestman.pages import SavedPage, load_readers
page = SavedPage("https://barn.example.org/list/", sys.stdin.read().encode())
reading = pages.read(page, now=datetime(2026, 1, 1, tzinfo=UTC))
papers = [assemble(mention.claims) for mention in reading.mentions]
print(json.dumps({
    "readers": [reader.name for reader in load_readers()], "problems": reading.problems,
    "by": sorted({claim.reader for mention in reading.mentions for claim in mention.claims}),
    "papers": [[p.title, [a.name for a in p.authors], p.date, p.doi, p.pdf, p.session] for p in papers]}))
"""


@pytest.fixture
def blocks() -> dict[str, str]:
    """The blocks of code in the page, by language; there is one of each."""
    found = re.findall(r"^```(\w+)\n(.*?)^```", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert sorted(language for language, _ in found) == ["html", "python", "toml"]
    return dict(found)


def install(folder: Path, pyproject: str, module: str) -> None:
    """Lay the package out as an installer does: its module, and its metadata with the entry points."""
    project = tomllib.loads(pyproject)["project"]
    (folder / "harvestman_paperbarn.py").write_text(module, "utf-8")
    info = folder / f"harvestman_paperbarn-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


def run(folder: Path, page: str) -> dict[str, object]:
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=page,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
    )
    report: dict[str, object] = json.loads(done.stdout)
    return report


def test_the_documented_plug_in_reads_its_platform(blocks: dict[str, str], tmp_path: Path) -> None:
    install(tmp_path, blocks["toml"], blocks["python"])
    report = run(tmp_path, blocks["html"])
    assert report["problems"] == []
    assert report["by"] == ["paperbarn"]
    assert report["papers"] == [
        [
            "Spinning a Thread",
            ["Ana Ruiz", "Zoë Adler"],
            "2024-06",
            "10.5555/barn.1",
            "https://barn.example.org/list/files/1.pdf",
            "Session A: Threads",
        ],
        [
            "A Knot & Its Loops",
            ["Anna Birke"],
            "",
            "",
            "https://barn.example.org/list/files/2.pdf",
            "Session A: Threads",
        ],
    ]


def test_without_the_plug_in_the_page_has_none(blocks: dict[str, str], tmp_path: Path) -> None:
    assert run(tmp_path, blocks["html"])["papers"] == []


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("import no_such_module", "cannot be loaded: ModuleNotFoundError"),
        ("PaperBarnReader = 7", "cannot be loaded: TypeError"),
        ("class PaperBarnReader: pass", "has no name, version, authority, match, read"),
        ("def PaperBarnReader(): raise SystemError('no')", "cannot be loaded: SystemError: no"),
        ("", "cannot be loaded: AttributeError"),
    ],
)
def test_a_broken_plug_in_is_named_and_the_others_go_on(
    module: str, reason: str, blocks: dict[str, str], tmp_path: Path
) -> None:
    install(tmp_path, blocks["toml"], module)
    report = run(tmp_path, '<meta name="citation_title" content="One leg">')
    assert report["papers"] == [["One leg", [], "", "", "", ""]]
    problems = report["problems"]
    assert isinstance(problems, list)
    (problem,) = problems
    assert "paperbarn of the package harvestman-paperbarn 1.0" in problem
    assert reason in problem
