"""A page as the lines that a person sees, with what is struck out and what is a heading.

Where a page has no markup to speak of (`plain`), its own lines are the lines; else its blocks are (`markup`).
"""

from __future__ import annotations

import re
from typing import Final

from harvestman.pages.dates.markup import tree_lines
from harvestman.pages.dates.plain import plain_lines
from harvestman.pages.dates.shown import MAX_LINE, Line, clean, joined
from harvestman.pages.source import Source
from harvestman.text import unaccent
from harvestman.text.vocabulary import vocabulary

_MARKUP: Final = re.compile(r"<(?:html|body|p|div|table|td|li|h[1-6])\b", re.IGNORECASE)
_DAY: Final = re.compile(
    r"(?:(?:0?[1-9]|[12]\d|3[01]) ?[-–] ?)?(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)?,?",
    re.IGNORECASE,
)
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_MONTH: Final = re.compile(r"(?P<month>[^\W\d_]{3,12})\.?,?(?:\s(?P<year>(?:19|20)\d\d))?")
_LONGEST_HALF: Final = 18
_WHOLE: Final = re.compile(r"<(?:!doctype|html|body)\b", re.IGNORECASE)


def lines_of(source: Source) -> list[Line]:
    """The lines of a page, from top to bottom; an empty one stands between two paragraphs of plain text."""
    text = source.html
    markup = len(_MARKUP.findall(text[:200_000]))
    if not _WHOLE.search(text[:2_000]) and markup * 8 < text.count("\n", 0, 200_000) + 8:
        return plain_lines(text)
    return _whole_days(tree_lines(source))


def _whole_days(lines: list[Line]) -> list[Line]:
    """Lines of which none is half a date: "15" over "Jun 2024", as calendars and cards print it, is one line."""
    kept: list[Line] = []
    for number, line in enumerate(lines):
        following = lines[number + 1].text if number + 1 < len(lines) else ""
        if kept and _is_weekday(line.text) and _are_halves(kept[-1].text, following):
            continue  # "15", "Fri", "Jun 2024"
        if kept and _are_halves(kept[-1].text, line.text):
            kept[-1] = joined(kept[-1], line)
        else:
            kept.append(line)
    return kept


def _is_weekday(text: str) -> bool:
    """Whether a line is nothing but a day of the week, or two: "Thu-Sat"."""
    names = _LETTERS.findall(unaccent(text[:_LONGEST_HALF]))
    return bool(names) and len(text) <= _LONGEST_HALF and vocabulary().weekdays.issuperset(names)


def _are_halves(first: str, second: str) -> bool:
    """Whether two short lines are a day and its month with the year, in either order."""
    if max(len(first), len(second)) > _LONGEST_HALF:
        return False
    day, month = (first, second) if _DAY.fullmatch(first) else (second, first)
    if _DAY.fullmatch(day) is None:
        return False
    written = _MONTH.fullmatch(month)
    if written is None or not (written["year"] or written["month"].isupper()):
        return False
    name, words = unaccent(written["month"]), vocabulary()
    return name in words.months or name in words.short_months


def page_title(source: Source) -> str:
    """What the page calls itself in its title element."""
    for node in source.tree.css("title")[:1]:
        return clean(node.text()[:MAX_LINE])[0]
    return ""
