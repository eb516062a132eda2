"""Many questions about persons, side by side: each is kept before it is looked for, and its answer when it is there.

A question that has an answer is not looked for again, unless that is asked for; one that was interrupted goes on with what had been fetched.
The publications of an answer come into the library, each with the page that lists it as evidence, before the answer is kept.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from harvestman.dedup import paper_keys
from harvestman.find.entries import Publication
from harvestman.find.person_answers import PersonAnswer
from harvestman.find.persons import find_person
from harvestman.find.questions import PersonQuestion, TrailStep
from harvestman.find.reach import Outside
from harvestman.model import (
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    LinkedMention,
    Mention,
    Status,
    Value,
)
from harvestman.store import KeptQuestion, Library
from harvestman.text import canonical_url, fold, name_key

AT_ONCE = 6
"""Questions that are looked for side by side; politeness to each host is kept by the fetcher."""
_READER = "publication-list"
_VERSION = "1"
_CONFIDENCE = 0.8
_TOGETHER = 200  # publications in one transaction, so that nobody else waits long


async def answer_persons(
    questions: Sequence[PersonQuestion],
    outside: Outside,
    *,
    again: bool = False,
    at_once: int = AT_ONCE,
    timeout_s: float = 180.0,
) -> AsyncIterator[PersonAnswer]:
    """The answers in the order of the questions, each as soon as those before it are there."""
    turns = asyncio.Semaphore(at_once)

    async def one(question: PersonQuestion) -> PersonAnswer:
        async with turns:
            return await answer_person(question, outside, again=again, timeout_s=timeout_s)

    waiting: deque[asyncio.Task[PersonAnswer]] = deque()
    try:
        for question in questions:
            waiting.append(asyncio.create_task(one(question)))
            while (
                len(waiting) >= 4 * at_once
            ):  # a thousand questions take no more memory than these
                yield await waiting[0]
                waiting.popleft()
        while waiting:
            yield await waiting[0]
            waiting.popleft()
    finally:
        for task in waiting:
            task.cancel()


async def answer_person(
    question: PersonQuestion, outside: Outside, *, again: bool = False, timeout_s: float = 180.0
) -> PersonAnswer:
    """The answer that is kept, or a new one."""
    library = outside.session.library
    kept = await asyncio.to_thread(
        library.questions.begin, question.kind, question.key, question.to_plain()
    )
    if kept.answer is not None:
        if not again:
            return answer_from_plain(question, kept.answer)
        kept = await asyncio.to_thread(library.questions.reopen, kept)
    reach = outside.reach(spent=kept.requests)
    try:
        async with asyncio.timeout(timeout_s):
            answer = await find_person(question, reach)
    except TimeoutError:
        reach.trail.add("search", question.name, f"not done within {timeout_s:g} s")
        steps = tuple(reach.trail.steps)
        answer = PersonAnswer(
            question, Status.TIMEOUT, question.name, trail=steps, requests=reach.budget.spent
        )
    if not answer.homepage and not reach.heard:
        return replace(answer, status=Status.NO_PROVIDER)  # not kept: the next run asks again
    now = outside.session.clock.now()
    await asyncio.to_thread(_keep, library, kept, answer, now)
    return answer


def _keep(library: Library, kept: KeptQuestion, answer: PersonAnswer, now: datetime) -> None:
    keep_publications(library, answer.publications, now)
    library.questions.settle(kept, answer.to_plain(), requests=answer.requests)


def keep_publications(library: Library, publications: Iterable[Publication], now: datetime) -> int:
    """Bring the entries of publications pages into the library; how many of them say something new."""
    mentions = list(mentions_of(publications, now=now))
    return sum(
        library.captures.keep_entries(mentions[start : start + _TOGETHER])
        for start in range(0, len(mentions), _TOGETHER)
    )


def mentions_of(publications: Iterable[Publication], *, now: datetime) -> Iterator[LinkedMention]:
    """What a publications page says of papers, ready to be kept."""
    for number, one in enumerate(publications, start=1):
        source, subject = _source(one), f"publication {number}"
        evidence = Evidence(source, subject, one.reference[:1000])
        claims = tuple(
            Claim(
                subject=subject,
                field=field,
                value=value,
                evidence=evidence,
                reader=_READER,
                version=_VERSION,
                authority=Authority.LEARNED,
                confidence=_CONFIDENCE,
                time=now,
            )
            for field, value in _values(one)
        )
        yield LinkedMention(Mention(claims), paper_keys(claims))


def _source(one: Publication) -> str:
    """The page, and which of its entries: the same for the same entry in whatever place it stands."""
    first = name_key(one.authors[0]) if one.authors else ""
    digest = hashlib.sha256(f"{fold(one.title)}|{first}|{one.year}".encode()).hexdigest()[:12]
    return f"{one.page.partition('#')[0]}#publication-{digest}"


def _values(one: Publication) -> Iterator[tuple[Field, Value]]:
    yield Field.TITLE, one.title
    if one.authors:
        yield Field.AUTHORS, tuple(Author(name) for name in one.authors)
    if one.year:
        yield Field.YEAR, one.year
    if one.pdf and (address := canonical_url(one.pdf)):
        yield Field.PDF, address


def answer_from_plain(question: PersonQuestion, plain: Any) -> PersonAnswer:
    """An answer as it was kept, for whoever asks now."""
    return PersonAnswer(
        question,
        Status(plain["status"]),
        plain["name"],
        plain["homepage"] or "",
        tuple(plain["publications_pages"]),
        tuple(
            Publication(
                one["reference"],
                one["title"],
                tuple(one["authors"]),
                one["year"],
                one["pdf"] or "",
                one["page"],
            )
            for one in plain["publications"]
        ),
        tuple(TrailStep(one["stage"], one["what"], one["outcome"]) for one in plain["trail"]),
        plain["requests"],
        plain.get("directory") or "",
    )
