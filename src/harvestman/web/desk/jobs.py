"""`/jobs`: what runs and ran; harvests and gatherings started from a form, followed as they go, stopped and taken up again."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import ValidationError

from harvestman.loop import Round
from harvestman.model import JOB_STATES, HarvestmanError, JobRecord
from harvestman.rooms import Rooms
from harvestman.store import HarvestCounts, VisitRecord
from harvestman.web.api.job_list import (
    ALL_KINDS,
    NewGathering,
    NewHarvest,
    NewRound,
    gather_plan,
    start_job,
)
from harvestman.web.api.jobs import find_job, require_owner
from harvestman.web.api.progress import Listeners, version_of
from harvestman.web.desk.rendering import Desk, with_query
from harvestman.web.desk.visitors import Visitor
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import sender, viewer
from harvestman.web.repositories import are_repositories
from harvestman.web.running import RUN, due_round, require_whole, start_round
from harvestman.web.service import Service

KINDS = ("harvest", "gather", "run")
"""What is started from a form here; sources of events are added at `/events`, files sent at `/upload`, papers looked for at `/find`."""
FORMS = (*KINDS, "watch")
"""The kinds whose forms are shown here."""
_A_PAGE = 30
_SHOWN_PAGES = 200
_MOST_VISITS = 20_000
_MOST_AGAIN = 100
_LISTS = ("urls", "domains", "institutions", "below")
_NUMBERS = ("depth", "limit", "distance")
_SHOWN_STEPS = 100


def jobs_pages(desk: Desk) -> APIRouter:
    """Routes of jobs."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/jobs")
    async def show_all(request: Request) -> Response:
        """The jobs, the newest first, and a form that starts one."""
        visitor = await desk.visitors.visitor(request)
        asked = request.query_params
        kind = asked.get("kind", "") if asked.get("kind") in ALL_KINDS else ""
        state = asked.get("state", "") if asked.get("state") in JOB_STATES else ""
        before = asked.get("before", "")[:64]
        rows = await service.run(
            library.jobs.newest,
            kind=kind,
            state=state,
            limit=_A_PAGE + 1,
            before=before,
            started_by=viewer(request),
        )
        following = ""
        if len(rows) > _A_PAGE:
            last = rows[_A_PAGE - 1].id
            following = with_query("/jobs", {"kind": kind, "state": state, "before": last})
        return desk.page(
            request, visitor, "jobs.html", jobs=rows[:_A_PAGE], kind=kind, state=state,
            kinds=ALL_KINDS, states=JOB_STATES, following=following,
        )  # fmt: skip

    @router.get("/jobs/new")
    async def ask(request: Request) -> Response:
        """The form that configures a job."""
        visitor = await desk.visitors.visitor(request, "write")
        kind = request.query_params.get("kind", "harvest")
        form = {name: value for name, value in request.query_params.items() if name != "kind"}
        return _form(desk, request, visitor, kind if kind in FORMS else "harvest", form)

    listeners = Listeners(service)

    @router.get("/jobs/{job_id}/events")
    async def follow(request: Request, job_id: str) -> Response:
        """Tell a page each time that its job changes, so that it asks for the part that shows it (Server-Sent Events)."""
        await desk.visitors.visitor(request)
        job = await find_job(service, job_id)
        seen = request.headers.get("last-event-id", "")[:100]
        if job.has_ended and version_of(job) == seen:
            return Response(status_code=204)
        told = listeners.follow(job.id, seen, lambda one: {"state": one.state})
        headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
        return StreamingResponse(told, media_type="text/event-stream", headers=headers)

    @router.get("/jobs/{job_id}")
    async def show(request: Request, job_id: str) -> Response:
        """One job, and how far it is; while it goes on, the page asks again for the part that changes."""
        visitor = await desk.visitors.visitor(request)
        job = await find_job(service, job_id)
        counts, visits = await _told(service, job)
        ids = job.progress.get("steps", ())[-_SHOWN_STEPS:] if job.kind == RUN else ()
        steps = await service.run(library.jobs.some, ids) if ids else []
        steps.sort(key=lambda one: ids.index(one.id), reverse=True)
        is_part = request.headers.get("hx-request") == "true"
        template = "job_part.html" if is_part else "job.html"
        return desk.page(
            request, visitor, template, job=job, counts=counts, visits=visits, steps=steps
        )

    return router


def job_changes(desk: Desk) -> APIRouter:
    """Routes that start, stop and repeat jobs."""
    router = APIRouter(include_in_schema=False)
    service = desk.service

    @router.post("/jobs")
    async def start(request: Request) -> Response:
        """Start a job, or show the form again with what is wrong, or what would happen."""
        visitor = await desk.visitors.visitor(request, "write")
        fields = await desk.form(request, visitor)
        form = {name: values[0] for name, values in fields.items() if name != "token"}
        kind = form.pop("kind", "harvest")
        kind = kind if kind in KINDS else "harvest"
        try:
            asked = _asked(kind, form)
            if isinstance(asked, NewRound):
                require_whole(service, request)
            if "dry_run" in form:
                plan = await _plan(service, asked)
                return _form(desk, request, visitor, kind, form, plan=plan)
            job = await start_job(service, asked, by=sender(request))
        except ValidationError as error:
            problems = {str(one["loc"][0]): str(one["msg"]) for one in error.errors()}
            return _form(desk, request, visitor, kind, form, problems=problems, status=422)
        except HarvestmanError as error:
            if isinstance(error, Refused) and error.http_status != 400:
                raise
            where = "budget" if kind == RUN else "urls"
            return _form(
                desk, request, visitor, kind, form, problems={where: str(error)}, status=422
            )
        return desk.done(visitor, f"/jobs/{job.id}", "The job is started.")

    @router.post("/jobs/{job_id}/stop")
    async def stop(request: Request, job_id: str) -> Response:
        """Stop a job that waits or runs."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        require_owner(request, await find_job(service, job_id))
        await service.worker.cancel(job_id)
        return desk.done(visitor, f"/jobs/{job_id}", "The job is stopped.")

    @router.post("/jobs/{job_id}/again")
    async def again(request: Request, job_id: str) -> Response:
        """Take up an interrupted job, or start the same once more: what was read a short while ago is not asked for again."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        job = await find_job(service, job_id)
        require_owner(request, job)
        if await service.run(service.queue.resume, job_id):
            return desk.done(visitor, f"/jobs/{job_id}", "The job goes on.")
        new = await _once_more(service, job, by=sender(request))
        return desk.done(visitor, f"/jobs/{new.id}", "The job is started.")

    @router.post("/jobs/{job_id}/failed")
    async def again_failed(request: Request, job_id: str) -> Response:
        """Start a harvest of those pages alone that a harvest could not read."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        job = await find_job(service, job_id)
        require_owner(request, job)
        urls = await _failed(service, job)
        if not urls:
            return desk.done(
                visitor, f"/jobs/{job_id}", "Nothing failed that could be tried again."
            )
        asked = NewHarvest.model_validate({"kind": "harvest", "urls": urls, "depth": 0})
        new = await start_job(service, asked, by=sender(request))
        return desk.done(visitor, f"/jobs/{new.id}", "The job is started.")

    return router


async def _once_more(service: Service, job: JobRecord, *, by: str) -> JobRecord:
    """Start the same job anew."""
    if job.kind == RUN:
        return await start_round(service, job.task.get("budget"), by=by)
    await service.require_place(job.kind)
    return await service.run(service.queue.put, job.kind, job.task, started_by=by)


async def _failed(service: Service, job: JobRecord) -> list[str]:
    """The addresses that a job's harvest could not read, the first of them."""
    harvests = service.library.harvests
    name = job.progress.get("harvest") or job.result.get("harvest")
    harvest = await service.run(harvests.get, name) if name else None
    if harvest is None:
        return []
    visits = await service.run(harvests.outcomes, harvest, limit=_MOST_VISITS)
    failed = [one.visit.url for one in visits if one.status and not one.status.is_read]
    return list(dict.fromkeys(failed))[:_MOST_AGAIN]


def _asked(kind: str, form: dict[str, str]) -> NewHarvest | NewGathering | NewRound:
    """A form as the API takes it: lists are lines or words, numbers are left out where nothing is said."""
    values: dict[str, Any] = {"kind": kind}
    if kind == RUN:
        return NewRound.model_validate(values | {"budget": form.get("budget", "").strip() or None})
    for name in _LISTS:
        lines = (
            form.get(name, "").splitlines()
            if name == "institutions"
            else form.get(name, "").split()
        )
        values[name] = [line.strip() for line in lines if line.strip()]
    for name in _NUMBERS:
        if form.get(name, "").strip():
            values[name] = form[name].strip()
    if kind == "gather":
        return NewGathering.model_validate(values)
    del values["institutions"], values["below"]
    values.pop("distance", None)
    return NewHarvest.model_validate(values | {"other_sites": "other_sites" in form})


def _form(
    desk: Desk, request: Request, visitor: Visitor, kind: str, form: dict[str, str], **told: Any
) -> Response:
    """The form as it was filled in; `told` are problems by field, a plan, and the HTTP status."""
    values = {"problems": {}, "plan": None, "status": 200} | told
    settings = desk.service.settings
    return desk.page(
        request, visitor, "job_new.html", kind=kind, form=form, settings=settings,
        shown_steps=_SHOWN_STEPS, **values,
    )  # fmt: skip


async def _plan(
    service: Service, asked: NewHarvest | NewGathering | NewRound
) -> dict[str, Any] | Round:
    """What a job would do; nothing is fetched."""
    if isinstance(asked, NewRound):
        return await due_round(service, asked.budget)
    if isinstance(asked, NewGathering):
        return await gather_plan(service, asked)
    if are_repositories(asked.urls):
        return {"urls": asked.urls, "domains": [], "depth": 0, "limit": 0, "known": 0}
    given = asked.model_dump(exclude={"kind"}, exclude_none=True)
    wanted = Rooms(service.settings).harvest_request(**given)
    known = [await service.run(service.library.pages.latest, url) for url in wanted.seeds]
    return {
        "urls": list(wanted.seeds),
        "domains": list(wanted.domains),
        "depth": wanted.depth,
        "limit": wanted.limit,
        "known": sum(one is not None for one in known),
    }


async def _told(service: Service, job: JobRecord) -> tuple[HarvestCounts | None, list[VisitRecord]]:
    """The numbers of a job's harvest, and its first pages."""
    harvests = service.library.harvests
    name = job.progress.get("harvest") or job.result.get("harvest")
    harvest = await service.run(harvests.get, name) if name else None
    if harvest is None:
        return None, []
    counts = await service.run(harvests.counts, harvest)
    visits = await service.run(harvests.outcomes, harvest, limit=_SHOWN_PAGES)
    return counts, [one for one in visits if one.status]
