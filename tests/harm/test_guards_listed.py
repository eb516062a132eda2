"""The list of guards that `tools/break_guards.py` breaks one at a time stays true: each stands where it is said to, with its tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("break_guards", ROOT / "tools/break_guards.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


def test_every_guard_stands_where_the_list_says() -> None:
    breaking = tool()
    guards = breaking.read_guards()
    assert len({guard.name for guard in guards}) == len(guards) > 70
    for guard in guards:
        whole = (breaking.PACKAGE / guard.file).read_text(encoding="utf-8")
        assert breaking.broken(guard, whole) != whole
        compile(breaking.broken(guard, whole), guard.file, "exec")
        for word in guard.tests.split():
            assert word.startswith("-") or not word.endswith(".py") or (ROOT / word).exists(), word
