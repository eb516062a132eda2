"""A page as one text, with the places of its links and of the elements that may be entries: what pairing and guessing look through.

Marks stand where elements begin and end, so that a title is not run together with what stands beside it. Runs in the guarded
children: pages are strangers'.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from harvestman.crawl import is_document
from harvestman.find.questions import PaperQuestion
from harvestman.find.verifying import family_words
from harvestman.find.words import FILE_WORDS, WORD
from harvestman.pages import Source
from harvestman.text import romanise

MAX_LAYOUT = 1_500_000
"""Characters of a page that are looked through."""
_LONG_ENTRY = 1_500  # an element with more text is no entry: its lines are
_ENTRIES = frozenset("li tr dd p article".split())
_BLOCKS = frozenset(
    "li tr dd dt p article section div td th h1 h2 h3 h4 h5 h6 table ul ol dl blockquote pre hr figure center".split()
)
_UNSEEN = frozenset("script style template noscript svg head select".split())
_EDGE = "\x1f"  # an inline element begins or ends
_HREF = re.compile(r"""href\s*=\s*["']?([^"'\s>]{1,1000})""", re.IGNORECASE)
_LONG_COMMENT = 20_000


@dataclass(slots=True)
class LaidLink:
    """A link of a page, and where it stands in the text."""

    url: str
    start: int
    end: int
    anchor: str = ""
    is_file: bool = False


@dataclass(slots=True)
class PageLayout:
    """A page as one text, with the places of its links and entries."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    links: list[LaidLink] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)
    """Where elements that may be entries begin and end."""
    breaks: list[int] = field(default_factory=list)
    """Where blocks and lines begin."""
    text: str = ""
    open_entries: list[int] = field(default_factory=list)
    open_links: list[LaidLink] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Write on."""
        self.parts.append(text)
        self.length += len(text)


def lay_out(source: Source) -> PageLayout:
    """A page as one text."""
    layout = PageLayout()
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
        words = set(WORD.findall(romanise(link.anchor)))
        link.is_file = is_document(link.url) or (len(words) <= 6 and bool(words & FILE_WORDS))
    return layout


def _lay_comment(layout: PageLayout, node: LexborNode, source: Source) -> None:
    """Links to files that were commented out still lead somewhere: the entry is theirs as well."""
    for match in _HREF.finditer((node.comment_content or "")[:_LONG_COMMENT]):
        url = source.resolve(match[1])
        if url and is_document(url):
            layout.links.append(LaidLink(url, layout.length, layout.length))


def _lay_element(layout: PageLayout, node: LexborNode, source: Source, *, is_end: bool) -> None:
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
        layout.open_links.append(LaidLink(url, layout.length, layout.length))
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


def entry_around(layout: PageLayout, start: int, end: int) -> tuple[int, int]:
    """The smallest element that may be an entry and holds the title; a line of it where it is too long for one."""
    around = [one for one in layout.entries if one[0] <= start and end <= one[1]]
    begin, stop = min(around, key=lambda one: one[1] - one[0], default=(0, layout.length))
    if around and stop - begin <= _LONG_ENTRY:
        return begin, stop
    at = bisect_right(layout.breaks, start)
    begin = max(begin, layout.breaks[at - 1] if at else 0)
    at = bisect_right(layout.breaks, end)
    return begin, min(stop, layout.breaks[at] if at < len(layout.breaks) else layout.length)


def share_named(question: PaperQuestion, text: str) -> float:
    """The share of the authors whose family names stand in a text."""
    if not question.authors:
        return 0.0
    present = {romanise(word) for word in WORD.findall(text)}
    named = [words for name in question.authors if (words := family_words(name))]
    return sum(words[-1] in present for words in named) / len(question.authors)
