"""`/api/v1/find`: look for papers and scholars as jobs; the answers, with their trails, are the job's result."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from harvestman.find import paper_question, person_question
from harvestman.model import Plain
from harvestman.web.api.jobs import accepted
from harvestman.web.api.shapes import JobAnswer, answers, errors
from harvestman.web.finding import FIND_PAPERS, FIND_PERSONS
from harvestman.web.front.keys import allow, sender
from harvestman.web.harvesting import fetcher_of
from harvestman.web.service import Service

PREFIX = "/api/v1/find"
_MOST = 1_000
_Text = Annotated[str, Field(max_length=1_000)]


class PaperAsked(BaseModel):
    """A paper that is looked for: its title or its DOI at least."""

    model_config = ConfigDict(extra="forbid")

    id: _Text = Field("", description="What the asker calls it; it comes back with the answer.")
    title: _Text = ""
    authors: list[_Text] = Field([], max_length=100)
    year: int | None = Field(None, ge=1000, le=9999)
    doi: _Text = ""


class PersonAsked(BaseModel):
    """A scholar who is looked for."""

    model_config = ConfigDict(extra="forbid")

    id: _Text = Field("", description="What the asker calls it; it comes back with the answer.")
    name: Annotated[str, Field(min_length=2, max_length=300)]
    affiliation: _Text = ""
    field: _Text = ""
    coauthors: list[_Text] = Field([], max_length=100)


class PapersAsked(BaseModel):
    """Papers that are looked for."""

    model_config = ConfigDict(extra="forbid")

    questions: list[PaperAsked] = Field(min_length=1, max_length=_MOST)
    again: bool = Field(False, description="Look also for what was answered before.")


class PersonsAsked(BaseModel):
    """Scholars who are looked for."""

    model_config = ConfigDict(extra="forbid")

    questions: list[PersonAsked] = Field(min_length=1, max_length=_MOST)
    again: bool = Field(False, description="Look also for those that were answered before.")


def finding_router(service: Service) -> APIRouter:
    """Routes that look for papers and scholars."""
    router = APIRouter(
        prefix=PREFIX, tags=["find"], dependencies=[Depends(allow(service, "write"))]
    )
    said = {
        202: answers(JobAnswer, sentence="It begins when it is its turn; its result has the answers."),
        **errors(),
    }  # fmt: skip

    async def start(request: Request, kind: str, task: Plain) -> Response:
        fetcher_of(service)
        await service.require_place(kind)
        job = await service.run(service.queue.put, kind, task, started_by=sender(request))
        return accepted(request, job)

    @router.post("/papers", status_code=202, responses=said)
    async def papers(request: Request, asked: PapersAsked) -> Response:
        """Look for the files of papers; each that is found is held."""
        task = asked.model_dump()
        for number, one in enumerate(task["questions"], start=1):
            paper_question(one, where=f"question {number}")
        return await start(request, FIND_PAPERS, task)

    @router.post("/persons", status_code=202, responses=said)
    async def persons(request: Request, asked: PersonsAsked) -> Response:
        """Look for scholars' homepages and publications, which come into the library."""
        task = asked.model_dump()
        for number, one in enumerate(task["questions"], start=1):
            person_question(one, where=f"question {number}")
        return await start(request, FIND_PERSONS, task)

    return router
