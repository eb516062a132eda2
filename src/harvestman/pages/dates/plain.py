"""The lines of plain text and Markdown, and of text with a few tags in it: calls for papers are often mailed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from harvestman.pages.dates.columns import unfold_columns
from harvestman.pages.dates.grids import Cell, read_grid
from harvestman.pages.dates.markup import BLOCKS, CELLS, STRUCK
from harvestman.pages.dates.shown import MAX_LINE, MAX_LINES, OFF, ON, Line, joined, line_of
from harvestman.text import unaccent
from harvestman.text.vocabulary import vocabulary

_FULL: Final = 45  # characters: a shorter line of plain text was broken on purpose
_LEAST_SPACED: Final = 6  # lines
_SPACED: Final = (
    0.8  # empty lines for each line with text: the text has two line ends where one is meant
)
_SPACED_SHORT: Final = 0.8  # of the lines are short: between paragraphs of prose empty lines belong
_PARAGRAPH: Final = 100  # characters of a paragraph
_TAG: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]{0,2000}>", re.DOTALL
)
_ADDRESS: Final = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,500}\)")
_ATTRIBUTES: Final = re.compile(r"\{[:%][^{}\n]{0,300}\}")
_BEFORE_DATE: Final = frozenset(
    "by before than from until is are be was für fur le antes desde avant до от с".split()
)
_YEAR_OR_DAY: Final = re.compile(r"(?:19|20)\d\d|[0-3]?\d(?:st|nd|rd|th)?")
_DAY: Final = re.compile(r"[0-3]?\d(?:st|nd|rd|th)?")
_BORDERS: Final = 2  # a row of a table has more
_RULE: Final = re.compile(r"[\s|:=-]*")
_UNDERLINE: Final = re.compile(r"\s*[-=*_#~+]{3,}\s*")
_TILDES: Final = re.compile(r"~~(.{1,200}?)~~")
_MARKS: Final = re.compile(r"\*+|__|~~|`")


def plain_lines(text: str) -> list[Line]:
    """The lines of a text; an empty one stands between two paragraphs."""
    if "<" in text:
        text = _TAG.sub(_replace_tag, text)
    if "&" in text:
        text = html.unescape(text)
    lines: list[Line] = []
    is_struck = False
    for whole in _with_grids(unfold_columns(text.split("\n"))):
        if len(lines) >= MAX_LINES:
            break
        if _UNDERLINE.fullmatch(whole[:MAX_LINE]):
            if lines and not lines[-1].is_heading and len(lines[-1].text) < 100:
                lines[-1] = Line(lines[-1].text, True, lines[-1].struck)
            continue
        raw = _without_markdown(whole[:MAX_LINE])
        if is_struck:
            raw = ON + raw
        is_struck = raw.rfind(ON) > raw.rfind(OFF)
        line = line_of(raw, is_heading=whole.startswith("#"))
        if line is not None and lines and _continues(lines[-1], whole):
            lines[-1] = joined(lines[-1], line)
        elif line is not None:
            lines.append(line)
        elif lines and lines[-1].text:
            # An empty line ends a paragraph: what stands around it does not belong together.
            lines.append(Line(""))
    return _single_spaced(lines)


def _single_spaced(lines: list[Line]) -> list[Line]:
    """The lines without the empty ones where those stand behind nearly every line and part nothing."""
    filled = [line for line in lines if line.text]
    blank = len(lines) - len(filled)
    short = sum(len(line.text) < _PARAGRAPH for line in filled)
    is_spaced = len(filled) >= _LEAST_SPACED and blank >= len(filled) * _SPACED
    return filled if is_spaced and short >= len(filled) * _SPACED_SHORT else lines


def _with_grids(lines: list[str]) -> Iterator[str]:
    """The lines, with tables in Markdown read by their heads where a row has several dates."""
    table: list[str] = []
    for line in (*lines, ""):
        if line.lstrip().startswith("|") and line.count("|") > _BORDERS:
            table.append(line)
            continue
        if table:
            yield from _grid(table) or table
            table = []
        yield line


def _grid(table: list[str]) -> list[str] | None:
    rows = [
        [Cell(cell.strip()) for cell in line[:MAX_LINE].strip().strip("|").split("|")]
        for line in table
        if not _RULE.fullmatch(line[:MAX_LINE])
    ]
    found = read_grid(rows)
    return None if found is None else [cell.text for cell in found]


def _continues(before: Line, whole: str) -> bool:
    """Whether a line goes on with the sentence of the line before, which was full."""
    start = whole.lstrip()[:1]
    if not _FULL <= len(before.text) <= MAX_LINE or before.is_heading or "://" in whole:
        return False
    if start.islower() or start == "(":
        return before.text[-1] not in ".:;!?"
    if _parts_date(before.text, whole.lstrip()):
        return True
    # "... should be sent by", and the date in the next line.
    return start.isalnum() and before.text.rpartition(" ")[2].lower() in _small_words()


def _parts_date(before: str, behind: str) -> bool:
    """Whether the end of a line parts a date: "15 January" and "2020", "on 5" and "May 2020"."""
    last = before.rpartition(" ")[2].strip(",.")
    first = behind.partition(" ")[0].strip(",.;)")
    months = vocabulary().months
    if unaccent(last) in months:
        return _YEAR_OR_DAY.fullmatch(first) is not None
    return _DAY.fullmatch(last) is not None and unaccent(first) in months


@cache
def _small_words() -> frozenset[str]:
    """Words that end no sentence and no entry of a list: "by", "the", "до", "bis zum"."""
    words = vocabulary()
    return frozenset(words.fillers | words.insides | words.ranges | _BEFORE_DATE)


def _without_markdown(raw: str) -> str:
    if "](" in raw:
        raw = _ADDRESS.sub(r"\1", raw)
    if "{" in raw:
        raw = _ATTRIBUTES.sub("", raw)
    if "~~" in raw:
        raw = _TILDES.sub(rf"{ON}\1{OFF}", raw)
    return _MARKS.sub("", raw.lstrip("#"))


def _replace_tag(match: re.Match[str]) -> str:
    end, name = match.groups()
    if name is None:
        return ""
    name = name.lower()
    if name in STRUCK:
        return OFF if end else ON
    if name in CELLS:
        return " \t "
    return "\n" if name in BLOCKS else ""
