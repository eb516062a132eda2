"""`/api/v1/run`: what `harvestman run` did last and why, what waits or has failed, what the day has cost, and what is next."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel

from harvestman.loop import run_state
from harvestman.web.api.negotiating import with_etag, written
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

PREFIX = "/api/v1/run"


class StepShape(BaseModel):
    """One step: what it was about, why it was due, and what came of it."""

    job: str
    kind: str
    title: str
    reason: str
    urgency: float
    cost: int
    requests: int
    state: str
    did: str | None
    error: str | None
    ended: str | None
    not_before: str | None


class RunShape(BaseModel):
    """How the loop stands."""

    when: str
    today: dict[str, Any]
    done: list[StepShape]
    waiting: list[StepShape]
    failed: list[StepShape]
    next: list[dict[str, Any]]


def run_router(service: Service) -> APIRouter:
    """The route of the loop. Where keys are separate tenants it is for admins: reasons speak of documents of all of them."""
    scope = "admin" if service.settings.separate_keys else "read"
    router = APIRouter(prefix=PREFIX, tags=["run"], dependencies=[Depends(allow(service, scope))])

    @router.get(
        "",
        responses={
            200: answers(RunShape, sentence="What was done, why, and what is next."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def run(
        request: Request, limit: Annotated[int, Query(ge=1, le=100, description="Of each.")] = 20
    ) -> Response:
        """What `harvestman run` did last, the newest first; what waits or runs; what failed within a week; the requests of today; and the next visits."""
        state = await service.run(run_state, service.library, service.clock.now(), limit=limit)
        return with_etag(request, written(state.to_plain(), "json", root="run"))

    return router
