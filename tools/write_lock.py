"""Writes requirements.lock: every pinned package with the digests of the files that pip chooses on this machine.

    python tools/write_lock.py PYTHON…

Asks the pip of each interpreter given, with whatever index it is configured with; nothing is installed. The file names versions
and digests only, so that it holds for every mirror. To change a version, edit constraints.txt and run this again.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

LOCK = Path("requirements.lock")
HEAD = """\
# Every package with the digests of the files that may be installed; made from constraints.txt by tools/write_lock.py.
# For Linux on x86-64 with {pythons}.
"""


def chosen(python: str) -> dict[str, tuple[str, str]]:
    """The name, version and digest of every file that pip would install for an interpreter."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for many in extras.values() for one in many)]
    with tempfile.TemporaryDirectory() as folder:
        needs = Path(folder) / "needs.txt"
        needs.write_text("\n".join(one for one in wanted if not one.startswith("harvestman[")))
        done = subprocess.run(
            [python, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-",
             "-c", "constraints.txt", "-r", str(needs)],
            check=True, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
    found = {}
    for one in json.loads(done.stdout)["install"]:
        digests = one["download_info"]["archive_info"]["hashes"]
        found[one["metadata"]["name"].lower()] = (one["metadata"]["version"], digests["sha256"])
    return found


def _version(python: str) -> str:
    told = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run(
        [python, "-c", told], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


def main() -> None:
    """Write the file for these interpreters."""
    versions = [_version(python) for python in sys.argv[1:]]
    pins: dict[str, str] = {}
    digests: defaultdict[str, set[str]] = defaultdict(set)
    for python in sys.argv[1:]:
        for name, (pinned, digest) in chosen(python).items():
            if pins.setdefault(name, pinned) != pinned:
                sys.exit(f"{name} is {pins[name]} for one Python and {pinned} for another: pin it")
            digests[name].add(digest)
    lines = [
        f"{name}=={pins[name]}"
        + "".join(f" \\\n    --hash=sha256:{d}" for d in sorted(digests[name]))
        for name in sorted(pins)
    ]
    head = HEAD.format(pythons=" and ".join(f"Python {one}" for one in versions))
    LOCK.write_text(head + "\n".join(lines) + "\n")
    print(f"{LOCK}: {len(pins)} packages, {sum(map(len, digests.values()))} files")


if __name__ == "__main__":
    main()
