"""What is no candidate, and why. Nothing is deleted: a reason is shown to the manager, who may think otherwise.

The repository assistant's paper left this to the manager's hand: curricula vitae, documents of external authors, and what is no work
of scholarship or teaching at all. Exams, exercise sheets and slides of the institution's own teachers are candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from harvestman.gather.calling import PAPERWORK, paperwork
from harvestman.gather.directory import Directory
from harvestman.gather.held import HeldIndex
from harvestman.gather.related import Institution, SiteDocument
from harvestman.gather.workplaces import is_of_institution
from harvestman.model import Candidate

_EXTERNAL = "none of its authors belongs to the institution"
_HELD = "the repository has it already"
_TWIN = "it is the same document as"


class Hint(StrEnum):
    """What a manager is warned of at once, before the reasons are read."""

    CV = "CV"
    FOREIGN = "foreign author"
    HELD = "already held?"


def hints_of(candidate: Candidate) -> tuple[Hint, ...]:
    """What to mind with a candidate: a curriculum vitae, authors of elsewhere, a work that the repository or another candidate has."""
    told = candidate.reasons
    found = {
        Hint.CV: candidate.category == "cv" or PAPERWORK["cv"] in told,
        Hint.FOREIGN: _EXTERNAL in told,
        Hint.HELD: _HELD in told or any(one.startswith(_TWIN) for one in told),
    }
    return tuple(hint for hint, is_so in found.items() if is_so)


def reasons_against(
    candidate: Candidate,
    document: SiteDocument,
    directory: Directory,
    institution: Institution,
    *,
    anchors: Sequence[str] = (),
    twin: str = "",
    held: HeldIndex | None = None,
) -> tuple[str, ...]:
    """Why a document is nothing for the repository; none for one that may be deposited.

    `anchors` are the texts of the links to it, `twin` is the address of a candidate that is the same document.
    """
    reasons: list[str] = []
    kind = "cv" if candidate.category == "cv" else paperwork(document, candidate.category, anchors)
    is_sheet = candidate.category == "exercise" and bool(candidate.authors)
    if kind and (kind == "cv" or not is_sheet):
        reasons.append(PAPERWORK[kind])
    if not reasons and candidate.category == "other" and not candidate.authors:
        reasons.append("it names no author and is no teaching material")
    if _is_external(candidate, directory, institution):
        reasons.append(_EXTERNAL)
    if held is not None and held.has(candidate):
        reasons.append(_HELD)
    if twin:
        reasons.append(f"{_TWIN} {twin}")
    return tuple(reasons)


def _is_external(candidate: Candidate, directory: Directory, institution: Institution) -> bool:
    """Whether all authors are known to be of other institutions: nothing ties any of them to this one."""
    if not candidate.authors or not (institution.names or institution.domains):
        return False
    if any(is_of_institution(name, institution) for name in candidate.affiliations):
        return False
    if any(_is_own_address(mail, institution) for mail in candidate.emails):
        return False
    for author in candidate.authors:
        known = directory.find(author.name)
        if author.inferred or (known is not None and known.is_local):
            return False
        if known is not None and (
            any(is_of_institution(name, institution) for name in known.affiliations)
            or any(_is_own_address(mail, institution) for mail in known.emails)
        ):
            return False
    return True


def _is_own_address(mail: str, institution: Institution) -> bool:
    domain = mail.rpartition("@")[2].casefold()
    return any(domain == own or domain.endswith(f".{own}") for own in institution.domains)
