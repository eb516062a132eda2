"""What dblp's two formats share: which volume a paper is of, the keys that dblp would give, and titles, pages and links in its way.

A key is the series, the first author's family name, the initials of the others' and two digits of the year: conf/lime/RuizSB26; the next
one of the same gets the letter a. These are proposals: dblp's editors give the keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from harvestman.formats.fields import clean, clean_url, date_parts, kind_of, page_range
from harvestman.formats.people import person
from harvestman.model import Author, Kind, Paper
from harvestman.text import romanise

_MOST_INITIALS = 10
_SHORT = re.compile(r"\(([^\W\d_][\w&/+.-]{1,20})[ '’-]{0,2}(?:[12][0-9])?[0-9]{0,2}\)")
_FIRST = re.compile(r"([^\W\d_]+(?:[-/&+]?[^\W_]+)?)[ '’-]{0,2}(?:[12][0-9])?[0-9]{0,2}\b")
_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_ENDS = (".", "?", "!")


@dataclass(frozen=True, slots=True)
class DblpVolume:
    """The volume that a paper is of."""

    key: str
    """Such as conf/lime/2026; of a journal journals/lime."""
    series: str
    booktitle: str
    title: str
    year: int | None
    is_journal: bool


def published(papers: Iterable[Paper]) -> Iterator[Paper]:
    """The papers that a volume may have: talks are no part of proceedings."""
    return (paper for paper in papers if paper.kind != str(Kind.TALK))


def dblp_volume(paper: Paper) -> DblpVolume:
    """The volume of a paper: of its event where that is known, else by its venue and year."""
    parts, event = date_parts(paper), paper.event
    year = parts[0] if parts else None
    venue = clean(paper.venue)
    short = _acronym(venue)
    if event is not None and paper.kind != str(Kind.JOURNAL_ARTICLE):
        year = event.year or year
        short = clean(event.acronym) or short
        venue = venue or clean(event.name)
    is_journal = kind_of(paper) is Kind.JOURNAL_ARTICLE
    series = f"{'journals' if is_journal else 'conf'}/{_slug(short or venue) or 'unknown'}"
    key = series if is_journal or year is None else f"{series}/{year}"
    return DblpVolume(key, series, short or venue, venue, year, is_journal)


def _acronym(venue: str) -> str:
    """The short name of a venue: what stands in brackets, or a first word all in capitals."""
    if match := _SHORT.search(venue):
        return match[1].strip()
    match = _FIRST.match(venue)
    return match[1] if match and sum(c.isupper() for c in match[1]) > 1 else ""


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", romanise(_YEAR.sub("", text)))[:30]


class DblpKeys:
    """Gives each paper of one file the key that dblp would give, no key twice."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        """`known`: the keys of papers that dblp has already, by our ids."""
        self._known = dict(known or {})
        self._given: set[str] = set(self._known.values())

    def key(self, paper: Paper, volume: DblpVolume) -> str:
        """The key of the next paper: dblp's own where it has one."""
        if known := self._known.get(paper.id):
            return known
        names = [_family(author) for author in paper.authors]
        head = names[0] if names and names[0] else "Anonymous"
        initials = "".join(name[:1] for name in names[1 : 1 + _MOST_INITIALS])
        year = f"{volume.year % 100:02d}" if volume.year is not None else ""
        base = f"{volume.series}/{head}{initials}{year}"
        key, count = base, 0
        while key in self._given:
            key = base + _letters(count)
            count += 1
        self._given.add(key)
        return key


def _letters(count: int) -> str:
    """a, b, …, z, aa, ab, …"""
    text = ""
    count += 1
    while count:
        count, digit = divmod(count - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def _family(author: Author) -> str:
    """The last word of the family name in ASCII, as keys write it: García-Molina is Garcia-Molina, van der Aalst is Aalst."""
    parsed = person(author.name, author.family)
    word = (parsed.family if parsed else clean(author.name)).split()[-1:] or [""]
    parts = re.split(r"[^a-z0-9]+", romanise(word[0].replace("'", "")))
    return "-".join(part.capitalize() for part in parts if part)[:40]


def dblp_title(paper: Paper) -> str:
    """The title with the sign that dblp ends it with."""
    title = clean(paper.title)
    return title if title.endswith(_ENDS) else f"{title}."


def dblp_pages(paper: Paper) -> str:
    """The pages as 1-10; empty when they are not known."""
    first, last = page_range(paper.pages)
    return f"{first}-{last}" if last else first


def dblp_ee(paper: Paper) -> str:
    """The electronic edition: the DOI's address, else the paper's page, else its file."""
    if paper.doi:
        return clean_url(f"https://doi.org/{paper.doi}")
    return clean_url(paper.url or paper.pdf)
