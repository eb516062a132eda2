"""`/api/v1/pairs`: pairs of papers that may be one, or that a page would make one against what is known; a person decides."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from harvestman.store import Decision
from harvestman.web.api.library_shapes import PairShape, page_of
from harvestman.web.api.negotiating import written
from harvestman.web.api.paging import Cursor, Limit, cut, page_answer, place_of
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

PREFIX = "/api/v1/pairs"
PairId = Annotated[str, Path(pattern="^[a-z0-9]{8,64}$", description="The pair's id.")]


def pairs_router(service: Service) -> APIRouter:
    """Routes that list doubtful pairs and take a person's word of them."""
    router = APIRouter(prefix=PREFIX, tags=["papers"])
    write = [Depends(allow(service, "write"))]
    merges = service.library.merges

    @router.get(
        "",
        dependencies=[Depends(allow(service, "read"))],
        responses={
            200: answers(page_of(PairShape), sentence="Some of them, the likeliest first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def find(request: Request, limit: Limit = 50, cursor: Cursor = "") -> Response:
        """The pairs of papers that wait for a person, each with its reasons."""
        place = place_of(cursor)
        found = await service.run(merges.doubtful, limit=place + limit + 1)
        items, following = cut([one.to_plain() for one in found[place:]], limit, place)
        return page_answer(request, items, following)

    @router.put(
        "/{pair_id}/same",
        dependencies=write,
        responses={200: answers(PairShape, sentence="As it was decided."), **errors(404)},
    )
    async def accept(pair_id: PairId) -> Response:
        """Say that the two are one paper: they become one, whatever is read later."""
        pair = await open_pair(service, pair_id)
        decided = await service.run(merges.accept, pair.one, pair.other)
        return written(decided.to_plain(), "json", root="pair")

    @router.put(
        "/{pair_id}/different",
        dependencies=write,
        responses={200: answers(PairShape, sentence="As it was decided."), **errors(404)},
    )
    async def refuse(pair_id: PairId) -> Response:
        """Say that the two are different papers: they are never merged."""
        pair = await open_pair(service, pair_id)
        decided = await service.run(merges.refuse, pair.one, pair.other)
        return written(decided.to_plain(), "json", root="pair")

    return router


async def open_pair(service: Service, pair_id: str) -> Decision:
    """The pair that waits for a decision; Missing when it does not, or not any more."""
    found = await service.run(service.library.merges.get, pair_id)
    if found is None or not found.is_open:
        raise Missing(f"No pair {pair_id} waits for a decision.")
    return found
