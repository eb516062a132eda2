"""Papers that held documents cite often and that the library lacks: looked for as `harvestman find paper --missing` does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from harvestman.find import MissingPaper, PaperFinder, missing_papers, paper_question
from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import JobRecord, Plain

_MOST = 50
_FIRST_COST = 10
_MANY = 20


class MissingDue:
    """One step for each paper."""

    kind = "missing"
    at_once = 2
    rest = timedelta(days=30)
    comes_last = False

    def due(self, tools: Tools, past: Past, _now: datetime) -> Iterator[Step]:
        """The most cited first; what was looked for in vain rests for a month. The citations of all documents are counted once a day."""
        least = tools.settings.run_cited
        if not least or not tools.settings.providers:
            return

        def count() -> list[MissingPaper]:
            found = missing_papers(tools.library, tools.holdings(), limit=_MOST, cited_by=least)
            return list(found)

        for one in tools.once_a_day(self.kind, count):
            subject = one.question.key
            yield Step(
                self.kind,
                subject,
                one.question.title,
                f"{one.cited_by} held documents cite it and the library lacks it",
                0.15 + 0.2 * min(1.0, one.cited_by / _MANY),
                past.cost(self.kind, subject, otherwise=_FIRST_COST),
                one.question.to_plain(),
            )

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Find the file and hold it."""
        settings = tools.settings
        finder = PaperFinder(
            await tools.outside(),
            timeout_s=settings.find_timeout,
            remembered_s=settings.search_fresh_for,
        )
        answer = await finder.find(paper_question(task_of(job)))
        found = f"found at {answer.url}" if answer.url else str(answer.status)
        return {"did": found, "found": bool(answer.url)}
