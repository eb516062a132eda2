"""Rooms whose modules are loaded when the first of their names is asked for.

A room hands out the names of many modules, and most verbs need few of them: `harvestman papers` uses five of the seventy types of `model`.
So a room's `__init__` says in which module each name is, and importing one name loads that module and no other. For type checkers the
same names stand there as ordinary imports; a test holds the two together.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazily(room: str, homes: Mapping[str, str]) -> tuple[list[str], Callable[[str], Any]]:
    """A room's `__all__` (constants, types, functions) and its `__getattr__`, from the names that each of its modules gives.

    A module of another room is named in full.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> Any:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        module = home if home.startswith("harvestman.") else f"{room}.{home}"
        value = getattr(importlib.import_module(module), name)
        setattr(sys.modules[room], name, value)  # the next time it is there
        return value

    return sorted(home_of, key=lambda name: (not name.isupper(), name[0].islower(), name)), load
