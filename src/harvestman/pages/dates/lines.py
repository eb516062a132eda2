"""A page as the lines that a person sees, with what is struck out and what is a heading.

Where a page has no markup to speak of (`plain`), its own lines are the lines; else its blocks are (`markup`).
"""

from __future__ import annotations

import re

from harvestman.pages.dates.markup import tree_lines
from harvestman.pages.dates.plain import plain_lines
from harvestman.pages.dates.shown import MAX_LINE, Line, clean
from harvestman.pages.source import Source

_MARKUP = re.compile(r"<(?:html|body|p|div|table|td|li|h[1-6])\b", re.IGNORECASE)
_WHOLE = re.compile(r"<(?:!doctype|html|body)\b", re.IGNORECASE)


def lines_of(source: Source) -> list[Line]:
    """The lines of a page, from top to bottom; an empty one stands between two paragraphs of plain text."""
    text = source.html
    markup = len(_MARKUP.findall(text[:200_000]))
    if not _WHOLE.search(text[:2_000]) and markup * 8 < text.count("\n", 0, 200_000) + 8:
        return plain_lines(text)
    return tree_lines(source)


def page_title(source: Source) -> str:
    """What the page calls itself in its title element."""
    for node in source.tree.css("title")[:1]:
        return clean(node.text()[:MAX_LINE])[0]
    return ""
