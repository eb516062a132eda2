"""`/feeds/papers.atom`: what is new in the library, or in any search of it, for readers of feeds.

It takes every filter of `/api/v1/papers`. The newest paper comes first; the bytes change only when a paper in it does, so that a reader
who asks again is told that nothing is new.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from lxml import etree

from harvestman.formats import xml_text
from harvestman.model import Paper
from harvestman.store import PaperQuery
from harvestman.web.api.negotiating import with_etag
from harvestman.web.api.papers import PREFIX as PAPERS
from harvestman.web.api.papers import asked_papers
from harvestman.web.api.shapes import UNCHANGED, errors
from harvestman.web.front.keys import KEY, allow
from harvestman.web.service import Service

PATH = "/feeds/papers.atom"
_ATOM = "http://www.w3.org/2005/Atom"
_MEDIA_TYPE = "application/atom+xml"
# Of a library without papers; a feed has to say something.
_NEVER = "1970-01-01"


def feeds_router(service: Service) -> APIRouter:
    """The route of the feed of papers."""
    router = APIRouter(tags=["feeds"], dependencies=[Depends(allow(service, "feed"))])
    asked = Depends(asked_papers(service))

    @router.get(
        PATH,
        responses={
            200: {"content": {_MEDIA_TYPE: {}}, "description": "An Atom feed."},
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def feed(
        request: Request,
        query: PaperQuery = asked,
        limit: Annotated[int, Query(ge=1, le=200, description="Entries of the feed.")] = 50,
    ) -> Response:
        """The newest papers, or the newest of those that a search finds, as an Atom feed."""
        newest = replace(query, newest_first=True)
        page = await service.run(service.library.papers.page, newest, limit)
        base = str(request.base_url).rstrip("/")
        # A key in the address is not handed on with the feed.
        here = str(request.url.remove_query_params(KEY))
        body = _written(page.papers, base=base, here=here, words=_words(query))
        return with_etag(request, Response(body, media_type=_MEDIA_TYPE))

    return router


def _words(query: PaperQuery) -> str:
    """What was asked for, for the title of the feed."""
    years = dict.fromkeys(str(year) for year in (query.year_from, query.year_to) if year)
    told = (query.text, query.author, query.venue, query.event, query.site, "–".join(years))
    return ", ".join(filter(None, told))


def _written(papers: tuple[Paper, ...], *, base: str, here: str, words: str) -> bytes:
    root = etree.Element(f"{{{_ATOM}}}feed", nsmap={None: _ATOM})
    _add(root, "id", here)
    _add(root, "title", f"Papers: {words}" if words else "Papers")
    _add(root, "updated", _moment(max((paper.changed for paper in papers), default=_NEVER)))
    _add(root, "link", rel="self", type=_MEDIA_TYPE, href=here)
    _add(root, "generator", "Harvestman")
    for paper in papers:
        _add_entry(root, paper, base)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def _add_entry(root: etree._Element, paper: Paper, base: str) -> None:
    address = f"{base}{PAPERS}/{paper.id}"
    entry = _add(root, "entry")
    _add(entry, "id", address)
    _add(entry, "title", paper.title)
    _add(entry, "updated", _moment(paper.changed))
    _add(entry, "published", _moment(paper.added))
    for author in paper.authors:
        _add(_add(entry, "author"), "name", author.name)
    if not paper.authors:  # the standard wants one
        _add(_add(entry, "author"), "name", "unknown")
    _add(entry, "link", rel="alternate", href=paper.url or paper.pdf or address)
    _add(entry, "link", rel="self", type="application/json", href=address)
    if paper.pdf:
        _add(entry, "link", rel="enclosure", type="application/pdf", href=paper.pdf)
    if paper.doi:
        _add(entry, "link", rel="via", href=f"https://doi.org/{paper.doi}")
    for keyword in paper.keywords:
        _add(entry, "category", term=keyword)
    told = " · ".join(filter(None, (paper.venue, str(paper.year or ""), paper.abstract)))
    if told:
        _add(entry, "summary", told)


def _add(parent: etree._Element, name: str, text: str = "", **attributes: str) -> etree._Element:
    element = etree.SubElement(parent, f"{{{_ATOM}}}{name}")
    for key, value in attributes.items():
        element.set(key, xml_text(value))
    if text:
        element.text = xml_text(text)
    return element


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"
