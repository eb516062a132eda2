"""Plain text: lines as they are, pages at form feeds or after sixty lines, with a column of places for its indents."""

from __future__ import annotations

import re

import webencodings

from harvestman.documents.layout.characters import tidy
from harvestman.documents.layout.legibility import is_legible
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, Line, PageLayout
from harvestman.documents.layout.roles import with_roles
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status
from harvestman.text import declared_encoding, detect_encoding

_WIDTH, _HEIGHT, _SIZE, _ADVANCE, _LEADING, _MARGIN = 595.0, 842.0, 10.0, 5.0, 12.0, 60.0
_PAGE_LINES = 60
_BREAK = re.compile(r"\r\n|\r|\n")


def read_text(data: bytes, *, limits: ReadingLimits, format: str = "text") -> Layout:  # noqa: A002
    """The layout of a plain text in any usual encoding."""
    text = _decoded(data)[: limits.characters]
    if not text.strip():
        raise Unreadable(Status.EMPTY, "the file has no text")
    if not is_legible(text):
        raise Unreadable(Status.UNKNOWN_FORMAT, "the file is neither text nor a kind that is read")
    pages: list[PageLayout] = []
    for sheet in text.split("\f"):
        lines = _BREAK.split(sheet.expandtabs())
        while lines and not lines[-1].strip():
            lines.pop()
        for start in range(0, len(lines), _PAGE_LINES):
            if len(pages) < limits.pages:
                pages.append(_page(lines[start : start + _PAGE_LINES], len(pages) + 1))
    return Layout(tuple(with_roles(pages)), len(pages), format)


def _decoded(data: bytes) -> str:
    encoding = declared_encoding(data[:4]) or detect_encoding(data)
    text, _ = webencodings.decode(data, encoding, errors="replace")
    return str(text)


def _page(rows: list[str], number: int) -> PageLayout:
    lines: list[Line] = []
    block = 0
    for index, row in enumerate(rows):
        if not row.strip():
            block += 1
            continue
        at = len(row) - len(row.lstrip())
        text = " ".join(tidy(row, is_printed=False).split())
        if not text:
            continue
        x0, y0 = _MARGIN + at * _ADVANCE, _MARGIN + index * _LEADING
        x1 = x0 + len(row.strip()) * _ADVANCE
        lines.append(Line(text, number, x0, y0, x1, y0 + _SIZE, _SIZE, "Courier", block=block))
    return PageLayout(number, _WIDTH, _HEIGHT, tuple(lines))
