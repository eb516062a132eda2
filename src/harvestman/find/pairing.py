"""Which file does the entry of a paper link to? The title is looked for on the page, then its entry, then the links of that entry.

The page is laid out as one text with marks where elements begin and end. The title is found in it word by word, so that typing errors,
punctuation and either script do not matter; that nothing of the same sentence stands before or behind it tells "Towards a theory
of X" from "A theory of X". The entry is the list item, table row or paragraph around it. Links inside the entry are taken; where it has none to
a file, the nearest one on either side. Whatever is taken is only a candidate: the file is verified.

Runs in the guarded children: pages are strangers'.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from harvestman.crawl import is_file
from harvestman.dedup import TitleTie, compare_titles, is_misprint
from harvestman.find.layout import PageLayout, entry_around, lay_out, share_named
from harvestman.find.questions import PaperQuestion
from harvestman.find.verifying import PageEvidence
from harvestman.pages import Source
from harvestman.text import romanise

_MOST_PLACES = 8  # of one title on one page
_MOST_LINKS = 12  # of one entry
_AROUND = 600  # characters around a title in which its authors are looked for
_LONG_LINE = 1_500  # a line with more text has many entries
_WORD = re.compile(r"[^\W_]+")
_ORDER = list(TitleTie)  # the closest first
_LEAST_WORDS = 3  # that a title must have to be recognised by most of them
_LIKE_SHARE = 0.6
_MOST_LIKE = 3
_LEAST_SHARE = 0.8  # of the words of a title that must be found, misprints counted as found


@dataclass(frozen=True, slots=True)
class PairedLink:
    """A link that may lead to the paper's file."""

    url: str
    evidence: PageEvidence
    is_file: bool
    """Whether its address or text says that it is a file, rather than a page about the paper."""


def pair_links(source: Source, question: PaperQuestion) -> tuple[PairedLink, ...]:
    """The links of a page that may lead to the paper, the likeliest first; none when the page does not name it."""
    return pair_laid(lay_out(source), source.url, question)


def pair_laid(layout: PageLayout, page: str, question: PaperQuestion) -> tuple[PairedLink, ...]:
    """The same for a page that is laid out already."""
    found: dict[str, PairedLink] = {}
    places = list(_places_of(question.title, layout.text))
    for start, end, tie in places or _lines_like(question.title, layout):
        for link in _links_at(layout, start, end, tie, question, page):
            before = found.get(link.url)
            if before is None or _rank(link) < _rank(before):
                found[link.url] = link
    return tuple(sorted(found.values(), key=_rank))


def _rank(link: PairedLink) -> tuple[bool, bool, int, float]:
    evidence = link.evidence
    tie = _ORDER.index(evidence.title)
    return (not link.is_file, not evidence.in_block, tie, -evidence.authors)


# ---- the title in it


def _places_of(title: str, text: str) -> Iterator[tuple[int, int, TitleTie]]:
    """Where a title stands in a text, from the first letter to the last, and how sure that is it."""
    wanted = _WORD.findall(romanise(title))
    if not wanted:
        return
    spans = [match.span() for match in _WORD.finditer(text)]
    words = [romanise(text[start:end]) for start, end in spans]
    tied = [
        (first, tie)
        for first in _starts(wanted, words)
        if (tie := _tie(wanted, words[first : first + len(wanted)])) is not None
    ]
    # A series has many titles that differ in one word: the closest count, not the first.
    closest = sorted(tied, key=lambda one: _ORDER.index(one[1]))[:_MOST_PLACES]
    for first, tie in sorted(closest):
        last = first + len(wanted)
        start, end = spans[first][0], spans[min(last, len(spans)) - 1][1]
        before = text[spans[first - 1][1] : start] if first else "\n"
        behind = text[end : spans[last][0]] if last < len(spans) else "\n"
        if not before.strip(" \t\xa0") or not behind.strip(" \t\xa0"):
            yield start, end, TitleTie.CLOSE  # the sentence goes on: this may be another title
        elif _is_about(title, text[spans[max(0, first - 2)][0] : end]):
            yield start, end, TitleTie.ABOUT
        else:
            yield start, end, tie


def _is_about(title: str, shown: str) -> bool:
    """Whether the words in front of a title make it that of a correction or a reply: "Erratum: …", "Reply to …"."""
    corrected = compare_titles((title,), (f"Erratum: {title}",))
    if corrected is None or corrected.tie is not TitleTie.ABOUT:
        return False  # it is a correction that is looked for
    words = _WORD.findall(romanise(shown))
    count = len(_WORD.findall(romanise(title)))
    fronts = {" ".join(words[-count - n :]) for n in (1, 2) if count + n <= len(words)}
    compared = [compare_titles((title,), (front,)) for front in fronts]
    return any(one is not None and one.tie is TitleTie.ABOUT for one in compared)


def _lines_like(title: str, layout: PageLayout) -> list[tuple[int, int, TitleTie]]:
    """The lines that have most of the words of a title, where it stands nowhere as a whole: lists shorten and change titles."""
    wanted = {word for word in _WORD.findall(romanise(title)) if len(word) > 3}
    if len(wanted) < _LEAST_WORDS:
        return []
    found = []
    for start, end in pairwise((0, *layout.breaks, layout.length)):
        if end - start < _LONG_LINE:
            shown = wanted & set(_WORD.findall(romanise(layout.text[start:end])))
            if len(shown) >= _LIKE_SHARE * len(wanted):
                found.append((-len(shown), start, end))
    return [(start, end, TitleTie.CLOSE) for _, start, end in sorted(found)[:_MOST_LIKE]]


def _starts(wanted: Sequence[str], words: Sequence[str]) -> list[int]:
    """Where in the words a title may begin: places for which most of its words vote."""
    votes: Counter[int] = Counter()
    places: dict[str, list[int]] = {}
    for place, word in enumerate(wanted):
        places.setdefault(word, []).append(place)
    for at, word in enumerate(words):
        for place in places.get(word, ()):
            if at >= place:
                votes[at - place] += 1
    least = max(1, len(wanted) * _LEAST_SHARE - 1)
    return sorted(start for start, count in votes.items() if count >= least)


def _tie(wanted: Sequence[str], found: Sequence[str]) -> TitleTie | None:
    """EQUAL word for word, NEAR but for misprints, CLOSE where a word differs; None for another text."""
    if len(found) < len(wanted):
        return None
    differing = [(x, y) for x, y in zip(wanted, found, strict=False) if x != y]
    if not differing:
        return TitleTie.EQUAL
    if len(differing) > max(1, len(wanted) // 5):
        return None
    if all(is_misprint(x, y) for x, y in differing):
        return TitleTie.NEAR
    return TitleTie.CLOSE if len(wanted) >= 5 else None


# ---- its entry, and the links of that


def _links_at(
    layout: PageLayout, start: int, end: int, tie: TitleTie, question: PaperQuestion, page: str
) -> Iterator[PairedLink]:
    begin, stop = entry_around(layout, start, end)
    near = layout.text[max(0, begin - _AROUND // 2) : stop + _AROUND // 2]
    authors = max(
        share_named(question, layout.text[begin:stop]), 0.8 * share_named(question, near)
    ) or 0.5 * share_named(question, layout.text[: 20 * _AROUND])
    inside = [link for link in layout.links if begin <= link.start < stop]
    inside = sorted(inside, key=lambda link: not link.is_file)[:_MOST_LINKS]
    files = [link for link in inside if link.is_file]
    for link in inside:
        if not link.is_file and (is_file(link.url) or share_named(question, link.anchor)):
            continue  # a BibTeX file, an author's own page
        rivals = max(0, len(files) - 1) if link.is_file else 0
        evidence = PageEvidence(page, tie, authors, True, rivals, link.anchor)
        yield PairedLink(link.url, evidence, link.is_file)
    if files:
        return
    outside = [link for link in layout.links if link.is_file]
    places = [link.start for link in outside]
    at = bisect_right(places, begin)
    for link in (*outside[max(0, at - 1) : at], *outside[at : at + 1]):
        evidence = PageEvidence(page, tie, authors, False, 0, link.anchor)
        yield PairedLink(link.url, evidence, True)
