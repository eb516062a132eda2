"""`/api/v1/forgotten`: papers that are not shown because a person said so; forgetting one or a site's, and bringing them back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from harvestman.model import Plain
from harvestman.store import ForgottenPaper
from harvestman.web.api.corrections import PersonName, who_says
from harvestman.web.api.library_shapes import ForgottenAll, ForgottenShape, IdsShape, page_of
from harvestman.web.api.negotiating import written
from harvestman.web.api.paging import Cursor, Limit, cut, page_answer, place_of
from harvestman.web.api.papers import PaperId
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

PREFIX = "/api/v1/forgotten"
By = Annotated[PersonName, Query(description="Who says so, where no key is asked for.")]
Host = Annotated[
    str,
    Path(pattern=r"^[a-z0-9.:-]{1,260}$", description="The host of a site: conf.example.org."),
]


def forgotten_router(service: Service) -> APIRouter:
    """Routes that forget papers, list those that are forgotten and bring them back."""
    router = APIRouter(prefix=PREFIX, tags=["papers"])
    write = [Depends(allow(service, "write"))]
    forgotten = service.library.forgotten

    @router.get(
        "",
        dependencies=[Depends(allow(service, "read"))],
        responses={
            200: answers(page_of(ForgottenShape), sentence="Some of them, the newest first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def find(request: Request, limit: Limit = 50, cursor: Cursor = "") -> Response:
        """The papers that are forgotten, who wanted it and when."""
        place = place_of(cursor)
        found = (await service.run(forgotten.all))[place : place + limit + 1]
        items, following = cut([_plain(one) for one in found], limit, place)
        return page_answer(request, items, following)

    @router.put(
        "/{paper_id}",
        dependencies=write,
        responses={200: answers(ForgottenShape, sentence="As it was forgotten."), **errors(404)},
    )
    async def forget(request: Request, paper_id: PaperId, by: By = "api") -> Response:
        """Show a paper no more, whatever is harvested later."""
        if await service.run(service.library.papers.get, paper_id) is not None:
            await service.run(forgotten.forget, [paper_id], by=who_says(request, by))
        one = await service.run(forgotten.one, paper_id)
        if one is None:
            raise Missing(f"There is no paper {paper_id}.")
        return written(_plain(one), "json", root="forgotten")

    @router.delete(
        "/{paper_id}",
        dependencies=write,
        responses={
            200: answers(IdsShape, sentence="The id of what is shown again."),
            **errors(404),
        },
    )
    async def bring_back(paper_id: PaperId) -> Response:
        """Show a forgotten paper again."""
        if await service.run(forgotten.one, paper_id) is None:
            raise Missing(f"Nobody has forgotten {paper_id}.")
        back = await service.run(forgotten.bring_back, [paper_id])
        return written({"ids": back}, "json", root="forgotten")

    @router.put(
        "/sites/{host}",
        dependencies=write,
        responses={
            200: answers(ForgottenAll, sentence="The papers that are forgotten by this."),
            **errors(),
        },
    )
    async def forget_site(request: Request, host: Host, by: By = "api") -> Response:
        """Forget all papers that pages of a host state and nobody else."""
        found = await service.run(forgotten.forget_site, host, by=who_says(request, by))
        return written({"items": [_plain(one) for one in found]}, "json", root="forgotten")

    @router.delete(
        "/sites/{host}",
        dependencies=write,
        responses={
            200: answers(IdsShape, sentence="The ids of what is shown again."),
            **errors(),
        },
    )
    async def bring_back_site(host: Host) -> Response:
        """Show the forgotten papers again that pages of a host state."""
        back = await service.run(forgotten.bring_back_site, host)
        return written({"ids": back}, "json", root="forgotten")

    return router


def _plain(paper: ForgottenPaper) -> Plain:
    return {
        "id": paper.id,
        "title": paper.title,
        "by": paper.by,
        "when": paper.when.isoformat(),
    }
