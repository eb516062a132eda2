"""What the library lacks: works that its documents cite and that it has no paper of, those first that most documents cite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harvestman.dedup import compare_titles
from harvestman.find.questions import PaperQuestion
from harvestman.holdings import Holdings
from harvestman.model import Reference
from harvestman.store import Library, PaperQuery
from harvestman.text import find_doi, fold, romanise

_LEAST_LETTERS = 20  # of a title: shorter ones are mostly misread
_MOST_CITATIONS = 2_000  # of one document
_MOST_WORKS = 200_000


@dataclass(frozen=True, slots=True)
class MissingPaper:
    """A work that the library lacks."""

    question: PaperQuestion
    cited_by: int
    """How many held documents cite it."""


def missing_papers(
    library: Library, holdings: Holdings, *, limit: int, cited_by: int = 1
) -> list[MissingPaper]:
    """The works that at least so many held documents cite and the library lacks, the most cited first; of equals, the first that was cited."""
    cited: dict[str, tuple[Reference, set[str]]] = {}
    for digest in library.documents.read_digests():
        for reference in holdings.extraction(digest).citations[:_MOST_CITATIONS]:
            key = fold(romanise(reference.title))
            if len(key) < _LEAST_LETTERS or len(cited) >= _MOST_WORKS:
                continue
            known = cited.setdefault(key, (reference, set()))
            known[1].add(digest)
    found: list[MissingPaper] = []
    for reference, citing in sorted(cited.values(), key=lambda one: -len(one[1])):
        if len(found) == limit or len(citing) < cited_by:
            break
        if not _is_held(library, reference):
            found.append(MissingPaper(_question(reference), len(citing)))
    return found


def _is_held(library: Library, reference: Reference) -> bool:
    query = PaperQuery(text=f'"{reference.title}"', limit=20)
    return any(_agrees(reference.title, title) for title in _titles(library, query))


def _titles(library: Library, query: PaperQuery) -> Iterator[str]:
    for paper in library.papers.find(query):
        yield paper.title


def _agrees(one: str, other: str) -> bool:
    compared = compare_titles((one,), (other,))
    return compared is not None and compared.agrees


def _question(reference: Reference) -> PaperQuestion:
    year = int(reference.year) if reference.year.isdigit() and len(reference.year) == 4 else None
    return PaperQuestion(reference.title, reference.authors, year, find_doi(reference.doi) or "")
