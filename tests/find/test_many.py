"""A thousand questions: however many are asked, only a few are begun, and the answers keep their order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from harvestman.find import (
    PaperAnswer,
    PaperFinder,
    PaperQuestion,
    PersonAnswer,
    PersonQuestion,
    person_asking,
)
from harvestman.model import Status

QUESTIONS, AT_ONCE = 1000, 5


@dataclass
class Counted:
    """What there was at the same time."""

    active: int = 0
    most_active: int = 0
    most_tasks: int = 0
    taken: int = 0
    answered: int = 0
    most_ahead: int = field(default=0)

    async def work(self, number: int) -> None:
        """One question under way: later ones are done sooner."""
        self.active += 1
        self.most_active = max(self.most_active, self.active)
        self.most_tasks = max(self.most_tasks, len(asyncio.all_tasks()))
        for _ in range(3 - number % 3):
            await asyncio.sleep(0)
        self.active -= 1


async def test_papers_are_looked_for_a_few_at_a_time() -> None:
    counted = Counted()

    class Finder(PaperFinder):
        async def find(self, question: PaperQuestion, *, again: bool = False) -> PaperAnswer:
            await counted.work(int(question.id))
            return PaperAnswer(question, Status.NOT_FOUND)

    def asked() -> Iterator[PaperQuestion]:
        for number in range(QUESTIONS):
            counted.taken += 1
            counted.most_ahead = max(counted.most_ahead, counted.taken - counted.answered)
            yield PaperQuestion(f"Paper {number}", id=str(number))

    nothing: Any = None
    order = []
    async for answer in Finder(nothing).find_all(asked(), at_once=AT_ONCE):
        counted.answered += 1
        order.append(int(answer.question.id))
    assert order == list(range(QUESTIONS))
    assert counted.most_active == AT_ONCE
    assert counted.most_ahead <= 4 * AT_ONCE + 1  # questions are not read ahead of the answers
    assert counted.most_tasks <= 4 * AT_ONCE + 2


async def test_persons_are_looked_for_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted()

    async def answer_person(question: PersonQuestion, _outside: Any, **_how: Any) -> PersonAnswer:
        await counted.work(int(question.id))
        return PersonAnswer(question, Status.NOTHING_FOUND)

    monkeypatch.setattr(person_asking, "answer_person", answer_person)
    asked = [PersonQuestion("Ana Ruiz", id=str(number)) for number in range(QUESTIONS)]
    nothing: Any = None
    answers = person_asking.answer_persons(asked, nothing, at_once=AT_ONCE)
    assert [int(one.question.id) async for one in answers] == list(range(QUESTIONS))
    assert counted.most_active == AT_ONCE
    assert counted.most_tasks <= 4 * AT_ONCE + 2
