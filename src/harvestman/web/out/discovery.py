"""`/feeds/events.ics`, `/sitemap.xml`, `/robots.txt`, `/opensearch.xml`: how calendars, search engines and browsers find what is here."""

from __future__ import annotations

from datetime import timedelta
from xml.sax.saxutils import escape

from fastapi import APIRouter, Depends, Request, Response

from harvestman.store import RecordQuery
from harvestman.watch import entries, to_ical
from harvestman.web.api.negotiating import with_etag
from harvestman.web.front.keys import allow
from harvestman.web.out.oai_arguments import read_place_after, write_place_after
from harvestman.web.service import Service

_IN_SITEMAP = 5_000
_WEEKS = 52
_ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /jobs
Disallow: /review
Disallow: /merges
Disallow: /upload
Disallow: /sign-in
Disallow: /papers/facets
"""


def discovery_router(service: Service) -> APIRouter:
    """Routes for programs that look for what is here."""
    router = APIRouter(include_in_schema=False)
    library = service.library

    @router.get("/feeds/events.ics", dependencies=[Depends(allow(service, "feed"))])
    async def events(request: Request) -> Response:
        """The dates of events and the visits to come, as a calendar to subscribe to."""
        now = service.clock.now()
        watched = await service.run(library.agenda.all)
        today = now.date()
        found = entries(
            watched, since=today - timedelta(weeks=4), until=today + timedelta(weeks=_WEEKS)
        )
        return with_etag(request, Response(to_ical(found, now=now), media_type="text/calendar"))

    @router.get("/robots.txt")
    async def robots(request: Request) -> Response:
        """What search engines may look at."""
        if await service.keys.are_asked():
            return Response("User-agent: *\nDisallow: /\n", media_type="text/plain")
        return Response(
            f"{_ROBOTS}Sitemap: {request.base_url}sitemap.xml\n", media_type="text/plain"
        )

    @router.get("/opensearch.xml")
    async def opensearch(request: Request) -> Response:
        """The search of papers as browsers take it into their search fields."""
        base = escape(str(request.base_url).rstrip("/"))
        text = (
            '<?xml version="1.0" encoding="UTF-8"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
            "<ShortName>Harvestman</ShortName><Description>Scholarly papers</Description><InputEncoding>UTF-8</InputEncoding>"
            f'<Url type="text/html" template="{base}/papers?q={{searchTerms}}"/>'
            f'<Url type="application/atom+xml" template="{base}/feeds/papers.atom?q={{searchTerms}}"/>'
            "</OpenSearchDescription>"
        )
        return Response(text, media_type="application/opensearchdescription+xml")

    @router.get("/sitemap.xml", dependencies=[Depends(allow(service, "feed"))])
    async def sitemap(request: Request) -> Response:
        """The addresses of papers' pages, the longest unchanged first; `after` goes on."""
        after = read_place_after(request.query_params.get("after", ""))
        found, has_more = await service.run(
            library.records.page, RecordQuery(after=after), _IN_SITEMAP
        )
        base = escape(str(request.base_url).rstrip("/"))
        rows = "".join(
            f"<url><loc>{base}/papers/{one.id}</loc><lastmod>{one.place.moment:%Y-%m-%d}</lastmod></url>"
            for one in found
            if one.paper is not None
        )
        answer = Response(
            f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>',
            media_type="application/xml",
        )
        if has_more:
            place = write_place_after(found[-1].place)
            answer.headers["Link"] = f'<{request.base_url}sitemap.xml?after={place}>; rel="next"'
        return with_etag(request, answer)

    return router
