"""`harvestman --help` against `python -c "import argparse"`: CPU time of whole processes, in one run. Limit: 4x."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from processor_time import ControlGroup, environ

RUNS = 20
LIMIT = 4.0


def cpu_seconds(command: list[str]) -> float:
    with ControlGroup() as group:
        for _ in range(RUNS):
            assert group.start(command, env=environ(), stdout=subprocess.DEVNULL).wait() == 0
        return group.used_s()


def main() -> int:
    script = str(Path(sys.executable).parent / "harvestman")
    peer = [sys.executable, "-c", "import argparse"]
    cpu_seconds([script, "--help"]), cpu_seconds(peer)  # warm the disk cache
    ratio = cpu_seconds([script, "--help"]) / cpu_seconds(peer)
    print(
        f"harvestman --help costs {ratio:.2f} x `python -c 'import argparse'` (limit {LIMIT:g} x)"
    )
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
