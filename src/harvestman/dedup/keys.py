"""The keys under which a paper is recognised: two mentions that share one are the same paper.

Surest first: a DOI or arXiv identifier; then title and first author's family name together. A title alone is no key
("Preface", "Editorial"), nor is a short one; a PDF link is none either, since sites link one volume for all their papers.
"""

from __future__ import annotations

from collections.abc import Iterable

from harvestman.model import Author, Claim, Field
from harvestman.text import fold, parse_name

_SHORTEST_TITLE = 12  # folded letters; below it, titles such as "Introduction" name many papers


def paper_keys(claims: Iterable[Claim]) -> frozenset[str]:
    """All keys that the claims of one mention give."""
    keys: set[str] = set()
    titles: set[str] = set()
    first_authors: set[str] = set()
    for claim in claims:
        if claim.field in (Field.DOI, Field.ARXIV):
            keys.add(f"{claim.field}:{claim.value}")
        elif claim.field is Field.TITLE:
            titles.add(fold(str(claim.value)))
        elif claim.field is Field.AUTHORS and isinstance(claim.value, tuple) and claim.value:
            first = claim.value[0]
            name = first.name if isinstance(first, Author) else first
            first_authors.add(fold(parse_name(name).family))
    keys.update(
        f"title:{title}|{family}"
        for title in titles
        if len(title) >= _SHORTEST_TITLE
        for family in first_authors
        if family
    )
    return frozenset(keys)
