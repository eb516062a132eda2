"""docs/service.md is true: every command of it is run against a server, and prints what the page shows.

Ids, times, digests, sizes and the port are another each time; they are made alike before the two are compared.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from commands import Commands
from harvestman.documents import load_extractors
from harvestman.web import ROUTERS
from servers.service import RunningService, running_service

DOCS = Path(__file__).parents[2] / "docs"
ADDRESS = "http://127.0.0.1:8080"

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def commands_of(page: str) -> list[tuple[str, str]]:
    """Each command of the page with what it is said to print."""
    found = []
    for block in _BLOCK.findall(page):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = piece.partition("\n")
            found.append((command, shown))
    return found


def alike(text: str, service: RunningService | None = None) -> str:
    """The text without what is different each time."""
    if service:
        text = text.replace(service.address, ADDRESS)
    if text.startswith("{"):
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"
    text = re.sub(r"\b(?=[a-z2-9]*[2-9])[a-z2-9]{16}\b", "ID", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "SHA256", text)
    text = re.sub(r'"size_bytes": \d+', '"size_bytes": 0', text)
    return re.sub(r'"received": "[^"]*"', '"received": "TIME"', text)


def test_every_command_prints_what_the_page_shows(tmp_path: Path, paper_pdf: bytes) -> None:
    shown_commands = commands_of((DOCS / "service.md").read_text("utf-8"))
    assert len(shown_commands) >= 8
    (tmp_path / "paper.pdf").write_bytes(paper_pdf)
    with running_service(Commands(tmp_path), "--workers", "1") as service:
        document = ""
        for command, shown in shown_commands:
            words = command.replace(ADDRESS, service.address).replace("/ID", f"/{document}")
            done = subprocess.run(
                ["bash", "-c", words], cwd=tmp_path, capture_output=True, text=True, check=True
            )
            assert alike(done.stdout, service) == alike(shown), command
            if not document:
                document = json.loads(done.stdout)["id"]


def test_every_part_and_metric_is_on_a_page() -> None:
    page = (DOCS / "service.md").read_text("utf-8")
    for extractor in load_extractors():
        assert f"`{extractor.name}`" in page
    assert len(ROUTERS) >= 4
    from harvestman.web.front.metrics import Metrics

    deploying = (DOCS / "deploying.md").read_text("utf-8")
    for family in Metrics().registry.collect():
        assert family.name in deploying
