"""docs/api.md is true: every route of ours is on it, and every `curl` that it shows works."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import httpx

from commands import Commands
from harvestman.model import SystemClock
from harvestman.store import open_library
from harvestman.web import Service, create_app
from servers.service import running_service
from store.sample import keep_mentions, mention

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
OURS = re.compile(r"/api/(?!v1/documents)")


async def test_every_route_is_on_the_page(service: Service) -> None:
    for path in create_app(service).openapi()["paths"]:
        if OURS.match(path):
            assert f"{path}`" in PAGE, path


def test_every_curl_works(tmp_path: Path, paper_pdf: bytes) -> None:
    (tmp_path / "paper.pdf").write_bytes(paper_pdf)
    commands = Commands(tmp_path, more={"ENGINE": "local:1", "ALLOW_PRIVATE": "false"})
    with open_library(str(tmp_path / "harvestman.db"), clock=SystemClock()) as library:
        keep_mentions(library, "http://conf.example/", mention("A", authors=["Ana Ruiz"]))
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) > 12
    with running_service(commands) as server:
        found = httpx.get(f"{server.address}/api/v1/papers").json()["items"]
        asked = {"kind": "harvest", "urls": ["http://127.0.0.1:9/"], "depth": 0}
        job = httpx.post(f"{server.address}/api/v1/jobs", json=asked).json()
        names = {"PAPER": found[0]["id"], "JOB": job["id"]}
        for line in lines:
            assert line.startswith("curl "), line
            command = line.replace("localhost:8080", server.address.removeprefix("http://"))
            command = command.replace("https://conf.example", "http://127.0.0.1:9")
            done = subprocess.run(
                ["bash", "-c", command.replace("curl ", "curl -sS --fail ", 1)],
                env=commands.environ | names,
                cwd=tmp_path,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.returncode == 0, (line, done.stderr)
            assert done.stdout, line
