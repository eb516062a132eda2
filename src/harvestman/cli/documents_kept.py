"""`extract` and the library: documents that are held are recognised, and with --keep all of them are held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from harvestman.cli.merging import comparing, tell_found
from harvestman.cli.printing import print_line

if TYPE_CHECKING:
    from harvestman.cli.documents_given import Given
    from harvestman.engine import Guard
    from harvestman.holdings import Held, Holdings
    from harvestman.model import Extraction
    from harvestman.rooms import Rooms


@dataclass(slots=True)
class Keeper:
    """Holds documents, and says at the end what became of them."""

    holdings: Holdings
    parts: tuple[str, ...]
    _kept: int = 0
    _lines: list[str] = field(default_factory=list)

    def results(self, documents: list[Given]) -> Iterator[Extraction]:
        """What was read of each, in their order."""
        held = self.holdings.hold_many(one.path for one in documents)
        for given, one in zip(documents, held, strict=True):
            yield self._taken(given, one)

    def tell(self) -> None:
        """Compare the papers with those of the library, and say on standard error what came of it all."""
        from harvestman.dedup import AFTER_A_HARVEST, find_merges

        library = self.holdings.library
        for line in self._lines:
            print_line(line, to_stderr=True)
        with comparing() as progress:
            found = find_merges(library, limit=AFTER_A_HARVEST, progress=progress)
        print_line(
            f"{self._kept} documents kept; the library has {library.papers.count()} papers.",
            to_stderr=True,
        )
        tell_found(found, to_stderr=True)

    def _taken(self, given: Given, held: Held) -> Extraction:
        from harvestman.model import Extraction

        if held.about is None or not held.about.is_read:
            return Extraction(held.status, detail=held.detail)  # which is told at the end anyway
        self._kept += 1
        if told := recognised(held):
            self._lines.append(f"{given.name}: {told}")
        elif not held.papers:
            self._lines.append(
                f"{given.name}: held, but no paper: it is none ({held.about.category or 'of no known kind'}), "
                "or names no title or no authors."
            )
        return self.holdings.extraction(held.answer, is_whole=_is_whole(self.parts))


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Tells which documents are held already; writes nothing."""

    rooms: Rooms
    guard: Guard
    parts: tuple[str, ...]

    def find(self, documents: list[Given]) -> dict[int, Known]:
        """Those of the documents that are held and need not be read, by their numbers."""
        from harvestman.holdings import source_file
        from harvestman.model import HarvestmanError

        if not self._is_there():
            return {}
        known: dict[int, Known] = {}
        try:
            holdings = self.rooms.holdings(self.guard, with_index=False)
        except HarvestmanError:  # a library that cannot be opened holds nothing for us
            return {}
        for one in documents:
            try:
                held = holdings.find(source_file(one.path).digest)
            except (OSError, ValueError):
                continue  # which reading it tells better
            if held is not None and holdings.is_current(held.answer):
                print_line(f"{one.name}: {recognised(held)}", to_stderr=True)
                known[one.number] = Known(holdings, held.answer)
        return known

    def answer(self, known: Known) -> Extraction:
        """What was read of a document when it was held."""
        return known.holdings.extraction(known.digest, is_whole=_is_whole(self.parts))

    def _is_there(self) -> bool:
        """Whether there may be a library: the database need not be loaded to see that there is none."""
        db = self.rooms.settings.db
        return "://" in db or Path(db).expanduser().exists()


@dataclass(frozen=True, slots=True)
class Known:
    """A document that is held, and the digest under which what was read of it is kept."""

    holdings: Holdings
    digest: str


def _is_whole(parts: tuple[str, ...]) -> bool:
    """Whether the whole text is read for these parts: then keywords are looked for in it, too."""
    return not {"body", "text"}.isdisjoint(parts)


def recognised(held: Held) -> str:
    """By what a document was recognised, in words; "" for a new one."""
    from harvestman.holdings import KnownBy

    words = {
        KnownBy.SAME_BYTES: "held already",
        KnownBy.SAME_PAGES: "the same pages as a document that is held",
        KnownBy.NEAR_DUPLICATE: "nearly the same text as a document that is held",
    }
    if held.known_by not in words:
        return ""
    duplicate = held.document.duplicate if held.document else None
    of = duplicate.of if duplicate and duplicate.of else held.id
    papers = f", paper {', '.join(held.papers)}" if held.papers else ""
    return f"{words[held.known_by]} (document {of}{papers}); what was read then is given."
