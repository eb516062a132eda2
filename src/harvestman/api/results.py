"""What verbs give back that no room has a type for: a harvest that has ended, a paper with all that is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvestman.crawl import FileOutcome
    from harvestman.dedup import MergesFound
    from harvestman.model import Claim, Harvest, Paper
    from harvestman.store import Decision, HarvestCounts, VisitRecord


@dataclass(frozen=True, slots=True)
class Harvested:
    """A harvest that has ended, its earlier, interrupted runs included."""

    harvest: Harvest
    visits: list[VisitRecord]
    """Every page that was visited, and how that ended."""
    counts: HarvestCounts
    merges: MergesFound
    """Which papers were found to be one after it."""
    files: tuple[FileOutcome, ...] = ()
    """What became of the files that its papers link to; none unless the setting `files` is `linked`."""
    why_none: tuple[str, ...] = ()
    """Why no page of it had a paper, and what to try; nothing when papers were found."""
    known: int = 0
    """How many papers of the given sites were known before, where no page of it had a paper because pages are as they were."""

    @property
    def papers(self) -> int:
        """How many papers its pages state, those on several pages counted as often."""
        return sum(visit.papers for visit in self.visits)

    @property
    def has_read_all_seeds(self) -> bool:
        """Whether every given page could be read."""
        read = {v.visit.url for v in self.visits if v.status is not None and v.status.is_read}
        return read.issuperset(self.harvest.request.seeds)


@dataclass(frozen=True, slots=True)
class ShownPaper:
    """A paper, and who says so of each value."""

    paper: Paper
    claims: list[Claim]
    """Every value that was ever claimed, by which reader and from where."""
    decisions: list[Decision]
    """With what it was merged, and what it may be one with."""
