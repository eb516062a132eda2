"""Made-up documents for kinds that the shared data has too few of, with their gold; the same seed gives the same documents.

They are laid out directly, without a file: see `documents_synthetic_sheet`. Their words are our own. They teach looks and
the words of covers and headings, not what research reads like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from harvestman.documents.layout.lines import Layout
from harvestman.learn import documents_synthetic_covers as covers
from harvestman.learn import documents_synthetic_handouts as handouts
from harvestman.learn import documents_synthetic_others as others
from harvestman.learn import documents_synthetic_papers as papers
from harvestman.learn import documents_synthetic_teaching as teaching
from harvestman.learn import documents_synthetic_theses as theses
from harvestman.learn.documents_synthetic_words import LANGUAGES

_MAKERS = {
    "paper": papers.paper,
    "thesis": theses.thesis,
    "report": theses.report,
    "exercise": teaching.exercise,
    "slides": teaching.slides,
    "lecture-notes": teaching.lecture_notes,
    "cv": others.cv,
    "book": others.book,
    "other": others.other,
}
CATEGORIES = tuple(_MAKERS)
_HANDOUTS = (
    handouts.sheet,
    handouts.handed_in,
    handouts.deck,
    handouts.notes,
    handouts.sheet,
    handouts.short_text,
    handouts.syllabus,
    covers.cover,
)


@dataclass(frozen=True, slots=True)
class SyntheticDocument:
    """A made-up document and what a perfect reader would answer."""

    layout: Layout
    gold: Mapping[str, Any]
    """The fields of the shared gold: title, authors, affiliations, emails, abstract, keywords, date, language, category."""
    labels: tuple[tuple[str, ...], ...]
    """For each line of each page: title, author, affiliation, address, email, abstract, keywords, date or ""."""


def synthetic_documents(
    number: int,
    *,
    seed: int = 1,
    categories: Sequence[str] = CATEGORIES,
    languages: Sequence[str] = LANGUAGES,
) -> Iterator[SyntheticDocument]:
    """So many documents, kinds and languages in turn."""
    for i in range(number):
        category = categories[i % len(categories)]
        language = languages[i // len(categories) % len(languages)]
        draft = _MAKERS[category](language, Random(f"{seed}/{i}/{category}/{language}"))
        yield SyntheticDocument(draft.layout(), draft.gold(), draft.sheet.labels())


def synthetic_handouts(
    number: int, *, seed: int = 1, languages: Sequence[str] = LANGUAGES
) -> Iterator[SyntheticDocument]:
    """So many handouts of teaching and covers, the arrangements and languages in turn: only their heads are worth learning from."""
    for i in range(number):
        maker = _HANDOUTS[i % len(_HANDOUTS)]
        language = languages[i // len(_HANDOUTS) % len(languages)]
        draft = maker(language, Random(f"{seed}/handout/{i}/{language}"))
        yield SyntheticDocument(draft.layout(), draft.gold(), draft.sheet.labels())
