"""Runs the commands shown in README.md and docs/harvest.md against the sample world, as on a terminal.

    python tools/run_readme.py           writes what they print below them
    python tools/run_readme.py --check   exits 1 when they print something else (a test runs this)

Only blocks marked `console` are run: a line with `$ ` is a command, what follows is what it prints. Ids are random and the
port is any that is free, so both are left out of the comparison.
"""

from __future__ import annotations

import difflib
import os
import pty
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from world import World, ask  # noqa: E402 - the sample world lives with the tests

PAGES = (ROOT / "README.md", ROOT / "docs" / "harvest.md")
PORT = "40800"
PDF = "sato.pdf"
COLUMNS = "110"

_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_ID = re.compile(r"\b(?=[a-z2-9]*[2-9])[a-z2-9]{16}\b")
_DAY = re.compile(r'("(?:added|changed)": ")\d{4}-\d\d-\d\d')
_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def run_page(text: str, world: World) -> str:
    """The page with every block as it really goes."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith("HARVESTMAN_")}
    bin_folder = str(Path(sys.executable).parent)
    with tempfile.TemporaryDirectory() as folder:
        environ |= {
            "PATH": f"{bin_folder}:{environ['PATH']}",
            "COLUMNS": COLUMNS,
            "TERM": "xterm",
            "NO_COLOR": "1",
            "HARVESTMAN_DATA": "library",
            "XDG_CONFIG_HOME": folder,
        }
        pdf = ask(world.port, "hcip2023", f"/paper/{PDF}").body
        (Path(folder) / PDF).write_bytes(pdf)  # as a browser would have saved it
        return _BLOCK.sub(lambda block: run_block(block[0], world, environ, folder), text)


def run_block(block: str, world: World, environ: dict[str, str], folder: str) -> str:
    """The block's commands, each with what it prints now."""
    shown = []
    for command in commands_of(block):
        shown.append(f"$ {command}")
        if command.startswith("export "):
            environ |= dict(pair.split("=", 1) for pair in shlex.split(command)[1:])
            continue
        printed, _ = on_terminal(command.replace(PORT, str(world.port)), environ, folder)
        shown += [line.rstrip() for line in printed.replace(str(world.port), PORT).splitlines()]
    while shown and not shown[-1]:
        shown.pop()
    return "\n".join(shown) + "\n"


def commands_of(block: str) -> Iterator[str]:
    """The lines that begin with a dollar sign."""
    return (line[2:] for line in block.splitlines() if line.startswith("$ "))


def on_terminal(command: str, environ: dict[str, str], folder: str) -> tuple[str, int]:
    """What a person sees who types this, a complaint included, and the exit code."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        ["bash", "-c", command], env=environ, cwd=folder, stdout=child, stderr=subprocess.PIPE
    )
    os.close(child)
    pieces = []
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:  # what Linux says when the other side has gone
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(parent)
    complaint = process.communicate()[1]
    printed = _ANSI.sub("", b"".join(pieces).decode().replace("\r\n", "\n")) + complaint.decode()
    return printed, process.returncode


def comparable(text: str) -> str:
    """The page without what chance decides; tables are as wide as their ids, which are all of one length."""
    return _DAY.sub(r"\g<1>2026-11-16", _ID.sub("0123456789abcdef", text))


def main() -> int:
    """Write or check."""
    failed = False
    for path in PAGES:
        old = path.read_text("utf-8")
        with World() as world:
            new = run_page(old, world)
        if comparable(old) == comparable(new):
            continue
        if "--check" not in sys.argv:
            path.write_text(new, encoding="utf-8")
            continue
        failed = True
        sys.stdout.writelines(
            difflib.unified_diff(
                comparable(old).splitlines(keepends=True),
                comparable(new).splitlines(keepends=True),
                path.name,
                "as it goes",
            )
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
