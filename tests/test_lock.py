"""requirements.lock has every package that we name, in the version of constraints.txt, with digests and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_ENTRY = re.compile(r"([a-z0-9][a-z0-9._-]*)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def plain(name: str) -> str:
    """A package's name as all spellings of it are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_lock_has_what_we_need_as_it_is_pinned() -> None:
    text = (ROOT / "requirements.lock").read_text()
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    assert _ENTRY.sub("", body) == ""  # no index, no address, no option
    locked = {plain(name): version for name, version, _ in _ENTRY.findall(body)}
    pinned = {
        plain(name): version
        for name, _, version in (
            line.partition("==")
            for line in (ROOT / "constraints.txt").read_text().splitlines()
            if "==" in line and not line.startswith("#")
        )
    }
    assert {name: version for name, version in locked.items() if name in pinned} == {
        name: version for name, version in pinned.items() if name in locked
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    many = [project["dependencies"], *project["optional-dependencies"].values()]
    needed = {plain(re.split(r"[\[<>=!~; ]", one)[0]) for some in many for one in some}
    assert needed - {"harvestman"} <= set(locked), "run tools/write_lock.py"
