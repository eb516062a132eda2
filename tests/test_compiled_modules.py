"""Python modules that mypyc compiles (`tool.harvestman.compiled`): they are, they say what their sources say, and they avoid what would go wrong without a word."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from compiling import compiled_modules, needs_compiler, stale

ROOT = Path(__file__).resolve().parents[1]
UGLY = ROOT / "tests" / "pages" / "ugly"
ENDS_AT_ONCE = {
    "text/names.py": {"_parts", "_from_parts"},  # what stands before a comma has none
    "pages/wording.py": {"_shared"},  # over our own lists of words
    "pages/schema_org.py": {"as_text", "_people"},  # three deep
}
READ = """
import hashlib, sys
from datetime import UTC, datetime
from pathlib import Path
if sys.argv[2] == "interpreted":
    import interpreted
from harvestman.model import Want
from harvestman.pages import SavedPage, read
from harvestman.pages.learned import bundling
for path in sorted(Path(sys.argv[1]).rglob("*.htm*")):
    found = read(SavedPage("http://x.example/a/b.html", path.read_bytes()), now=datetime(2026, 1, 1, tzinfo=UTC), want=frozenset(Want))
    print(path.name, hashlib.sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest())
print(bundling.__file__, file=sys.stderr)
"""


@needs_compiler
def test_all_of_them_are_compiled() -> None:
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    plain = [
        name
        for name in compiled_modules()
        if not str(importlib.import_module(name).__file__).endswith(suffix)
    ]
    assert plain == []


@needs_compiler
def test_pages_are_read_alike_by_the_sources_and_by_what_they_were_compiled_to() -> None:
    told = {}
    for way in ("compiled", "interpreted"):
        folders = [str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")]
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders))}
        done = subprocess.run(
            [sys.executable, "-c", READ, str(UGLY), way],
            env=environ,
            check=True,
            capture_output=True,
            text=True,
        )
        told[way] = done.stdout
        assert done.stderr.strip().endswith(".py") == (way == "interpreted")
    assert told["compiled"].count("\n") > 10
    assert told["compiled"] == told["interpreted"]


def test_nothing_is_computed_again_that_is_said_to_be_kept() -> None:
    """mypyc makes an ordinary property of a `cached_property`."""
    assert [path for path in compiled_modules().values() if "cached_property" in path.read_text("utf-8")] == []  # fmt: skip


def test_no_compiled_function_calls_itself() -> None:
    """Compiled functions call each other without Python's limit of depth: a page that nests a thousand times would end the process."""
    for path in compiled_modules().values():
        calls = {
            node.name: {called(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.FunctionDef)
        }
        allowed = next(
            (names for end, names in ENDS_AT_ONCE.items() if str(path).endswith(end)), set()
        )
        assert {name for name in calls if name in reached(name, calls)} <= allowed, path


def called(function: ast.expr) -> str:
    """The name of what is called, where it is a function of the module or a method of the same object."""
    if isinstance(function, ast.Attribute):
        is_own = isinstance(function.value, ast.Name) and function.value.id == "self"
        return function.attr if is_own else ""
    return function.id if isinstance(function, ast.Name) else ""


def reached(name: str, calls: dict[str, set[str]]) -> set[str]:
    """All functions that one leads to."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = calls.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def test_a_changed_source_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    monkeypatch.setattr("compiling.PACKAGE", tmp_path)
    for name, age in (("old", 10), ("new", -10)):
        compiled, source = tmp_path / f"{name}{suffix}", tmp_path / f"{name}.py"
        compiled.touch()
        source.touch()
        made = compiled.stat().st_mtime
        os.utime(source, (made + age, made + age))
    assert [path.name for path in stale()] == ["old.py"]
