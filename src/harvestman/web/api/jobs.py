"""`/api/v1/jobs/{id}`: show one job, and cancel it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from harvestman.model import JobRecord, Plain
from harvestman.store import ApiKey
from harvestman.web.api.negotiating import chosen_output, with_etag, written
from harvestman.web.api.shapes import UNCHANGED, JobAnswer, answers, errors
from harvestman.web.front.errors import Forbidden, Missing
from harvestman.web.front.keys import allow, sender
from harvestman.web.service import Service

PREFIX = "/api/v1/jobs"

JobId = Annotated[str, Path(pattern="^[a-z0-9]{8,64}$", description="The job's id.")]


def jobs_router(service: Service) -> APIRouter:
    """Routes that show and cancel one job."""
    router = APIRouter(prefix=PREFIX, tags=["jobs"])

    @router.get(
        "/{job_id}",
        dependencies=[Depends(allow(service, "read"))],
        responses={
            200: answers(JobAnswer, "xml", sentence="How far it is."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def show(request: Request, job_id: JobId) -> Response:
        """How far a job has come; with its result when it has ended."""
        job = await find_job(service, job_id)
        return with_etag(
            request, written(job_to_plain(request, job), chosen_output(request), root="job")
        )

    @router.delete(
        "/{job_id}",
        dependencies=[Depends(allow(service, "write"))],
        responses={
            200: answers(JobAnswer, "xml", sentence="The job as it has ended."),
            **errors(404),
        },
    )
    async def cancel(request: Request, job_id: JobId) -> Response:
        """Cancel a job that waits or runs; one that has ended stays as it is."""
        require_owner(request, await find_job(service, job_id))
        await service.worker.cancel(job_id)
        job = await find_job(service, job_id)
        return written(job_to_plain(request, job), chosen_output(request), root="job")

    return router


async def find_job(service: Service, job_id: str) -> JobRecord:
    """The job with this id; Missing when there is none."""
    job = await service.run(service.library.jobs.get, job_id)
    if job is None:
        raise Missing(f"There is no job {job_id}.")
    return job


def require_owner(request: Request, job: JobRecord) -> None:
    """Raise `Forbidden` unless the request's key started the job or is an admin's."""
    key: ApiKey | None = request.state.key
    if key is not None and job.started_by != sender(request) and not key.allows("admin"):
        raise Forbidden("Only who started a job, or an admin, may change it.")


def job_to_plain(request: Request, job: JobRecord) -> Plain:
    """A job as JSON."""
    base = str(request.base_url).rstrip("/")
    links = {"self": f"{base}{PREFIX}/{job.id}", "events": f"{base}{PREFIX}/{job.id}/events"}
    if harvest := job.progress.get("harvest"):
        links["harvest"] = f"{base}/api/v1/harvests/{harvest}"
    if "document" in job.task:
        links["document"] = f"{base}/api/v1/documents/{job.task['document']}"
    return job.to_plain() | {"links": links}


def accepted(request: Request, job: JobRecord) -> Response:
    """The answer to a request that started a job, or took one up again."""
    plain = job_to_plain(request, job)
    answer = written(plain, "json", root="job")
    answer.status_code = 202
    answer.headers["Location"] = plain["links"]["self"]
    return answer
