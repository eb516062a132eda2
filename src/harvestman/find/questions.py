"""What is asked for, what is answered, and the trail between the two: plain values that the other modules share.

A question is kept with its answer, so its `key` is made of what is asked alone: the same paper asked for twice, under whatever id,
is one question.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from harvestman.model import Plain, Status, UsageError
from harvestman.text import find_doi, fold, squeeze

MOST_AUTHORS = 100
_MOST_LETTERS = 1_000
_MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """A paper that is looked for: its title at least."""

    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    kinds: tuple[str, ...] = ()
    """The kinds of document that may be the answer (`paper`, `thesis`, `slides`, …); none for any."""
    id: str = ""
    """What the asker calls the question; it comes back with the answer."""

    kind = "paper"

    @property
    def key(self) -> str:
        """What tells this question from others, whoever asks."""
        names = " ; ".join(sorted(fold(name) for name in self.authors))
        parts = (fold(self.title), names, str(self.year or ""), self.doi.lower())
        return "\n".join((*parts, " ".join(sorted(self.kinds))))

    def to_plain(self) -> Plain:
        """As it is kept and told."""
        return {
            "id": self.id or None,
            "title": self.title,
            "authors": list(self.authors),
            "year": self.year,
            "doi": self.doi or None,
            "kinds": list(self.kinds),
        }


@dataclass(frozen=True, slots=True)
class PersonQuestion:
    """A scholar who is looked for."""

    name: str
    affiliation: str = ""
    field: str = ""
    id: str = ""
    coauthors: tuple[str, ...] = ()
    """Some who have written with the person: what tells namesakes of one field apart."""

    kind = "person"

    @property
    def key(self) -> str:
        """What tells this question from others, whoever asks."""
        said = "\n".join(map(fold, (self.name, self.affiliation, self.field)))
        return said + "".join(f"\n{name}" for name in sorted(map(fold, self.coauthors)))

    def to_plain(self) -> Plain:
        """As it is kept and told."""
        return {
            "id": self.id or None,
            "name": self.name,
            "affiliation": self.affiliation or None,
            "field": self.field or None,
            "coauthors": list(self.coauthors),
        }


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One thing that was tried for a question, and what came of it."""

    stage: str
    """`search`, `file`, `page`, `verify`, `pair` …: which part of the way."""
    what: str
    """The query or the address."""
    outcome: str
    """In a few words, for a person."""

    def to_plain(self) -> Plain:
        """As it is kept and told."""
        return {"stage": self.stage, "what": self.what, "outcome": self.outcome}


@dataclass(slots=True)
class Trail:
    """What was tried for a question, in order; bounded, for a crawl may try much."""

    steps: list[TrailStep] = field(default_factory=list)

    def add(self, stage: str, what: str, outcome: str) -> None:
        """One more thing that was tried."""
        step = TrailStep(stage, squeeze(what)[:_MOST_LETTERS], squeeze(outcome)[:_MOST_LETTERS])
        if len(self.steps) < _MOST_LINES and step not in self.steps[-3:]:
            self.steps.append(step)


@dataclass(frozen=True, slots=True)
class PaperAnswer:
    """What was found of a paper that was looked for."""

    question: PaperQuestion
    status: Status
    url: str = ""
    """Where the file was found; "" when it was not."""
    file: str = ""
    """The id of the document that is held."""
    title: str = ""
    """As the document prints it."""
    authors: tuple[str, ...] = ()
    score: float = 0.0
    """How sure it is that this is the paper, from 0 to 1."""
    volume_pages: tuple[int, int] | None = None
    """Where the file is a collected volume: the first and the last of its pages that are the paper."""
    trail: tuple[TrailStep, ...] = ()
    requests: int = 0
    """How many requests it has cost."""

    def to_plain(self) -> Plain:
        """One line of `find paper --json`."""
        return {
            "id": self.question.id or None,
            "status": str(self.status),
            "url": self.url or None,
            "file": self.file or None,
            "title": self.title or None,
            "authors": list(self.authors),
            "score": round(self.score, 4),
            "volume_pages": list(self.volume_pages) if self.volume_pages else None,
            "requests": self.requests,
            "trail": [step.to_plain() for step in self.trail],
        }


def paper_question(plain: Any, *, where: str = "the question") -> PaperQuestion:
    """A question from a line of a file, such as `{"id", "title", "authors", "year"}`; UsageError for what is none."""
    if not isinstance(plain, dict):
        raise UsageError(f"{where} is no object: write {{'title': …, 'authors': [...]}}")
    title = squeeze(_text(plain.get("title"), where, "title"))
    said = _text(plain.get("doi"), where, "doi")
    doi = find_doi(said) or ""
    if not title and not doi and said.strip():
        raise UsageError(f"{where}: {said!r} is no DOI: write it as 10.1000/182")
    if not title and not doi:
        raise UsageError(f"{where} has no title: it needs one, or a DOI")
    named = plain.get("authors") or ()
    if isinstance(named, str):
        named = [named]
    if not isinstance(named, list | tuple) or not all(isinstance(name, str) for name in named):
        raise UsageError(f"{where}: authors are no list of names")
    year = plain.get("year")
    if isinstance(year, str) and year.strip().isascii() and year.strip().isdigit():
        year = int(year[:9])
    if year is not None and (not isinstance(year, int) or not 1000 <= year <= 9999):
        raise UsageError(f"{where}: {year!r} is no year")
    identity = plain.get("id")
    return PaperQuestion(
        title[:_MOST_LETTERS],
        tuple(squeeze(name)[:200] for name in named[:MOST_AUTHORS] if squeeze(name)),
        year,
        doi,
        id="" if identity is None else str(identity)[:200],
    )


def _text(value: Any, where: str, name: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UsageError(f"{where}: {name} is no text")
    return value
