"""What is answered to a question about a person, and how such a question is read from a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from harvestman.find.entries import Publication
from harvestman.find.questions import MOST_AUTHORS, PersonQuestion, TrailStep
from harvestman.model import Plain, Status, UsageError
from harvestman.text import squeeze

_MOST_LETTERS = 500


@dataclass(frozen=True, slots=True)
class PersonAnswer:
    """What was found of a person."""

    question: PersonQuestion
    status: Status
    name: str = ""
    """As the question gives it."""
    homepage: str = ""
    publications_pages: tuple[str, ...] = ()
    publications: tuple[Publication, ...] = ()
    trail: tuple[TrailStep, ...] = ()
    requests: int = 0
    directory: str = ""
    """Where there is no homepage: a page that lists the person among others."""

    def to_plain(self) -> Plain:
        """One line of `find person --json`."""
        return {
            "id": self.question.id or None,
            "status": str(self.status),
            "name": self.name or self.question.name,
            "homepage": self.homepage or None,
            "directory": self.directory or None,
            "publications_pages": list(self.publications_pages),
            "publications": [
                {
                    "reference": one.reference,
                    "title": one.title,
                    "authors": list(one.authors),
                    "year": one.year,
                    "pdf": one.pdf or None,
                    "page": one.page,
                }
                for one in self.publications
            ],
            "requests": self.requests,
            "trail": [step.to_plain() for step in self.trail],
        }


def person_question(plain: Any, *, where: str = "the question") -> PersonQuestion:
    """A question from a line of a file, such as `{"id", "name", "affiliation", "field"}`; UsageError for what is none."""
    if not isinstance(plain, dict):
        raise UsageError(f"{where} is no object: write {{'name': …, 'affiliation': …}}")
    texts = {}
    for name in ("name", "affiliation", "field"):
        value = plain.get(name)
        if value is not None and not isinstance(value, str):
            raise UsageError(f"{where}: {name} is no text")
        texts[name] = squeeze(value or "")[:_MOST_LETTERS]
    if not texts["name"]:
        raise UsageError(f"{where} has no name")
    others = plain.get("coauthors") or ()
    if not isinstance(others, list | tuple) or not all(isinstance(one, str) for one in others):
        raise UsageError(f"{where}: coauthors are no list of names")
    identity = plain.get("id")
    return PersonQuestion(
        **texts,
        id="" if identity is None else str(identity)[:200],
        coauthors=tuple(squeeze(one)[:200] for one in others[:MOST_AUTHORS] if squeeze(one)),
    )
