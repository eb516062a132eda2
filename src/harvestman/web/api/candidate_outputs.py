"""`/api/v1/candidates/…`: what leaves the review: exports, an archive for DSpace, draft letters, and the graph of a site."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import IO, Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict
from pydantic import Field as Member

from harvestman.crawl import seeds_of
from harvestman.formats import write_candidates, write_saf
from harvestman.gather import (
    SiteGraph,
    candidate_file,
    site_graph,
    write_graphml,
    write_letters,
    write_svg,
)
from harvestman.model import CandidateState, Plain, UsageError
from harvestman.store import CandidateQuery
from harvestman.web.api.candidate_shapes import GraphShape, Letters
from harvestman.web.api.candidates import PREFIX, Wanted
from harvestman.web.api.negotiating import is_head, with_etag, written
from harvestman.web.api.paging import PLAIN
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing, Refused
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

_PIECE = 1 << 16
_MOST_GRAPH = 6
FORMS = {
    "csv": ("text/csv; charset=utf-8", "csv"),
    "jsonl": ("application/jsonl; charset=utf-8", "jsonl"),
    "bibtex": ("application/x-bibtex; charset=utf-8", "bib"),
    "dublin-core": ("application/xml; charset=utf-8", "xml"),
    "dspace": ("application/zip", "zip"),
}
"""The formats of an export: media type and the ending of the file."""
Line = Annotated[str, Member(max_length=300)]
Url = Annotated[str, Query(min_length=1, max_length=4_000, pattern=PLAIN)]


class LettersWanted(BaseModel):
    """Whom to write to, and in whose name."""

    model_config = ConfigDict(extra="forbid")

    institution: Annotated[Line, Member(min_length=1)]
    repository: Annotated[Line, Member(min_length=1)]
    sender: Line = ""
    site: Line = ""
    states: list[CandidateState] = Member([CandidateState.NEEDS_PERMISSION], max_length=10)
    ids: list[Annotated[str, Member(pattern="^[a-z0-9]{8,64}$")]] = Member([], max_length=1_000)
    """About these candidates alone, whatever their state."""


def candidate_outputs_router(service: Service) -> APIRouter:
    """Routes that write candidates out."""
    router = APIRouter(prefix=PREFIX, tags=["candidates"])
    read = [Depends(allow(service, "read"))]
    library = service.library

    @router.get(
        "/export",
        dependencies=read,
        response_class=StreamingResponse,
        responses={
            200: {
                "description": "The candidates as a file.",
                "content": {kind.partition(";")[0]: {} for kind, _ in FORMS.values()},
            },
            **errors(),
        },
    )
    async def export(
        request: Request,
        wanted: Wanted,
        form: Annotated[Literal["csv", "jsonl", "bibtex", "dublin-core", "dspace"], Query(alias="format", description="`dspace` is a zip in the Simple Archive Format, with the files.")] = "csv",
        collection: Annotated[list[Annotated[str, Query(max_length=100, pattern=PLAIN)]] | None, Query(max_length=20, description="For dspace: the handles of the collections that take them.")] = None,
    ) -> Response:  # fmt: skip
        """Candidates as a file: those that are accepted, unless a state is asked for."""
        chosen = wanted if wanted.states else accepted_of(wanted)
        media_type, ending = FORMS[form]
        name = {"Content-Disposition": f'attachment; filename="candidates.{ending}"'}
        if is_head(request):
            return Response(media_type=media_type, headers=name)
        try:
            file = await service.run(written_out, service, chosen, form, tuple(collection or ()))
        except UsageError as error:
            raise Refused(422, str(error)) from None
        return StreamingResponse(pieces_of(file), media_type=media_type, headers=name)

    @router.post(
        "/letters",
        dependencies=read,
        responses={200: answers(Letters, sentence="Drafts; nothing is sent."), **errors()},
    )
    async def letters(asked: LettersWanted) -> Response:
        """A draft to each author of these candidates whose address is known, in the language of most of their documents."""
        query = CandidateQuery(
            site=asked.site.strip().lower().removeprefix("www."),
            states=() if asked.ids else tuple(asked.states),
            ids=frozenset(asked.ids),
        )

        def drafted() -> list[Plain]:
            drafts = write_letters(
                library.candidates.find(query),
                institution=asked.institution,
                repository=asked.repository,
                sender=asked.sender,
            )
            return [
                {
                    "address": one.address,
                    "name": one.name,
                    "language": one.language,
                    "subject": one.subject,
                    "text": one.text,
                    "candidates": list(one.candidates),
                }
                for one in drafts
            ]

        return written({"items": await service.run(drafted)}, "json", root="letters")

    @router.get(
        "/graph",
        dependencies=read,
        responses={
            200: answers(GraphShape, sentence="The site as JSON, a drawing, or GraphML.")
            | {"content": {"image/svg+xml": {}, "application/graphml+xml": {}}},
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def graph(
        request: Request,
        url: Annotated[Url, Query(description="The page to begin with.")],
        document: Annotated[str, Query(max_length=4_000, pattern=PLAIN, description="The document to be highlighted.")] = "",
        distance: Annotated[int, Query(ge=1, le=_MOST_GRAPH, description="Links away from the page.")] = 5,
        form: Annotated[Literal["json", "svg", "graphml"], Query(alias="format")] = "json",
    ) -> Response:  # fmt: skip
        """A site's pages, documents and links, as they were gathered."""
        (root,) = seeds_of([url])
        found = await service.run(site_graph, library, root, within=distance)
        if not found.edges and not found.documents:
            raise Missing(f"Nothing was gathered from {root}.")
        if form == "json":
            return with_etag(request, written(_graph(found), "json", root="graph"))
        chosen = seeds_of([document])[0] if document else ""
        text = write_graphml(found) if form == "graphml" else write_svg(found, chosen=chosen)
        media_type = "application/graphml+xml" if form == "graphml" else "image/svg+xml"
        return with_etag(request, Response(text.encode(), media_type=media_type))

    return router


def accepted_of(wanted: CandidateQuery) -> CandidateQuery:
    """The same candidates, those alone that are accepted."""
    return replace(wanted, states=(CandidateState.ACCEPTED,))


def written_out(
    service: Service, wanted: CandidateQuery, form: str, collections: tuple[str, ...]
) -> IO[bytes]:
    """The whole export in a temporary file, so that what fails is told before the answer begins."""
    library = service.library
    file = tempfile.TemporaryFile(dir=service.settings.data)  # noqa: SIM115 - closed by who reads it
    found = library.candidates.find(wanted)
    if form == "dspace":
        write_saf(file, found, partial(candidate_file, library), collections=collections)
    else:
        for piece in write_candidates(found, form):
            file.write(piece.encode(errors="replace"))
    file.seek(0)
    return file


async def pieces_of(file: IO[bytes]) -> AsyncIterator[bytes]:
    """A file piece by piece; it is closed at the end."""
    with file:
        while piece := await asyncio.to_thread(file.read, _PIECE):
            yield piece


def _graph(found: SiteGraph) -> Plain:
    return {
        "pages": list(found.pages),
        "documents": list(found.documents),
        "links": [
            {"source": one.source, "target": one.target, "anchor": one.anchor}
            for one in found.edges
        ],
    }
