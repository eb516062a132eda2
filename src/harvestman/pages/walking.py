"""One walk over the tree: the page's links with their anchor texts, its title, and the text that a person would read.

Scripts, styles, templates and what is hidden are left out of the text. Links are taken wherever they stand, for a menu is often hidden until
somebody points at it, and so are the pages that scripts name (`scripted.py`). Everything is bounded, and the walk is linear in the page: each
text is looked at once, whatever is nested in what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Link
from harvestman.pages import scripted
from harvestman.pages.source import Source, text_of
from harvestman.text import squeeze

MAX_LINKS: Final = 5_000
MAX_ANCHOR: Final = 300
MAX_TEXT: Final = 500_000
MAX_TITLE: Final = 500

# Links of the head that lead to more pages of the same kind, not to style sheets and icons.
_FOLLOWED_RELS: Final = frozenset(
    "next prev previous first last up start contents toc index chapter section item collection".split()
)
_LINKING: Final = {"a": "href", "area": "href", "link": "href", "frame": "src", "iframe": "src"}
_UNREAD: Final = {
    "<script": "script",
    "<style": "style",
    "<template": "template",
    "<svg": "svg",
    "<annotation": "math annotation",
    "<select": "select",
    "hidden": "[hidden], [aria-hidden=true]",
    "display:none": "[style*='display:none']",
    "display: none": "[style*='display: none']",
}
"""What a person is not shown, by the words without which a page has none of it: a search for all is a tenth of the walk."""
_HIDDEN_LINKS: Final = frozenset({"a", "area"})
INLINE: Final = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math mi mn mo mrow msub msup nobr q "
    "s samp small span strike strong sub sup time tt u var wbr".split()
)
_PARTS: Final = frozenset({scripted.DATA, scripted.FEED})
# A page with less sends its visitors on or lets them click once.
_FEW_WORDS: Final = 600
_FEW_LINKS: Final = 5
_REFRESH: Final = re.compile(r"url\s*+=\s*+[\"']?\s*+([^\"'\s>]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Walk:
    """What the walk brought back."""

    title: str
    text: str
    links: tuple[Link, ...]
    parts: tuple[Link, ...] = ()
    """The files that the page is drawn with: script files (`rel` "code"), and data and feeds that its scripts name."""
    is_drawn: bool = False
    """Whether its scripts draw something."""


_Anchor = tuple[str, LexborNode, list[str]]
"""The tag of a linking element, its node and the texts in it."""


def walk_page(source: Source) -> Walk:
    """Links, title and text of a page."""
    anchors, hidden, text = _walk(source)
    texts = scripted.inline_scripts(source)
    found = _Links(source)
    found.add_refreshes()
    found.add_anchors(anchors)
    found.add_hidden(hidden)
    if len(text) < _FEW_WORDS and len(found.links) <= _FEW_LINKS:
        for one in scripted.forwards(source, texts):
            found.add(one.address, one.anchor, one.rel)
    for link, one in list(scripted.routed(found.links.values(), texts)):
        found.links[link.target] = replace(link, rel=scripted.ROUTED)
        found.add(one.address, one.anchor, one.rel)
    for one in scripted.named(source, texts):
        found.add(one.address, one.anchor, one.rel)
    codes = (
        Link(url, "", place, "code") for place, url in enumerate(scripted.script_files(source))
    )
    return Walk(
        title=_title(source),
        text=text,
        links=tuple(found.links.values()),
        parts=(*codes, *found.parts.values()),
        is_drawn=scripted.draws(texts)
        or scripted.draws([part.text for part in source.parts if not part.is_json]),
    )


def _walk(source: Source) -> tuple[list[_Anchor], list[LexborNode], str]:
    """The linking elements with the texts in them, the links that nobody is shown, and the text of all."""
    hidden: list[LexborNode] = []
    seen = _Seen()
    root = source.tree.root
    if root is None:
        return [], hidden, ""
    # The loop of `visible`, written out: handing over each of thousands of nodes took a third of the time.
    unread = _unread(source)
    skipped_to: int | None = None
    skipping = False
    for node in root.traverse(include_text=True):
        is_text = node.is_text_node
        if skipping:
            if node.mem_id != skipped_to:
                if not is_text and node.tag in _HIDDEN_LINKS:
                    hidden.append(node)
                continue
            skipping = False
        if is_text:
            seen.add_text(node)
        elif unread and node.mem_id in unread:
            skipping, skipped_to = True, _after(node, seen.known)
            if node.tag in _HIDDEN_LINKS:
                hidden.append(node)
        else:
            seen.add_element(node)
    lines = [squeeze(line) for line in "".join(seen.parts).split("\n") if line]
    return seen.anchors, hidden, "\n".join([line for line in lines if line])


class _Seen:
    """What a walk has seen so far of texts and links."""

    def __init__(self) -> None:
        self.anchors: list[_Anchor] = []
        self.parts: list[str] = []
        self.known: dict[int, int | None] = {}
        """What follows elements, as `_after` found it."""
        self._length = 0
        self._in_body = False
        self._open: list[tuple[int | None, list[str]]] = []
        """The texts of the links that the walk is in, each with the node that follows the link's last, where it ends."""

    def add_text(self, node: LexborNode) -> None:
        """A text, which belongs to the innermost open link, too."""
        if self._open:
            self._close(node)
        if self._in_body and self._length < MAX_TEXT:
            part = (node.text_content or "")[: MAX_TEXT - self._length]
            self.parts.append(part)
            self._length += len(part)
            if self._open:
                self._open[-1][1].append(part)

    def add_element(self, node: LexborNode) -> None:
        """An element, which may break the line or be a link."""
        if self._open:
            self._close(node)
        tag = node.tag or ""
        self._in_body = self._in_body or tag == "body"
        if tag not in INLINE:
            self.parts.append("\n")
            if self._open:
                self._open[-1][1].append(_described(node) if tag == "img" else " ")
        if tag not in _LINKING:
            return
        words: list[str] = []
        self.anchors.append((tag, node, words))
        if tag != "a":
            return
        only = None if self._open else _only_text(node)
        if only is not None and len(only) <= MAX_TEXT - self._length:
            words.append(only)  # nearly all links: no need to see where it ends
        else:
            self._open.append((_after(node, self.known), words))

    def _close(self, node: LexborNode) -> None:
        """End the links that this node is behind."""
        place = node.mem_id
        while self._open and self._open[-1][0] == place:
            self._open.pop()


def _only_text(node: LexborNode) -> str | None:
    """The text of an element that holds nothing else; None for any other."""
    inner = node.first_child
    if inner is None or not inner.is_text_node or inner.next is not None:
        return None
    return inner.text_content or ""


def visible(source: Source, hidden: list[LexborNode] | None = None) -> Iterator[LexborNode]:
    """The nodes of the tree in the order of the page, without those that a person is not shown; the links of these are put into `hidden`."""
    root = source.tree.root
    if root is None:
        return
    unread = _unread(source)
    if not unread:
        yield from root.traverse(include_text=True)
        return
    skipped_to: int | None = None
    skipping = False
    known: dict[int, int | None] = {}
    for node in root.traverse(include_text=True):
        place = node.mem_id
        if not skipping or place == skipped_to:
            skipping = place in unread
            if not skipping:
                yield node
                continue
            skipped_to = _after(node, known)
        if hidden is not None and node.tag in _HIDDEN_LINKS:
            hidden.append(node)


def _unread(source: Source) -> set[int]:
    """The elements that a person is not shown."""
    unshown = [what for word, what in _UNREAD.items() if source.shows(word)]
    return {node.mem_id for node in source.tree.css(", ".join(unshown))} if unshown else set()


def _after(node: LexborNode, known: dict[int, int | None]) -> int | None:
    """The node that comes after a node and all within it, in the order of the page; what is found is kept in `known`,
    or ten thousand links within one another would each be climbed out of.
    """
    following = node.next
    if following is not None:
        return following.mem_id
    here = node.parent
    end: int | None = None
    while here is not None:
        if here.mem_id in known:
            end = known[here.mem_id]
            break
        following = here.next
        if following is not None:
            end = following.mem_id
            break
        here = here.parent
    known[node.mem_id] = end
    return end


def _described(image: LexborNode) -> str:
    return f" {image.attributes.get('alt') or ''} "


class _Links:
    """The first link to each address, in the order of the page."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.links: dict[str, Link] = {}
        self.parts: dict[str, Link] = {}

    def add(self, address: str, anchor: str, rel: str) -> None:
        target = self.source.resolve(address)
        if target is None:
            return
        into = self.parts if rel in _PARTS else self.links
        if target not in into and len(into) < MAX_LINKS:
            into[target] = Link(target, anchor, len(into), rel)

    def add_refreshes(self) -> None:
        if not self.source.shows("http-equiv"):
            return
        for node in self.source.tree.css("meta[http-equiv][content]")[:20]:
            if (node.attributes.get("http-equiv") or "").lower() == "refresh":
                for match in _REFRESH.finditer(node.attributes.get("content") or ""):
                    self.add(match.group(1), "", "refresh")

    def add_anchors(self, anchors: list[_Anchor]) -> None:
        for tag, node, parts in anchors:
            if len(self.links) >= MAX_LINKS:
                break
            attributes = node.attributes
            address = attributes.get(_LINKING[tag])
            if not address or address.startswith("#"):
                continue
            rel = attributes.get("rel") or ""
            rel = squeeze(rel).lower()[:100] if rel else ""
            if tag == "link":
                if "alternate" in rel.split() and _is_feed(attributes.get("type") or ""):
                    rel = "feed"
                elif not _FOLLOWED_RELS.intersection(rel.split()):
                    continue
                words = attributes.get("title") or ""
            elif tag == "a":
                words = "".join(parts) or attributes.get("title") or ""
            else:
                words = attributes.get("alt") or attributes.get("title") or ""
                rel = tag if tag.endswith("frame") else rel
            target = self.source.resolve(address)
            if target is not None and target not in self.links:
                text = squeeze(words[: 10 * MAX_ANCHOR])[:MAX_ANCHOR]
                self.links[target] = Link(target, text, len(self.links), rel)

    def add_hidden(self, nodes: list[LexborNode]) -> None:
        """Links that nobody is shown yet: of menus that open, of days and sessions that are folded up."""
        for node in nodes:
            if len(self.links) >= MAX_LINKS:
                break
            attributes = node.attributes
            address, rel = attributes.get("href"), squeeze(attributes.get("rel") or "").lower()
            # What is hidden and not to be followed was put there for robots that do not ask.
            if not address or address[0] == "#" or "nofollow" in rel:
                continue
            self.add(address, text_of(node, limit=MAX_ANCHOR), rel[:100])


def _is_feed(media_type: str) -> bool:
    return media_type.strip().lower() in ("application/rss+xml", "application/atom+xml")


def _title(source: Source) -> str:
    """What the page calls itself: its title element, or its first heading."""
    for selector in ("head title", "title", "h1"):
        for node in source.tree.css(selector)[:1]:
            if title := squeeze((node.text(deep=True) or "")[: 10 * MAX_TITLE])[:MAX_TITLE]:
                return title
    return ""


def needs_browser(source: Source, walk: Walk) -> bool:
    """Whether the page is an empty shell that its scripts would fill. What it shows instead of them does not count."""
    if len(walk.text) > 2_000 or len(walk.links) > 20:
        return False
    tree = source.tree
    instead = tree.css("noscript")[:20]
    words = len(walk.text) - sum(len(text_of(node)) for node in instead)
    links = len(walk.links) - sum(len(node.css("a[href]")) for node in instead)
    if words > 200 or links > 5 or not source.shows("<script"):
        return False
    asks = _ASKS.search(walk.text) is not None
    has_root = any(len(text_of(node)) < 100 for node in tree.css(_APP_ROOTS)[:5])
    is_bare = words < 40 and links <= 0 and bool(tree.css("script[src], script[type=module]"))
    return asks or has_root or is_bare


_ASKS: Final = re.compile(r"\bjava\s?script\b", re.IGNORECASE)
# The elements into which the common frameworks draw the whole page.
_APP_ROOTS: Final = (
    "body > #root, body > #app, #__next, #__nuxt, #___gatsby, app-root, [ng-app], [data-reactroot], #svelte, #q-app, "
    "#ember-app, #main-app, #react-root"
)
