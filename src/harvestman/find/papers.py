"""Finding a paper: the four stages of the paper finder's method, one question at a time or many side by side.

1. Search restricted to files; the first ten hits are held. 2. Each is verified. 3. When none is the paper: search for pages, and from
these a crawl that follows what promises the paper. 4. On each page the paper's entry is paired with its link, and the file verified.
The question is kept before it is looked for and its answer as soon as it is known, so a run that was stopped goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from rapidfuzz import fuzz

from harvestman.find.naming import other_script
from harvestman.find.policy import FoundFile, QuestionPolicy, is_file_hit
from harvestman.find.providers import Hit, Query
from harvestman.find.questions import PaperAnswer, PaperQuestion, TrailStep
from harvestman.find.reach import Outside, Reach
from harvestman.find.verifying import family_words
from harvestman.model import Plain, Status
from harvestman.store import KeptQuestion
from harvestman.text import parse_name, romanise, site_of
from harvestman.text.language import read_language

FIRST_HITS = 10
"""So many hits of each search are looked at, as in the paper finder."""
DEPTH = 3
_WIDE_VISITS = 30  # pages and files of a wide search, those that are held already included
_MOST_NAMES = 4  # family names in a query: more narrow it to nothing
_AT_ONCE = 8  # questions; hosts are still asked one after the other
_ASKED_AUTHORS = 2  # whose own pages are looked for
_PAGES_OF_AUTHOR = 2
_NARROW_DEPTH = 2  # the file may be one page further: an entry links its landing page


@dataclass(frozen=True, slots=True)
class PaperFinder:
    """Finds papers with the rooms that all questions share."""

    outside: Outside
    timeout_s: float = 900.0
    """How long one question may take."""
    remembered_s: float = 30 * 86_400.0
    """For so long what was not found is not looked for again; what was found stays found."""

    async def find(self, question: PaperQuestion, *, again: bool = False) -> PaperAnswer:
        """The answer to a question, from what is kept or from the web."""
        questions = self.outside.session.library.questions
        kept = await asyncio.to_thread(
            questions.begin, question.kind, question.key, question.to_plain()
        )
        if kept.answer is not None:
            if not again and not self._is_stale(kept):
                return answer_from_plain(question, kept.answer)
            kept = await asyncio.to_thread(questions.reopen, kept)
        reach = self.outside.reach(spent=kept.requests)
        search = _Search(question, reach, kept)
        try:
            async with asyncio.timeout(self.timeout_s):
                await search.run()
            status = Status.NOT_FOUND
        except TimeoutError:
            status = Status.TIMEOUT
            reach.trail.add("search", question.title, f"no time left after {self.timeout_s:g} s")
        if search.found is None and not reach.heard:
            return search.answer(Status.NO_PROVIDER)  # not kept: the next run asks again
        answer = search.answer(status)
        await asyncio.to_thread(
            questions.settle, kept, answer.to_plain(), requests=reach.budget.spent
        )
        return answer

    async def find_all(
        self, asked: Iterable[PaperQuestion], *, again: bool = False, at_once: int = _AT_ONCE
    ) -> AsyncIterator[PaperAnswer]:
        """The answers to many questions, several looked for at the same time, in the order in which they were asked."""
        waiting: list[asyncio.Task[PaperAnswer]] = []
        todo = iter(asked)
        places = asyncio.Semaphore(at_once)

        async def one(question: PaperQuestion) -> PaperAnswer:
            async with places:
                return await self.find(question, again=again)

        try:
            for question in todo:
                waiting.append(asyncio.create_task(one(question)))
                while len(waiting) >= 4 * at_once:
                    yield await waiting[0]
                    del waiting[0]
            while waiting:
                yield await waiting[0]
                del waiting[0]
        finally:
            for task in waiting:
                task.cancel()

    def _is_stale(self, kept: KeptQuestion) -> bool:
        answer = kept.answer or {}
        if answer.get("status") == str(Status.SUCCESS) or kept.answered is None:
            return False
        now = self.outside.session.clock.now()
        return now - kept.answered > timedelta(seconds=self.remembered_s)


@dataclass(slots=True)
class _Search:
    """One question on its way."""

    question: PaperQuestion
    reach: Reach
    kept: KeptQuestion
    found: FoundFile | None = None
    sites: set[str] = field(default_factory=set)
    searched: frozenset[str] = frozenset()

    async def run(self) -> None:
        """All stages, until the paper is found or nothing is left to be tried."""
        for stage in (self._by_files, self._by_pages):
            await stage()
            if self.found is not None:
                return

    async def _by_files(self) -> None:
        """Stages 1 and 2: the files that search engines name."""
        asked = await self.reach.search(self._query("pdf"))
        policy = self._policy()
        files = [hit for hit in asked.hits if is_file_hit(hit.url, hit.file_type)]
        self.searched = frozenset(site_of(hit.url) for hit in files)
        for hit in likely_first(self.question, files[:FIRST_HITS]):
            await self._try_file(policy, hit)
            if self.found is not None:
                return

    async def _try_file(self, policy: QuestionPolicy, hit: Hit) -> None:
        seen = await self.reach.file(hit.url)
        if seen.document is None or seen.read is None:
            self.reach.trail.add("file", hit.url, f"{seen.status}: {seen.detail}")
            return
        await policy.judge(hit.url, seen.document, seen.read, None)

    async def _by_pages(self) -> None:
        """Stages 3 and 4: pages that search engines name, and what they lead to; then the authors' own pages as well."""
        asked = await self.reach.search(self._query("html"))
        seeds = [hit.url for hit in asked.hits if not is_file_hit(hit.url, hit.file_type)]
        seeds = seeds[:FIRST_HITS]
        if seeds:
            policy = self._policy()
            await self.reach.crawl(seeds, policy, depth=_NARROW_DEPTH, limit=_WIDE_VISITS)
        if self.found is not None or not self.reach.budget.left:
            return
        seeds += await self._pages_of_authors(seeds)
        if seeds:
            policy = self._policy(is_wide=True)
            await self.reach.crawl(seeds, policy, depth=DEPTH, limit=_WIDE_VISITS)

    async def _pages_of_authors(self, known: Sequence[str]) -> list[str]:
        """Pages that search engines name for the first authors: their files may be the paper under other words."""
        found: list[str] = []
        for name in self.question.authors[:_ASKED_AUTHORS]:
            shown = other_script(name) or name
            words = family_words(name)
            asked = await self.reach.search(Query(shown, "html", name=name))
            pages = [
                hit.url
                for hit in asked.hits
                if not is_file_hit(hit.url, hit.file_type)
                and words
                and words[-1] in romanise(f"{hit.url} {hit.title} {hit.snippet}")
            ]
            found += [url for url in pages[:_PAGES_OF_AUTHOR] if url not in (*known, *found)]
        return found

    def _policy(self, *, is_wide: bool = False) -> QuestionPolicy:
        return QuestionPolicy(
            self.question,
            self.reach.session.guard,
            self.reach.holdings,
            self.reach.clock,
            self.reach.trail,
            self._keep,
            is_wide,
            sites=self.sites,
            searched=self.searched,
        )

    async def _keep(self, found: FoundFile) -> None:
        """The paper is found: its answer is kept at once."""
        self.found = found
        answer = self.answer(Status.SUCCESS)
        questions = self.reach.library.questions
        await asyncio.to_thread(
            questions.settle, self.kept, answer.to_plain(), requests=self.reach.budget.spent
        )

    def _query(self, file_type: str) -> Query:
        question = self.question
        names = [words[-1] for name in question.authors if (words := _family(name))]
        return Query(
            " ".join((question.title, *names[:_MOST_NAMES])),
            file_type,
            read_language(question.title),
            title=question.title,
            authors=question.authors,
            year=question.year,
            doi=question.doi,
        )

    def answer(self, status: Status) -> PaperAnswer:
        """What is known by now."""
        found, trail = self.found, tuple(self.reach.trail.steps)
        spent = self.reach.budget.spent
        if found is None:
            return PaperAnswer(self.question, status, trail=trail, requests=spent)
        header, place = found.read.header, found.place
        return PaperAnswer(
            self.question,
            Status.SUCCESS,
            found.url,
            found.document.id,
            place.title if place else found.verdict.title or header.title,
            # The authors of a volume are its editors; those of the paper inside it are whom was asked for.
            self.question.authors if place else tuple(author.name for author in header.authors),
            place.score if place else found.verdict.score,
            (place.first, place.last) if place else None,
            trail=trail,
            requests=spent,
        )


def _family(name: str) -> tuple[str, ...]:
    """The family name as it is written, for a query."""
    return tuple(parse_name(name).family.split())


def likely_first(question: PaperQuestion, hits: Sequence[Hit]) -> list[Hit]:
    """Hits whose title, extract or address has most of the title come first; of equals, those that stand higher."""
    title = romanise(question.title)

    def likeness(hit: Hit) -> int:
        shown = romanise(f"{hit.title} {hit.snippet}")
        name = romanise(hit.url.rpartition("/")[2].rpartition(".")[0])
        alike = fuzz.partial_ratio(title, shown) if shown.strip() else 0.0
        named = fuzz.ratio(title.replace(" ", ""), name)
        return round(max(alike, named) / 10) + (named >= 90)

    return sorted(hits, key=likeness, reverse=True)


def answer_from_plain(question: PaperQuestion, plain: Plain) -> PaperAnswer:
    """An answer as it was kept, for whoever asks now."""
    pages: Any = plain.get("volume_pages")
    return PaperAnswer(
        question,
        Status(plain["status"]),
        plain["url"] or "",
        plain["file"] or "",
        plain["title"] or "",
        tuple(plain["authors"]),
        plain["score"],
        (pages[0], pages[1]) if pages else None,
        tuple(TrailStep(**step) for step in plain["trail"]),
        plain.get("requests", 0),
    )
