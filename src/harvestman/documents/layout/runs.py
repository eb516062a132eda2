"""Words put together to runs: pieces of a printed line without a wide gap.

Most words follow each other in the file as they do on the page, so runs are first built in the file's order; what was
drawn out of order (raised marks, letters of another font) is then put in its place on its base line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import pairwise

from harvestman.documents.layout.words import Word

SPACE = 0.15
"""A gap of so many ems is a space."""
GAP = 1.0
"""A gap of so many ems ends a run."""
_SHIFTED = 0.3
_GOES_ON = re.compile(r"[,;.)]|and\b|y\b|и\b")
_LABEL = re.compile(
    r"(?:[\[(]?(?:\d{1,3}(?:\.\d{1,2}){0,3}|[a-zA-Z]|[IVX]{1,4})[\])]?[.:)]?|\[\S{1,8}\]|[•▪■◦‣∗*–·])$"
)


@dataclass(slots=True)
class Run:
    """Words beside each other on one base line."""

    words: list[Word] = field(default_factory=list)
    x0: float = 0.0
    x1: float = 0.0
    base: float = 0.0
    size: float = 0.0
    """Of its largest words."""
    length: int = 0
    """Characters."""

    @classmethod
    def of(cls, word: Word) -> Run:
        """A run of one word."""
        return cls([word], word.x0, word.x1, word.base, word.look.size, len(word.text))

    def add(self, word: Word) -> None:
        """Put a word behind the last one."""
        self.words.append(word)
        self.x1 = max(self.x1, word.x1)
        self.x0 = min(self.x0, word.x0)
        self.length += len(word.text)
        if word.look.size > self.size * 1.02:
            self.size, self.base = word.look.size, word.base

    def take(self, other: Run) -> None:
        """Put another run's words among these, by their place."""
        is_behind = other.words[0].x0 >= self.words[-1].x0
        self.words.extend(other.words)
        if not is_behind:
            self.words.sort(key=lambda word: word.x0)
        self.x0, self.x1 = min(self.x0, other.x0), max(self.x1, other.x1)
        self.length += other.length
        if other.size > self.size * 1.02:
            self.size, self.base = other.size, other.base


def is_beside(base: float, size: float, other_base: float, other_size: float) -> bool:
    """Whether two pieces of these base lines and sizes belong to one printed line, one perhaps raised or lowered."""
    larger = max(size, other_size)
    shift = abs(base - other_base)
    if shift <= 0.15 * larger:
        return True
    return shift <= 0.65 * larger and min(size, other_size) <= 0.87 * larger


def _is_shifted_letter(run: Run, word: Word) -> bool:
    """Whether a letter of full size stands a little lower or higher within a word: the E of TeX."""
    return (
        word.is_joined
        and len(word.text) == 1
        and abs(run.base - word.base) <= _SHIFTED * run.size
        and abs(word.x0 - run.x1) <= _SHIFTED * run.size
    )


def build_runs(words: list[Word]) -> list[Run]:
    """The runs of a page in the file's order."""
    runs: list[Run] = []
    current: Run | None = None
    for word in words:
        if current is not None:
            em = max(current.size, word.look.size)
            gap = word.x0 - current.x1
            if (
                -0.7 * em <= gap <= GAP * em
                and (
                    is_beside(current.base, current.size, word.base, word.look.size)
                    or _is_shifted_letter(current, word)
                )
                and word.x0 >= current.words[-1].x0 - 0.1
            ):
                current.add(word)
                continue
        current = Run.of(word)
        runs.append(current)
    return runs


def join_runs(runs: list[Run], gutters: list[float]) -> list[Run]:
    """Runs that touch on the same line become one, unless a gutter lies between them."""
    joined: list[Run] = []
    for row in _rows(runs):
        row.sort(key=lambda run: run.x0)
        current = row[0]
        is_even = _is_even(row)
        for run in row[1:]:
            em = max(current.size, run.size)
            gap = run.x0 - current.x1
            wide = 3.0 if gutters or is_even or _is_label(current) else GAP
            if _GOES_ON.match(run.words[0].text):
                wide = max(wide, 1.8)  # a small picture stands between
            if -0.5 * em <= gap <= wide * em and not any(
                current.x1 - 1 <= gutter <= run.x0 + 1 for gutter in gutters
            ):
                current.take(run)
            else:
                joined.append(current)
                current = run
        joined.append(current)
    return _place_marks(joined, gutters)


def _is_even(row: list[Run]) -> bool:
    """Whether gaps of one width part the pieces: the words of a line that was spread to the margins."""
    if len(row) < 3:
        return False
    gaps = sorted(after.x0 - before.x1 for before, after in pairwise(row))
    return gaps[0] > 0 and gaps[-1] <= min(1.4 * gaps[0], 3.0 * row[0].size)


def _is_label(run: Run) -> bool:
    """A list's mark: its text starts behind a wider gap than words have."""
    return len(run.words) == 1 and bool(_LABEL.match(run.words[0].text))


def _rows(runs: list[Run]) -> list[list[Run]]:
    """Runs grouped by their base line."""
    rows: list[list[Run]] = []
    last = Run()
    for run in sorted(runs, key=lambda run: run.base):
        if rows and run.base - last.base <= 0.15 * max(min(last.size, run.size), 1.0):
            rows[-1].append(run)
        else:
            rows.append([run])
            last = run
    return rows


def _place_marks(runs: list[Run], gutters: list[float]) -> list[Run]:
    """Small raised or lowered runs go to the line that they stand beside."""
    hosts = sorted((run for run in runs if run.length > 1), key=lambda run: run.base)
    bases = [run.base for run in hosts]
    taken: set[int] = set()
    for run in runs:
        if run.length > 12 or id(run) in taken:
            continue
        best: tuple[float, Run] | None = None
        reach = max(2.0, 0.7 * run.size / 0.5)
        at = bisect_left(bases, run.base - reach)
        for host in hosts[at : at + 60]:
            if host.base > run.base + reach:
                break
            if host is run or id(host) in taken or run.size > 0.87 * host.size:
                continue
            if not is_beside(host.base, host.size, run.base, run.size):
                continue
            em = host.size
            is_near = host.x0 - 0.8 * em <= run.x1 and run.x0 <= host.x1 + 0.8 * em
            if is_near and not any(
                min(host.x1, run.x1) - 1 <= gutter <= max(host.x0, run.x0) + 1 for gutter in gutters
            ):
                distance = abs(host.base - run.base)
                if best is None or distance < best[0]:
                    best = distance, host
        if best is not None:
            best[1].take(run)
            taken.add(id(run))
    return [run for run in runs if id(run) not in taken]
