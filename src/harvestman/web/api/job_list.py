"""`/api/v1/jobs`: start a harvest, the gathering of sites or a round of what is due, list jobs, take up an interrupted one, and follow one as it goes (Server-Sent Events)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from harvestman.gather import GatherRequest, Institution
from harvestman.loop import STEP_KINDS
from harvestman.model import JOB_STATES, JobRecord, Order, Plain
from harvestman.rooms import Rooms
from harvestman.store import ApiKey
from harvestman.web.api.candidate_shapes import GatherPlan
from harvestman.web.api.jobs import (
    PREFIX,
    JobId,
    accepted,
    find_job,
    job_to_plain,
    require_owner,
)
from harvestman.web.api.library_shapes import page_of
from harvestman.web.api.negotiating import is_head, written
from harvestman.web.api.paging import Cursor, Limit, bad_cursor, page_answer
from harvestman.web.api.progress import Listeners, version_of
from harvestman.web.api.shapes import UNCHANGED, JobAnswer, answers, errors
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import allow, sender
from harvestman.web.gathering import GATHER, gather_task, own_domains, sites_of
from harvestman.web.harvesting import HARVEST, fetcher_of, task_of
from harvestman.web.kinds import SERVICE_KINDS
from harvestman.web.repositories import REPOSITORIES, are_repositories
from harvestman.web.running import due_round, require_whole, start_round
from harvestman.web.service import Service

ALL_KINDS = (*SERVICE_KINDS, *STEP_KINDS)
"""The kinds of jobs that lists show."""
_MAX_URLS = 100
_MAX_PAGES = 1_000_000
_EVENT_STREAM = "text/event-stream"
_EVENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "The state, for Last-Event-ID."},
        "event": {"type": "string", "enum": ["progress", "end"]},
        "data": {"type": "string", "description": "The job, as JSON."},
    },
}


class NewHarvest(BaseModel):
    """What to harvest; depth and limits are the settings' own where they are left out."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["harvest"]
    urls: list[Annotated[str, Field(min_length=1, max_length=4_000)]] = Field(
        min_length=1, max_length=_MAX_URLS
    )
    depth: int | None = Field(None, ge=0, le=20)
    limit: int | None = Field(None, ge=1, le=_MAX_PAGES)
    site_limit: int | None = Field(None, ge=1, le=_MAX_PAGES)
    order: Order = Field(Order.BEST, description="The most promising pages first, or by layers.")
    domains: list[Annotated[str, Field(min_length=1, max_length=253)]] = Field(
        [], max_length=_MAX_URLS, description="Follow links to these domains too."
    )
    other_sites: bool = Field(
        False, description="Follow links to sites whose address looks like a conference's own."
    )
    sitemaps: bool = Field(True, description="Ask for sitemaps and feeds, from depth 2 on.")


class NewGathering(BaseModel):
    """What sites to gather, and whose they are; with `dry_run` it is only told what would be done."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["gather"]
    urls: list[Annotated[str, Field(min_length=1, max_length=4_000)]] = Field(
        min_length=1, max_length=_MAX_URLS
    )
    institutions: list[Annotated[str, Field(min_length=1, max_length=300)]] = Field(
        [], max_length=20, description="The names of the institution whose sites these are."
    )
    domains: list[Annotated[str, Field(min_length=1, max_length=253)]] = Field(
        [], max_length=_MAX_URLS, description="The domains of its addresses."
    )
    below: list[Annotated[str, Field(min_length=1, max_length=1_000)]] = Field(
        [], max_length=_MAX_URLS, description="Only what lies below these paths."
    )
    distance: int = Field(2, ge=1, le=6, description="Links up from a document to its people.")
    depth: int = Field(5, ge=0, le=20)
    limit: int = Field(20_000, ge=1, le=_MAX_PAGES)
    dry_run: bool = False

    def request(self, rooms: Rooms) -> GatherRequest:
        """The same as the room of gathering takes it."""
        harvest = rooms.harvest_request(
            self.urls, depth=self.depth, limit=self.limit, site_limit=self.limit
        )
        institution = Institution(tuple(self.institutions), own_domains(self.domains))
        return GatherRequest(harvest, tuple(self.below), institution, self.distance)


class NewRound(BaseModel):
    """Do what is due of everything, as `harvestman run` does; with `dry_run` it is only told."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["run"]
    budget: int | None = Field(
        None, ge=0, le=2**31, description="At most about so many requests today; else as the setting run_requests says."
    )  # fmt: skip
    dry_run: bool = False


class DueStep(BaseModel):
    """One step that is due; `left_out` says which budget it has to wait for."""

    kind: str
    subject: str
    title: str
    reason: str
    urgency: float
    cost: int
    host: str
    left_out: str | None


class RoundPlan(BaseModel):
    """What a round would do now, the most urgent first, and what would have to wait."""

    steps: list[DueStep]
    left_out: list[DueStep]
    requests: int
    spent: int
    budget: int


def job_list_router(service: Service) -> APIRouter:
    """Routes that start, list, resume and follow jobs."""
    router = APIRouter(prefix=PREFIX, tags=["jobs"])
    read, write = [Depends(allow(service, "read"))], [Depends(allow(service, "write"))]
    listeners = Listeners(service)

    @router.post(
        "",
        status_code=202,
        dependencies=write,
        responses={
            200: answers(
                GatherPlan | RoundPlan,
                sentence="What a gathering or a round would do; with `dry_run`.",
            ),
            202: answers(JobAnswer, sentence="It begins when it is its turn."),
            **errors(),
        },
    )
    async def start(
        request: Request,
        asked: Annotated[NewHarvest | NewGathering | NewRound, Body(discriminator="kind")],
    ) -> Response:
        """Start a harvest (pages, then those they link to, read for papers; or oai+https://… repositories and feed+https://… feeds), the gathering of sites for a repository, or a round of what is due."""
        if isinstance(asked, NewRound):
            require_whole(service, request)
        if isinstance(asked, NewRound) and asked.dry_run:
            return written(await round_plan(service, asked), "json", root="plan")
        if isinstance(asked, NewGathering) and asked.dry_run:
            return written(await gather_plan(service, asked), "json", root="plan")
        return accepted(request, await start_job(service, asked, by=sender(request)))

    @router.get(
        "",
        dependencies=read,
        responses={
            200: answers(page_of(JobAnswer), sentence="Some jobs, the newest first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def find(
        request: Request,
        kind: Annotated[
            Literal[ALL_KINDS] | None,  # type: ignore[valid-type]
            Query(description="`run` is a round, `run-visit` and the like are its steps."),
        ] = None,
        state: Annotated[Literal[JOB_STATES] | None, Query()] = None,  # type: ignore[valid-type]
        limit: Limit = 50,
        cursor: Cursor = "",
    ) -> Response:
        """The jobs that were started with this key; those of everybody for an admin, or where no key is asked for."""
        if cursor and await service.run(service.library.jobs.get, cursor) is None:
            raise bad_cursor()
        key: ApiKey | None = request.state.key
        rows = await service.run(
            service.library.jobs.newest,
            kind=kind or "",
            state=state or "",
            limit=limit + 1,
            before=cursor,
            started_by=None if key is None or key.allows("admin") else key.id,
        )
        shown = rows[:limit]
        following = shown[-1].id if len(rows) > limit else ""
        return page_answer(request, [job_to_plain(request, job) for job in shown], following)

    @router.post(
        "/{job_id}/resume",
        status_code=202,
        dependencies=write,
        responses={
            202: answers(JobAnswer, sentence="It goes on when it is its turn."),
            **errors(404, 409),
        },
    )
    async def resume(request: Request, job_id: JobId) -> Response:
        """Try a job again that has failed, or was interrupted because its servers died over it."""
        require_owner(request, await find_job(service, job_id))
        if not await service.run(service.queue.resume, job_id):
            raise Refused(
                409,
                "This job has neither failed nor was it interrupted, or another has taken its place.",
                status="not-interrupted",
                remedy="Start a new one.",
            )
        return accepted(request, await find_job(service, job_id))

    @router.get(
        "/{job_id}/events",
        dependencies=read,
        response_class=StreamingResponse,
        responses={
            200: {
                "description": "The job each time it changes, until it has ended.",
                "content": {_EVENT_STREAM: {"schema": _EVENT}},
            },
            204: {"description": "It has ended, and the client has seen that."},
            **errors(404),
        },
    )
    async def events(
        request: Request,
        job_id: JobId,
        last_event_id: Annotated[str, Header(max_length=100)] = "",
    ) -> Response:
        """Follow a job: an event `progress` with the job each time it changes, one `end` when it has ended."""
        job = await find_job(service, job_id)
        if job.has_ended and version_of(job) == last_event_id:
            return Response(status_code=204)  # what tells a browser not to come back
        if is_head(request):
            return Response(media_type=_EVENT_STREAM)
        told = listeners.follow(job_id, last_event_id, lambda one: job_to_plain(request, one))
        # nginx would keep the events back until it has a page full of them.
        return StreamingResponse(
            told, media_type=_EVENT_STREAM, headers={"X-Accel-Buffering": "no"}
        )

    return router


async def start_job(
    service: Service, asked: NewHarvest | NewGathering | NewRound, *, by: str
) -> JobRecord:
    """Start a harvest, a gathering or a round; it begins when it is its turn."""
    fetcher_of(service)
    if isinstance(asked, NewRound):
        return await start_round(service, asked.budget, by=by)
    rooms = Rooms(service.settings)
    task: Plain
    if not isinstance(asked, NewGathering) and are_repositories(asked.urls):
        kind, task = REPOSITORIES, {"urls": asked.urls}
    elif isinstance(asked, NewGathering):
        kind, task = GATHER, gather_task(asked.request(rooms))
    else:
        wanted = rooms.harvest_request(**asked.model_dump(exclude={"kind"}, exclude_none=True))
        kind, task = HARVEST, task_of(wanted)
    await service.require_place(kind)
    return await service.run(service.queue.put, kind, task, started_by=by)


async def round_plan(service: Service, asked: NewRound) -> Plain:
    """What a round would do."""
    found = await due_round(service, asked.budget)
    return {
        "steps": [step.to_plain() | {"left_out": None} for step in found.steps],
        "left_out": [one.step.to_plain() | {"left_out": one.why} for one in found.left_out],
        "requests": found.cost,
        "spent": found.spent.day,
        "budget": found.budgets.day,
    }


async def gather_plan(service: Service, asked: NewGathering) -> Plain:
    """What would be gathered, and how much of it is known."""
    fetcher_of(service)
    return await service.run(_gather_plan, service, asked.request(Rooms(service.settings)))


def _gather_plan(service: Service, wanted: GatherRequest) -> Plain:
    sites = sites_of(wanted)
    return {
        "sites": sites,
        "urls": list(wanted.harvest.seeds),
        "below": list(wanted.below),
        "institutions": list(wanted.institution.names),
        "domains": list(wanted.institution.domains),
        "depth": wanted.harvest.depth,
        "limit": wanted.harvest.limit,
        "known": sum(len(service.library.candidates.of_site(site)) for site in sites),
    }
