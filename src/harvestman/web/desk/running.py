"""`/run`: what the loop that keeps the library current did last and why, what waits or failed, what the day has cost, and what comes next."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from harvestman.loop import run_state
from harvestman.web.desk.rendering import Desk
from harvestman.web.running import RUN

_SHOWN = 25


def run_pages(desk: Desk) -> APIRouter:
    """The page of the loop. Where keys are separate tenants it is for admins: reasons speak of documents of all of them."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library
    scope = "admin" if service.settings.separate_keys else "read"

    @router.get("/run")
    async def show(request: Request) -> Response:
        """How the loop stands, and a form that starts a round."""
        visitor = await desk.visitors.visitor(request, scope)
        state = await service.run(run_state, library, service.clock.now(), limit=_SHOWN)
        rounds = await service.run(library.jobs.newest, kind=RUN, limit=1)
        return desk.page(
            request,
            visitor,
            "run.html",
            state=state,
            last=rounds[0] if rounds else None,
            settings=service.settings,
            shown=_SHOWN,
        )

    return router
