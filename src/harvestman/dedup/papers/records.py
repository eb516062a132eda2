"""What is compared: everything that is claimed of a paper, gathered field by field.

A paper may have several titles (one in Russian and its translation, a misprint on one page), several lists of authors and
several identifiers. All of them are kept: two papers agree in their titles when any two of them do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from harvestman.model import OF_EVENT, Author, Claim, Field, Value
from harvestman.model.sending import quickly_made

_MAX_VALUES = 8  # different titles or lists of authors: a paper with more is a heap of misreadings
_MAX_AUTHORS = 40
_MAX_TITLE = 400
_MAX_ABSTRACT = 3_000
_LEAST_ABSTRACT = 150  # characters; below it is a placeholder
COMPARED = (
    *(Field.TITLE, Field.AUTHORS, Field.YEAR, Field.DOI, Field.ARXIV, Field.VENUE, Field.VOLUME),
    *(Field.PAGES, Field.ABSTRACT, Field.PDF, Field.FORGOTTEN),
)
"""The fields that a record is made of: a third of all claims say something else."""
# "Методы анализа / Methods of Analysis": two titles in one, when they are in two scripts.
_PARALLEL = re.compile(r"\s+(?:/{1,2}|=|\|)\s+")
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


@quickly_made
@dataclass(frozen=True, slots=True)
class Record:
    """One paper as all its claims describe it."""

    titles: tuple[str, ...] = ()
    authors: tuple[tuple[Author, ...], ...] = ()
    years: frozenset[int] = frozenset()
    dois: frozenset[str] = frozenset()
    arxivs: frozenset[str] = frozenset()
    venues: tuple[str, ...] = ()
    volumes: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    abstracts: tuple[str, ...] = ()
    files: frozenset[str] = frozenset()
    """Where its PDF is said to be."""
    editions: frozenset[int] = frozenset()
    """The years of the events whose paper it is."""
    sources: frozenset[str] = frozenset()
    """Where it is spoken of; for a document that was read, the document's own address."""


def record_of(claims: Iterable[Claim]) -> Record:
    """The record of a paper, or of one mention, from its claims; the surest values first. Of a forgotten paper it is empty."""
    by_field: dict[Field, list[Claim]] = {}
    sources: set[str] = set()
    for claim in claims:
        by_field.setdefault(claim.field, []).append(claim)
        sources.add(claim.evidence.source)
    if Field.FORGOTTEN in by_field:
        return Record()
    for rivals in by_field.values():
        if len(rivals) > 1:
            rivals.sort(key=lambda c: (-c.authority, -c.confidence, repr(c.value)))

    def values(field: Field) -> Iterable[Value]:
        return dict.fromkeys([claim.value for claim in by_field.get(field, ())])

    def texts(field: Field) -> list[str]:
        if field not in by_field:
            return []
        return [text for value in values(field) if (text := str(value).strip())]

    titles = dict.fromkeys(
        one for title in texts(Field.TITLE) for one in _titles_in(title[:_MAX_TITLE])
    )
    authors = [
        tuple(one for one in value[:_MAX_AUTHORS] if isinstance(one, Author))
        for value in values(Field.AUTHORS)
        if isinstance(value, tuple) and value
    ]
    abstracts = [text[:_MAX_ABSTRACT] for text in texts(Field.ABSTRACT)]
    return Record(
        titles=tuple(titles)[:_MAX_VALUES],
        authors=tuple(authors[:_MAX_VALUES]),
        years=frozenset(y for y in values(Field.YEAR) if isinstance(y, int)),
        dois=frozenset(texts(Field.DOI)),
        arxivs=frozenset(texts(Field.ARXIV)),
        venues=tuple(texts(Field.VENUE)[:_MAX_VALUES]),
        volumes=frozenset(texts(Field.VOLUME)),
        pages=frozenset(texts(Field.PAGES)),
        abstracts=tuple(text for text in abstracts if len(text) >= _LEAST_ABSTRACT)[:2],
        files=frozenset(texts(Field.PDF)),
        editions=frozenset(
            claim.value
            for claim in by_field.get(Field.YEAR, ())
            if isinstance(claim.value, int) and claim.reader.startswith(OF_EVENT)
        ),
        sources=frozenset(sources),
    )


def _titles_in(title: str) -> Iterable[str]:
    """The title, and when it is two in two scripts, each of them."""
    yield title
    if not ("/" in title or "=" in title or "|" in title):  # nearly always
        return
    parts = _PARALLEL.split(title)
    if len(parts) == 2 and len({_CYRILLIC.search(part) is None for part in parts}) == 2:
        yield from parts
