"""`/find/person`, `/find/list`: a scholar's publications from a name, and the papers of a BibTeX file, each looked for as a job."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from harvestman.find import PaperQuestion, paper_question, person_question
from harvestman.formats import IMPORTERS, FaultyEntry, read_file
from harvestman.model import Plain, UsageError
from harvestman.web.desk.receiving import received
from harvestman.web.desk.rendering import Desk
from harvestman.web.finding import FIND_PAPERS, FIND_PERSONS
from harvestman.web.front.errors import Refused
from harvestman.web.front.keys import sender
from harvestman.web.harvesting import fetcher_of

_MOST_ENTRIES = 500
_MOST_BYTES = 5_000_000
_MAX_WORD = 300


def find_many_pages(desk: Desk) -> APIRouter:
    """Routes that look for persons and for lists of papers."""
    router = APIRouter(include_in_schema=False)
    service = desk.service

    async def begin(request: Request, kind: str, questions: list[Plain]) -> Response:
        fetcher_of(service)
        await service.require_place(kind)
        job = await service.run(
            service.queue.put, kind, {"questions": questions}, started_by=sender(request)
        )
        return desk.go(f"/find/{job.id}")

    @router.post("/find/person")
    async def person(request: Request) -> Response:
        """Look for a scholar's homepage and publications."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        said = {
            name: form.get(name, [""])[0].strip()[:_MAX_WORD]
            for name in ("name", "affiliation", "field")
        }
        if not said["name"]:
            return desk.go("/find")
        person_question(said, where="the form")
        return await begin(request, FIND_PERSONS, [said])

    @router.post("/find/list")
    async def many(request: Request) -> Response:
        """Look for every entry of a BibTeX file."""
        visitor = await desk.visitors.visitor(request, "write")
        async with received(desk, request, visitor) as form:
            path = service.incoming.on_disk(form.uploads[0]).path
            body = await service.run(path.read_bytes)
        if len(body) > _MOST_BYTES:
            raise Refused(400, f"The file is larger than {_MOST_BYTES:,} bytes.")
        questions = await service.run(_questions, body)
        if not questions:
            raise Refused(400, "No entry of this file has a title or a DOI: is it BibTeX?")
        return await begin(request, FIND_PAPERS, [one.to_plain() for one in questions])

    return router


def _questions(body: bytes) -> list[PaperQuestion]:
    """A question for each entry of a BibTeX file that can be asked."""
    found: list[PaperQuestion] = []
    for entry in read_file(body, IMPORTERS["bibtex"]):
        if isinstance(entry, FaultyEntry) or len(found) >= _MOST_ENTRIES:
            continue
        paper = entry.paper
        names = [author.name for author in paper.authors]
        said = {"id": entry.name, "title": paper.title, "authors": names, "year": paper.year}
        try:
            found.append(paper_question(said | {"doi": paper.doi}, where=entry.place))
        except UsageError:
            continue
    return found
