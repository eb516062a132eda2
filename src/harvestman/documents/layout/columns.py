"""Columns and reading order.

A page is read in bands from top to bottom. Between lines that cross the gutter (a title, a wide figure) the left column is read
before the right one. Where pieces stand side by side without a page-wide gutter (authors under a title), a group of rows whose
pieces line up is read column by column, otherwise row by row.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from harvestman.documents.layout.runs import Run

_TEXT = 12
"""Letters of a run that can be running text."""
_LABEL = 5
"""Letters of a run that can be the label of an entry."""
_TOO_LONG = 0.1
"""The part of a line that may stick out of its column."""
_LEAST_SIDE, _LEAST_ROWS, _ROW = 60.0, 6, 4.0
"""Points of a column beside the title at least, lines of it and beside it, and points by which lines of one row differ."""
_STEPS = 60
"""Places where a gutter is looked for."""


@dataclass(slots=True)
class Placed:
    """A run with its place in the reading order."""

    run: Run
    column: int
    """0 for what spans the page, then 1, 2, … from left to right."""
    zone: int
    """Runs of one zone (a column between two spanning lines) share this number."""


def find_gutters(runs: list[Run], width: float) -> list[float]:
    """The middles of the white strips between columns of running text, from left to right."""
    texts = [run for run in runs if run.length >= _TEXT]
    labels = [run.x0 for run in runs if run.length <= _LABEL]
    return sorted(_before_labels(_gutters(texts, 0.0, width, depth=0), texts, labels))


def _before_labels(gutters: list[float], texts: list[Run], labels: list[float]) -> list[float]:
    """The gutters, moved left of the labels of a list ("[18]") that stand apart from its indented lines."""
    moved: list[float] = []
    for gutter in gutters:
        left = max((run.x1 for run in texts if run.x1 <= gutter), default=0.0)
        near = sorted(x for x in labels if left + 1 < x <= gutter)
        edge = next((x for x, third in zip(near, near[2:], strict=False) if third - x <= 1), None)
        moved.append(gutter if edge is None else (left + edge) / 2)
    return moved


def _gutters(texts: list[Run], left: float, right: float, *, depth: int) -> list[float]:
    if len(texts) < 10 or depth > 2 or right - left < 100:
        return []
    # How many characters end before each place, start behind it, or cross it.
    low_x = left + 0.15 * (right - left)
    step = 0.7 * (right - left) / _STEPS
    ends, starts = [0] * (_STEPS + 2), [0] * (_STEPS + 2)
    for run in texts:
        ends[min(max(math.ceil((run.x1 - low_x - 0.5) / step), 0), _STEPS + 1)] += run.length
        starts[min(max(math.floor((run.x0 - low_x + 0.5) / step) + 1, 0), _STEPS + 1)] += run.length
    total = sum(ends)
    before = started = best = 0
    best_x = 0.0
    for index in range(_STEPS + 1):
        before += ends[index]
        started += starts[index]
        after = total - started
        side, crossing = min(before, after), started - before
        if side >= 150 and side * 4 >= crossing and (not best_x or side - crossing > best):
            best, best_x = side - crossing, low_x + index * step
    if not best_x or not _is_gutter(texts, best_x):
        return []
    x = _middle(texts, best_x)
    lefts = [run for run in texts if run.x1 <= x + 0.5]
    rights = [run for run in texts if run.x0 >= x - 0.5]
    return [
        x,
        *_gutters(lefts, left, x, depth=depth + 1),
        *_gutters(rights, x, right, depth=depth + 1),
    ]


def _is_gutter(texts: list[Run], x: float) -> bool:
    """Both sides need at least four rows of running text that stand beside each other."""
    lefts = [run for run in texts if run.x1 <= x + 0.5]
    rights = [run for run in texts if run.x0 >= x - 0.5]
    if min(len(lefts), len(rights)) < 4:
        return False
    top = max(min(run.base for run in lefts), min(run.base for run in rights))
    bottom = min(max(run.base for run in lefts), max(run.base for run in rights))
    beside = [sum(top - 15 <= run.base <= bottom + 15 for run in side) for side in (lefts, rights)]
    return min(beside) >= 4


def _middle(texts: list[Run], x: float) -> float:
    """The middle of the white strip around x."""
    left = sorted(run.x1 for run in texts if run.x1 <= x + 0.5)
    right = sorted(run.x0 for run in texts if run.x0 >= x - 0.5)
    return (left[int(0.95 * (len(left) - 1))] + right[int(0.05 * (len(right) - 1))]) / 2


def put_in_order(runs: list[Run], gutters: list[float]) -> list[Placed]:
    """The runs of a page in reading order."""
    rows = _rows_of(runs)
    placed: list[Placed] = []
    zone = 0
    band: list[Run] = []
    is_split = False
    for row in rows:
        crossing = not gutters or any(
            _crosses(run, gutter, runs) for run in row for gutter in gutters
        )
        if is_split is False and not crossing and band and len(row) == 1:
            # The last line of one author under a row of three, or of a paragraph that spans the columns.
            above = _rows_of(band)[-1]
            crossing = _fits(row[0], [above]) if len(above) > 1 else _goes_on(above[0], row[0])
        if band and crossing == is_split:
            zone = _put_band(placed, band, gutters if is_split else [], zone)
            band = []
        is_split = not crossing
        band.extend(row)
    if band:
        _put_band(placed, band, gutters if is_split else [], zone)
    return placed


def _crosses(run: Run, gutter: float, runs: list[Run]) -> bool:
    """Whether a run spans two columns: one that is only a little too long for its own has text of the other beside it."""
    over = min(run.x1 - gutter, gutter - run.x0)
    if over <= 2:
        return False
    return over > _TOO_LONG * (run.x1 - run.x0) or not any(
        abs(other.base - run.base) < run.size and (other.x0 > run.x1 or other.x1 < run.x0)
        for other in runs
    )


def _put_band(placed: list[Placed], band: list[Run], gutters: list[float], zone: int) -> int:
    if not gutters:
        return _put_rows(placed, band, zone)
    columns: list[list[Run]] = [[] for _ in range(len(gutters) + 1)]
    for run in band:
        middle = (run.x0 + run.x1) / 2
        columns[sum(middle > gutter for gutter in gutters)].append(run)
    numbered = list(enumerate(columns, 1))
    # Notes in a narrow column beside the text are read after it.
    most = max(_length(column) for column in columns)
    numbered.sort(key=lambda item: _is_aside(item[1], columns, most))
    for number, column in numbered:
        placed.extend(Placed(run, number, zone) for run in sorted(column, key=_top_down))
        zone += 1
    return zone


def _goes_on(upper: Run, lower: Run) -> bool:
    """Whether a short line ends the paragraph of a spanning one."""
    is_close = lower.base - upper.base <= 1.35 * lower.size
    is_alike = upper.words[-1].look is lower.words[0].look
    return is_close and is_alike and abs(upper.x0 - lower.x0) < 3


def _length(column: list[Run]) -> int:
    return sum(run.length for run in column)


def _is_aside(column: list[Run], columns: list[list[Run]], most: int) -> bool:
    """Whether a column is much narrower than the widest, has little text and starts below it."""
    if not column or _length(column) * 3 > most:
        return False
    widest = max((other for other in columns if other), key=_width)
    return _width(column) * 2 < _width(widest) and min(run.base for run in column) > min(
        run.base for run in widest
    )


def _width(column: list[Run]) -> float:
    return max(run.x1 for run in column) - min(run.x0 for run in column) if column else 0.0


def _put_rows(placed: list[Placed], band: list[Run], zone: int) -> int:
    """A band without a gutter: groups of rows with pieces that line up go column by column."""
    if beside := _side_column(band):
        side = {id(run) for run in beside}
        last = max(run.base for run in beside) + _ROW
        upper = [run for run in band if run.base <= last and id(run) not in side]
        lower = [run for run in band if run.base > last]
        zone = _put_rows(placed, upper, zone)
        placed.extend(Placed(run, 1, zone) for run in beside)
        return _put_rows(placed, lower, zone + 1) if lower else zone + 1
    group: list[list[Run]] = []
    for row in [*_rows_of(band), []]:
        if len(row) > 1:
            group.append(row)
            continue
        if row and group and _fits(row[0], group):
            group.append(row)
            continue
        if group:
            zone = _put_group(placed, group, zone)
            group = []
        placed.extend(Placed(run, 0, zone) for run in row)
    return zone + 1


def _side_column(band: list[Run]) -> list[Run]:
    """A narrow column at the left, beside title and names, that has lines of its own: editors, dates. Read after them.

    Most of its lines stand on no line of the text beside it; the labels of a form or a table stand on the same one.
    """
    left = min((run.x0 for run in band), default=0.0)
    starts = sorted(run.x0 for run in band if run.x0 > left + _LEAST_SIDE)
    if len(starts) < _LEAST_ROWS:
        return []
    edge = starts[len(starts) // 4]  # most lines of the wide column begin there
    side = sorted((run for run in band if run.x1 < edge - run.size), key=_top_down)
    top = side[0].base - _ROW if side else 0.0
    # The text below spans both.
    crossing = [run.base for run in band if run.base > top and run.x0 < edge - run.size < run.x1]
    side = [run for run in side if run.base < min(crossing, default=math.inf)]
    if len(side) < _LEAST_ROWS:
        return []
    bottom = side[-1].base + _ROW
    within = [run for run in band if top <= run.base <= bottom]
    wide = [run for run in within if run.x0 >= edge - 1]
    reach = max((run.x1 for run in wide), default=0.0)
    if len(side) + len(wide) < len(within) or len(wide) < _LEAST_ROWS:
        return []
    shared = sum(any(abs(run.base - other.base) < 1 for other in wide) for run in side)
    is_narrow = (edge - left) * 2 < reach - edge
    return side if is_narrow and 2 * shared <= len(side) else []


def _fits(run: Run, group: list[list[Run]]) -> bool:
    """Whether a single piece stands in one column of the rows above it and close below them."""
    above = group[-1]
    if run.base - max(piece.base for piece in above) > 1.7 * run.size:
        return False
    widest = max(group, key=len)
    touched = [piece for piece in widest if run.x0 < piece.x1 and run.x1 > piece.x0]
    others = [piece for piece in widest if piece not in touched]
    return (
        len(touched) == 1
        and bool(others)
        and run.x1 - run.x0 < 0.6 * (widest[-1].x1 - widest[0].x0)
    )


def _put_group(placed: list[Placed], group: list[list[Run]], zone: int) -> int:
    pieces = [run for row in group for run in row]
    borders = _clear_strips(pieces)
    is_grid = len(group) >= 2 and borders and len(borders) + 1 <= 8
    if not is_grid:
        placed.extend(Placed(run, 0, zone) for run in pieces)
        return zone + 1
    columns: list[list[Run]] = [[] for _ in range(len(borders) + 1)]
    for run in pieces:
        columns[sum(run.x0 > border for border in borders)].append(run)
    for number, column in enumerate(columns, 1):
        zone += 1
        placed.extend(Placed(run, number, zone) for run in sorted(column, key=_top_down))
    return zone + 1


def _clear_strips(pieces: list[Run]) -> list[float]:
    """Where no piece of a group stands: the borders between its columns."""
    borders: list[float] = []
    reach = float("-inf")
    for run in sorted(pieces, key=lambda run: run.x0):
        if reach > float("-inf") and run.x0 > reach + 0.8 * run.size:
            borders.append((reach + run.x0) / 2)
        reach = max(reach, run.x1)
    return borders


def _rows_of(runs: list[Run]) -> list[list[Run]]:
    """Runs grouped into rows that share a base line, top down, each from left to right."""
    rows: list[list[Run]] = []
    for run in sorted(runs, key=_top_down):
        if rows and run.base - rows[-1][0].base <= 0.3 * run.size:
            rows[-1].append(run)
        else:
            rows.append([run])
    for row in rows:
        row.sort(key=lambda run: run.x0)
    return rows


def _top_down(run: Run) -> tuple[float, float]:
    return run.base, run.x0
