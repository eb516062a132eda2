"""Compiles what is compiled, each file beside its source, and prints what is there then, one path a line:  python tools/compile_sources.py

The C helpers (`*.c` below `src/`) are compiled as they are. The Python modules that pyproject.toml names (`tool.harvestman.compiled`) are
translated to C by mypyc first: they stay ordinary Python, which runs where nothing was compiled, with the same answers. What has not changed
since the last time is not compiled again. `--remove` takes away what was compiled of Python modules, so that Python runs their sources.

`hatch_build.py` runs this when the package is installed or built, and make when a source has changed. Where there is no C compiler, or
`WITHOUT_COMPILED` is set, nothing is compiled, and that is no error.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
_PACKAGE = SOURCES / "harvestman"
_BUILT = ROOT / "build" / f"compiled-{sys.implementation.cache_tag}"
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
"""How compiled modules of this Python end."""
_OPTIONS = ("-O2", "-g0", "-w")
_MYPY = (
    "--config-file=", "--namespace-packages", "--explicit-package-bases", "--ignore-missing-imports", "--follow-imports=silent", "--cache-dir",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Library:
    """What is linked of some C files."""

    made: Path
    sources: tuple[str, ...]
    folders: tuple[str, ...] = ()
    """Where their headers are."""


def main() -> int:
    """Compile, or remove."""
    if sys.argv[1:] == ["--remove"]:
        _remove_but([path.with_name(path.stem + SUFFIX) for path in _PACKAGE.rglob("*.c")])
        return 0
    if sys.argv[1:]:
        print(__doc__)
        return 2
    compiler = shlex.split(str(sysconfig.get_config_var("CC") or "cc"))[0]
    if os.environ.get("WITHOUT_COMPILED") or shutil.which(compiler) is None:
        print(f"Nothing is compiled: there is no {compiler}, or it is not wanted.", file=sys.stderr)
        return 0
    _BUILT.mkdir(parents=True, exist_ok=True)
    with (_BUILT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests build wheels beside each other
        made = _compile()
    print(*(path.relative_to(ROOT) for path in made), sep="\n")
    return 0


def _compile() -> list[Path]:
    """All that is compiled; nothing in `src/` is touched before everything is."""
    helpers = [
        _Library(path.with_name(path.stem + SUFFIX), (str(path),))
        for path in sorted(_PACKAGE.rglob("*.c"))
    ]
    libraries = [*helpers, *_translated()]
    sources = {source: one.folders for one in libraries for source in one.sources}
    with ThreadPoolExecutor(os.cpu_count()) as together:
        objects = dict(
            zip(sources, together.map(lambda one: _object(*one), sources.items()), strict=True)
        )
        linked = list(
            together.map(
                lambda one: _linked(one, [objects[name] for name in one.sources]), libraries
            )
        )
    for library, path in zip(libraries, linked, strict=True):
        if not library.made.exists() or not _is_same(library.made, path):
            unfinished = library.made.with_suffix(".unfinished")
            shutil.copyfile(path, unfinished)
            unfinished.replace(library.made)
        os.utime(library.made)  # newer than its source, as those who look for stale ones expect
    made = [library.made for library in libraries]
    _remove_but(made)
    return made


def modules() -> list[Path]:
    """The Python modules that are to be compiled."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["harvestman"]
    named = table["compiled"]
    left_out = {_PACKAGE / name for name in named["interpreted"]}
    found = {path for pattern in named["modules"] for path in _PACKAGE.glob(pattern)}
    return sorted(path for path in found - left_out if path.name != "__init__.py")


def _translated() -> Iterator[_Library]:
    """The Python modules as mypyc writes them in C: each a library of its own, so that one change compiles little anew."""
    try:
        import setuptools  # noqa: F401, PLC0415 - mypyc wants it loaded first
        from mypyc.build import mypycify  # noqa: PLC0415
    except ImportError as error:
        raise SystemExit(
            f"Python modules are compiled by mypyc, and there is none: {error}"
        ) from error
    os.chdir(SOURCES)  # names of modules are told by their folders from here
    names = [str(path.relative_to(SOURCES)) for path in modules()]
    # mypy's cache takes a class for interpreted that was so when it was last asked, so each list of modules has a cache of its own.
    with _errors_for_standard_output():
        written = mypycify(
            [*_MYPY, str(_BUILT / f"mypy-{_digest_of(names)}"), *names],
            target_dir=str(_BUILT / "c"),
            separate=True,
            include_runtime_files=False,
        )
    for one in written:
        place = SOURCES.joinpath(*one.name.split("."))
        yield _Library(
            place.with_name(place.name + SUFFIX), tuple(one.sources), tuple(one.include_dirs)
        )


class _errors_for_standard_output:  # noqa: N801 - read as a phrase
    """mypyc tells its troubles on standard output, which is for the paths."""

    def __enter__(self) -> None:
        self._before = sys.stdout
        sys.stdout = sys.stderr

    def __exit__(self, *_: object) -> None:
        sys.stdout = self._before


def _object(source: str, folders: Sequence[str]) -> Path:
    """A C file compiled; as it was where nothing that it includes has changed."""
    name = hashlib.sha256(source.encode()).hexdigest()[:16]
    made, needs, told = (_BUILT / "o" / f"{name}{ending}" for ending in (".o", ".d", ".json"))
    made.parent.mkdir(parents=True, exist_ok=True)
    compiler = shlex.split(
        f"{sysconfig.get_config_var('CC')} {sysconfig.get_config_var('CCSHARED') or ''}"
    )
    headers = [f"-I{folder}" for folder in (sysconfig.get_path("include"), *folders)]
    command = [*compiler, "-c", "-fwrapv", "-DNDEBUG", *_OPTIONS, *headers, source, "-o", str(made)]
    if made.exists() and told.exists() and told.read_text() == _told(command, needs):
        return made
    told.unlink(missing_ok=True)
    subprocess.run([*command, "-MMD", "-MF", str(needs)], check=True, stdout=sys.stderr)
    told.write_text(_told(command, needs))
    return made


def _told(command: Sequence[str], needs: Path) -> str:
    """What an object was made of: the command, and the digest of each file that was read."""
    paths = needs.read_text().replace("\\\n", " ").split()[1:] if needs.exists() else []
    return json.dumps([*command, *(_digest(path) for path in paths)])


def _digest_of(names: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


@cache
def _digest(path: str) -> str:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def _linked(library: _Library, objects: Sequence[Path]) -> Path:
    made = _BUILT / "linked" / library.made.relative_to(SOURCES)
    if made.exists() and made.stat().st_mtime > max(path.stat().st_mtime for path in objects):
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    linker = shlex.split(str(sysconfig.get_config_var("LDSHARED")))
    unfinished = made.with_suffix(".unfinished")
    subprocess.run([*linker, *map(str, objects), "-o", str(unfinished)], check=True, stdout=sys.stderr)  # fmt: skip
    unfinished.replace(made)
    return made


def _is_same(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()


def _remove_but(kept: Sequence[Path]) -> None:
    """Take away what was compiled once for this Python and is not any more: Python would prefer it to its source."""
    for path in set(_PACKAGE.rglob(f"*{SUFFIX}")).difference(kept):
        path.unlink()


if __name__ == "__main__":
    sys.exit(main())
