"""schema.org in microdata: `itemscope`, `itemtype`, `itemprop`.

Walked here on the tree that is parsed anyway. extruct reads the same items (a test compares them) from a second tree of
lxml's, with a search through the whole item for each of its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from selectolax.lexbor import LexborNode

from harvestman.model import Authority
from harvestman.pages.findings import PaperFound
from harvestman.pages.schema_org import papers_in
from harvestman.pages.source import Source, text_of

MAX_DEPTH: Final = (
    256  # real pages stay below 60; nested properties would be read again at every level
)
MAX_PROPERTIES: Final = 100_000

Item = dict[str, Any]

_ADDRESSES: Final = {
    "a": "href",
    "area": "href",
    "link": "href",
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "source": "src",
    "track": "src",
    "video": "src",
    "object": "data",
}
# A link with one of these means its text: the standard would take the address for the title.
_WORDS: Final = frozenset(
    "name headline author creator publisher keywords isPartOf datePublished".split()
)


class MicrodataReader:
    """Reads schema.org in microdata."""

    name = "microdata"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether the page shows items of schema.org."""
        return source.shows("itemscope") and source.shows("schema.org")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The papers among the page's items."""
        yield from papers_in(items_in(source), locator="[itemscope]", confidence=0.9)


def items_in(source: Source) -> list[Item]:
    """The page's top-level items as nodes, their properties in the order of the page."""
    root = source.tree.root
    items: list[Item] = []
    if root is None:
        return items
    count = 0
    by_id: dict[str | None, LexborNode] = {}
    if source.shows("itemref"):
        by_id = {node.id: node for node in reversed(source.tree.css("[id]"))}
    used: set[int] = set()
    stack: list[tuple[LexborNode, Item | None, int]] = [(root, None, 0)]
    while stack and count < MAX_PROPERTIES:
        node, item, depth = stack.pop()
        attributes = node.attributes
        names = (attributes.get("itemprop") or "").split()
        inner = item
        referred: list[LexborNode] = []
        if "itemscope" in attributes:
            inner = _item(attributes)
            for name in (attributes.get("itemref") or "").split()[:20]:
                other = by_id.get(name)
                if other is not None and other.mem_id not in used:
                    referred.append(other)
                    used.add(other.mem_id)
            if item is None or not names:
                items.append(inner)
        if names and item is not None:
            count += len(names)
            for name in (word.rpartition("/")[2] for word in names):
                value = inner if inner is not item else _value(node, attributes, name, source)
                item.setdefault(name, []).append(value)
        if depth < MAX_DEPTH:
            children = [*node.iter(), *referred]
            stack.extend((child, inner, depth + 1) for child in reversed(children))
    return items


def _item(attributes: dict[str, str | None]) -> Item:
    item: Item = {"@type": (attributes.get("itemtype") or "").split()}
    if name := attributes.get("itemid"):
        item["@id"] = name.strip()
    return item


def _value(node: LexborNode, attributes: dict[str, str | None], name: str, source: Source) -> str:
    """The value of a property that is no item itself, as the standard says."""
    tag = node.tag or ""
    if "content" in attributes:
        return attributes["content"] or ""
    if tag in _ADDRESSES and not (tag == "a" and name in _WORDS):
        address = attributes.get(_ADDRESSES[tag]) or ""
        return source.resolve(address) or address
    if tag in ("data", "meter"):
        return attributes.get("value") or ""
    if tag == "time" and attributes.get("datetime"):
        return attributes["datetime"] or ""
    return text_of(node)
