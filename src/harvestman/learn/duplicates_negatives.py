"""Documents that look alike and are not the same: what a careless index would take for copies.

`halves`: the two halves of one text, with the same title block, authors and running heads: as two papers of the same authors in
one template. `templates`: the same pages of regulations around different texts, as the theses of one university. `sheets`:
problem sheets of one course, whose prose is drawn from the same few sentences, and parallel versions of one exam, which
differ in nothing but their formulas and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from harvestman.learn.duplicates_variants import wordings

T = TypeVar("T")

_BLOCK_WORDS = 60  # of a title block
_LEAST_WORDS = 400  # of each half: a page
_TIMES_FRAME = 3  # as long as its frame is the text of a document in a template
_COURSES, _SHEETS = 10, 10
_TASKS = (6, 11)  # of one sheet
_LETTERS = "xyzabcknmtuvwpqrsαβγδελμνπρστφω"
_SIGNS = "+-=<>·/≤≥∈→^"


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Two texts that are different documents."""

    kind: str
    known: str
    asked: str


def lookalikes(texts: Sequence[str], *, seed: str) -> list[Lookalike]:
    """Pairs of every kind, made from these texts."""
    rng = Random(f"lookalikes {seed}")
    return [*_halves(texts), *_templates(texts, rng), *_sheets(rng), *_exams(rng)]


def _halves(texts: Sequence[str]) -> Iterator[Lookalike]:
    for text in texts:
        words = text.split(" ")
        block, body = words[:_BLOCK_WORDS], words[_BLOCK_WORDS:]
        middle = len(body) // 2
        if middle >= _LEAST_WORDS:
            one, two = (" ".join([*block, *part]) for part in (body[:middle], body[middle:]))
            yield Lookalike("same authors", one, two)


def _templates(texts: Sequence[str], rng: Random) -> Iterator[Lookalike]:
    long_enough = [text.split() for text in texts if len(text.split()) >= 2 * _LEAST_WORDS]
    frames = wordings("templates")["frame"]
    for one, two in _couples(long_enough):
        frame = rng.choice(frames)
        size = _TIMES_FRAME * len(frame.split())
        known, asked = (" ".join(words[:size]) for words in (one, two))
        yield Lookalike("same template", f"{frame}\n\n{known}", f"{frame}\n\n{asked}")


def _sheets(rng: Random) -> Iterator[Lookalike]:
    tasks, heads = wordings("templates")["task"], wordings("templates")["course"]
    for course in range(_COURSES):
        head = heads[course % len(heads)]
        sheets = [
            _sheet(head, number, rng.sample(tasks, rng.randint(*_TASKS)), rng)
            for number in range(1, _SHEETS + 1)
        ]
        for one, two in _couples(sheets):
            yield Lookalike("problem sheets", one, two)


def _exams(rng: Random) -> Iterator[Lookalike]:
    """The same tasks in the same order with other formulas: as version A and version B."""
    tasks, heads = wordings("templates")["task"], wordings("templates")["course"]
    for course in range(_COURSES * _SHEETS // 2):
        chosen = rng.sample(tasks, rng.randint(*_TASKS))
        one, two = (_sheet(heads[course % len(heads)], n, chosen, rng) for n in (1, 2))
        yield Lookalike("math-heavy", one, two)


def _couples(items: Sequence[T]) -> Iterator[tuple[T, T]]:
    """The first and the second, the third and the fourth: nobody is in two couples, so that none knows the other's text."""
    return zip(items[::2], items[1::2], strict=False)


def _sheet(head: str, number: int, tasks: Sequence[str], rng: Random) -> str:
    lines = [head.format(number=number)]
    for place, task in enumerate(tasks, 1):
        while "{formula}" in task:
            task = task.replace("{formula}", _formula(rng), 1)  # noqa: PLW2901
        lines.append(f"{place}. {task}")
    return "\n\n".join(lines)


def _formula(rng: Random) -> str:
    """A long one, an equation of second degree, or just a number."""
    letter = rng.choice(_LETTERS)
    match rng.randrange(3):
        case 0:
            return f"{letter}^2 + {rng.randint(2, 9)}{letter} - {rng.randint(1, 30)} = {rng.randint(0, 5)}"
        case 1:
            return str(rng.randint(2, 40))
    pieces = []
    for _ in range(rng.randint(3, 9)):
        pieces.append(rng.choice((rng.choice(_LETTERS), str(rng.randint(0, 99)))))
        pieces.append(rng.choice(_SIGNS))
    return " ".join(pieces[:-1])
