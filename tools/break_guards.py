"""Breaks each guard that SECURITY.md promises, one at a time, and sees that a test fails without it.

    python tools/break_guards.py            # all of them
    python tools/break_guards.py trailers   # those whose name has this word in it

`tests/harm/guards.toml` lists them: where a guard stands, what it is replaced by, and the tests that prove it. The package is copied, the
copy is changed and the tests run against it; the sources stay as they are. A bench, not a test: each guard costs a run of its tests. Exit 1
when a guard could be taken away without any test noticing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "harvestman"
LIST = ROOT / "tests" / "harm" / "guards.toml"
_LONG_S = 300
NOTICED, UNNOTICED, ENDLESS = "a test fails", "NO TEST FAILS", "a test does not end"
_TESTS_FAILED = 1  # pytest's exit code; others say that nothing was tested


@dataclass(frozen=True, slots=True)
class GuardEntry:
    """One guard: in `file` of the package, `old` keeps it and `new` breaks it; `tests` are the words for pytest."""

    name: str
    file: str
    old: str
    new: str
    tests: str


def read_guards(path: Path = LIST) -> list[GuardEntry]:
    """Every guard of the list."""
    plain = tomllib.loads(path.read_text(encoding="utf-8"))
    return [GuardEntry(**one) for one in plain["guard"]]


def broken(guard: GuardEntry, text: str) -> str:
    """The module without the guard; ValueError when it does not stand there exactly once."""
    if text.count(guard.old) != 1:
        raise ValueError(f"{guard.name}: {guard.old!r} stands {text.count(guard.old)} times in {guard.file}")  # fmt: skip
    return text.replace(guard.old, guard.new)


def outcome(guard: GuardEntry, copy: Path) -> str:
    """What the tests come to when this guard is gone from a copy of the package."""
    module = copy / guard.file
    whole = module.read_text(encoding="utf-8")
    module.write_text(broken(guard, whole), encoding="utf-8")
    try:
        words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *guard.tests.split()]  # fmt: skip
        environ = os.environ | {"PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            words, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=_LONG_S, check=False
        )  # fmt: skip
        if done.returncode not in (0, _TESTS_FAILED):
            raise SystemExit(f"{guard.name}: {done.stdout[-2000:]}{done.stderr[-1000:]}")
        return NOTICED if done.returncode == _TESTS_FAILED else UNNOTICED
    except subprocess.TimeoutExpired:
        return ENDLESS  # where the guard is against what never ends, that is what was to be seen
    finally:
        module.write_text(whole, encoding="utf-8")


def _built(_: str, names: list[str]) -> set[str]:
    """What is not copied of a folder: what Python made, and modules compiled from Python, which it would run instead of the changed source."""
    compiled = {
        name
        for name in names
        if name.endswith(".so") and f"{name.partition('.')[0]}.c" not in names
    }
    return compiled | {"__pycache__"}


def main() -> int:
    """Break one after the other, and tell."""
    chosen = [one for one in read_guards() if all(word in one.name for word in sys.argv[1:])]
    unnoticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "harvestman"
        shutil.copytree(PACKAGE, copy, ignore=_built)
        for guard in chosen:
            told = outcome(guard, copy)
            unnoticed += told == UNNOTICED
            print(f"{told}\t{guard.name}\t{guard.tests}", flush=True)
    print(f"{len(chosen)} guards broken one at a time, {unnoticed} without any test noticing")
    return int(bool(unnoticed))


if __name__ == "__main__":
    sys.exit(main())
