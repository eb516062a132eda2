"""`/`: where am I needed? What waits for a person, what runs, what is new."""

from __future__ import annotations

from datetime import timedelta

from fastapi import APIRouter, Request, Response

from harvestman.model import CandidateState
from harvestman.store import PaperQuery
from harvestman.web.desk.rendering import Desk
from harvestman.web.front.keys import viewer

_WEEK = timedelta(days=7)
_SHOWN = 5
_MOST = 500


def home_pages(desk: Desk) -> APIRouter:
    """The first page."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/")
    async def home(request: Request) -> Response:
        """What waits for whom."""
        visitor = await desk.visitors.visitor(request)
        now = service.clock.now()
        run = service.run
        recent = await run(library.jobs.newest, limit=_SHOWN, started_by=viewer(request))
        failed = await run(library.jobs.newest, state="failed", limit=_MOST)
        counts = await run(library.candidates.counts)
        new = await run(library.papers.page, PaperQuery(newest_first=True), _SHOWN)
        return desk.page(
            request,
            visitor,
            "home.html",
            due=len(await run(library.agenda.due, now)),
            doubtful=len(await run(library.merges.doubtful)),
            to_review=counts.get(str(CandidateState.NEW), 0),
            running=len(await run(library.jobs.newest, state="running", limit=_MOST)),
            failed=sum((job.ended or now) > now - _WEEK for job in failed),
            jobs=recent,
            papers=new.papers,
            this_week=await run(library.papers.count, PaperQuery(since=now - _WEEK)),
            week=(now - _WEEK).date().isoformat(),
            notes=service.notes(),
        )

    return router
