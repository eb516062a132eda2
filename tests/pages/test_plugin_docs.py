"""The plug-in of docs/plugin-reader.md, installed as it stands there and used."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "plugin-reader.md"

_USE = """
import json, sys
from datetime import UTC, datetime
from harvestman.model import assemble, paper_to_plain
from harvestman.pages import SavedPage, load_readers, read_page
page = SavedPage("http://conf.example/programme/", sys.stdin.buffer.read(), "text/html")
reading = read_page(page, now=datetime(2024, 6, 1, tzinfo=UTC))
print(json.dumps({
    "readers": [reader.name for reader in load_readers()],
    "papers": [paper_to_plain(assemble(mention.claims)) for mention in reading.mentions],
    "claimed_by": sorted({claim.reader for mention in reading.mentions for claim in mention.claims}),
    "problems": reading.problems,
}))
"""


def blocks() -> dict[str, str]:
    return dict(
        re.findall(r"^```(html|toml|python)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    )


def test_the_plug_in_of_the_docs_installs_and_reads(tmp_path: Path) -> None:
    parts = blocks()
    target = tmp_path / "installed"
    # What an installer does, without asking a registry for a build tool: the module and its entry point in a folder.
    target.mkdir()
    (target / "prettyprogramme.py").write_text(parts["python"], "utf-8")
    info = target / "harvestman_prettyprogramme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: harvestman-prettyprogramme\nVersion: 1.0\n"
    )
    group, line = re.findall(r'^\[project\.entry-points\."(.+)"\]\n(.+)$', parts["toml"], re.M)[0]
    (info / "entry_points.txt").write_text(f"[{group}]\n{line.replace(chr(34), '')}\n")

    done = subprocess.run(
        [sys.executable, "-c", _USE],
        input=f"<!DOCTYPE html><title>Programme</title>{parts['html']}".encode(),
        env={"PYTHONPATH": str(target)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    answer = json.loads(done.stdout)
    assert "pretty-programme" in answer["readers"]
    assert answer["problems"] == []
    assert answer["claimed_by"] == ["pretty-programme"]
    (paper,) = answer["papers"]
    assert paper["title"] == "Counting Sheep with Confidence"
    assert paper["authors"] == [
        {"name": "Ana Ruiz", "affiliations": ["Universidad de Ejemplo"]},
        {"name": "Li Wei", "affiliations": []},
    ]
    assert paper["pdf"] == "http://conf.example/programme/files/7.pdf"
