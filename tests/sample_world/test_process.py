"""The world as a process of its own, moved and read through its control host."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from urllib.parse import urlsplit

from world import SITES, World, ask


def test_the_world_can_be_a_process() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "world", "--date", "2024-04-14"],
        cwd=SITES.parents[1],
        env=os.environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        sites = [json.loads(process.stdout.readline()) for _ in World().sites]
        by_host = {site["host"]: site["url"] for site in sites}
        port = urlsplit(by_host["control"]).port
        assert port

        now = json.loads(ask(port, "control", "/clock").body)["now"]
        assert now == "2024-04-14T12:00:00+00:00"
        assert ask(port, "lime2024", "/accepted.html").status == 404
        ask(port, "control", "/clock", method="POST", body=b"2024-04-15")
        assert ask(port, "lime2024", "/accepted.html").status == 200
        assert ask(port, "control", "/clock", method="POST", body=b"soon").status == 400

        lines = ask(port, "control", "/log?host=lime2024").text.splitlines()
        assert [json.loads(line)["status"] for line in lines] == [404, 200]
        ask(port, "control", "/log/clear", method="POST")
        assert ask(port, "control", "/log").body == b""

        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.wait()
