"""What the repository has already, from a list of its own: compared by identifiers, then by title and first author."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

from harvestman.model import Candidate, UsageError
from harvestman.text import canonical_url, find_doi, fold
from harvestman.text.persons import person_name

_MOST_ROWS = 5_000_000
_SHORT_TITLE = 12  # letters; shorter titles need their author


@dataclass(slots=True)
class HeldIndex:
    """What a repository holds."""

    identifiers: set[str] = field(default_factory=set)
    titles: dict[str, set[str]] = field(default_factory=dict)
    """Folded titles, each with the families of those who wrote such a work."""

    def add(self, *, title: str = "", authors: str = "", doi: str = "", url: str = "") -> None:
        """Learn of one work."""
        if found := find_doi(doi or ""):
            self.identifiers.add(found.casefold())
        if address := canonical_url(url) if url else None:
            self.identifiers.add(address)
        if key := fold(title):
            families = self.titles.setdefault(key, set())
            for name in authors.replace("||", ";").split(";"):
                families.update(person_name(name.strip()).families if name.strip() else ())

    def has(self, candidate: Candidate) -> bool:
        """Whether a candidate is held: by its identifier or address, or by its title and one of its authors."""
        if candidate.doi and candidate.doi.casefold() in self.identifiers:
            return True
        if candidate.url in self.identifiers:
            return True
        families = self.titles.get(fold(candidate.title)) if candidate.title else None
        if families is None:
            return False
        own = {name for one in candidate.authors for name in person_name(one.name).families}
        if not own or not families:
            return len(fold(candidate.title)) > _SHORT_TITLE
        return bool(own & families)


def load_held(file: Path) -> HeldIndex:
    """The list in a CSV file with a header line: `title`, `authors` (between semicolons), `doi`, `url`; also as DSpace exports it."""
    index = HeldIndex()
    try:
        with file.open(encoding="utf-8-sig", newline="", errors="replace") as stream:
            rows = csv.DictReader(stream)
            names = {_plain(name): name for name in reversed(rows.fieldnames or [])}
            if not names.keys() & {"title", "doi", "url"}:
                raise UsageError(
                    f"{file} has no column title, doi or url: write them in its first line"
                )
            for number, row in enumerate(rows):
                if number >= _MOST_ROWS:
                    break
                index.add(**{key: row.get(name) or "" for key, name in names.items() if key})
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    except csv.Error as error:
        raise UsageError(f"{file} is no CSV file: {error}") from None
    return index


def _plain(name: str | None) -> str:
    """Which of our columns a column is; "" for others."""
    bare = (name or "").strip().casefold().partition("[")[0]
    bare = {"dc.title": "title", "dc.contributor.author": "authors", "dc.identifier.doi": "doi", "dc.identifier.uri": "url", "author": "authors"}.get(bare, bare)  # fmt: skip
    return bare if bare in ("title", "authors", "doi", "url") else ""
