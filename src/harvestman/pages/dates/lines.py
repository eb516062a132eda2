"""A page as the lines that a person sees, with what is struck out and what is a heading.

Cells of one table row stay one line, so that a label and its date stand together whichever comes first. Calls for papers are
often plain text or Markdown: where a page has no markup to speak of, its own lines are the lines.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from harvestman.pages.source import Source

MAX_LINES = 20_000
MAX_LINE = 4_000  # characters; what follows in an endless line is not read
_MAX_NODES = 400_000

_BLOCKS = frozenset(
    "address article aside blockquote body br center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 "
    "h6 header hr html legend li main nav ol option p pre section summary table tbody thead tfoot title tr ul".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 title th caption summary legend dt".split())
_SKIPPED = frozenset("script style template noscript svg iframe select textarea head nav".split())
_STRUCK = frozenset("s del strike".split())
_LINE_THROUGH = re.compile(r"line-through", re.IGNORECASE)
_MARKUP = re.compile(r"<(?:html|body|p|div|table|td|li|h[1-6])\b", re.IGNORECASE)
_WHOLE = re.compile(r"<(?:!doctype|html|body)\b", re.IGNORECASE)
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]{0,2000}>", re.DOTALL
)
_ADDRESS = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,500}\)")
_ATTRIBUTES = re.compile(r"\{[:%][^{}\n]{0,300}\}")
_UNDERLINE = re.compile(r"\s*[-=*_#~+]{3,}\s*")
_MARKS = re.compile(r"\*\*|__|~~")
_ON, _OFF = "\x01", "\x02"  # the borders of struck-out text while lines are made
_SPACE = re.compile(r"[ \t\r\n\f\v\xa0\u2000-\u200b\u202f\u3000]+")
# Word processors leave these in pages that were saved in another encoding than they say.
_ALIKE = str.maketrans({"\x96": "–", "\x97": "—", "\x91": "'", "\x92": "'", "\xad": None})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page."""

    text: str
    is_heading: bool = False
    struck: tuple[tuple[int, int], ...] = ()
    """Where text is struck out."""

    def is_struck(self, begin: int, end: int) -> bool:
        """Whether this stretch lies in struck-out text."""
        return any(left <= begin and end <= right for left, right in self.struck)


def lines_of(source: Source) -> list[Line]:
    """The lines of a page, from top to bottom, empty ones left out."""
    text = source.html
    markup = len(_MARKUP.findall(text[:200_000]))
    if not _WHOLE.search(text[:2_000]) and markup * 8 < text.count("\n", 0, 200_000) + 8:
        return _plain_lines(text)
    return _tree_lines(source)


def page_title(source: Source) -> str:
    """What the page calls itself in its title element."""
    for node in source.tree.css("title")[:1]:
        return _clean(node.text()[:MAX_LINE])[0]
    return ""


def _tree_lines(source: Source) -> list[Line]:
    made = _Maker()
    root = source.tree.body or source.tree.root
    node = root
    depth = struck = skip_until = 0
    headings = 0
    stack: list[tuple[bool, bool, str]] = []
    steps = 0
    # A walk by hand: ends of elements matter too, and a page may be nested deeper than Python recurses.
    while node is not None and steps < _MAX_NODES and len(made.lines) < MAX_LINES:
        steps += 1
        tag = node.tag or ""
        child = None
        if tag == "-text":
            made.add(node.text_content or "", keeps_breaks=made.in_pre > 0)
        elif tag not in _SKIPPED and not tag.startswith(("-", "!", "_")):
            is_struck = tag in _STRUCK or _is_line_through(node.attributes.get("style"))
            is_heading = tag in _HEADINGS
            made.open(tag, is_struck=is_struck, is_heading=is_heading)
            stack.append((is_struck, is_heading, tag))
            child = node.child
            if child is None:
                made.close(*stack.pop())
        if child is not None:
            node = child
            continue
        while node is not None and node.next is None:
            node = node.parent
            if node is None or not stack:
                node = None
                break
            made.close(*stack.pop())
            if node == root:
                node = None
        if node is not None:
            node = node.next
    del depth, struck, skip_until, headings
    made.flush()
    return made.lines


def _is_line_through(style: str | None) -> bool:
    return bool(style) and _LINE_THROUGH.search(style or "") is not None


class _Maker:
    """Collects text until a block ends, then makes a line of it."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.in_pre = 0
        self._parts: list[str] = []
        self._size = 0
        self._struck = 0
        self._headings = 0
        self._rows = 0

    def add(self, text: str, *, keeps_breaks: bool = False) -> None:
        if keeps_breaks and "\n" in text:
            first, *rest = text.split("\n")
            self.add(first)
            for line in rest:
                if len(self.lines) >= MAX_LINES:
                    return
                self.flush()
                self.add(line)
            return
        if self._size < MAX_LINE and text:
            self._parts.append(text)
            self._size += len(text)

    def open(self, tag: str, *, is_struck: bool, is_heading: bool) -> None:
        if tag in ("td", "th", "dd"):
            self.add(" \t ")
        elif tag in _BLOCKS:
            self.flush()
        self.in_pre += tag == "pre"
        self._headings += is_heading
        if is_struck:
            self._struck += 1
            if self._struck == 1:
                self.add(_ON)

    def close(self, is_struck: bool, is_heading: bool, tag: str) -> None:
        if is_struck:
            self._struck -= 1
            if self._struck == 0:
                self.add(_OFF)
        # A definition waits for its term: both are one line.
        if tag in _BLOCKS and tag != "dt":
            self.flush()
        self._headings -= is_heading
        self.in_pre -= tag == "pre"

    def flush(self) -> None:
        if not self._parts:
            return
        raw = "".join(self._parts)
        self._parts.clear()
        self._size = 0
        if self._struck:
            raw += _OFF
            self._parts.append(_ON)
        line = _line(raw[:MAX_LINE], is_heading=self._headings > 0)
        if line is not None:
            self.lines.append(line)


def _plain_lines(text: str) -> list[Line]:
    """Plain text, Markdown, or text with a few tags in it."""
    if "<" in text:
        text = _TAG.sub(_replace_tag, text)
    if "&" in text:
        text = html.unescape(text)
    lines: list[Line] = []
    is_struck = False
    for raw in text.split("\n"):
        raw = raw[:MAX_LINE]
        if _UNDERLINE.fullmatch(raw):
            if lines and not lines[-1].is_heading and len(lines[-1].text) < 100:
                lines[-1] = Line(lines[-1].text, True, lines[-1].struck)
            continue
        if "](" in raw:
            raw = _ADDRESS.sub(r"\1", raw)
        if "{" in raw:
            raw = _ATTRIBUTES.sub("", raw)
        is_heading = raw.startswith("#")
        raw = re.sub(r"~~(.{1,200}?)~~", rf"{_ON}\1{_OFF}", raw) if "~~" in raw else raw
        raw = _MARKS.sub("", raw.lstrip("#"))
        if is_struck:
            raw = _ON + raw
        if _ON in raw or _OFF in raw:
            is_struck = raw.rfind(_ON) > raw.rfind(_OFF)
        line = _line(raw, is_heading=is_heading)
        if line is None:
            # An empty line ends a paragraph: lines around it do not continue each other.
            if lines and lines[-1].text:
                lines.append(Line(""))
            continue
        lines.append(line)
        if len(lines) >= MAX_LINES:
            break
    return lines


def _replace_tag(match: re.Match[str]) -> str:
    end, name = match.groups()
    if name is None:
        return ""
    name = name.lower()
    if name in _STRUCK:
        return _OFF if end else _ON
    if name in ("td", "th", "dd"):
        return " \t "
    return "\n" if name in _BLOCKS else ""


def _line(raw: str, *, is_heading: bool) -> Line | None:
    text, struck = _clean(raw)
    return Line(text, is_heading, struck) if text else None


def _clean(raw: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text squeezed, and where it is struck out."""
    raw = _SPACE.sub(" ", raw.translate(_ALIKE)).strip()
    if _ON not in raw and _OFF not in raw:
        return raw, ()
    kept: list[str] = []
    struck: list[tuple[int, int]] = []
    size = 0
    begin: int | None = None
    for part in re.split(f"([{_ON}{_OFF}])", raw):
        if part == _ON:
            begin = size
        elif part == _OFF:
            if begin is not None and size > begin:
                struck.append((begin, size))
            begin = None
        else:
            kept.append(part)
            size += len(part)
    if begin is not None and size > begin:
        struck.append((begin, size))
    return "".join(kept), tuple(struck)
