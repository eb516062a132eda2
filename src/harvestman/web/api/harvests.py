"""`/api/v1/harvests`: what was harvested, in numbers and page by page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from harvestman.model import Harvest, Plain
from harvestman.web.api.library_shapes import HarvestAlone, HarvestShape, PageVisit, page_of
from harvestman.web.api.negotiating import with_etag, written
from harvestman.web.api.paging import Cursor, Limit, bad_cursor, cut, page_answer, place_of
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

PREFIX = "/api/v1/harvests"
HarvestId = Annotated[str, Path(pattern="^[a-z0-9]{8,64}$", description="The harvest's id.")]


def harvests_router(service: Service) -> APIRouter:
    """Routes that list and show harvests."""
    router = APIRouter(
        prefix=PREFIX, tags=["harvests"], dependencies=[Depends(allow(service, "read"))]
    )

    async def found(harvest_id: str) -> Harvest:
        harvest = await service.run(service.library.harvests.get, harvest_id)
        if harvest is None:
            raise Missing(f"There is no harvest {harvest_id}.")
        return harvest

    @router.get(
        "",
        responses={
            200: answers(page_of(HarvestShape), sentence="Some harvests, the newest first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def find(request: Request, limit: Limit = 50, cursor: Cursor = "") -> Response:
        """The harvests of the library, whoever started them."""
        if cursor and await service.run(service.library.harvests.get, cursor) is None:
            raise bad_cursor()
        rows = await service.run(service.library.harvests.recent, limit + 1, before=cursor)
        shown = rows[:limit]
        following = shown[-1].id if len(rows) > limit else ""
        return page_answer(request, [_harvest(request, one) for one in shown], following)

    @router.get(
        "/{harvest_id}",
        responses={
            200: answers(HarvestAlone, sentence="The harvest in numbers."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def show(request: Request, harvest_id: HarvestId) -> Response:
        """One harvest, and how its visits ended."""
        harvest = await found(harvest_id)
        counts = await service.run(service.library.harvests.counts, harvest)
        plain = _harvest(request, harvest) | {
            "done": counts.done,
            "open": counts.open,
            "beyond_limit": counts.beyond_limit,
            "papers": counts.papers,
            "by_status": {str(status): count for status, count in counts.by_status.items()},
        }
        return with_etag(request, written(plain, "json", root="harvest"))

    @router.get(
        "/{harvest_id}/pages",
        responses={
            200: answers(page_of(PageVisit), sentence="Some pages in the order of their visits."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def pages(
        request: Request, harvest_id: HarvestId, limit: Limit = 100, cursor: Cursor = ""
    ) -> Response:
        """The pages of a harvest, those that are still to be visited last."""
        place = place_of(cursor)
        harvest = await found(harvest_id)
        records = await service.run(
            service.library.harvests.outcomes, harvest, limit=limit + 1, offset=place
        )
        items, following = cut([record.to_plain() for record in records], limit, place)
        return page_answer(request, items, following)

    return router


def _harvest(request: Request, harvest: Harvest) -> Plain:
    base = f"{str(request.base_url).rstrip('/')}{PREFIX}/{harvest.id}"
    return {
        "id": harvest.id,
        "seeds": list(harvest.request.seeds),
        "depth": harvest.request.depth,
        "limit": harvest.request.limit,
        "started": harvest.started.isoformat(),
        "finished": harvest.finished.isoformat() if harvest.finished else None,
        "links": {"self": base, "pages": f"{base}/pages"},
    }
