"""What is compiled: whether it can be on this machine (the compiler and the headers of this Python are there), and modules as they are without."""

from __future__ import annotations

import importlib
import importlib.util
import shlex
import shutil
import sysconfig
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "harvestman"
_LINKER = shlex.split(str(sysconfig.get_config_var("LDSHARED") or "cc"))[0]
CAN_COMPILE = (
    shutil.which(_LINKER) is not None and Path(sysconfig.get_path("include"), "Python.h").is_file()
)
needs_compiler = pytest.mark.skipif(
    not CAN_COMPILE, reason="no C compiler, or no headers of Python: nothing was compiled"
)


def interpreted(name: str) -> ModuleType:
    """A copy of a module that may be compiled, as Python runs its source: its names can be replaced, and nobody else sees it."""
    package, _, stem = name.rpartition(".")
    (folder,) = importlib.import_module(package).__path__
    spec = importlib.util.spec_from_file_location(name, Path(folder, f"{stem}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stale() -> list[Path]:
    """Sources that were changed since they were compiled, which Python would not see."""
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    found = []
    for compiled in PACKAGE.rglob(f"*{suffix}"):
        stem = compiled.name.removesuffix(suffix)
        for source in (compiled.with_name(f"{stem}.py"), compiled.with_name(f"{stem}.c")):
            if source.exists() and source.stat().st_mtime > compiled.stat().st_mtime:
                found.append(source)
    return found


def compiled_modules() -> dict[str, Path]:
    """The Python modules that are to be compiled by their names, and where their sources are."""
    table = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text("utf-8"))
    named = table["tool"]["harvestman"]["compiled"]
    found = {path for pattern in named["modules"] for path in PACKAGE.glob(pattern)}
    left_out = {PACKAGE / name for name in named["interpreted"]}
    return {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path
        for path in sorted(found - left_out)
        if path.name != "__init__.py"
    }
