"""Which pages behind a homepage list publications, and which of them do so in an attached file.

After section 5.2 of the paper finder: pages whose link or address speaks of publications are candidates, and the homepage itself. A candidate
is one when it has entries, and when the person has a part in them or the page calls itself so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from harvestman.find.entries import Publication
from harvestman.find.homepages import PageLink, PageLook, is_same_site
from harvestman.find.naming import Naming, Sought, names_in
from harvestman.find.studying import Studied
from harvestman.find.word_lists import phrases
from harvestman.text import romanise

_FEWEST = 3
"""Entries that make a list."""
_FEW = 8
_OWN = 0.4
"""Of the entries, those that name the person."""
_LONG_LABEL = 60
_SHORT_LABEL = 30
_YEAR = re.compile(r"\W*(?:19|20)\d\d(?!\d)")
_FILES = (".pdf", ".doc", ".docx", ".rtf", ".odt", ".txt", ".ps")
_STRONG = 3.0


def leads_to_publications(look: PageLook, who: Sought) -> list[str]:
    """Where a homepage leads that may list publications, the likeliest first."""
    scores: dict[str, float] = {}
    for link in look.links:
        path = unquote(urlsplit(link.url).path).lower()
        if path.endswith(_FILES) or _plain(link.url) == _plain(look.url):
            continue
        score = _score(link, path)
        if not is_same_site(link.url, look.url):
            score -= 1.0
            if not any(family in path or family in link.url.lower() for family in who.families):
                continue  # a journal or a publisher: somebody's publications, not this person's
        if score > 0:
            scores[link.url] = max(score, scores.get(link.url, 0.0))
    return sorted(scores, key=lambda url: -scores[url])


def leads_by_year(page: PageLook) -> list[str]:
    """Pages of single years that a page of publications leads to, in its order: "2023", "2021 and before"."""
    found = {
        link.url: None
        for link in page.links
        if _YEAR.match(link.text)
        and len(link.text) <= _SHORT_LABEL
        and is_same_site(link.url, page.url)
        and not urlsplit(link.url).path.lower().endswith(_FILES)
        and _plain(link.url) != _plain(page.url)
    }
    return list(found)


def _score(link: PageLink, path: str) -> float:
    text = link.text.lower()
    score = 0.0
    for place, word in enumerate(phrases("publications link")):
        weight = _STRONG if word in phrases("publications") else 1.0
        if word in text and len(text) <= _LONG_LABEL:
            score = max(score, weight + (0.1 if place == 0 else 0.0))
        # A Russian page is called by Latin letters: trudy.html, publikacii.html.
        named = (word, romanise(word), word.replace("publication", "publ"))
        if named[0] in path or any(one in path.rpartition("/")[2] for one in named[1:]):
            score = max(score, weight * 0.8)
    return score


def _plain(url: str) -> str:
    return url.partition("#")[0].removesuffix("index.html").rstrip("/")


def is_publications_page(studied: Studied, who: Sought, *, is_home: bool = False) -> bool:
    """Whether a page of the person's site lists publications.

    On the homepage itself entries without authors are the person's own, and a short line above them says what they are.
    """
    entries = studied.publications
    if len(entries) < _FEWEST:
        return False
    own = sum(_is_own(one, who, is_home=is_home) for one in entries) / len(entries)
    calls_itself = _calls_itself(studied.look) or (is_home and _has_heading_line(studied.look))
    if own >= _OWN:
        return len(entries) >= _FEW or calls_itself
    return calls_itself and (own > 0 or len(entries) >= _FEW)


def pages_of_years(pages: Sequence[Studied], who: Sought) -> list[Studied]:
    """Of the pages of single years those with entries: few on each, but a list when taken together."""
    listed = [page for page in pages if page.publications]
    entries = [one for page in listed for one in page.publications]
    own = sum(_is_own(one, who, is_home=False) for one in entries)
    return listed if len(entries) >= _FEWEST and own >= _OWN * len(entries) else []


def _is_own(entry: Publication, who: Sought, *, is_home: bool) -> bool:
    return (is_home and not entry.authors) or names_in(entry.reference, who) >= Naming.INITIAL


def _has_heading_line(look: PageLook) -> bool:
    """Whether a short line speaks of publications: old pages have larger letters for headings."""
    short = (line.lower() for line in look.lines if len(line) <= _SHORT_LABEL)
    return any(word in line for line in short for word in phrases("publications"))


def _calls_itself(look: PageLook) -> bool:
    """Whether title, address or headings speak of publications."""
    path = unquote(urlsplit(look.url).path).lower()
    said = " ".join((look.title, *look.headings[:10])).lower()
    return any(word in said or word in path for word in phrases("publications")) or "publ" in path


def attached_lists(look: PageLook, who: Sought, others: Sequence[Studied]) -> list[str]:
    """Files that may hold the list: linked from the homepage or the pages behind it, and called so."""
    found: dict[str, float] = {}
    for page in (look, *(one.look for one in others)):
        for link in page.links:
            path = unquote(urlsplit(link.url).path).lower()
            if path.endswith(_FILES) and is_same_site(link.url, look.url):
                # A folder called papers holds papers; a file called publications is a list.
                score = _score(link, path.rpartition("/")[2])
                if score >= _STRONG * 0.8:
                    found[link.url] = max(score, found.get(link.url, 0.0))
    return sorted(found, key=lambda url: -found[url])[:2]
