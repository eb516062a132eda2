"""Harvestman keeps a library of scholarly papers current on its own.

`harvestman.open("library.db")` opens a library from Python (docs/python.md). The house has a room for each concern, on four floors; a
room imports from the floors below it:

    doors     cli (commands), web (HTTP); under both api (one method a verb) and rooms (opens the rooms as the settings say)
    doing     crawl (a site in, its pages fetched, read and kept), holdings (a file in, read once), plan, watch
    reading   pages (a web page in, its papers out), documents (a file in, its header and citations out), dedup (the same?)
    ground    model (the types everybody speaks), text, formats, store, fetch, engine

Each room's ``__init__`` says what comes in, what goes out and what the room never does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harvestman.api import Harvested, Harvestman, open, select  # noqa: A004

__version__ = "0.1.0"
__all__ = ["Harvested", "Harvestman", "open", "select"]


def __getattr__(name: str) -> Any:
    """Load the API when it is asked for: worker processes import this package too, and need none of it."""
    if name not in __all__:
        raise AttributeError(f"module 'harvestman' has no attribute {name!r}")
    from harvestman import api  # noqa: PLC0415

    return getattr(api, name)
