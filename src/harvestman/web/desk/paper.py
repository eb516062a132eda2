"""`/papers/{id}`: one paper, with who says each value; corrected in place, split, forgotten, cited; and the same for programs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastapi import APIRouter, Request, Response

from harvestman.model import (
    PAPER_FIELDS,
    Claim,
    Field,
    Paper,
    UsageError,
    paper_to_plain,
)
from harvestman.store import correct, undo_correction
from harvestman.web.api.corrections import who_says
from harvestman.web.api.downloads import file_answer
from harvestman.web.api.negotiating import accepted, with_etag, written
from harvestman.web.desk.papers import exporter, written_papers
from harvestman.web.desk.rendering import Desk
from harvestman.web.desk.undoing import Undo
from harvestman.web.desk.values import field_lines, value_text
from harvestman.web.front.errors import Missing, Refused
from harvestman.web.front.keys import viewer
from harvestman.web.out.tags import (
    ENDINGS,
    citation_tags,
    link_header,
    linkset,
    schema_org,
    typed_links,
)
from harvestman.web.service import Service

_NAME = re.compile(r"([a-z0-9]{8,64})(?:\.([a-z]{1,8}))?")
_MAX_VALUE = 20_000
_BY = "desk"
_HIDDEN_WHEN_EMPTY = frozenset(
    {Field.ISBN, Field.ISSN, Field.VOLUME, Field.ISSUE, Field.SESSION, Field.SLIDES, Field.VIDEO}
    | {Field.CODE, Field.ARXIV, Field.DATE, Field.PUBLISHER, Field.KIND, Field.LANGUAGE}
)


async def found_paper(service: Service, paper_id: str) -> Paper:
    """The paper with this id; Refused when there is none, with who forgot it or when it went."""
    paper = await service.run(service.library.papers.get, paper_id)
    if paper is not None:
        return paper
    gone = await service.run(service.library.forgotten.one, paper_id)
    if gone is not None:
        told = f"The paper {paper_id} was forgotten by {gone.by} on {gone.when:%Y-%m-%d}."
        raise Refused(
            410, told, status="forgotten", remedy="`harvestman forget --undo` brings it back."
        )
    record = await service.run(service.library.records.one, paper_id)
    if record is not None:
        told = f"The paper {paper_id} is gone since {record.place.moment:%Y-%m-%d}: no page states it any more."
        raise Refused(410, told, status="gone", remedy="Look for its title.")
    raise Missing(f"There is no paper {paper_id}.")


def paper_pages(desk: Desk) -> APIRouter:
    """Routes of one paper."""
    router = APIRouter(include_in_schema=False)
    service = desk.service

    @router.get("/papers/{name}")
    async def show(request: Request, name: str) -> Response:
        """The page of a paper, or the paper in a format that its address or the Accept header asks for."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise Missing("There is no such paper.")
        visitor = await desk.visitors.visitor(request)
        paper_id, ending = match.groups()
        paper = await found_paper(service, paper_id)
        if paper.id != paper_id:  # it was merged
            tail = f".{ending}" if ending else ""
            return Response(status_code=308, headers={"Location": f"/papers/{paper.id}{tail}"})
        address = f"{str(request.base_url).rstrip('/')}/papers/{paper.id}"
        links = typed_links(paper, address=address)
        if ending or (ending := _accepted_ending(request)):
            return with_etag(request, await _as_file(service, paper, ending, address))
        claims = await service.run(service.library.papers.claims, paper.id)
        lines = field_lines(claims, PAPER_FIELDS)
        documents = await service.run(service.library.documents.of_paper, paper.id)
        bibtex = await service.run(lambda: "".join(exporter("bibtex").write([paper])))
        return desk.page(
            request,
            visitor,
            "paper.html",
            headers={"Link": link_header(links)},
            paper=paper,
            address=address,
            lines=[
                one
                for one in lines
                if not one.is_missing or Field(one.field) not in _HIDDEN_WHEN_EMPTY
            ],
            missing=[
                one.field
                for one in lines
                if one.is_missing and Field(one.field) in _HIDDEN_WHEN_EMPTY
            ],
            sources=_sources(claims),
            documents=documents,
            tags=list(citation_tags(paper, address=address)),
            json_ld=schema_org(paper, address=address),
            bibtex=bibtex,
            endings=list(ENDINGS),
            links=links,
            value_text=value_text,
        )

    @router.get("/papers/{paper_id}/file/{document_id}")
    async def file(request: Request, paper_id: str, document_id: str) -> Response:
        """A file that is held of a paper, as a download."""
        await desk.visitors.visitor(request)
        paper = await found_paper(service, paper_id)
        held = await service.run(service.library.documents.of_paper, paper.id)
        if document_id not in {one.id for one in held}:
            raise Missing(f"The paper {paper.id} has no file {document_id[:64]}.")
        document = await service.document(document_id, seen_by=viewer(request))
        return await file_answer(service, request, document)

    return router


def paper_changes(desk: Desk) -> APIRouter:
    """Routes that change a paper."""
    router = APIRouter(include_in_schema=False)
    service = desk.service

    @router.post("/papers/{paper_id}/fields/{field}")
    async def say(request: Request, paper_id: str, field: str) -> Response:
        """Put a value right."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        text = form.get("value", [""])[0][:_MAX_VALUE]
        paper = await found_paper(service, paper_id)
        by = who_says(request, _BY)
        await service.run(correct, service.library, paper.id, field, text, by=by)
        undo = Undo(f"/papers/{paper.id}/take-back", {"field": field})
        where = form.get("next", [f"/papers/{paper.id}"])[0]
        return desk.done(visitor, where, "The value is put right.", undo)

    @router.post("/papers/{paper_id}/take-back")
    async def take_back(request: Request, paper_id: str) -> Response:
        """Take back what persons said of a field."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        paper = await found_paper(service, paper_id)
        field = form.get("field", [""])[0]
        if await service.run(undo_correction, service.library, paper.id, field) is None:
            raise UsageError(f"Nobody has corrected the {field} of {paper.id}.")
        return desk.done(visitor, f"/papers/{paper.id}", "What was read is shown again.")

    @router.post("/papers/{paper_id}/forget")
    async def forget(request: Request, paper_id: str) -> Response:
        """Show a paper no more."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        paper = await found_paper(service, paper_id)
        await service.run(service.library.forgotten.forget, [paper.id], by=who_says(request, _BY))
        undo = Undo(f"/papers/{paper.id}/bring-back")
        return desk.done(
            visitor, "/papers", "“%(title)s” is not shown any more.", undo, title=paper.title[:80]
        )

    @router.post("/papers/{paper_id}/bring-back")
    async def bring_back(request: Request, paper_id: str) -> Response:
        """Show a forgotten paper again."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        if not await service.run(service.library.forgotten.bring_back, [paper_id]):
            raise Missing(f"Nobody has forgotten {paper_id}.")
        return desk.done(visitor, f"/papers/{paper_id}", "The paper is shown again.")

    @router.post("/papers/{paper_id}/split")
    async def split(request: Request, paper_id: str) -> Response:
        """What some pages state is another paper."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        paper = await found_paper(service, paper_id)
        await service.run(service.library.merges.split, paper.id, form.get("source", []))
        return desk.done(
            visitor, f"/papers/{paper.id}", "What these pages state is a paper of its own now."
        )

    return router


def _accepted_ending(request: Request) -> str:
    """The format that a program's Accept header asks for; "" for a page."""
    accept = request.headers.get("accept", "")
    if "text/html" in accept:
        return ""
    offers = {kind: ending for ending, (_, kind) in ENDINGS.items()}
    return accepted(accept, offers | {"application/linkset+json": "linkset"})


async def _as_file(service: Service, paper: Paper, ending: str, address: str) -> Response:
    if ending == "linkset":
        answer = written(
            linkset(typed_links(paper, address=address), address=address), "json", root="linkset"
        )
        answer.headers["Content-Type"] = "application/linkset+json"
        return answer
    if ending == "json":
        return written(paper_to_plain(paper), "json", root="paper")
    if ending not in ENDINGS:
        raise Missing(f"A paper cannot be had as .{ending}: {', '.join(ENDINGS)}.")
    return await service.run(written_papers, [paper], ending)


def _sources(claims: Sequence[Claim]) -> list[str]:
    """The pages and files that state the paper, each once; persons are none."""
    told = (claim.evidence.source for claim in claims if not claim.person)
    return list(dict.fromkeys(told))
