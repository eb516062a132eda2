"""`/find`: a paper from its title or reference; the answer with the trail of what was tried."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from harvestman.find import PaperQuestion
from harvestman.store import PaperQuery
from harvestman.text import find_doi
from harvestman.web.api.jobs import find_job
from harvestman.web.desk.rendering import Desk
from harvestman.web.finding import FIND_PAPERS, FIND_PERSONS
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import sender, viewer
from harvestman.web.harvesting import fetcher_of

_MAX_TITLE = 1_000
_SHOWN = 5


def find_pages(desk: Desk) -> APIRouter:
    """Routes of looking for papers."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/find")
    async def ask(request: Request) -> Response:
        """The form, what the library holds of these words already, and the last questions."""
        visitor = await desk.visitors.visitor(request)
        words = request.query_params.get("q", "")[:_MAX_TITLE].strip()
        held = (
            await service.run(library.papers.page, PaperQuery(text=words), _SHOWN)
            if words
            else None
        )
        before = [
            job
            for kind in (FIND_PAPERS, FIND_PERSONS)
            for job in await service.run(
                library.jobs.newest, kind=kind, limit=_SHOWN, started_by=viewer(request)
            )
        ]
        return desk.page(
            request,
            visitor,
            "find.html",
            words=words,
            held=held.papers if held else (),
            before=before,
            providers=service.settings.providers.split(),
        )

    @router.post("/find")
    async def start(request: Request) -> Response:
        """Look for a paper, as a job."""
        visitor = await desk.visitors.visitor(request, "write")
        form = {
            name: values[0].strip() for name, values in (await desk.form(request, visitor)).items()
        }
        fetcher_of(service)
        title = form.get("title", "")[:_MAX_TITLE]
        year = form.get("year", "")
        authors = tuple(one.strip() for one in form.get("authors", "").split(";") if one.strip())
        question = PaperQuestion(
            title,
            authors[:50],
            int(year) if year.isdecimal() and len(year) == 4 else None,
            find_doi(form.get("doi", "") or title) or "",
        )
        if not title and not question.doi:
            return desk.go("/find")
        await service.require_place(FIND_PAPERS)
        task = {"questions": [question.to_plain()], "again": "again" in form}
        job = await service.run(service.queue.put, FIND_PAPERS, task, started_by=sender(request))
        return desk.go(f"/find/{job.id}")

    @router.get("/find/{job_id}")
    async def answer(request: Request, job_id: str) -> Response:
        """The answer, or how it stands."""
        visitor = await desk.visitors.visitor(request)
        job = await find_job(service, job_id)
        if job.kind not in (FIND_PAPERS, FIND_PERSONS):
            raise Missing("This job looks for no paper.")
        answers = job.result.get("answers") or []
        if job.kind == FIND_PERSONS or len(job.task["questions"]) > 1:
            return desk.page(
                request, visitor, "found_many.html", job=job, questions=job.task["questions"],
                answers=answers, is_person=job.kind == FIND_PERSONS,
            )  # fmt: skip
        document = answers[0].get("file") if answers else None
        held = await service.run(library.documents.get, document) if document else None
        papers = (
            await service.run(library.documents.papers, [held.digest, held.answer]) if held else ()
        )
        return desk.page(
            request, visitor, "found.html", job=job, asked=job.task["questions"][0], answer=answers[0] if answers else None, held=held, papers=papers
        )  # fmt: skip

    return router
