"""The FastAPI application: all routers in their order, the front before them, errors in one shape.

Another room's routes join by one line in `ROUTERS`: a function that is given the service and returns a router.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI

import harvestman
from harvestman.web.api.candidate_outputs import candidate_outputs_router
from harvestman.web.api.candidate_review import candidate_review_router
from harvestman.web.api.candidates import candidates_router
from harvestman.web.api.changes import changes_router
from harvestman.web.api.documents import documents_router
from harvestman.web.api.events import events_router, visits_router
from harvestman.web.api.finding import finding_router
from harvestman.web.api.forgotten import forgotten_router
from harvestman.web.api.harvests import harvests_router
from harvestman.web.api.health import health_router
from harvestman.web.api.job_list import job_list_router
from harvestman.web.api.jobs import jobs_router
from harvestman.web.api.negotiating import MEDIA_TYPES, PROBLEM
from harvestman.web.api.pairs import pairs_router
from harvestman.web.api.papers import papers_router
from harvestman.web.api.run import run_router
from harvestman.web.api.shapes import add_problem
from harvestman.web.api.venues import plan_router, venues_router
from harvestman.web.compat.citeseer import citeseer_router
from harvestman.web.compat.grobid import grobid_router
from harvestman.web.compat.grobid_strings import grobid_strings_router
from harvestman.web.desk.assets import assets_router
from harvestman.web.desk.error_pages import error_pages
from harvestman.web.desk.pages import PAGES
from harvestman.web.desk.rendering import Desk
from harvestman.web.front.errors import add_error_answers
from harvestman.web.front.front import Front
from harvestman.web.kinds import register_kinds
from harvestman.web.out.atom import feeds_router
from harvestman.web.out.discovery import discovery_router
from harvestman.web.out.oai import oai_router
from harvestman.web.service import Service

ROUTERS: tuple[Callable[[Service], APIRouter], ...] = (
    health_router,
    documents_router,
    jobs_router,
    job_list_router,
    finding_router,
    papers_router,
    pairs_router,
    forgotten_router,
    changes_router,
    venues_router,
    plan_router,
    run_router,
    events_router,
    visits_router,
    harvests_router,
    candidate_outputs_router,  # before those whose paths begin with an id
    candidates_router,
    candidate_review_router,
    oai_router,
    feeds_router,
    discovery_router,
    assets_router,
    grobid_router,
    grobid_strings_router,
)
"""The routes, in the order in which they are tried; after them come the desk's pages, then CiteSeerExtractor's, whose paths begin with an id."""

_DESCRIPTION = """Send documents, get their header, citations, body, text and keywords. Nothing is read twice: the same
bytes, and near-duplicates, are answered with what is known."""


class _Application(FastAPI):
    """An application whose description has HEAD beside every GET (`front.py` sees to it)."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            description = super().openapi()
            add_problem(description)
            for operations in description["paths"].values():
                for operation in operations.values():
                    _name_problems(operation["responses"])
                if "get" in operations:
                    operations["head"] = _head(operations["get"])
        return super().openapi()


def _name_problems(responses: dict[str, Any]) -> None:
    """Errors in JSON have a media type of their own, which FastAPI cannot be told."""
    for code, answer in responses.items():
        content = answer.get("content", {})
        if code >= "400" and MEDIA_TYPES["json"] in content:
            content[PROBLEM] = content.pop(MEDIA_TYPES["json"])


def _head(get: dict[str, Any]) -> dict[str, Any]:
    """The same operation without its bodies."""
    responses = {code: _without_body(answer) for code, answer in get["responses"].items()}
    return get | {"operationId": f"{get['operationId']}_head", "responses": responses}


def _without_body(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "content"}


def create_app(service: Service) -> FastAPI:
    """The application around a service; starting and stopping it starts and stops the service."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        try:
            yield
        finally:
            await service.stop()

    app = _Application(
        title="Harvestman",
        version=harvestman.__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    add_error_answers(app)
    register_kinds(service)
    desk = Desk(service)
    routers = [make_router(service) for make_router in ROUTERS]
    routers += [make_pages(desk) for make_pages in PAGES]
    for router in (*routers, citeseer_router(service)):
        # Not `include_router`: it asks every route of every router twice, 0.8 ms a request.
        app.router.routes.extend(router.routes)
    app.add_middleware(
        Front,
        metrics=service.metrics,
        names=service.names,
        public_url=service.settings.public_url,
        max_upload=service.settings.max_upload,
        upload_timeout_s=service.settings.upload_timeout,
        error_page=error_pages(desk),
    )
    return app
