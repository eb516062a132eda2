"""Finds papers that are one: those that changed are compared with the others of their blocks, and merged when surely the same.

It is a step of its own, after a harvest or by command: a page is kept at the cost of its keys alone. Stopped at any moment, it
goes on where it was: a paper waits until all its pairs were looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harvestman.text.collection import rare_collection

if TYPE_CHECKING:  # the keys of papers are wanted where no database is
    from harvestman.store import Decision, Library

AFTER_A_HARVEST = 10_000
"""So many papers are compared when a harvest or a round of looks ends; what a library holds more is for `harvestman merges find`."""

Progress = Callable[[int, int], None]
"""Called after each batch with how many papers were compared and how many still wait."""


@dataclass(frozen=True, slots=True)
class MergesFound:
    """What a search for merges came to."""

    papers: int
    """How many papers were looked at."""
    pairs: int
    """How many pairs were compared."""
    merged: tuple[Decision, ...]
    doubtful: tuple[Decision, ...]
    waiting: int = 0
    """How many papers were left for another time."""


def find_merges(
    library: Library, *, limit: int | None = None, progress: Progress | None = None
) -> MergesFound:
    """Compare the papers that wait for it, so many at most; merge those that are surely one, note those that may be."""
    if not library.merges.count_waiting():
        return MergesFound(0, 0, (), ())
    from harvestman.dedup.papers.searching import search  # noqa: PLC0415 (it says why)

    with rare_collection():  # a fifth of the time otherwise
        return search(library, limit, progress)
