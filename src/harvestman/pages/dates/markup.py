"""The lines of a page with markup: blocks end lines, cells of a row stay together, struck-out text is marked.

Where a row of a table has several dates under a row of heads, each becomes a line of its own with both heads before it (`grids`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from selectolax.lexbor import LexborNode

from harvestman.pages.dates.grids import Cell, read_grid
from harvestman.pages.dates.shown import MAX_LINE, MAX_LINES, OFF, ON, Line, joined, line_of
from harvestman.pages.source import Source

_MAX_NODES: Final = 400_000
_MAX_TABLES: Final = 400  # of one page that are looked at for several dates in a row
_MAX_GRID: Final = 3_000  # nodes of such a table
_MOST_SPANNED: Final = 12  # rows or columns that one cell spans
_MAX_CLASS: Final = 500  # characters
BLOCKS: Final = frozenset(
    "address article aside blockquote body br caption center div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 "
    "h6 header hr html legend li main nav ol option p pre section summary table tbody thead tfoot title tr ul".split()
)
CELLS: Final = frozenset({"td", "th", "dd"})
STRUCK: Final = frozenset({"s", "del", "strike"})
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6 title th caption summary legend dt".split())
_SKIPPED: Final = frozenset(
    "script style template noscript svg iframe select textarea head nav".split()
)
_NO_ELEMENT: Final = ("-", "!", "_", "")
_LINE_THROUGH: Final = re.compile(r"line-through", re.IGNORECASE)
_STRUCK_CLASS: Final = re.compile(
    r"(?<![\w-])(?:text-)?(?:decoration-)?(?:line-?through|strike(?:d|-?through|-?out)?|struck|deleted|obsolete)(?![\w-])",
    re.IGNORECASE,
)


def tree_lines(source: Source) -> list[Line]:
    """The lines of a page's markup, from top to bottom."""
    made = _Maker()
    node = source.tree.body or source.tree.root
    if node is not None:
        _walk(node, made, _Budget(_MAX_NODES, _MAX_TABLES))
    made.flush()
    return made.lines


class _Budget:
    """What may still be looked at: a page may be endless."""

    def __init__(self, nodes: int, tables: int) -> None:
        self.nodes = nodes
        self.tables = tables


def _walk(root: LexborNode, made: _Maker, budget: _Budget) -> None:
    """A walk by hand: ends of elements matter too, and a page may be nested deeper than Python recurses."""
    stack: list[_Open] = []
    node: LexborNode | None = root
    while node is not None and budget.nodes > 0 and len(made.lines) < MAX_LINES:
        budget.nodes -= 1
        tag = node.tag or ""
        if tag == "-text":
            made.add(node.text_content or "")
        elif tag not in _SKIPPED and tag[:1] not in _NO_ELEMENT:
            opened = _Open(tag, tag in STRUCK or _is_line_through(node.attributes))
            grid = _grid_of(node, budget) if tag == "table" and not opened.is_struck else None
            made.open(opened)
            if grid is not None:
                made.lines += grid
            elif node.child is not None:
                stack.append(opened)
                node = node.child
                continue
            made.close(opened)
        while stack and node is not None and node.next is None:
            node = node.parent
            made.close(stack.pop())
        node = node.next if stack and node is not None else None


def _grid_of(table: LexborNode, budget: _Budget) -> list[Line] | None:
    """The lines of a table whose rows have several dates under heads; None when it is no such table."""
    if budget.tables <= 0:
        return None
    budget.tables -= 1
    rows = _rows_of(table)
    if rows is None:
        return None
    cells = [
        [
            _cell(node, rows=_number(node, "rowspan"), columns=_number(node, "colspan"))
            for node in row
        ]
        for row in rows
    ]
    found = read_grid(cells)
    return None if found is None else [_as_line(cell) for cell in found]


def _rows_of(table: LexborNode) -> list[list[LexborNode]] | None:
    """The cells of a table row by row; None for large tables and those that hold another."""
    rows: list[list[LexborNode]] = []
    depth, node = 0, table.child
    for _ in range(_MAX_GRID):
        if node is None:
            return None
        if node.tag == "table":
            return None
        if node.tag == "tr":
            rows.append([])
        elif node.tag in CELLS and rows:
            rows[-1].append(node)
        if node.child is not None:
            depth, node = depth + 1, node.child
            continue
        while node.next is None:
            if depth == 0 or node.parent is None:
                return rows
            depth, node = depth - 1, node.parent
        node = node.next
    return None


def _cell(node: LexborNode, *, rows: int, columns: int) -> Cell:
    made = _Maker()
    _walk(node, made, _Budget(_MAX_GRID, 0))
    made.flush()
    line = Line("")
    for part in made.lines:
        line = joined(line, part) if line.text else part
    return Cell(line.text, line.struck, rows=rows, columns=columns)


def _as_line(cell: Cell) -> Line:
    return Line(cell.text, struck=cell.struck)


def _number(node: LexborNode, name: str) -> int:
    value = node.attributes.get(name) or ""
    return min(_MOST_SPANNED, max(1, int(value))) if value.isdecimal() and len(value) < 4 else 1


def _is_line_through(attributes: Mapping[str, str | None]) -> bool:
    """Whether an element says by its style or its class that its text is struck out."""
    style, name = attributes.get("style"), attributes.get("class")
    if style and _LINE_THROUGH.search(style):
        return True
    return bool(name) and _STRUCK_CLASS.search((name or "")[:_MAX_CLASS]) is not None


def _is_apart(last: str, first: str) -> bool:
    """Whether the texts of two elements are shown apart: "17", "Fri", "April" on a calendar's leaf, but not "1" and "st"."""
    if first.isdecimal():
        return last.isalpha()
    return first.isupper() and (last.isdecimal() or last.islower())


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
        if element.tag in CELLS:
            self._take(" \t ")
        elif element.tag in BLOCKS:
            self.flush()
        self._preformatted += element.tag == "pre"
        self._headings += element.tag in _HEADINGS
        if element.is_struck:
            self._struck += 1
            if self._struck == 1:
                self._take(ON)

    def close(self, element: _Open) -> None:
        """It ends. A term waits for its definition: both are one line."""
        if element.is_struck:
            self._struck -= 1
            if self._struck == 0:
                self._take(OFF)
        if element.tag in BLOCKS and element.tag != "dt":
            self.flush()
        self._headings -= element.tag in _HEADINGS
        self._preformatted -= element.tag == "pre"

    def _take(self, text: str) -> None:
        if self._size < MAX_LINE and text:
            if self._parts and _is_apart(self._parts[-1][-1:], text[0]):
                self._parts.append(" ")
            self._parts.append(text)
            self._size += len(text)

    def flush(self) -> None:
        if not self._parts:
            return
        raw = "".join(self._parts)
        self._parts.clear()
        self._size = 0
        if self._struck:
            raw += OFF
            self._parts.append(ON)
        line = line_of(raw[: MAX_LINE + 2], is_heading=self._headings > 0)
        if line is not None:
            self.lines.append(line)
