"""`hm.merges`: which papers were made one, which may be, and what a person says of them (`harvestman merges …`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harvestman.dedup import find_merges
from harvestman.model import UsageError

if TYPE_CHECKING:
    from harvestman.dedup import MergesFound, Progress
    from harvestman.rooms import Rooms
    from harvestman.store import Decision


class Merging:
    """Merges of papers, made and possible."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def find(
        self,
        *,
        everything: bool = False,
        limit: int | None = None,
        progress: Progress | None = None,
    ) -> MergesFound:
        """Compare papers that changed, or `everything` again; merge what is surely one, note what may be.

        With a `limit`, no more papers than that. `progress` is told how many are done and left.
        """
        library = self._rooms.library
        if everything:
            library.merges.await_all()
        return find_merges(library, limit=limit, progress=progress)

    def all(self, *, limit: int | None = None) -> list[Decision]:
        """The merges, the newest first."""
        return self._rooms.library.merges.all(limit=limit)

    def doubtful(self, *, limit: int | None = None) -> list[Decision]:
        """The pairs of papers that may be one and wait for a person, the likeliest first."""
        return self._rooms.library.merges.doubtful(limit=limit)

    def count_waiting(self) -> int:
        """How many papers were not compared with others yet."""
        return self._rooms.library.merges.count_waiting()

    def of(self, which: str) -> list[Decision]:
        """The decision with this id, or all that concern the paper with it; UsageError when the id is that of nothing."""
        library = self._rooms.library
        decision = library.merges.get(which)
        if decision is not None:
            return [decision]
        if library.papers.get(which) is None:
            raise UsageError(
                f"there is no merge, pair or paper {which!r}: `harvestman merges list` and `doubtful` list the ids"
            )
        return library.merges.of(which)

    def accept(self, *pair: str) -> Decision:
        """Say that two papers are one: by the id of a doubtful pair, or by the ids of the papers."""
        return self._rooms.library.merges.accept(*self._meant(pair))

    def refuse(self, *pair: str) -> Decision:
        """Say that two papers are different: by the id of a doubtful pair, or by the ids of the papers."""
        return self._rooms.library.merges.refuse(*self._meant(pair))

    def undo(self, merge: str) -> Decision:
        """Part what a merge made one; the two are never merged again unless `accept` says so."""
        return self._rooms.library.merges.undo(merge)

    def split(self, paper: str, sources: Sequence[str]) -> Decision:
        """Say that what these pages or files state is another paper than the one it was taken for."""
        return self._rooms.library.merges.split(paper, sources)

    def _meant(self, words: Sequence[str]) -> tuple[str, str]:
        if len(words) == 2:
            return words[0], words[1]
        decision = self._rooms.library.merges.get(words[0]) if len(words) == 1 else None
        if decision is None or not decision.other:
            raise UsageError(
                "name a pair by its id (`harvestman merges doubtful` lists them) or give the ids of two papers"
            )
        return decision.one, decision.other
