"""A printed page's words become its lines: spaces, raised marks, looks, blocks and columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

from harvestman.documents.layout.accents import place_accents
from harvestman.documents.layout.characters import ACCENTS, accented, tidy
from harvestman.documents.layout.columns import Placed, find_gutters, put_in_order
from harvestman.documents.layout.line_numbers import without_line_numbers
from harvestman.documents.layout.lines import Line, PageLayout, Role, Span
from harvestman.documents.layout.runs import SPACE, Run, build_runs, join_runs
from harvestman.documents.layout.words import Look, PrintedPage, Word

_RISE, _FALL = 0.78, 0.22
"""How far letters reach above and below the base line, in ems."""
WIDE = 0.55
"""Ems; a space between words has 0.25 to 0.35, in lines that are spread to the margins at most 0.5 or so."""


def build_page(page: PrintedPage, number: int) -> PageLayout:
    """The lines of a page in reading order; turned words in the margin come last."""
    turns = Counter({0: 0})
    for word in page.words:
        turns[word.turn] += len(word.text)
    main = turns.most_common(1)[0][0] if len(turns) > 1 else 0
    upright = [word for word in page.words if word.turn == main]
    words = place_accents(list(without_line_numbers(upright)))
    width, height = (page.height, page.width) if main % 2 else (page.width, page.height)
    runs = build_runs(words)
    gutters = find_gutters(runs, width)
    runs = join_runs(runs, gutters)
    lines = _with_blocks(put_in_order(runs, gutters), number)
    for turn in sorted(turns):
        if turn != main and turns[turn]:
            lines.extend(_margin(page, turn, main, number))
    return PageLayout(number, round(width, 1), round(height, 1), tuple(lines))


def _margin(page: PrintedPage, turn: int, main: int, number: int) -> list[Line]:
    """Lines that are turned against the rest of the page."""
    lines = []
    words = [word for word in page.words if word.turn == turn]
    sizes = (page.width, page.height) if not (main % 2) else (page.height, page.width)
    for run in join_runs(build_runs(words), []):
        line = line_of(run, number)
        if line is not None:
            box = (line.x0, line.y0, line.x1, line.y1)
            x0, y0, x1, y1 = _turned_back(box, (turn - main) % 4, sizes)
            lines.append(replace(line, x0=x0, y0=y0, x1=x1, y1=y1, role=Role.MARGIN, spans=()))
    return lines


def _turned_back(
    box: tuple[float, float, float, float], turns: int, size: tuple[float, float]
) -> tuple[float, float, float, float]:
    """A box of the page turned clockwise, as it stands on the page itself."""
    x0, y0, x1, y1 = box
    width, height = size
    if turns == 1:
        return y0, height - x1, y1, height - x0
    if turns == 2:
        return width - x1, height - y1, width - x0, height - y0
    return width - y1, x0, width - y0, x1


def line_of(run: Run, number: int, *, block: int = 0, column: int = 0) -> Line | None:
    """A run as a line; None when nothing readable is in it."""
    text, look, spans, gaps = _joined(run) if len(run.words) > 1 else _single(run.words[0])
    if not text:
        return None
    return Line(
        text, number,
        round(run.x0, 1), round(run.base - _RISE * run.size, 1),
        round(run.x1, 1), round(run.base + _FALL * run.size, 1),
        look.size, look.font, look.bold, look.italic, block, column, Role.TEXT, spans, gaps,
    )  # fmt: skip


def _single(word: Word) -> tuple[str, Look, tuple[Span, ...], tuple[int, ...]]:
    return _shown(word.text), word.look, (), ()


def _joined(run: Run) -> tuple[str, Look, tuple[Span, ...], tuple[int, ...]]:
    """The text of a run of several words, the look of most of it, where its look changes, and where wide gaps are."""
    parts: list[str] = []
    pieces: list[list[Any]] = []  # start, end, look, whether it is raised, x0, x1
    weights: dict[Look, int] = {}
    gaps: list[int] = []
    length = 0
    previous: Word | None = None
    accent = ""
    rise, small = run.base - 0.12 * run.size, 0.87 * run.size
    letter_gap = _letter_gap(run.words)
    for word in run.words:
        raw = word.text
        if accent:
            raw, accent = accent + raw, ""
        if raw[-1] in ACCENTS and raw[-1] != "`":
            raw, accent = raw[:-1], raw[-1]
        text = _shown(raw)
        if not text:
            continue
        if text[0] == "¸" and parts and (letter := accented(parts[-1][-1], "¸")) != parts[-1][-1]:
            # The cedilla alone is printed behind its letter.
            parts[-1], text = parts[-1][:-1] + letter, text[1:]
        elif previous is not None and _has_space(previous, word, letter_gap):
            if word.x0 - previous.x1 > WIDE * run.size:
                gaps.append(length)
            parts.append(" ")
            length += 1
        look = word.look
        raised = word.base < rise and look.size <= small
        weights[look] = weights.get(look, 0) + len(text)
        start, length = length, length + len(text)
        parts.append(text)
        if pieces and pieces[-1][2] is look and pieces[-1][3] == raised:
            pieces[-1][1], pieces[-1][5] = length, word.x1
        else:
            pieces.append([start, length, look, raised, word.x0, word.x1])
        previous = word
    main = max(weights, key=weights.__getitem__) if weights else run.words[0].look
    spans = tuple(_span(*piece) for piece in pieces) if len(pieces) > 1 else ()
    return "".join(parts), main, spans, tuple(gaps)


def _span(start: int, end: int, look: Look, raised: bool, x0: float, x1: float) -> Span:
    return Span(
        start, end, look.size, look.font, look.bold, look.italic, raised, round(x0, 1), round(x1, 1)
    )


def _shown(text: str) -> str:
    text = tidy(text)
    return " ".join(text.split()) if "  " in text else text.strip()


def _letter_gap(words: list[Word]) -> float:
    """The gap between letters of a line that is s p a c e d out; 0 for other lines."""
    if len(words) < 4 or sum(len(word.text) == 1 for word in words) < 0.8 * len(words):
        return 0.0
    gaps = sorted(after.x0 - before.x1 for before, after in pairwise(words))
    return max(gaps[len(gaps) // 2], 0.01)


def _has_space(previous: Word, word: Word, letter_gap: float) -> bool:
    gap = word.x0 - previous.x1
    larger = max(previous.look.size, word.look.size)
    if letter_gap and previous.text.isalpha() and word.text.isalpha():
        return gap > 1.5 * letter_gap + 0.1 * larger
    if word.is_joined:
        return gap >= SPACE * larger
    # Small capitals: the rest of a word in a smaller size stands close to its first letter.
    is_small_caps = (
        len(previous.text) == 1
        and previous.text.isupper()
        and word.text[0].isupper()
        and word.look.font == previous.look.font
        and word.look.size < previous.look.size
    )
    return not (is_small_caps and gap < SPACE * min(previous.look.size, word.look.size))


def _with_blocks(placed: list[Placed], number: int) -> list[Line]:
    lines: list[Line] = []
    block = 0
    last: Placed | None = None
    leading = 0.0
    for item in placed:
        if last is not None:
            step = item.run.base - last.run.base
            size = max(item.run.size, last.run.size)
            is_next = (
                item.zone == last.zone
                and 0 < step <= _reach(last.run, item.run, leading)
                and abs(item.run.size - last.run.size) <= 0.12 * size
                and item.run.x0 < last.run.x1
                and last.run.x0 < item.run.x1
            )
            if is_next:
                leading = step
            else:
                block, leading = block + 1, 0.0
        line = line_of(item.run, number, block=block, column=item.column)
        if line is not None:
            lines.append(line)
            last = item
    return lines


def _reach(upper: Run, lower: Run, leading: float) -> float:
    """How far below a line the next one of its block may stand, when the lines above have this leading."""
    size = max(upper.size, lower.size)
    if leading:
        return max(1.2 * leading, 1.3 * size)
    is_alike = upper.words[0].look is lower.words[0].look
    return 1.8 * size if is_alike else 1.45 * size
