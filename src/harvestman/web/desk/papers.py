"""`/papers`: found by words and filters that stand in the address; the list as a feed or file; how it spreads over years, venues, sites and readers."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import cache

from fastapi import APIRouter, Request, Response

from harvestman.formats import as_cell, get_exporter
from harvestman.model import Paper, UsageError, paper_to_plain
from harvestman.store import LACKABLE, PaperPage
from harvestman.web.api.negotiating import with_etag, written
from harvestman.web.desk.rendering import Desk, with_query
from harvestman.web.desk.searching import asked_of
from harvestman.web.front.errors import Missing
from harvestman.web.out.tags import ENDINGS, coins

LISTS = (*ENDINGS, "csv")
"""What the address of a list may end in."""
CORRECTABLE = ("venue", "year", "language", "publisher", "kind")
"""Fields that papers have in common: of several they can be put right at once."""
_COLUMNS = ("id", "title", "authors", "year", "venue", "pages", "doi", "url", "pdf")
_A_PAGE = 20
_IN_FILES = 200


def papers_pages(desk: Desk) -> APIRouter:
    """Routes of the list of papers."""
    router = APIRouter(include_in_schema=False)
    service = desk.service

    async def some(request: Request, asked_limit: int) -> tuple[PaperPage, bool]:
        """A page of the list; whether the address had a place in it that is none, so that it begins anew."""
        asked = await asked_of(service, request)
        after = request.query_params.get("after", "")[:100]
        find = service.library.papers.page
        try:
            return await service.run(find, asked.query, asked_limit, cursor=after), False
        except UsageError:
            if not after:
                raise
            return await service.run(find, asked.query, asked_limit), True

    @router.get("/papers")
    async def show(request: Request) -> Response:
        """The list, a page at a time."""
        visitor = await desk.visitors.visitor(request)
        asked = await asked_of(service, request)
        page, is_lost = await some(request, _A_PAGE)
        kept = asked.given | {"sort": request.query_params.get("sort", "")}
        without = {
            name: with_query("/papers", {n: v for n, v in kept.items() if n != name})
            for name in asked.given
        }
        return desk.page(
            request,
            visitor,
            "papers.html",
            asked=asked,
            papers=page.papers,
            coins=[coins(paper) for paper in page.papers],
            following=with_query("/papers", kept | {"after": page.cursor}) if page.cursor else "",
            is_first=not request.query_params.get("after"),
            first=with_query("/papers", kept),
            is_lost=is_lost,
            has_too_many=page.has_too_many,
            without=without,
            facets_at=with_query("/papers/facets", asked.given),
            formats=[(ending, with_query(f"/papers.{ending}", asked.given)) for ending in LISTS],
            lackable=LACKABLE,
            correctable=CORRECTABLE,
            feed=with_query("/feeds/papers.atom", asked.given),
        )

    @router.get("/papers/facets")
    async def facets(request: Request) -> Response:
        """How the list spreads over years and venues: asked for by the page itself once it stands."""
        visitor = await desk.visitors.visitor(request)
        asked = await asked_of(service, request)
        found = await service.run(service.library.papers.facets, asked.query)
        is_part = request.headers.get("hx-request") == "true"
        template = "facets.html" if is_part else "facets_page.html"
        return desk.page(request, visitor, template, asked=asked, facets=found)

    @router.get("/papers.{ending}")
    async def file(request: Request, ending: str) -> Response:
        """A page of the list as a file, with the address of the next one in its Link header."""
        await desk.visitors.visitor(request)
        if ending not in LISTS:
            raise Missing(f"Papers cannot be had as .{ending[:20]}: {', '.join(LISTS)}.")
        page, _ = await some(request, _IN_FILES)
        answer = await service.run(written_papers, page.papers, ending)
        answer.headers["Content-Disposition"] = f'attachment; filename="papers.{ending}"'
        if page.cursor:
            following = request.url.include_query_params(after=page.cursor)
            answer.headers["Link"] = f'<{following}>; rel="next"'
        return with_etag(request, answer)

    return router


exporter = cache(get_exporter)
"""A format by its name, looked for once: the plug-ins of the whole environment are gone through for it."""


def written_papers(papers: Sequence[Paper], ending: str) -> Response:
    """Papers in the format of an address' ending."""
    if ending == "csv":
        return Response(_table(papers), media_type="text/csv; charset=utf-8")
    form, media_type = ENDINGS[ending]
    if not form:
        return written([paper_to_plain(paper) for paper in papers], "json", root="papers")
    text = "".join(exporter(form).write(papers))
    return Response(text.encode(errors="replace"), media_type=f"{media_type}; charset=utf-8")


def _table(papers: Sequence[Paper]) -> str:
    """Papers as lines of a spreadsheet, which must take none of them for a formula."""
    written_to = io.StringIO()
    rows = csv.writer(written_to)
    rows.writerow(_COLUMNS)
    for paper in papers:
        names = "; ".join(author.name for author in paper.authors)
        cells = [names if name == "authors" else getattr(paper, name) for name in _COLUMNS]
        rows.writerow([as_cell(str(cell or "")) for cell in cells])
    return written_to.getvalue()
