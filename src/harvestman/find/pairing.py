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
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from rapidfuzz.distance import OSA
from selectolax.lexbor import LexborNode

from harvestman.crawl import is_document, is_file
from harvestman.dedup import TitleTie
from harvestman.find.questions import PaperQuestion
from harvestman.find.verifying import PageEvidence, family_words
from harvestman.find.words import FILE_WORDS
from harvestman.pages import SavedPage, Source
from harvestman.text import decode_html, romanise

MAX_LAYOUT = 1_500_000
"""Characters of a page that are looked through."""
_MOST_PLACES = 8  # of one title on one page
_MOST_LINKS = 12  # of one entry
_AROUND = 600  # characters around a title in which its authors are looked for
_LONG_ENTRY = 1_500  # an element with more text is no entry: its lines are
_ENTRIES = frozenset("li tr dd p article".split())
_BLOCKS = frozenset(
    "li tr dd dt p article section div td th h1 h2 h3 h4 h5 h6 table ul ol dl blockquote pre hr figure center".split()
)
_UNSEEN = frozenset("script style template noscript svg head select".split())
_EDGE = "\x1f"  # an inline element begins or ends
_WORD = re.compile(r"[^\W_]+")
_LEAST_WORDS = 3  # that a title must have to be recognised by most of them
_LIKE_SHARE = 0.6
_MOST_LIKE = 3
_HREF = re.compile(r"""href\s*=\s*["']?([^"'\s>]{1,1000})""", re.IGNORECASE)
_LONG_COMMENT = 20_000
_LEAST_SHARE = 0.8  # of the words of a title that must be found, misprints counted as found


@dataclass(frozen=True, slots=True)
class PairedLink:
    """A link that may lead to the paper's file."""

    url: str
    evidence: PageEvidence
    is_file: bool
    """Whether its address or text says that it is a file, rather than a page about the paper."""


@dataclass(slots=True)
class _Link:
    url: str
    start: int
    end: int
    anchor: str = ""
    is_file: bool = False


@dataclass(slots=True)
class _Layout:
    """A page as one text, with the places of its links and entries."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    links: list[_Link] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)
    """Where elements that may be entries begin and end."""
    breaks: list[int] = field(default_factory=list)
    """Where blocks and lines begin."""
    text: str = ""
    open_entries: list[int] = field(default_factory=list)
    open_links: list[_Link] = field(default_factory=list)

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)


def pair_saved_page(task: tuple[SavedPage, datetime, PaperQuestion]) -> tuple[PairedLink, ...]:
    """What a worker process runs: the links of a page that may lead to the paper, the likeliest first."""
    page, now, question = task
    html, _ = decode_html(page.body, page.content_type)
    return pair_links(Source(page, html=html, now=now), question)


def pair_links(source: Source, question: PaperQuestion) -> tuple[PairedLink, ...]:
    """The links of a page that may lead to the paper, the likeliest first; none when the page does not name it."""
    layout = _lay_out(source)
    found: dict[str, PairedLink] = {}
    places = list(_places_of(question.title, layout.text))
    for start, end, tie in places or _lines_like(question.title, layout):
        for link in _links_at(layout, start, end, tie, question, source.url):
            before = found.get(link.url)
            if before is None or _rank(link) < _rank(before):
                found[link.url] = link
    return tuple(sorted(found.values(), key=_rank))


def _rank(link: PairedLink) -> tuple[bool, bool, int, float]:
    evidence = link.evidence
    ties = list(TitleTie)
    return (not link.is_file, not evidence.in_block, ties.index(evidence.title), -evidence.authors)


# ---- the page as one text


def _lay_out(source: Source) -> _Layout:
    layout = _Layout()
    body = source.tree.body
    if body is None:
        return layout
    for node, is_end in _events(body):
        if node.tag == "-comment":
            _lay_comment(layout, node, source)
        elif node.tag == "-text":
            layout.add((node.text_content or "")[: MAX_LAYOUT - layout.length])
            if layout.length >= MAX_LAYOUT:
                break
        else:
            _lay_element(layout, node, source, is_end=is_end)
    layout.text = "".join(layout.parts)
    layout.links.sort(key=lambda link: link.start)
    for link in layout.links:
        link.anchor = " ".join(layout.text[link.start : link.end].replace(_EDGE, " ").split())[:300]
        words = set(_WORD.findall(romanise(link.anchor)))
        link.is_file = is_document(link.url) or (len(words) <= 6 and bool(words & FILE_WORDS))
    return layout


def _lay_comment(layout: _Layout, node: LexborNode, source: Source) -> None:
    """Links to files that were commented out still lead somewhere: the entry is theirs as well."""
    for match in _HREF.finditer((node.comment_content or "")[:_LONG_COMMENT]):
        url = source.resolve(match[1])
        if url and is_document(url):
            layout.links.append(_Link(url, layout.length, layout.length))


def _lay_element(layout: _Layout, node: LexborNode, source: Source, *, is_end: bool) -> None:
    """Mark where an element begins or ends."""
    tag = node.tag or ""
    if tag in _BLOCKS or tag == "br":
        layout.add("\n")
        layout.breaks.append(layout.length)
    else:
        layout.add(_EDGE)
    if tag in _ENTRIES:
        if not is_end:
            layout.open_entries.append(layout.length)
        elif layout.open_entries:
            layout.entries.append((layout.open_entries.pop(), layout.length))
    if tag != "a":
        return
    if not is_end:
        url = source.resolve(node.attributes.get("href") or "") or ""
        layout.open_links.append(_Link(url, layout.length, layout.length))
    elif layout.open_links:
        link = layout.open_links.pop()
        link.end = layout.length
        if link.url:
            layout.links.append(link)


def _events(root: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Every node as it begins, and every element as it ends; what nobody sees is left out."""
    stack: list[tuple[LexborNode, bool]] = [(root, False)]
    while stack:
        node, is_end = stack.pop()
        if is_end:
            yield node, True
            continue
        tag = node.tag or ""
        if tag in _UNSEEN or _is_hidden(node):
            continue
        yield node, False
        if tag in ("-text", "-comment"):
            continue
        stack.append((node, True))
        children = []
        child = node.child
        while child is not None:
            children.append(child)
            child = child.next
        stack.extend((one, False) for one in reversed(children))


def _is_hidden(node: LexborNode) -> bool:
    if node.tag in ("-text", "-comment"):
        return False
    attributes = node.attributes
    style = (attributes.get("style") or "").replace(" ", "").lower()
    return "hidden" in attributes or "display:none" in style


# ---- the title in it


def _places_of(title: str, text: str) -> Iterator[tuple[int, int, TitleTie]]:
    """Where a title stands in a text, from the first letter to the last, and how sure that is it."""
    wanted = _WORD.findall(romanise(title))
    if not wanted:
        return
    spans = [match.span() for match in _WORD.finditer(text)]
    words = [romanise(text[start:end]) for start, end in spans]
    seen = 0
    for first in _starts(wanted, words):
        last = first + len(wanted)
        tie = _tie(wanted, words[first:last])
        if tie is None:
            continue
        start, end = spans[first][0], spans[min(last, len(spans)) - 1][1]
        before = text[spans[first - 1][1] : start] if first else "\n"
        behind = text[end : spans[last][0]] if last < len(spans) else "\n"
        if not before.strip(" \t\xa0") or not behind.strip(" \t\xa0"):
            tie = TitleTie.CLOSE  # the sentence goes on: this may be another title
        yield start, end, tie
        seen += 1
        if seen == _MOST_PLACES:
            return


def _lines_like(title: str, layout: _Layout) -> list[tuple[int, int, TitleTie]]:
    """The lines that have most of the words of a title, where it stands nowhere as a whole: lists shorten and change titles."""
    wanted = {word for word in _WORD.findall(romanise(title)) if len(word) > 3}
    if len(wanted) < _LEAST_WORDS:
        return []
    found = []
    for start, end in pairwise((0, *layout.breaks, layout.length)):
        if end - start < _LONG_ENTRY:
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
    if all(_is_misprint(x, y) for x, y in differing):
        return TitleTie.NEAR
    return TitleTie.CLOSE if len(wanted) >= 5 else None


def _is_misprint(one: str, other: str) -> bool:
    if min(len(one), len(other)) < 4 or any(map(str.isdigit, one + other)):
        return False
    return OSA.distance(one, other, score_cutoff=2) <= (1 if len(one) < 8 else 2)


# ---- its entry, and the links of that


def _links_at(
    layout: _Layout, start: int, end: int, tie: TitleTie, question: PaperQuestion, page: str
) -> Iterator[PairedLink]:
    begin, stop = _entry_around(layout, start, end)
    near = layout.text[max(0, begin - _AROUND // 2) : stop + _AROUND // 2]
    authors = max(
        _share_named(question, layout.text[begin:stop]), 0.8 * _share_named(question, near)
    ) or 0.5 * _share_named(question, layout.text[: 20 * _AROUND])
    inside = [link for link in layout.links if begin <= link.start < stop]
    inside = sorted(inside, key=lambda link: not link.is_file)[:_MOST_LINKS]
    files = [link for link in inside if link.is_file]
    for link in inside:
        if not link.is_file and (is_file(link.url) or _share_named(question, link.anchor)):
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


def _entry_around(layout: _Layout, start: int, end: int) -> tuple[int, int]:
    """The smallest element that may be an entry and holds the title; a line of it where it is too long for one."""
    around = [one for one in layout.entries if one[0] <= start and end <= one[1]]
    begin, stop = min(around, key=lambda one: one[1] - one[0], default=(0, layout.length))
    if around and stop - begin <= _LONG_ENTRY:
        return begin, stop
    at = bisect_right(layout.breaks, start)
    begin = max(begin, layout.breaks[at - 1] if at else 0)
    at = bisect_right(layout.breaks, end)
    return begin, min(stop, layout.breaks[at] if at < len(layout.breaks) else layout.length)


def _share_named(question: PaperQuestion, text: str) -> float:
    """The share of the authors whose family names stand in a text."""
    if not question.authors:
        return 0.0
    present = {romanise(word) for word in _WORD.findall(text)}
    named = [words for name in question.authors if (words := family_words(name))]
    return sum(words[-1] in present for words in named) / len(question.authors)
