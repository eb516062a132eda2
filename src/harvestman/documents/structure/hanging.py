"""Lists whose entries hang: the first line of each stands at its column's left edge, all others a little to the right.

Where that shape is clear it alone tells where entries begin, whatever they say: given names, institutions, titles. The shape is clear
when nearly all lines stand at one of the two places, and when lines above a first line stop short or end a sentence while
lines above the others run to the edge. A list ends at a heading, at lines of another size, or where lines stop hanging.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from harvestman.documents.headings import heading_kind
from harvestman.documents.layout.lines import Line
from harvestman.documents.structure.list_features import ending_of, list_size, reference_marks

_LEAST_ENTRIES = 4
_NEAR = 0.3  # ems by which a line may be off its place
_LEAST_INDENT, _MOST_INDENT = 0.6, 4.5  # ems
_SIZES = 0.08  # by which the size of lines of one list may differ
_SHORT = 0.75  # of the column's width: lines that are set ragged rarely stop before
_PROSE = 4  # lines at the left edge in a row, each above the next to the full: a paragraph
_LONGEST_HEADING, _LEAST_LETTERS = 80, 3
_FIRST = 12  # lines that tell how wide the list is
_WIDER = 1.4  # times that: what follows has another number of columns
_LEAST_SIGNS = 3  # of a line that is no torn-off accent or root sign
_DOUBTFUL_APART = 1.2  # marks of what stands further below than entries do
_DOUBTFUL = 0.9  # marks: real entries have two or three
_SLIVER = 3  # lines of a column that is none
_CLOSED = frozenset(("stop", "year", "pages", "url", "digit"))
_ENDING_KINDS = frozenset(("acknowledgements", "appendix", "closing", "body", "others"))

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hanging:
    """A list cut by its shape: the lines of each entry by their places in the region, and where the list ends."""

    entries: tuple[tuple[int, ...], ...]
    end: int


def cut_hanging(region: Sequence[Line]) -> Hanging | None:
    """The entries of the list that begins with the region, if its shape is clear."""
    size = list_size(region)
    if not size or not region[0].x1:
        return None
    last = _hard_end(region, size)
    if not all(line.x1 for line in region[:last]):
        return None
    members = [
        place
        for place in range(last)
        if abs(region[place].size / size - 1) <= _SIZES
        and (len(region[place].text) >= _LEAST_SIGNS or region[place].text.isalnum())
    ]
    lines = [region[place] for place in members]
    indent = _indent(lines)
    if indent is None:
        return None
    edges = _edges(lines, indent)
    sides = [_side(line, edges, indent) for line in lines]
    breaks = _breaks(lines)
    stop = _end_of_hanging(sides, breaks)
    if not _is_clear(sides[:stop], breaks[:stop]):
        return None
    entries: list[list[int]] = []
    for place, side in zip(members[:stop], sides, strict=False):
        if side == "out":
            entries.append([place])
        elif entries:
            entries[-1].append(place)
    entries = _without_tail(_without_heads(entries, region), region)
    if len(entries) < _LEAST_ENTRIES:
        return None
    return Hanging(tuple(map(tuple, entries)), entries[-1][-1] + 1)


def _without_heads(entries: Sequence[list[int]], region: Sequence[Line]) -> list[list[int]]:
    """The entries without running heads: single lines at the top of a page that say nothing of a reference."""
    return [
        entry
        for entry in entries
        if len(entry) > 1
        or not entry[0]
        or region[entry[0] - 1].page == region[entry[0]].page
        or _marks(entry, region)
    ]


def _without_tail(entries: list[list[int]], region: Sequence[Line]) -> list[list[int]]:
    """The entries without what stands below the list and has few marks of references: captions, addresses, notes."""
    most = total = 0.0
    end = len(entries)
    steps = sorted(_step(region, entry[0]) for entry in entries[1:])
    usual = steps[len(steps) // 2] if steps else 0.0
    for place in range(len(entries) - 1, 0, -1):
        first = entries[place][0]
        is_apart = _step(region, first) > usual + 0.5 * region[first].size
        total += (_DOUBTFUL_APART if is_apart else _DOUBTFUL) - _marks(entries[place], region)
        if total > most:
            most, end = total, place
    return entries[:end]


def _step(region: Sequence[Line], place: int) -> float:
    """How far a line stands below the one before; 0 at the top of a column."""
    before, line = region[place - 1], region[place]
    is_same = (before.page, before.column) == (line.page, line.column)
    return max(0.0, line.y0 - before.y1) if is_same else 0.0


def _marks(entry: Sequence[int], region: Sequence[Line]) -> int:
    return reference_marks(" ".join(region[place].text for place in entry)[:400])


def _hard_end(region: Sequence[Line], size: float) -> int:
    """Where a heading or a stretch of another size ends the list, at the latest."""
    width = max(line.x1 - line.x0 for line in region[:_FIRST])
    for place, line in enumerate(region):
        if not place:
            continue
        if heading_kind(line.text) in _ENDING_KINDS or line.x1 - line.x0 > _WIDER * width:
            return place
        is_heading = (
            len(line.text) <= _LONGEST_HEADING
            and line.text[-1] not in ".,;"
            and (line.size > (1 + _SIZES) * size or (line.bold and not region[0].bold))
        )
        if is_heading and sum(map(str.isalpha, line.text)) >= _LEAST_LETTERS:
            return place
    return len(region)


def _indent(lines: Sequence[Line]) -> float | None:
    """By how much the further lines of an entry are indented: the usual step between two neighbours."""
    steps: Counter[int] = Counter()
    for before, line in itertools.pairwise(lines):
        if (line.page, line.column) == (before.page, before.column):
            step = abs(line.x0 - before.x0)
            if _LEAST_INDENT * line.size <= step <= _MOST_INDENT * line.size:
                steps[round(step)] += 1
    if not steps:
        return None
    best = max(steps, key=lambda step: steps[step - 1] + steps[step] + steps[step + 1])
    near = [best - 1, best, best + 1]
    total = sum(steps[step] for step in near)
    if total < _LEAST_ENTRIES or total < 0.6 * sum(steps.values()):
        return None
    return sum(step * steps[step] for step in near) / total


def _edges(lines: Sequence[Line], indent: float) -> dict[Place, float]:
    """The left edge of each column; short columns may hold indented lines only and take their like's edge."""
    columns: dict[Place, list[Line]] = {}
    for line in lines:
        columns.setdefault((line.page, line.column), []).append(line)
    edges: dict[Place, float] = {}
    for column, own in columns.items():
        near = _NEAR * own[0].size
        candidates = sorted({round(line.x0, 1) for line in own})
        edges[column] = max(
            candidates,
            key=lambda left: (
                sum(
                    abs(line.x0 - left) <= near or abs(line.x0 - left - indent) <= near
                    for line in own
                ),
                any(abs(line.x0 - left - indent) <= near for line in own),
                -left,
            ),
        )
    sure = {column for column, own in columns.items() if _has_both(own, edges[column], indent)}
    for column, own in columns.items():
        if column in sure:
            continue
        likes = [edges[other] for other in sure if other[1] == column[1]]
        near = _NEAR * own[0].size
        fitting = [
            like
            for like in likes
            if abs(own[0].x0 - like) <= near or abs(own[0].x0 - like - indent) <= near
        ]
        if fitting:
            edges[column] = fitting[0]
        elif len(own) <= _SLIVER:  # a piece of a line that was torn apart
            edges[column] = min(line.x0 for line in own) - indent
    return edges


def _has_both(lines: Sequence[Line], left: float, indent: float) -> bool:
    near = _NEAR * lines[0].size
    return any(abs(line.x0 - left) <= near for line in lines) and any(
        abs(line.x0 - left - indent) <= near for line in lines
    )


def _side(line: Line, edges: dict[Place, float], indent: float) -> str:
    left = edges[line.page, line.column]
    near = _NEAR * line.size
    if abs(line.x0 - left) <= near:
        return "out"
    return "in" if abs(line.x0 - left - indent) <= near else "other"


def _breaks(lines: Sequence[Line]) -> list[bool | None]:
    """For each line whether the one above it in its column ends an entry by its look; None at the top of a column."""
    rights: dict[Place, float] = {}
    for line in lines:
        key = line.page, line.column
        rights[key] = max(rights.get(key, 0.0), line.x1)
    found: list[bool | None] = [None]
    for before, line in itertools.pairwise(lines):
        key = before.page, before.column
        if key != (line.page, line.column):
            found.append(None)
            continue
        is_short = before.x1 - before.x0 < _SHORT * (rights[key] - before.x0)
        is_far = line.y0 - before.y1 > 0.35 * line.size
        found.append((is_short or is_far) or ending_of(before.text) in _CLOSED)
    return found


def _end_of_hanging(sides: Sequence[str], breaks: Sequence[bool | None]) -> int:
    """The first line of a paragraph that stands at the left edge, or of a stretch that stands elsewhere."""
    prose: list[
        int
    ] = []  # lines at the left edge that go on with the line above, since the last indented one
    others = 0
    for place, (side, broken) in enumerate(zip(sides, breaks, strict=True)):
        if side == "in":
            prose.clear()
        elif side == "out" and broken is False:
            prose.append(place)
        others = others + 1 if side == "other" else 0
        if len(prose) >= _PROSE:
            return prose[0] - 1
        if others >= _PROSE:
            return place - others + 1
    return len(sides)


def _is_clear(sides: Sequence[str], breaks: Sequence[bool | None]) -> bool:
    out = [broken for side, broken in zip(sides, breaks, strict=True) if side == "out"]
    inner = [broken for side, broken in zip(sides, breaks, strict=True) if side == "in"]
    if len(out) < _LEAST_ENTRIES or len(inner) < 0.5 * len(out):
        return False
    if len(out) + len(inner) < 0.93 * len(sides):
        return False
    return _share(out) >= 0.85 and _share(inner) <= 0.35


def _share(breaks: Sequence[bool | None]) -> float:
    told = [broken for broken in breaks if broken is not None]
    return sum(told) / len(told) if told else 0.0
