"""What is no candidate, and why. Nothing is deleted: a reason is shown to the manager, who may think otherwise."""

from __future__ import annotations

from harvestman.gather.directory import Directory
from harvestman.gather.enriching import Institution, SiteDocument
from harvestman.model import Candidate


def reasons_against(
    candidate: Candidate, document: SiteDocument, directory: Directory, institution: Institution
) -> tuple[str, ...]:
    """Why a document is nothing for the repository; none for one that may be deposited."""
    reasons: list[str] = []
    if candidate.category == "cv":
        reasons.append("it is a curriculum vitae")
    return tuple(reasons)
