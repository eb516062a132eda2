"""The wheel as a user gets it: installed without extras into an empty environment, it does the first commands of the tour.

Nothing is fetched: the packages that the wheel asks for are linked from the environment of the tests, and no others.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from compiling import compiled_modules, needs_compiler
from harvestman.pages.learned import COMPILED
from world import World

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that sees the wheel and what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    for name in needed_by("harvestman"):
        for path in distribution(name).files or ():
            top = packages / path.parts[0]
            if path.parts[0] != ".." and not top.exists():
                top.symlink_to(Path(str(distribution(name).locate_file(path.parts[0]))))
    return folder / "bin" / "python"


def needed_by(name: str, extras: frozenset[str] = frozenset()) -> set[str]:
    """The names of all packages that one needs, as its own metadata say."""
    found: set[str] = set()
    waiting = [(name, extras)]
    while waiting:
        one, with_extras = waiting.pop()
        for line in distribution(one).requires or ():
            needed = Requirement(line)
            environments = [{"extra": extra} for extra in with_extras or {""}]
            if needed.marker and not any(map(needed.marker.evaluate, environments)):
                continue
            if needed.name not in found:
                found.add(needed.name)
                waiting.append((needed.name, frozenset(needed.extras)))
    return found


def run(python: Path, folder: Path, *words: str) -> str:
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "HARVESTMAN_DATA": str(folder),
        "HARVESTMAN_ALLOW_PRIVATE": "true",
        "HARVESTMAN_DELAY": "0",
    }
    done = subprocess.run(
        [str(python), *words],
        env=environ,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_says_that_it_is_typed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "harvestman/py.typed" in names
    assert not any(name.startswith("tests/") for name in names)


def test_a_wheel_can_be_built_without_a_compiler(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    empty = {**os.environ, "PATH": str(tmp_path)}  # no compiler is found there
    done = subprocess.run(
        build, cwd=ROOT, env=empty, check=True, capture_output=True, text=True, timeout=120
    )
    assert "without compiled modules" in done.stderr
    (made,) = tmp_path.glob("*.whl")
    assert made.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(made) as archive:
        assert not any(name.endswith(".so") for name in archive.namelist())


@needs_compiler
def test_the_wheel_has_what_was_compiled(wheel: Path) -> None:
    assert not wheel.name.endswith("-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name.partition(".")[0] for name in archive.namelist() if name.endswith(".so")}
        assert not any(name.endswith(".c") for name in archive.namelist())
    helpers = [*(f"pages/learned/{name}" for name in COMPILED), "documents/files/_shown_text"]
    assert {f"harvestman/{name}" for name in helpers} <= names
    assert {name.replace(".", "/") for name in compiled_modules()} <= names


def test_the_empty_environment_has_no_extras(python: Path, tmp_path: Path) -> None:
    extras = "fastapi redis psycopg playwright obstore pytest".split()
    code = f"from importlib.util import find_spec as f; print([n for n in {extras} if f(n)])"
    assert run(python, tmp_path, "-c", code) == "[]\n"


def test_the_tours_first_commands_work(python: Path, tmp_path: Path) -> None:
    with World() as world:
        run(python, tmp_path, "-m", "harvestman", "harvest", world.url("icsw2024", "/"))
    listed = run(python, tmp_path, "-m", "harvestman", "papers", "--limit", "1")
    name = listed.splitlines()[-1].split("\t")[0]
    assert name in run(python, tmp_path, "-m", "harvestman", "show", name)
    assert "@inproceedings" in run(
        python, tmp_path, "-m", "harvestman", "export", "--format", "bibtex"
    )


def test_python_opens_the_library(python: Path, tmp_path: Path) -> None:
    code = (
        "import harvestman, sys\n"
        "with harvestman.open('library.db', allow_private=True, delay=0) as hm:\n"
        "    hm.harvest(sys.argv[1])\n"
        "    print(len(hm.papers()))\n"
    )
    with World() as world:
        told = run(python, tmp_path, "-c", code, world.url("icsw2024", "/"))
    assert int(told) > 0
