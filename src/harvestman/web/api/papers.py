"""`/api/v1/papers`: the library's papers, found by words and filters, page by page; one with the claims behind it; and putting a value right.

A page of them is JSON, or by Accept or `format` what `harvestman export` writes: BibTeX, RIS, CSL-JSON, JSON Lines, a plug-in's.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from harvestman.formats import exporter_names, get_exporter
from harvestman.model import (
    Paper,
    Plain,
    PluginError,
    claim_to_plain,
    claims_to_plain,
    paper_to_plain,
    winning_claims,
)
from harvestman.store import (
    ForgottenPaper,
    PaperPage,
    PaperQuery,
    correct,
    lackable,
    parse_moment,
    parse_years,
    undo_correction,
)
from harvestman.text import canonical_url
from harvestman.web.api.corrections import Correction, FieldName, who_says
from harvestman.web.api.library_shapes import ClaimShape, PaperAlone, PaperShape, page_of
from harvestman.web.api.negotiating import accepted, with_etag, written
from harvestman.web.api.paging import PLAIN, Cursor, Limit, cut, page_answer, place_of, with_link
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing, Refused
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

PREFIX = "/api/v1/papers"
PaperId = Annotated[str, Path(pattern="^[a-z0-9]{8,64}$", description="The paper's id.")]
_JSON = "json"
_log = logging.getLogger("harvestman.web")


def _words(sentence: str) -> object:
    return Query(max_length=1_000, pattern=PLAIN, description=sentence)


def asked_papers(service: Service) -> Callable[..., Awaitable[PaperQuery]]:
    """A FastAPI dependency: the papers that a request's parameters ask for."""

    async def asked(
        q: Annotated[str, _words('Words, "phrases", beginnings* and -exclusions.')] = "",
        author: Annotated[str, _words("Words of one of its authors.")] = "",
        venue: Annotated[str, _words("Words of its venue.")] = "",
        series: Annotated[str, _words("The key of a series: papers of its acronym.")] = "",
        year: Annotated[str, _words("2024, or 2020-2024.")] = "",
        source: Annotated[str, _words("The address of a page that speaks of it.")] = "",
        site: Annotated[str, _words("The host of a page that speaks of it.")] = "",
        kind: Annotated[str, _words("What it is: conference-paper, talk, thesis, …")] = "",
        event: Annotated[str, _words("The id of its event, or what it is called: PACT 2022.")] = "",
        since: Annotated[str, _words("Only what is new or has changed since: 2026-11-01.")] = "",
        has_file: Annotated[bool | None, Query(description="With, or without, a file.")] = None,
        reader: Annotated[str, _words("The reader who says its title.")] = "",
        missing: Annotated[str, _words("A field that it lacks: authors, year, venue, abstract, doi or pdf.")] = "",
    ) -> PaperQuery:  # fmt: skip
        first, last = parse_years(year) if year.strip() else (None, None)
        return PaperQuery(
            text=q,
            author=author,
            venue=venue + await _venue_words(service, series),
            year_from=first,
            year_to=last,
            has_pdf=has_file,
            source=(canonical_url(source) or source) if source.strip() else "",
            site=site.strip().lower(),
            kind=kind.strip(),
            event=event,
            since=parse_moment(since) if since.strip() else None,
            reader=reader.strip(),
            missing=lackable(missing),
        )

    return asked


def papers_router(service: Service) -> APIRouter:
    """Routes that find, show and correct papers."""
    router = APIRouter(prefix=PREFIX, tags=["papers"])
    read = [Depends(allow(service, "read"))]
    offers = _offers()
    asked = Depends(asked_papers(service))

    async def find_paper(paper_id: str) -> Paper:
        paper = await service.run(service.library.papers.get, paper_id)
        if paper is None:
            gone = await service.run(service.library.forgotten.one, paper_id)
            raise _missing(paper_id, gone)
        return paper

    @router.get(
        "",
        dependencies=read,
        responses={
            200: answers(page_of(PaperShape), sentence="Some papers, the best or newest first.")
            | {"content": {media_type: {} for media_type in offers if offers[media_type] != _JSON}},
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def find(
        request: Request,
        query: PaperQuery = asked,
        form: Annotated[str, Query(alias="format", max_length=40, pattern=PLAIN, description="json, bibtex, csl-json, ris, jsonl …")] = "",
        limit: Limit = 50,
        cursor: Cursor = "",
    ) -> Response:  # fmt: skip
        """Find papers; without any word or filter, all of them."""
        chosen = form or accepted(request.headers.get("accept", ""), offers) or _JSON
        if chosen != _JSON and chosen not in offers.values():
            raise Refused(400, f"There is no format {chosen!r}: {', '.join(offers.values())}.")
        page = await service.run(service.library.papers.page, query, limit, cursor=cursor)
        if chosen == _JSON:
            items = [_with_links(request, paper) for paper in page.papers]
            return page_answer(request, items, page.cursor)
        return await service.run(_exported, request, page, chosen)

    @router.get(
        "/{paper_id}",
        dependencies=read,
        responses={
            200: answers(PaperAlone, sentence="What is known of it."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def show(
        request: Request,
        paper_id: PaperId,
        evidence: Annotated[bool, Query(description="With who says so, for each field.")] = False,
    ) -> Response:
        """One paper, by its id or one from before it was merged."""
        paper = await find_paper(paper_id)
        plain = _with_links(request, paper)
        if evidence:
            claims = await service.run(service.library.papers.claims, paper.id)
            plain["evidence"] = {
                str(field): claim_to_plain(claim) | {"shown": True}
                for field, claim in winning_claims(claims).items()
            }
        return with_etag(request, written(plain, _JSON, root="paper"))

    @router.get(
        "/{paper_id}/claims",
        dependencies=read,
        responses={
            200: answers(page_of(ClaimShape), sentence="Every value that was ever claimed."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def claims(
        request: Request, paper_id: PaperId, limit: Limit = 100, cursor: Cursor = ""
    ) -> Response:
        """What was claimed of a paper, by whom, from where, and which values are shown."""
        place = place_of(cursor)
        found = await service.run(service.library.papers.claims, paper_id)
        if not found:
            raise _missing(paper_id)
        told = claims_to_plain(found)[place : place + limit + 1]
        items, following = cut(told, limit, place)
        return page_answer(request, items, following)

    @router.put(
        "/{paper_id}/fields/{field}",
        dependencies=[Depends(allow(service, "write"))],
        responses={200: answers(PaperAlone, sentence="As it is now."), **errors(404)},
    )
    async def say(
        request: Request, paper_id: PaperId, field: FieldName, said: Correction
    ) -> Response:
        """Put a value right: it wins over everything that is or will be read. With a key, the key's name says who did."""
        await find_paper(paper_id)
        by = who_says(request, said.by)
        await service.run(correct, service.library, paper_id, field, said.text, by=by)
        return written(_with_links(request, await find_paper(paper_id)), _JSON, root="paper")

    @router.delete(
        "/{paper_id}/fields/{field}",
        dependencies=[Depends(allow(service, "write"))],
        responses={200: answers(PaperAlone, sentence="As it is now."), **errors(404)},
    )
    async def take_back(request: Request, paper_id: PaperId, field: FieldName) -> Response:
        """Take back what persons said of a field: what was read is shown again."""
        await find_paper(paper_id)
        if await service.run(undo_correction, service.library, paper_id, field) is None:
            raise Missing(f"Nobody has corrected the {field} of {paper_id}.")
        return written(_with_links(request, await find_paper(paper_id)), _JSON, root="paper")

    return router


def _missing(paper_id: str, gone: ForgottenPaper | None = None) -> Missing:
    if gone is not None:
        return Missing(f"The paper {paper_id} was forgotten by {gone.by} on {gone.when:%Y-%m-%d}.")
    return Missing(f"There is no paper {paper_id}.")


def _with_links(request: Request, paper: Paper) -> Plain:
    base = f"{str(request.base_url).rstrip('/')}{PREFIX}/{paper.id}"
    return paper_to_plain(paper) | {"links": {"self": base, "claims": f"{base}/claims"}}


async def _venue_words(service: Service, series: str) -> str:
    """The words by which the papers of a series are known in their venue."""
    if not series:
        return ""
    record = await service.run(service.library.plan.one_series, series)
    if record is None:
        raise Missing(f"There is no series {series}.")
    return f' "{record.acronym or series.rpartition("/")[2]}"'  # conf/jcdl


def _exported(request: Request, page: PaperPage, form: str) -> Response:
    exporter = get_exporter(form)
    text = "".join(exporter.write(page.papers))
    media_type = exporter.media_type
    if media_type.startswith("application/"):  # text gets its charset from the framework
        media_type += "; charset=utf-8"
    answer = Response(text.encode(errors="replace"), media_type=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="papers{exporter.extension}"'
    return with_link(request, with_etag(request, answer), page.cursor)


def _offers() -> dict[str, str]:
    """The formats by media type; a plug-in that does not work is not offered."""
    offers = {"application/json": _JSON}
    for name in exporter_names():
        try:
            offers[get_exporter(name).media_type] = name
        except PluginError as error:
            _log.warning("%s", error)
    return offers
