"""`/papers/{id}/evidence/{field}`: who says a value and where, the quote first, then the archived copy with the place marked."""

from __future__ import annotations

import json
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from harvestman.holdings import unpack_json
from harvestman.model import (
    PAPER_FIELDS,
    Claim,
    HarvestmanError,
    Page,
    UsageError,
    field_named,
    winning_claims,
)
from harvestman.store import KeptDocument, correct
from harvestman.text import decode_html
from harvestman.web.api.corrections import who_says
from harvestman.web.desk.copies import Snippet, marked_copy, snippet, visible_text
from harvestman.web.desk.paper import found_paper
from harvestman.web.desk.rendering import Desk
from harvestman.web.desk.undoing import Undo
from harvestman.web.desk.values import field_lines, value_text
from harvestman.web.front.errors import Missing
from harvestman.web.service import Service

_FILE = "sha256:"
_MOST = 50
_BY = "desk"
_COPY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
    "Cache-Control": "private, no-cache",
}
_COPY = (
    "<!doctype html><meta charset=utf-8><title>copy</title><style>body{{font:15px/1.5 system-ui,sans-serif;margin:1rem;color:#222;background:#fff;overflow-wrap:anywhere}}"
    "table{{border-collapse:collapse}}td,th{{padding:.2rem .6rem;vertical-align:top;text-align:left}}mark{{background:#ffe680;padding:.1em}}</style>{}"
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A claim as the page shows it."""

    claim: Claim
    text: str
    is_shown: bool
    place: Snippet | None
    """The quote within what stands around it; None where it is not found in what is kept."""
    where: str
    """`page`: among what a reader of the page sees; `source`: in its metadata; `file`: in a file's text; "" when it is nowhere."""
    copied: str
    """The day of the copy; "" when none is kept."""
    document: str
    """The id of the file, where the source is one."""


def evidence_pages(desk: Desk) -> APIRouter:
    """Routes of evidence."""
    router = APIRouter(include_in_schema=False)
    service = desk.service

    async def claims_of(paper_id: str, field: str) -> list[Claim]:
        meant = field_named(field, PAPER_FIELDS)
        claims = await service.run(service.library.papers.claims, paper_id)
        best = winning_claims(claims).get(meant)
        told = [claim for claim in claims if claim.field is meant and claim is not best]
        return [best, *told] if best else []

    @router.get("/papers/{paper_id}/evidence/{field}")
    async def show(request: Request, paper_id: str, field: str) -> Response:
        """All who say something of a field."""
        visitor = await desk.visitors.visitor(request)
        paper = await found_paper(service, paper_id)
        claims = await claims_of(paper.id, field)
        documents = await service.run(service.library.documents.of_paper, paper.id)
        shown = [
            await service.run(_shown, service, documents, one, is_shown=number == 0)
            for number, one in enumerate(claims[:_MOST])
        ]
        return desk.page(request, visitor, "evidence.html", paper=paper, field=field, shown=shown)

    @router.get("/papers/{paper_id}/evidence/{field}/copy")
    async def copy(request: Request, paper_id: str, field: str) -> Response:
        """The archived copy of the page of one claim, for a frame that runs nothing."""
        await desk.visitors.visitor(request)
        paper = await found_paper(service, paper_id)
        claims = await claims_of(paper.id, field)
        number = request.query_params.get("claim", "0")
        if not number.isdecimal() or len(number) > 3 or int(number) >= len(claims):
            raise Missing("There is no such claim.")
        claim = claims[int(number)]
        page = await service.run(service.library.pages.latest, claim.evidence.source)
        html = await service.run(_source_of, service, page) if page else ""
        if not html:
            raise Missing("No copy of this page is kept.")
        made = await service.run(marked_copy, html, claim.evidence.quote)
        return Response(
            _COPY.format(made.html), media_type="text/html; charset=utf-8", headers=_COPY_HEADERS
        )

    return router


def evidence_changes(desk: Desk) -> APIRouter:
    """What a person says to evidence."""
    router = APIRouter(include_in_schema=False)
    service = desk.service

    @router.post("/papers/{paper_id}/wrong/{field}")
    async def wrong(request: Request, paper_id: str, field: str) -> Response:
        """The value that is shown is wrong: the next best one is right, or none where nobody says another."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        paper = await found_paper(service, paper_id)
        claims = await service.run(service.library.papers.claims, paper.id)
        (line,) = field_lines(claims, [field_named(field, PAPER_FIELDS)])
        where = form.get("next", [f"/papers/{paper.id}"])[0]
        if line.text != form.get("value", [""])[0].replace("\r\n", "\n"):
            return desk.done(visitor, where, "This value has changed meanwhile: nothing was done.")
        if field == "title" and not line.rivals:
            raise UsageError("A paper has a title: say on its page what it is instead.")
        text = line.rivals[0].text if line.rivals else ""
        by = who_says(request, _BY)
        await service.run(correct, service.library, paper.id, field, text, by=by)
        undo = Undo(f"/papers/{paper.id}/take-back", {"field": field})
        return desk.done(visitor, where, "That value is not shown any more.", undo)

    return router


def _shown(
    service: Service, documents: list[KeptDocument], claim: Claim, *, is_shown: bool
) -> Shown:
    source, quote = claim.evidence.source, claim.evidence.quote or value_text(claim.value)
    text = value_text(claim.value)
    if source.startswith(_FILE):
        document, whole = _file_text(service, documents, source.removeprefix(_FILE))
        place = snippet(whole, quote)
        return Shown(claim, text, is_shown, place, "file" if place else "", "", document)
    page = service.library.pages.latest(source) if "://" in source else None
    html = _source_of(service, page) if page else ""
    day = f"{page.fetched:%Y-%m-%d}" if page and html else ""
    if place := snippet(visible_text(html), quote) if html else None:
        return Shown(claim, text, is_shown, place, "page", day, "")
    place = snippet(html, quote) if html else None
    return Shown(claim, text, is_shown, place, "source" if place else "", day, "")


def _source_of(service: Service, page: Page) -> str:
    """The bytes that were kept of a page, as text; "" when they are gone or no page."""
    if page.media_type not in ("text/html", "application/xhtml+xml", "") or not page.digest:
        return ""
    try:
        body = service.library.blobs.get(page.digest)
    except (HarvestmanError, OSError):
        return ""
    return decode_html(body, page.content_type)[0]


def _file_text(service: Service, documents: list[KeptDocument], digest: str) -> tuple[str, str]:
    """The id of a file that is held, and its text."""
    held = next((one for one in documents if digest in (one.digest, one.answer)), None)
    if held is None:
        return "", ""
    parts = service.library.documents.parts(held.answer, ("text",))
    text = json.loads(unpack_json(parts["text"].value)) if "text" in parts else ""
    return held.id, text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
