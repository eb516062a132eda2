"""The labels that entries of a list begin with ([7], 7., (7), [ABC99]) and the chains that their numbers make.

A number at the beginning of a line may be a volume or a page; numbers that go on by one through a whole list are not. So
the entries of a numbered list are the longest chain of candidates, found by dynamic programming over the lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.documents.layout.lines import Line

MOST_NUMBER = 2_000
"""Lists with more entries than this are read as unnumbered."""

_LABEL = re.compile(
    r"\s*(?:"
    r"(?P<square>[\[［【]\s?(?P<n1>\d{1,4})\s?[\]］】℄][.:]?)"
    r"|(?P<round>[(（](?P<n2>\d{1,4})[)）][.:]?)"
    r"|(?P<dot>(?P<n3>\d{1,4})\s?\.(?=\s|[^\W\d_]|[\"“«„\[]|$))"
    r"|(?P<bracket>(?P<n4>\d{1,4})\s?[)\]](?=\s|[^\W\d_]|[\"“«„]|$))"
    r"|(?P<bare>(?P<n5>\d{1,4})(?=\s+[^\W\d_a-zа-я]|\s+[\"“«„]|[A-ZА-ЯЁ]"
    r"|\s(?:de|del|van|von|di|da|la|le|der|al|el)\s))"
    r"|(?P<alone>(?P<n6>\d{1,4})\s*$)"
    r")\s*"
)
# [ABC99], [Knuth 1984], [GHJV95a], [12a]: what BibTeX's alpha styles and their relatives print.
_KEY = re.compile(
    r"\s*\[(?:[^\W\d_][\w+*.'’&/ -]{0,40}?,?\s?(?:\d{2}|\d{4})[a-z]?|[A-Z][\w+]{1,7}(?:\d\d)?[a-z]?)\]\s*"
)
_KINDS = ("square", "round", "dot", "bracket", "bare", "alone")
_MOST_SKIPPED = 3  # numbers whose lines were lost, or whose labels stand on another line


@dataclass(frozen=True, slots=True)
class Label:
    """A number or key at the beginning of a line."""

    line: int
    """The place of the line among those that were looked at."""
    kind: str
    number: int
    end: int
    """Where the entry's own text begins."""


def label_of(text: str, line: int = 0) -> Label | None:
    """The number that a line begins with, if it can be a label."""
    found = _LABEL.match(text)
    if found is None:
        return None
    for kind, name in zip(_KINDS, ("n1", "n2", "n3", "n4", "n5", "n6"), strict=True):
        if found[kind]:
            return Label(line, kind, int(found[name]), found.end())
    return None


def key_end(text: str) -> int | None:
    """Where the entry's own text begins, in a line with a key such as [ABC99]."""
    found = _KEY.match(text)
    return found.end() if found else None


def chain_of(lines: Sequence[Line], *, first: int = 1) -> list[Label]:
    """The best chain of labels of one kind with numbers that go on by one, beginning at `first` (or soon after)."""
    by_kind: dict[str, list[Label]] = {}
    for place, line in enumerate(lines):
        label = label_of(line.text, place)
        if label is None or not 0 < label.number <= MOST_NUMBER:
            continue
        # "12" alone on its line can be the label of a table-like list; it joins the chains of every kind.
        kinds = ("dot", "bare") if label.kind == "alone" else (label.kind,)
        for kind in kinds:
            by_kind.setdefault(kind, []).append(label)
    best: list[Label] = []
    for kind in _KINDS:
        found = _longest(by_kind.get(kind, ()), lines, first)
        if len(found) > len(best):
            best = found
    return best


def _longest(labels: Sequence[Label], lines: Sequence[Line], first: int) -> list[Label]:
    edges = _edges(labels, lines)
    score: list[float] = []
    back: list[int] = []
    at: dict[int, int] = {}  # number: the best chain's last label
    for place, label in enumerate(labels):
        aligned = _is_aligned(lines[label.line], edges)
        worth = 1.0 if aligned else 0.5
        best, origin = (worth, -1) if label.number <= first + 1 else (float("-inf"), -1)
        for step in range(1, _MOST_SKIPPED + 1):
            before = at.get(label.number - step)
            if before is not None and score[before] + worth - 0.6 * (step - 1) > best:
                best, origin = score[before] + worth - 0.6 * (step - 1), before
        score.append(best)
        back.append(origin)
        held = at.get(label.number)
        if best > float("-inf") and (held is None or best > score[held]):
            at[label.number] = place
    if not at:
        return []
    place = max(at.values(), key=lambda one: score[one])
    chain: list[Label] = []
    while place >= 0:
        chain.append(labels[place])
        place = back[place]
    return chain[::-1]


def _edges(labels: Sequence[Label], lines: Sequence[Line]) -> dict[tuple[int, int], list[float]]:
    """Where labels begin in each column; right-aligned ones (" 9.", "10.") begin at two places."""
    places: dict[tuple[int, int], dict[int, int]] = {}
    for label in labels:
        line = lines[label.line]
        counts = places.setdefault((line.page, line.column), {})
        counts[round(line.x0)] = counts.get(round(line.x0), 0) + 1
    return {
        column: [float(x) for x, _ in sorted(counts.items(), key=lambda item: -item[1])[:3]]
        for column, counts in places.items()
    }


def _is_aligned(line: Line, edges: dict[tuple[int, int], list[float]]) -> bool:
    return any(abs(line.x0 - x) <= 1.5 for x in edges.get((line.page, line.column), ()))
