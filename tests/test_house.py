"""The house is what its plan says: every room has its docstring, its export list and its page."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import harvestman

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "harvestman"
ROOMS = [m.name for m in pkgutil.iter_modules(harvestman.__path__) if m.ispkg]
PAGES = {"api": "python", "loop": "run"}
"""Rooms whose page has another name than they: that of the API, or of the verb, is what a reader looks for."""


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_is_for_and_what_it_never_does(room: str) -> None:
    doc = importlib.import_module(f"harvestman.{room}").__doc__ or ""
    assert len(doc.split()) >= 25
    assert "never" in doc or "no I/O" in doc or "nothing" in doc.lower()


@pytest.mark.parametrize("room", ROOMS)
def test_the_export_list_is_exact_and_sorted(room: str) -> None:
    module = importlib.import_module(f"harvestman.{room}")
    exported = list(module.__all__)
    upper = [n for n in exported if n.isupper()]
    types = [n for n in exported if n[0].isupper() and not n.isupper()]
    functions = [n for n in exported if n[0].islower()]
    assert exported == sorted(upper) + sorted(types) + sorted(functions)
    imported = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", "").startswith(f"harvestman.{room}.")
    }
    assert imported <= set(exported)
    assert all(hasattr(module, name) for name in exported)


LAZY = [
    ".".join(path.parent.relative_to(SOURCE).parts)
    for path in sorted(SOURCE.glob("*/**/__init__.py"))
    if "lazily(" in path.read_text("utf-8")
]
"""Rooms, and folders within them, whose modules are loaded when they are needed."""


@pytest.mark.parametrize("room", LAZY)
def test_a_lazy_room_gives_what_type_checkers_see(room: str) -> None:
    module = importlib.import_module(f"harvestman.{room}")
    tree = ast.parse((SOURCE / room.replace(".", "/") / "__init__.py").read_text("utf-8"))
    [told] = [one for one in tree.body if isinstance(one, ast.If)]
    seen: dict[str, object] = {}
    for node in told.body:
        assert isinstance(node, ast.ImportFrom)
        home = importlib.import_module(str(node.module))
        seen |= {alias.name: getattr(home, alias.name) for alias in node.names}
    assert {name: getattr(module, name) for name in module.__all__} == seen
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = module.nothing


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_its_page_and_its_line(room: str) -> None:
    page = PAGES.get(room, room)
    assert (ROOT / "docs" / f"{page}.md").is_file()
    assert f"docs/{page}.md" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert f"({page}.md)" in (ROOT / "docs" / "README.md").read_text("utf-8")


def test_no_module_has_a_name_that_says_nothing() -> None:
    empty_names = {"utils", "util", "misc", "helpers", "helper", "common", "manager"}
    names = {path.stem for path in (ROOT / "src").rglob("*.py")}
    assert not names & empty_names


def test_no_two_rooms_export_one_name_with_two_meanings() -> None:
    packages = [
        m.name for m in pkgutil.walk_packages(harvestman.__path__, "harvestman.") if m.ispkg
    ]
    meanings: dict[str, dict[int, str]] = {}
    for package in packages:
        module = importlib.import_module(package)
        for name in getattr(module, "__all__", ()):
            meanings.setdefault(name, {})[id(getattr(module, name))] = package
    twice = {name: sorted(found.values()) for name, found in meanings.items() if len(found) > 1}
    assert not twice
