"""`/api/v1/changes`: what is new, has changed or is gone since a day or since the last time one asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from harvestman.store import DOCUMENT, Change, change_to_plain, parse_moment
from harvestman.web.api.library_shapes import ChangeShape, page_of
from harvestman.web.api.negotiating import with_etag, written
from harvestman.web.api.paging import PLAIN, Limit
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.keys import allow, viewer
from harvestman.web.service import Service

PREFIX = "/api/v1/changes"


def changes_router(service: Service) -> APIRouter:
    """The route of changes."""
    router = APIRouter(
        prefix=PREFIX, tags=["changes"], dependencies=[Depends(allow(service, "read"))]
    )

    @router.get(
        "",
        responses={
            200: answers(page_of(ChangeShape), sentence="Some changes, the oldest first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def changes(
        request: Request,
        since: Annotated[
            str,
            Query(max_length=40, pattern=PLAIN, description="A day, 2026-11-01, or a moment."),
        ] = "",
        after: Annotated[
            str,
            Query(max_length=40, pattern=PLAIN, description="The `cursor` of an earlier answer."),
        ] = "",
        limit: Limit = 100,
    ) -> Response:
        """Papers, events and documents that are new, have changed, were merged or removed; one item for each time.

        The `cursor` is where to go on, also after the last page: keep it and ask again later with `after`.
        """
        page = await service.run(
            service.library.changes,
            since=parse_moment(since) if since.strip() else None,
            after=after,
            limit=limit,
        )
        more = str(request.url.include_query_params(after=page.cursor)) if page.has_more else None
        plain = {
            "items": [change_to_plain(one) for one in await _told(service, request, page.changes)],
            "cursor": page.cursor or None,
            "links": {"next": more},
        }
        answer = with_etag(request, written(plain, "json", root="page"))
        if more:
            answer.headers["Link"] = f'<{more}>; rel="next"'
        return answer

    return router


async def _told(service: Service, request: Request, changes: Sequence[Change]) -> Sequence[Change]:
    """The changes of which the request's key may be told: of documents, those of its own and of what is public."""
    seen_by = viewer(request)
    if seen_by is None:
        return changes
    ids = [one.id for one in changes if one.thing == DOCUMENT]
    others = await service.run(service.library.documents.of_others, ids, seen_by)
    return [one for one in changes if one.thing != DOCUMENT or one.id not in others]
