"""A page cut into the blocks that a person sees: paragraphs, list items, cells, lines between breaks, each with its looks and links.

Publication lists are printed in every way that HTML allows, so nothing is assumed of the tags but which of them set text apart. A
block keeps where it stands: the elements around it, so that several blocks of one card or one row can be joined later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.pages.source import Source

MAX_BLOCKS: Final = 40_000
"""Of one page; the longest list of the data has some 4,000."""
_MAX_TEXT: Final = 4_000  # characters of one block
_MAX_NODES: Final = 600_000
_MAX_AROUND: Final = 14  # of the elements around a block that are remembered, the innermost ones
_BLOCKS: Final = frozenset(
    "p li ul ol tr td th table tbody thead tfoot hr div h1 h2 h3 h4 h5 h6 dl dt dd pre center blockquote section article "
    "header footer nav aside main form fieldset address caption figure figcaption details summary body html".split()
)
_SKIPPED: Final = frozenset(
    "script style template svg head noscript button select textarea iframe".split()
)
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_STYLES: Final = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "cite": "italic", "u": "underline",
    "a": "link", "font": "font", "q": "quoted",
}  # fmt: skip
_HIDDEN_CLASS: Final = re.compile(
    r"(?:^|[\s_-])(?:hidden|noshow|bibtex|bib-?entry|abstract-?(?:text|body|content)?|collapse|tooltip|modal|dropdown-menu|sr-only)(?:$|[\s_-])",
    re.IGNORECASE,
)
_HIDDEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Look:
    """A stretch of a block's text that is set apart: bold, italic, a link, or by a class of its own."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class BlockLink:
    """A link inside a block: where it leads, and the stretch of text that it stands under."""

    href: str
    start: int
    end: int
    hint: str = ""
    """What a picture inside it is called."""


@dataclass(frozen=True, slots=True)
class Block:
    """One text that tags set apart, in the order of the page."""

    text: str
    tag: str
    around: tuple[tuple[int, str], ...]
    """The elements around it, outermost first: a number for each, and its tag with its classes."""
    looks: tuple[Look, ...] = ()
    links: tuple[BlockLink, ...] = ()
    breaks: tuple[int, ...] = ()
    """Where the text has line breaks; a place that comes twice is an empty line."""
    is_hidden: bool = False

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading by its tag."""
        return self.tag in _HEADINGS


@dataclass(slots=True)
class _Open:
    """The block that is being written."""

    tag: str
    around: tuple[tuple[int, str], ...]
    is_hidden: bool
    parts: list[str] = field(default_factory=list)
    length: int = 0
    looks: list[Look] = field(default_factory=list)
    links: list[BlockLink] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Append text with single blanks."""
        plain = _SPACE.sub(" ", text[:_MAX_TEXT])
        if plain.startswith(" ") and (not self.parts or self.parts[-1].endswith(" ")):
            plain = plain[1:]
        if plain and self.length < _MAX_TEXT:
            self.parts.append(plain)
            self.length += len(plain)

    def close(self) -> Block | None:
        text = "".join(self.parts).rstrip()
        if not text and not self.links:
            return None
        looks = tuple(Look(one.start, min(one.end, len(text)), one.kind) for one in self.looks)
        return Block(
            text,
            self.tag,
            self.around,
            tuple(one for one in looks if one.end - one.start > 1),
            tuple(self.links),
            tuple(self.breaks),
            self.is_hidden,
        )


def cut(source: Source) -> list[Block]:
    """The blocks of a page, in its order; what cannot be seen is marked."""
    body = source.tree.body
    return [] if body is None else list(_Cutter().blocks(body))


@dataclass(slots=True)
class _Element:
    """An element whose end is still to come."""

    node: LexborNode
    number: int
    name: str
    is_block: bool
    is_hidden: bool
    start: int = 0
    owner: _Open | None = None


class _Cutter:
    """Walks a page once, without recursion."""

    def __init__(self) -> None:
        self._stack: list[_Element] = []
        self._around: list[tuple[int, str]] = []
        self._block: _Open | None = None
        self._count = 0

    def blocks(self, body: LexborNode) -> Iterator[Block]:
        """Every block, closed as soon as the next begins."""
        made = 0
        node: LexborNode | None = body
        is_down = True
        seen = 0
        while node is not None and seen < _MAX_NODES and made < MAX_BLOCKS:
            seen += 1
            if is_down:
                found = self._enter(node)
                if found is not None:
                    made += 1
                    yield found
                child = node.first_child if self._is_open(node) else None
                if child is not None:
                    node = child
                    continue
            found = self._leave(node)
            if found is not None:
                made += 1
                yield found
            if node.mem_id == body.mem_id:
                break
            following = node.next
            is_down = following is not None
            node = following if following is not None else node.parent
        last = self._close()
        if last is not None:
            yield last

    def _is_open(self, node: LexborNode) -> bool:
        return bool(self._stack) and self._stack[-1].node.mem_id == node.mem_id

    def _enter(self, node: LexborNode) -> Block | None:
        tag = node.tag or ""
        if tag == "-text":
            self._write(node.text_content or "")
            return None
        if tag == "br":
            if self._block is not None:
                self._block.add(" ")
                self._block.breaks.append(self._block.length)
            return None
        if tag == "img":
            self._picture(node)
            return None
        if tag in _SKIPPED or tag.startswith(("-", "_", "!")):
            return None
        closed = None
        attributes = node.attributes
        classes = attributes.get("class") or ""
        above = self._stack[-1] if self._stack else None
        is_hidden = bool(above and above.is_hidden) or _is_hidden(
            tag, classes, attributes.get("style") or ""
        )
        is_block = tag in _BLOCKS
        self._count += 1
        name = f"{tag}.{'.'.join(sorted(classes.split())[:6])}" if classes else tag
        element = _Element(node, self._count, name[:200], is_block, is_hidden)
        if is_block:
            closed = self._close()
            self._around.append((element.number, element.name))
        else:
            block = self._opened()
            element.owner, element.start = block, block.length
        self._stack.append(element)
        return closed

    def _leave(self, node: LexborNode) -> Block | None:
        if not self._is_open(node):
            return None
        element = self._stack.pop()
        if element.is_block:
            closed = self._close()
            self._around.pop()
            return closed
        block = element.owner
        if block is not None and block is self._block:
            self._dress(element, block)
        return None

    def _dress(self, element: _Element, block: _Open) -> None:
        """Note how the text of an inline element looks."""
        tag, _, classes = element.name.partition(".")
        kind = _STYLES.get(tag, "")
        if tag == "a":
            href = element.node.attributes.get("href")
            if href:
                block.links.append(
                    BlockLink(href.strip(), element.start, block.length, block_hint(element.node))
                )
        if classes:
            block.looks.append(Look(element.start, block.length, f"class {classes.lower()[:60]}"))
        if kind:
            block.looks.append(Look(element.start, block.length, kind))

    def _write(self, text: str) -> None:
        if self._block is None and not text.strip():
            return
        block = self._opened()
        if block.tag == "pre" and "\n" in text:
            for line in text[:_MAX_TEXT].split("\n"):
                block.add(line)
                block.add(" ")
                block.breaks.append(block.length)
        else:
            block.add(text)

    def _picture(self, node: LexborNode) -> None:
        above = self._stack[-1] if self._stack else None
        if above is not None and above.owner is not None:
            return  # the link around it tells what it is called
        self._opened()

    def _opened(self) -> _Open:
        if self._block is None:
            inner = next((one for one in reversed(self._stack) if one.is_block), None)
            tag = inner.name.partition(".")[0] if inner else "body"
            around = tuple(self._around[-_MAX_AROUND:])
            hidden = bool(self._stack and self._stack[-1].is_hidden)
            self._block = _Open(tag, around, hidden)
        return self._block

    def _close(self) -> Block | None:
        block, self._block = self._block, None
        if block is None:
            return None
        for element in reversed(self._stack):  # <b> around several paragraphs dresses each of them
            if element.owner is block:
                self._dress(element, block)
                element.owner = None
        return block.close()


def block_hint(node: LexborNode) -> str:
    """What the pictures inside a link are called: "pdf icon"."""
    for picture in node.css("img")[:2]:
        attributes = picture.attributes
        words = (attributes.get("alt") or "", attributes.get("src") or "")
        return " ".join(word for word in words if word)[:200]
    return ""


def _is_hidden(tag: str, classes: str, style: str) -> bool:
    if tag in ("body", "html"):
        return False
    return bool(_HIDDEN_STYLE.search(style) or (classes and _HIDDEN_CLASS.search(classes)))
