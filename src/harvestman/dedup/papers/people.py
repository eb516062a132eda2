"""Whether two lists of authors are of one paper: names in Cyrillic and Latin letters, initials, either order, lists cut short."""

from __future__ import annotations

from dataclasses import dataclass

from harvestman.model import Author
from harvestman.text.persons import PersonName, agreement, person_name


@dataclass(frozen=True, slots=True)
class AuthorsCompared:
    """How far two lists of authors agree."""

    matched: int
    shorter: int
    """The length of the shorter list; what the longer one has more may have been cut from the other."""
    longer: int
    first_agrees: bool
    is_exact: bool
    """Whether a given name that is written out on both sides agrees."""

    @property
    def share(self) -> float:
        """Which part of the shorter list is found in the longer."""
        return self.matched / self.shorter


def compare_authors(
    one: tuple[tuple[Author, ...], ...], other: tuple[tuple[Author, ...], ...]
) -> AuthorsCompared | None:
    """The best agreement between any two lists; None when one of the papers names no authors."""
    found = [_compare(x, y) for x in one for y in other if x and y]
    return max(found, key=lambda c: (c.share, c.matched), default=None)


def family_sounds(author: Author) -> tuple[str, ...]:
    """How the words of an author's family name sound; for a name of two words without a comma, either may be it."""
    person = person_name(author.name, author.family)
    return person.families


def _compare(one: tuple[Author, ...], other: tuple[Author, ...]) -> AuthorsCompared:
    short, long = sorted(
        ([person_name(a.name, a.family) for a in authors] for authors in (one, other)), key=len
    )
    rest = list(long)
    matched = 0
    is_exact = False
    for person in short:
        level, place = _best(person, rest)
        if level:
            del rest[place]
            matched += 1
            is_exact = is_exact or level == 2
    return AuthorsCompared(
        matched, len(short), len(long), bool(agreement(short[0], long[0])), is_exact
    )


def _best(person: PersonName, others: list[PersonName]) -> tuple[int, int]:
    """How far the first of those who agree most does, and its place."""
    level = at = 0
    for place, candidate in enumerate(others):
        found = agreement(person, candidate)
        if found > level:
            level, at = found, place
            if level == 2:
                break
    return level, at
