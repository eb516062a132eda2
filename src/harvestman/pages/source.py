"""The saved page as readers see it: decoded once, parsed once, and only when somebody asks.

Readers share one `Source`. They ask it for the text, the tree, the meta tags and for addresses made absolute; they must
leave the tree as they found it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
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
# A query is left as it is when nothing in it is encoded.
_BELOW: Final = re.compile(r"(?:[\w~-][\w~.-]*+/)*[\w~-][\w~.-]*+(?:\?[\w~./=&+-]++)?", re.ASCII)
# Addresses from the top of the site, as menus have them, likewise.
_FROM_TOP: Final = re.compile(
    r"/(?:[\w~-][\w~.-]*+/)*+(?:[\w~-][\w~.-]*+)?(?:\?[\w~./=&+-]++)?", re.ASCII
)
_NO_PAGES: Final = ("mailto:", "javascript:", "tel:", "data:")
_SHORT: Final = 500
_UNSHOWN: Final = ("script", "style", "template")
_SITE_NAMES: Final = ("og:site_name", "application-name", "apple-mobile-web-app-title")
_HEADINGS: Final = ("<h1", "<h2", "<h3", "<h4", "<h5", "<h6")
_asked = AskedWords()
"""What readers look for in every page."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A file that a page loads to draw itself with: a script, or the data that it shows."""

    url: str
    text: str
    is_json: bool = False

    def __reduce__(self) -> tuple[type[PagePart], tuple[str, str, bool]]:
        """Sent as what it is made of: frozen classes that are compiled cannot be filled in afterwards."""
        return PagePart, (self.url, self.text, self.is_json)


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

    def __reduce__(self) -> tuple[type[SavedPage], tuple[object, ...]]:
        """Sent as what it is made of, as `PagePart` is."""
        return SavedPage, (self.url, self.body, self.content_type, self.links_header, self.parts)


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
    """One page, ready to be read. What takes time is made when it is first asked for, and kept."""

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
        self._tree: LexborHTMLParser | None = None
        self._encoded: bytes | None = None
        self._plain: bytes = b""
        """The markup in UTF-8 with the letters of ASCII in lower case, to look for words of ASCII in."""
        self._lowered: str | None = None
        self._islands: tuple[Island, ...] | None = None
        self._base: str | None = None
        self._metas: list[Meta] | None = None
        self._headings: list[LexborNode] | None = None
        self._site_names: frozenset[str] | None = None
        self._tops: tuple[str | None, str | None] | None = None
        self._looked_for: frozenset[str] = frozenset()
        self._shown: frozenset[str] | None = None
        """Those of the words that were looked for at once that are there."""

    @property
    def tree(self) -> LexborHTMLParser:
        """The parsed page."""
        if self._tree is None:
            try:
                self._tree = LexborHTMLParser(self._utf8)
            except SelectolaxError as error:  # any text is HTML: it fails only for want of memory
                raise MemoryError("no memory for the page's tree") from error
        return self._tree

    @property
    def _utf8(self) -> bytes:
        """The page's markup in UTF-8, to parse and to search; halves of characters are left out, as the parser does."""
        if self._encoded is None:
            self._encoded = self.html.encode("utf-8", "ignore")
        return self._encoded

    @property
    def lowered(self) -> str:
        """The page's markup in lower case, to look for a word in."""
        if self._lowered is None:
            self._lowered = self.html.lower()
        return self._lowered

    @property
    def islands(self) -> tuple[Island, ...]:
        """The data that the page carries in its scripts or loads, or that the file is."""
        if self._islands is None:
            self._islands = self._read_islands()
        return self._islands

    def _read_islands(self) -> tuple[Island, ...]:
        if self.data is not None:
            return (Island(self.data, "the file"),)
        found = list(islands_in(self.html)) if self.shows("<script") else []
        for part in self.parts:
            found += [Island(data, part.url) for data in data_in(part.text, is_json=part.is_json)]
        return tuple(found)

    @property
    def base(self) -> str:
        """The address that the page's links are relative to."""
        if self._base is None:
            self._base = self.url
            if self.shows("<base"):
                for node in self.tree.css("base[href]")[:1]:
                    named = canonical_url(node.attributes.get("href") or "", base=self.url)
                    self._base = named or self.url
        return self._base

    @property
    def metas(self) -> list[Meta]:
        """All meta tags with a name and a content, wherever they stand, in the order of the page."""
        if self._metas is None:
            self._metas = _metas(self.tree) if self.shows("<meta") else []
        return self._metas

    @property
    def headings(self) -> list[LexborNode]:
        """All headings, in the order of the page."""
        if self._headings is None:
            has_any = self.shows(*_HEADINGS)
            self._headings = self.tree.css("h1, h2, h3, h4, h5, h6") if has_any else []
        return self._headings

    @property
    def site_names(self) -> frozenset[str]:
        """What the page calls its site, folded: no paper is titled so."""
        if self._site_names is None:
            self._site_names = frozenset(
                [fold(meta.content) for meta in self.metas if meta.name in _SITE_NAMES]
            )
        return self._site_names

    def shows(self, *words: str) -> bool:
        """Whether any of these lower-case words stands anywhere in the page's markup."""
        shown = self._shown
        if shown is None:
            search = _asked.together()
            # Two letters of other alphabets have small forms with a letter of ASCII: "K" of Kelvin and "İ".
            is_plain = "\u212a" not in self.html and "\u0130" not in self.html
            self._plain = self._utf8.lower() if is_plain else self.lowered.encode("utf-8", "ignore")
            self._looked_for = search.words
            self._shown = shown = search.within(self._plain)
        if not shown.isdisjoint(words):
            return True
        if self._looked_for.issuperset(words):
            return False
        for word in words:
            if word in self._looked_for:
                continue
            if _asked.is_within(word, self._plain) if word.isascii() else self._shows_other(word):
                return True
        return False

    def _shows_other(self, word: str) -> bool:
        """Whether a word with other letters than those of ASCII stands on the page. Most pages have not even its first such letter."""
        if self.html.isascii():
            return False
        small, capital = _telling_letters(word)
        return (small in self.html or capital in self.html) and word in self.lowered

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
            if address.startswith(_NO_PAGES):
                return None
            if self._tops is None:
                self._tops = tops_of(self.base)
            top, folder = self._tops
            whole = address.partition("#")[0].removeprefix("./")
            if _FROM_TOP.fullmatch(whole) and address[0] == "/":
                return top and top + whole
            if _BELOW.fullmatch(whole):
                return folder and folder + whole
        return canonical_url(address, base=self.base)


@lru_cache(maxsize=1_000)
def _telling_letters(word: str) -> tuple[str, str]:
    """A word's first letter that is none of ASCII, small and as a capital."""
    letter = next(letter for letter in word if not letter.isascii())
    return letter, letter.upper()


def _metas(tree: LexborHTMLParser) -> list[Meta]:
    metas: list[Meta] = []
    for node in tree.tags("meta"):
        attributes = node.attributes
        content = attributes.get("content")
        if not content:
            continue
        if len(metas) == MAX_METAS:
            break
        for key in ("name", "property"):
            name = attributes.get(key)
            if name:
                language = attributes.get("lang") or attributes.get("xml:lang") or ""
                metas.append(Meta(name.strip().lower(), content, f'meta[{key}="{name}"]', language))
                break
    return metas


def text_of(node: LexborNode, *, limit: int = _MAX_TEXT) -> str:
    """The text in an element, squeezed and bounded; scripts and styles left out.

    The bound is on the work too: a hostile page nests ten thousand elements around ten megabytes of text.
    """
    only = node.first_child
    if only is not None and only.is_text_node and only.next is None:  # most headings and cells
        return "" if node.tag in _UNSHOWN else squeeze((only.text_content or "")[:limit])
    parts: list[str] = []
    length = 0
    for count, inner in enumerate(node.traverse(include_text=True)):
        if inner.tag == "-text":
            parent = inner.parent
            if parent is not None and parent.tag in _UNSHOWN:
                continue
            part = inner.text_content or ""
            parts.append(part[: limit - length])
            length += len(parts[-1])
        elif inner.tag in ("br", "p", "div", "li", "td", "tr"):
            parts.append(" ")
        if length >= limit or count >= _MAX_TEXT_NODES:
            break
    return squeeze("".join(parts))
