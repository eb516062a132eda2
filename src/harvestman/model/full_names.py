"""Authors' first names in full, where any source gives them: "A. Ruiz" of a programme is "Ana Ruiz" of the paper's own page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from harvestman.model.claims import Author, Claim, Field
from harvestman.model.papers import Paper
from harvestman.text import fold, parse_name, words


def with_full_names(paper: Paper, claims: Iterable[Claim]) -> Paper:
    """The paper with each abbreviated author under the one fuller name that its claims know; as it is where they know several."""
    if not has_abbreviated(paper):
        return paper
    known = [
        author.name
        for claim in claims
        if claim.field is Field.AUTHORS and isinstance(claim.value, tuple)
        for author in claim.value
        if isinstance(author, Author) and not _is_abbreviated(author.name)
    ]
    return replace(paper, authors=tuple(_fuller(author, known) for author in paper.authors))


def has_abbreviated(paper: Paper) -> bool:
    """Whether an author's first name is not written out."""
    return any(_is_abbreviated(author.name) for author in paper.authors)


def _fuller(author: Author, known: list[str]) -> Author:
    if not _is_abbreviated(author.name):
        return author
    names = {fold(name): name for name in known if _abbreviates(author.name, name)}
    return replace(author, name=str(parse_name(names.popitem()[1]))) if len(names) == 1 else author


def _is_abbreviated(name: str) -> bool:
    """Whether no first name is written out: "A. Ruiz", "A. B. Ruiz", but not "Ana B. Ruiz" or "Ruiz"."""
    given = words(parse_name(name).given)
    return bool(given) and all(len(word) == 1 for word in given)


def _abbreviates(short: str, full: str) -> bool:
    parsed = parse_name(short)
    family, every = words(parsed.family), words(str(parse_name(full)))
    given = every[: -len(family)]
    return (
        bool(given)
        and every[-len(family) :] == family
        and all(
            word.startswith(initial)
            for initial, word in zip(words(parsed.given), given, strict=False)
        )
    )
