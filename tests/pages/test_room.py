from __future__ import annotations

import tomllib
from pathlib import Path

import harvestman.pages
import harvestman.text
from harvestman.model import Authority
from harvestman.pages import BrokenReader, Reader, load_readers

ROOT = Path(__file__).parents[2]


def test_what_is_exported_is_there_and_in_order() -> None:
    for room in (harvestman.pages, harvestman.text):
        assert room.__all__ == sorted(
            room.__all__, key=lambda name: (name.islower(), not name.isupper(), name)
        )
        assert all(hasattr(room, name) for name in room.__all__)
        assert room.__doc__


def test_the_built_in_readers_are_registered_like_plug_ins_and_documented() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    registered = project["entry-points"]["harvestman.readers"]
    readers = {reader.name: reader for reader in load_readers()}
    documented = (ROOT / "docs" / "pages.md").read_text("utf-8")
    for name in registered:
        reader = readers[name]
        assert isinstance(reader, Reader)
        assert not isinstance(reader, BrokenReader)
        assert isinstance(reader.authority, Authority)
        assert reader.version
        assert f"| `{name}` |" in documented
    modules = {
        path.stem.replace("_", "-")
        for folder in ("readers", "platforms")
        for path in (ROOT / "src/harvestman/pages" / folder).glob("[a-z]*.py")
    }
    assert modules | {"learned"} == set(registered)


def test_every_module_of_the_room_is_in_its_page() -> None:
    documented = (ROOT / "docs" / "pages.md").read_text("utf-8")
    for path in (ROOT / "src/harvestman/pages").glob("[a-z]*.py"):
        assert f"`{path.stem}`" in documented
