"""A page as the lines that a person sees, with what is struck out and what is a heading.

Cells of one table row stay one line, so that a label and its date stand together whichever comes first. Calls for papers are
often plain text or Markdown: where a page has no markup to speak of, its own lines are the lines.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import NamedTuple

from harvestman.pages.source import Source

MAX_LINES = 20_000
MAX_LINE = 4_000  # characters; what follows in an endless line is not read
_FULL = 45  # characters: a shorter line of plain text was broken on purpose
_MAX_NODES = 400_000

_BLOCKS = frozenset(
    "address article aside blockquote body br caption center div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 "
    "h6 header hr html legend li main nav ol option p pre section summary table tbody thead tfoot title tr ul".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 title th caption summary legend dt".split())
_SKIPPED = frozenset("script style template noscript svg iframe select textarea head nav".split())
_CELLS = frozenset({"td", "th", "dd"})
_STRUCK = frozenset({"s", "del", "strike"})
_NO_ELEMENT = ("-", "!", "_", "")
_LINE_THROUGH = re.compile(r"line-through", re.IGNORECASE)
_MARKUP = re.compile(r"<(?:html|body|p|div|table|td|li|h[1-6])\b", re.IGNORECASE)
_WHOLE = re.compile(r"<(?:!doctype|html|body)\b", re.IGNORECASE)
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]{0,2000}>", re.DOTALL
)
_ADDRESS = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,500}\)")
_ATTRIBUTES = re.compile(r"\{[:%][^{}\n]{0,300}\}")
_UNDERLINE = re.compile(r"\s*[-=*_#~+]{3,}\s*")
_TILDES = re.compile(r"~~(.{1,200}?)~~")
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
    """A walk by hand: ends of elements matter too, and a page may be nested deeper than Python recurses."""
    made = _Maker()
    stack: list[_Open] = []
    node = source.tree.body or source.tree.root
    for _ in range(_MAX_NODES):
        if node is None or len(made.lines) >= MAX_LINES:
            break
        tag = node.tag or ""
        if tag == "-text":
            made.add(node.text_content or "")
        elif tag not in _SKIPPED and tag[:1] not in _NO_ELEMENT:
            opened = _Open(tag, tag in _STRUCK or _is_line_through(node.attributes.get("style")))
            made.open(opened)
            if node.child is not None:
                stack.append(opened)
                node = node.child
                continue
            made.close(opened)
        while stack and node is not None and node.next is None:
            node = node.parent
            made.close(stack.pop())
        node = node.next if stack and node is not None else None
    made.flush()
    return made.lines


def _is_line_through(style: str | None) -> bool:
    return bool(style) and _LINE_THROUGH.search(style or "") is not None


class _Open(NamedTuple):
    """An element whose end has not come yet."""

    tag: str
    is_struck: bool


class _Maker:
    """Collects text until a block ends, then makes a line of it."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._parts: list[str] = []
        self._size = 0
        self._struck = 0
        self._headings = 0
        self._preformatted = 0

    def add(self, text: str) -> None:
        """Take text along; in preformatted text its breaks are breaks."""
        if self._preformatted and "\n" in text:
            for number, line in enumerate(text.split("\n")):
                if number:
                    self.flush()
                if len(self.lines) >= MAX_LINES:
                    return
                self._take(line)
        else:
            self._take(text)

    def open(self, element: _Open) -> None:
        """An element begins."""
        if element.tag in _CELLS:
            self._take(" \t ")
        elif element.tag in _BLOCKS:
            self.flush()
        self._preformatted += element.tag == "pre"
        self._headings += element.tag in _HEADINGS
        if element.is_struck:
            self._struck += 1
            if self._struck == 1:
                self._take(_ON)

    def close(self, element: _Open) -> None:
        """It ends. A term waits for its definition: both are one line."""
        if element.is_struck:
            self._struck -= 1
            if self._struck == 0:
                self._take(_OFF)
        if element.tag in _BLOCKS and element.tag != "dt":
            self.flush()
        self._headings -= element.tag in _HEADINGS
        self._preformatted -= element.tag == "pre"

    def _take(self, text: str) -> None:
        if self._size < MAX_LINE and text:
            self._parts.append(text)
            self._size += len(text)

    def flush(self) -> None:
        if not self._parts:
            return
        raw = "".join(self._parts)
        self._parts.clear()
        self._size = 0
        if self._struck:
            raw += _OFF
            self._parts.append(_ON)
        line = _line(raw[: MAX_LINE + 2], is_heading=self._headings > 0)
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
    for whole in text.split("\n"):
        if len(lines) >= MAX_LINES:
            break
        if _UNDERLINE.fullmatch(whole[:MAX_LINE]):
            if lines and not lines[-1].is_heading and len(lines[-1].text) < 100:
                lines[-1] = Line(lines[-1].text, True, lines[-1].struck)
            continue
        raw = _without_markdown(whole[:MAX_LINE])
        if is_struck:
            raw = _ON + raw
        is_struck = raw.rfind(_ON) > raw.rfind(_OFF)
        line = _line(raw, is_heading=whole.startswith("#"))
        if line is not None and lines and _continues(lines[-1], whole):
            lines[-1] = _joined(lines[-1], line)
        elif line is not None:
            lines.append(line)
        elif lines and lines[-1].text:
            # An empty line ends a paragraph: what stands around it does not belong together.
            lines.append(Line(""))
    return lines


def _continues(before: Line, whole: str) -> bool:
    """Whether a line goes on with the sentence of the line before, which was full."""
    start = whole.lstrip()[:1]
    return (
        _FULL <= len(before.text) <= MAX_LINE
        and not before.is_heading
        and before.text[-1] not in ".:;!?"
        and (start.islower() or start == "(")
        and "://" not in whole
    )


def _joined(before: Line, line: Line) -> Line:
    shift = len(before.text) + 1
    struck = tuple((begin + shift, end + shift) for begin, end in line.struck)
    return Line(f"{before.text} {line.text}", False, before.struck + struck)


def _without_markdown(raw: str) -> str:
    if "](" in raw:
        raw = _ADDRESS.sub(r"\1", raw)
    if "{" in raw:
        raw = _ATTRIBUTES.sub("", raw)
    if "~~" in raw:
        raw = _TILDES.sub(rf"{_ON}\1{_OFF}", raw)
    return _MARKS.sub("", raw.lstrip("#"))


def _replace_tag(match: re.Match[str]) -> str:
    end, name = match.groups()
    if name is None:
        return ""
    name = name.lower()
    if name in _STRUCK:
        return _OFF if end else _ON
    if name in _CELLS:
        return " \t "
    return "\n" if name in _BLOCKS else ""


def _line(raw: str, *, is_heading: bool) -> Line | None:
    text, struck = _clean(raw)
    return Line(text, is_heading, struck) if text else None


def _clean(raw: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text squeezed, and where it is struck out."""
    if not raw.isascii():
        raw = raw.translate(_ALIKE)
    raw = _SPACE.sub(" ", raw).strip()
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
