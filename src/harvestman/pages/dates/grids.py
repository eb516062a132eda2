"""Tables with several dates in a row: "Submission | 1 March | 5 April" under "| Main track | Posters".

Each date becomes a line of its own that begins with the heads of its row and its column, as a person reads the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from harvestman.text.calendar import find_spans

_MOST_ROWS: Final = 80
_MOST_COLUMNS: Final = 12
_HEAD: Final = 120  # characters of a head: a longer cell is text
_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, where it is struck out, how many rows and columns it spans."""

    text: str
    struck: tuple[tuple[int, int], ...] = ()
    rows: int = 1
    columns: int = 1

    @property
    def has_date(self) -> bool:
        """Whether a date stands in it."""
        return bool(find_spans(self.text))


def read_grid(rows: Sequence[Sequence[Cell]]) -> list[Cell] | None:
    """The lines of such a table; None when no row has several dates under heads."""
    if not _TWO <= len(rows) <= _MOST_ROWS:
        return None
    lines: list[Cell] = []
    heads: list[Cell] | None = None
    is_grid = False
    for row in _filled(rows):
        dated = [cell for cell in row if cell.has_date]
        filled = [cell for cell in row if cell.text]
        if not dated and len(filled) >= _TWO:
            heads = row
            lines.append(_whole(filled))
        elif heads is None or len(dated) < _TWO:
            lines.append(_whole(filled))
        else:
            is_grid = True
            lines += _by_head(row, heads)
    return [line for line in lines if line.text] if is_grid else None


def _by_head(row: Sequence[Cell], heads: Sequence[Cell]) -> list[Cell]:
    own = " ".join(cell.text for cell in row if cell.text and not cell.has_date)[:_HEAD]
    lines = []
    for cell, head in zip(row, [*heads, *[Cell("")] * len(row)], strict=False):
        if cell.has_date:
            label = f"{own} {head.text[:_HEAD]}".strip(" :")
            lines.append(_behind(f"{label}: " if label else "", cell))
    return lines


def _whole(cells: Sequence[Cell]) -> Cell:
    """The cells of a row as one line."""
    line = Cell("")
    for cell in cells:
        line = _behind(f"{line.text} " if line.text else "", cell, line.struck)
    return line


def _behind(text: str, cell: Cell, struck: tuple[tuple[int, int], ...] = ()) -> Cell:
    shifted = tuple((begin + len(text), end + len(text)) for begin, end in cell.struck)
    return Cell(text + cell.text, struck + shifted)


def _filled(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The rows with a cell in every column: one that spans several stands in each of them."""
    filled: list[list[Cell]] = []
    hanging: dict[int, tuple[Cell, int]] = {}
    for row in rows:
        columns: list[Cell] = []
        for cell in (*row, None):
            while len(columns) in hanging and len(columns) < _MOST_COLUMNS:
                above, left = hanging.pop(len(columns))
                if left > 1:
                    hanging[len(columns)] = (above, left - 1)
                columns.append(above)
            if cell is None:
                break
            for _ in range(min(cell.columns, _MOST_COLUMNS - len(columns))):
                if cell.rows > 1:
                    hanging[len(columns)] = (cell, cell.rows - 1)
                columns.append(cell)
        filled.append(columns)
    return filled
