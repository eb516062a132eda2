"""Running heads, running feet and page numbers: what stands at the edge of the page and repeats from page to page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from harvestman.documents.layout.lines import Line, PageLayout, Role

_NUMBER = re.compile(
    r"^\W{0,40}+(?:page|p\.|стр\.?|с\.|página|pág\.?|seite)?\W{0,40}+(?:\d{1,4}|[ivxlc]{1,7})\W{0,40}(?:(?:of|/|из|de)\s{0,9}\d{1,4})?\W{0,40}$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\W*(?:19|20)\d\d\W*г?\.?")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_OPENING = 25
"""Lines of a first page among which its title and authors are."""
_LEAST_WORDS, _LONG_HEAD = 2, 4
_HEAD, _FOOT = 0.14, 0.86
"""Of a page's height: running lines stand above the one or below the other."""
_EDGE = 3
"""So many lines at each edge of a page may be running ones."""


def with_roles(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """The pages with their running heads and feet named."""
    known: dict[str, list[Line]] = {}
    for page in pages:
        for line in _edge(page):
            known.setdefault(_key(line), []).append(line)
    opening = _opening_words(pages)
    return [_named(page, known, opening) for page in pages]


def _opening_words(pages: Sequence[PageLayout]) -> frozenset[str]:
    """The words of a first page's title and authors, among others."""
    lines = pages[0].lines[:_OPENING] if pages and pages[0].has_looks else ()
    return frozenset(word for line in lines for word in _WORD.findall(line.text.casefold()))


def _edge(page: PageLayout) -> list[Line]:
    """The lines nearest to the upper and lower edge, from top to bottom."""
    lines = [line for line in page.lines if line.role is Role.TEXT]
    if page.has_looks:
        lines.sort(key=lambda line: line.y0)
    if len(lines) <= 2 * _EDGE:
        return lines
    return lines[:_EDGE] + lines[-_EDGE:]


def _key(line: Line) -> str:
    return _DIGITS.sub("#", line.text).casefold()


def _named(page: PageLayout, known: dict[str, list[Line]], opening: frozenset[str]) -> PageLayout:
    changed: dict[int, Role] = {}
    edge = _edge(page)
    if page.number > 1 and page.has_looks and page.height > page.width:
        sizes = Counter(line.block for line in page.lines)
        changed |= {
            id(line): Role.HEAD
            for line in edge
            if line.y1 < _HEAD * page.height
            and sizes[line.block] == 1
            and _says_again(line, opening)
        }
    for position, line in enumerate(edge):
        is_upper = line.y0 < page.height / 2 if page.has_looks else position < _EDGE
        if page.has_looks and _HEAD * page.height <= line.y1 and line.y0 <= _FOOT * page.height:
            continue
        if _NUMBER.match(line.text):
            if page.number == 1 and _YEAR.fullmatch(line.text):
                continue  # a title page ends with its year
            if position in (0, len(edge) - 1) or page.has_looks:
                changed[id(line)] = Role.FOOT
        elif len(line.text) > 2 and any(
            _is_same_place(line, other) for other in known[_key(line)] if other.page != line.page
        ):
            changed[id(line)] = Role.HEAD if is_upper else Role.FOOT
    if not changed:
        return page
    lines = tuple(
        replace(line, role=changed[id(line)]) if id(line) in changed else line
        for line in page.lines
    )
    return replace(page, lines=lines)


def _says_again(line: Line, opening: frozenset[str]) -> bool:
    """Whether a line only says the title or the authors of the first page again, a long one perhaps with a word shortened.

    Left and right pages have heads of their own: where few pages were read, one may be seen only once.
    """
    words = [word for word in _WORD.findall(line.text.casefold()) if word != "and"]
    unknown = sum(word not in opening for word in words)
    return len(words) >= _LEAST_WORDS and unknown <= (len(words) >= _LONG_HEAD)


def _is_same_place(line: Line, other: Line) -> bool:
    """A title that returns as a running head stands elsewhere, and larger."""
    if not line.size or not other.size:
        return not line.size
    return abs(line.y0 - other.y0) <= 8 and abs(line.size - other.size) <= 0.15 * line.size
