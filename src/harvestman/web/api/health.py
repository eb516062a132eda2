"""`/healthz` (does it live), `/readyz` (can it work, and what is missing) and `/metrics`."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Response

from harvestman.model import HarvestmanError, Plain
from harvestman.store import LEAST_SPACE
from harvestman.web.api.negotiating import written
from harvestman.web.api.shapes import Health, Readiness, errors
from harvestman.web.front.keys import allow
from harvestman.web.service import Service


def health_router(service: Service) -> APIRouter:
    """Routes for operators and their monitoring; `/healthz` and `/readyz` need no key."""
    router = APIRouter(tags=["operation"])

    @router.get("/healthz", response_model=Health)
    async def health() -> Plain:
        """Whether the process answers at all."""
        return {"status": "ok"}

    @router.get("/readyz", response_model=Readiness, responses={503: {"model": Readiness}})
    async def readiness() -> Response:
        """Whether documents can be taken in: 503 while stopping or without the database; degraded parts are named."""
        problems = await _problems(service)  # before the notes: it asks, and that may mend them
        notes = service.notes()
        status = "unavailable" if problems else "degraded" if notes else "ok"
        plain = {
            "status": status,
            "problems": problems,
            "notes": notes,
            "waiting": service.admission.waiting,
        }
        answer = written(plain, "json", root="readiness")
        answer.status_code = 503 if problems else 200
        return answer

    @router.get(
        "/metrics",
        dependencies=[Depends(allow(service, "read"))],
        responses={
            200: {"description": "For Prometheus.", "content": {"text/plain": {}}},
            **errors(),
        },
    )
    async def metrics() -> Response:
        """Counts, durations and the length of the queue, as Prometheus reads them."""
        service.note_gauges()
        page = service.metrics.page()
        return Response(page, media_type="text/plain; version=0.0.4; charset=utf-8")

    return router


async def _problems(service: Service) -> list[str]:
    problems = ["the service is stopping"] if service.is_stopping else []
    try:
        await service.look()
        free = await service.run(service.library.free_bytes)
        if free is not None and free < LEAST_SPACE:
            problems.append("hardly any space is left")
    except HarvestmanError as error:
        problems.append(f"the library does not answer: {type(error).__name__}")
    return problems
