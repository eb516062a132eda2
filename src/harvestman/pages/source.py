"""The saved page as readers see it: decoded once, parsed once, and only when somebody asks.

Readers share one `Source`. They ask it for the text, the tree, the meta tags and for addresses made absolute; they must
leave the tree as they found it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from harvestman.pages.islands import Island, data_in, islands_in
from harvestman.text import canonical_url, fold, squeeze
from harvestman.text.many_words import AskedWords
from harvestman.text.urls import tops_of

MAX_METAS: Final = 100_000  # five thousand papers with twenty tags each
_MAX_TEXT_NODES: Final = 5_000
_MAX_TEXT: Final = 20_000
# Addresses of files beside the page or in folders below its own: half of all links, and there is nothing to resolve or decode in them.
_BELOW: Final = re.compile(r"(?:[\w~-][\w~.-]*+/)*[\w~-][\w~.-]*", re.ASCII)
# Addresses from the top of the site, as menus have them, likewise; a query is left as it is when nothing in it is encoded.
_FROM_TOP: Final = re.compile(
    r"/(?:[\w~-][\w~.-]*+/)*+(?:[\w~-][\w~.-]*+)?(?:\?[\w~./=&+-]++)?", re.ASCII
)
_SHORT: Final = 500
_HEADINGS: Final = ("<h1", "<h2", "<h3", "<h4", "<h5", "<h6")
_asked = AskedWords()
"""What readers look for in every page."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A file that a page loads to draw itself with: a script, or the data that it shows."""

    url: str
    text: str
    is_json: bool = False


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A page as it was fetched; plain data, so that it can be sent to a child process."""

    url: str
    """The address that answered, after redirects."""
    body: bytes
    content_type: str = ""
    links_header: tuple[str, ...] = ()
    """The values of the `Link` headers."""
    parts: tuple[PagePart, ...] = ()
    """The files by which it is drawn, where they were fetched."""


@dataclass(frozen=True, slots=True)
class Meta:
    """A meta tag that has a name and a content."""

    name: str
    """Lower-cased, whichever of `name` and `property` it stood in."""
    content: str
    locator: str
    language: str = ""
    """The tag's own `lang`, where a page gives a title in several languages."""


class Source:
    """One page, ready to be read."""

    def __init__(self, page: SavedPage, *, html: str, now: datetime, data: Any = None) -> None:
        self.url = page.url
        self.data = data
        """What a JSON file holds; None for a page. A JSON file has no markup."""
        self.links_header = page.links_header
        self.parts = page.parts
        self.html = html
        self.now = now
        self.regions: Any = None
        """The page cut into regions (`learned.regions.Regions`), where somebody has done that and the learned reader has not used it yet."""
        self._addresses: dict[str, str | None] = {}

    @cached_property
    def tree(self) -> LexborHTMLParser:
        """The parsed page."""
        try:
            return LexborHTMLParser(self.html)
        except SelectolaxError as error:  # any text is HTML: it fails only for want of memory
            raise MemoryError("no memory for the page's tree") from error

    @cached_property
    def lowered(self) -> str:
        """The page's markup in lower case, to look for a word in."""
        return self.html.lower()

    @cached_property
    def islands(self) -> tuple[Island, ...]:
        """The data that the page carries in its scripts or loads, or that the file is."""
        if self.data is not None:
            return (Island(self.data, "the file"),)
        own = tuple(islands_in(self.html)) if self.shows("<script") else ()
        loaded = (
            Island(data, part.url)
            for part in self.parts
            for data in data_in(part.text, is_json=part.is_json)
        )
        return (*own, *loaded)

    @cached_property
    def base(self) -> str:
        """The address that the page's links are relative to."""
        for node in self.tree.css("base[href]")[:1] if self.shows("<base") else ():
            return canonical_url(node.attributes.get("href") or "", base=self.url) or self.url
        return self.url

    @cached_property
    def metas(self) -> tuple[Meta, ...]:
        """All meta tags with a name and a content, wherever they stand, in the order of the page."""
        return tuple(self._metas())

    @cached_property
    def headings(self) -> list[LexborNode]:
        """All headings, in the order of the page."""
        return self.tree.css("h1, h2, h3, h4, h5, h6") if self.shows(*_HEADINGS) else []

    @cached_property
    def site_names(self) -> frozenset[str]:
        """What the page calls its site, folded: no paper is titled so."""
        names = ("og:site_name", "application-name", "apple-mobile-web-app-title")
        return frozenset(fold(meta.content) for meta in self.metas if meta.name in names)

    def shows(self, *words: str) -> bool:
        """Whether any of these lower-case words stands anywhere in the page's markup."""
        known, shown = self._shown
        for word in words:
            if word in shown or (word not in known and _asked.is_within(word, self.lowered)):
                return True
        return False

    @cached_property
    def _shown(self) -> tuple[frozenset[str], frozenset[str]]:
        """The words that were looked for at once, and those of them that are there."""
        search = _asked.together()
        return search.words, search.within(self.lowered)

    def metas_of(self, *prefixes: str) -> list[Meta]:
        """The meta tags whose lower-cased names begin so."""
        return [meta for meta in self.metas if meta.name.startswith(prefixes)]

    def resolve(self, address: str) -> str | None:
        """An address on this page as a canonical absolute one; None when it is not http(s)."""
        if address not in self._addresses:
            self._addresses[address] = self._resolved(address)
        return self._addresses[address]

    def _resolved(self, address: str) -> str | None:
        if len(address) <= _SHORT:
            top, folder = self._tops
            if _FROM_TOP.fullmatch(address):
                return top and top + address
            if _BELOW.fullmatch(address):
                return folder and folder + address
        return canonical_url(address, base=self.base)

    @cached_property
    def _tops(self) -> tuple[str | None, str | None]:
        """What the addresses of this site's pages begin with, and those of files beside this page."""
        return tops_of(self.base)

    def _metas(self) -> Iterator[Meta]:
        if not self.shows("<meta"):
            return
        for node in self.tree.css("meta[content]")[:MAX_METAS]:
            attributes = node.attributes
            for key in ("name", "property"):
                name, content = attributes.get(key), attributes.get("content")
                if name and content:
                    language = attributes.get("lang") or attributes.get("xml:lang") or ""
                    yield Meta(name.strip().lower(), content, f'meta[{key}="{name}"]', language)
                    break


def text_of(node: LexborNode, *, limit: int = _MAX_TEXT) -> str:
    """The text in an element, squeezed and bounded; scripts and styles left out.

    The bound is on the work too: a hostile page nests ten thousand elements around ten megabytes of text.
    """
    parts: list[str] = []
    length = 0
    for count, inner in enumerate(node.traverse(include_text=True)):
        if inner.tag == "-text":
            parent = inner.parent
            if parent is not None and parent.tag in ("script", "style", "template"):
                continue
            part = inner.text_content or ""
            parts.append(part[: limit - length])
            length += len(parts[-1])
        elif inner.tag in ("br", "p", "div", "li", "td", "tr"):
            parts.append(" ")
        if length >= limit or count >= _MAX_TEXT_NODES:
            break
    return squeeze("".join(parts))
