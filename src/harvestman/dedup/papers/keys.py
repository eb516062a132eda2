"""The keys under which a paper is recognised: two mentions that share one are the same paper.

Surest first: a DOI or arXiv identifier together with the beginning of the title or the first author's family name; then
title and first author's family name together. An identifier alone is no key, because sites print their volume's DOI on the
pages of all its papers; a title alone is none, nor is a short one. Front matter that every year has ("Message from the
Chairs") needs its year as well, and has no key but its identifier where it has one: an editor writes an "Introduction to the
Special Issue" more than once a year. Other titles join whatever their identifiers: preprint and published version have two, and
so has a paper that stands in the proceedings and in SIGPLAN Notices. A PDF link is no key: sites link one volume for all.

An entry with more DOIs than a paper ever has is recognised by none of them. What pages say that contradicts what is known is the store's to
notice (`store/papers/doubting.py`): a column that returns, or a lie.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from harvestman.model import Author, Claim, Field, LinkedMention, Mention
from harvestman.text import fold, is_preprint, parse_name, unaccent

_WORD = re.compile(r"\w+")
_IDENTIFIERS = (Field.DOI, Field.ARXIV)
_MOST_DOIS = 2  # of one paper, without preprints: in the proceedings and in SIGPLAN Notices
_SHORTEST_TITLE = 12  # folded letters; below it, titles such as "Introduction" name many papers
_TITLE_START = (
    10  # folded letters that two prints of a title share even when one has a subtitle more
)
# First words of titles that return every year with the same author.
_FRONT_MATTER = frozenset(
    "message welcome preface foreword editorial introduction organizers organisers committee conference workshop "
    "proceedings table keynote summary overview report presentación prefacio prólogo bienvenida предисловие введение".split()
)


def paper_keys(claims: Iterable[Claim]) -> frozenset[str]:
    """All keys that the claims of one mention give."""
    claims = list(claims)
    is_doubtful = len(published_dois(claims)) > _MOST_DOIS
    identifiers: set[str] = set()
    titles: set[str] = set()
    families: set[str] = set()
    years: set[str] = set()
    for claim in claims:
        if claim.field in _IDENTIFIERS and not is_doubtful:
            identifiers.add(f"{claim.field}:{claim.value}")
        elif claim.field is Field.TITLE:
            titles.add(str(claim.value))
        elif claim.field is Field.YEAR:
            years.add(str(claim.value))
        elif claim.field is Field.AUTHORS and isinstance(claim.value, tuple) and claim.value:
            families.add(_family(claim.value[0]))
    families.discard("")
    folded = {title: fold(title) for title in titles}
    by_identifier = {
        f"{identifier}|{token}"
        for identifier in identifiers
        for token in (*(letters[:_TITLE_START] for letters in folded.values()), *families)
    }
    by_title = {
        f"title:{letters}|{family}{year}"
        for title, letters in folded.items()
        if len(letters) >= _SHORTEST_TITLE
        for family in families
        for year in _years_needed(title, years, has_identifier=bool(identifiers))
    }
    return frozenset(by_identifier | by_title)


def linked_mentions(mentions: Sequence[Mention]) -> tuple[LinkedMention, ...]:
    """What one page says of papers, with the keys of each.

    An identifier that the page prints under several titles is its volume's: there it is a key with the title only, lest two papers of one author become one.
    """
    titles: defaultdict[str, set[str]] = defaultdict(set)
    for one in mentions:
        if named := [claim for claim in one.claims if claim.field in _IDENTIFIERS]:  # few have any
            starts = {
                fold(str(c.value))[:_TITLE_START] for c in one.claims if c.field is Field.TITLE
            }
            for claim in named:
                titles[f"{claim.field}:{claim.value}"] |= starts
    shared = {name: starts for name, starts in titles.items() if len(starts) > 1}
    linked = [LinkedMention(one, paper_keys(one.claims)) for one in mentions]
    if not shared:
        return tuple(linked)

    def is_kept(key: str) -> bool:
        name, _, token = key.rpartition("|")
        return name not in shared or token in shared[name]

    return tuple(replace(one, keys=frozenset(filter(is_kept, one.keys))) for one in linked)


def published_dois(claims: Iterable[Claim]) -> set[str]:
    """The DOIs that the claims of one mention give, but for those of preprints."""
    found = {str(claim.value) for claim in claims if claim.field is Field.DOI}
    return {doi for doi in found if not is_preprint(doi)}


def _family(author: Author | str) -> str:
    if isinstance(author, str):
        return fold(parse_name(author).family)
    # The last word serves all prints: "García Márquez, G." states two words, "Gabriel García Márquez" shows one.
    return fold((author.family or parse_name(author.name).family).split(" ")[-1])


def _years_needed(title: str, years: set[str], *, has_identifier: bool) -> Iterable[str]:
    """The endings of a title's keys: usually one empty ending; for front matter, its years, unless it has an identifier."""
    if not is_front_matter(title):
        return [""]
    return [] if has_identifier else [f"|{year}" for year in years]


def is_front_matter(title: str) -> bool:
    """Whether a title is one that returns every year: "Message from the Chairs"."""
    first = _WORD.search(unaccent(title))
    return first is not None and first[0] in _FRONT_MATTER
