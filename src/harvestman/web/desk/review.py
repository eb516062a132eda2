"""`/review`: documents for a repository, one after the other: the page's picture beside the fields, one key to accept and go on.

A queue is what its address says (site, state, category, language, words); after each decision the next document of the same queue is
shown, so that whoever goes away comes back to the same place. Many can be decided at once, after a count was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from harvestman.gather import Hint, hints_of, write_letters
from harvestman.model import (
    CANDIDATE_FIELDS,
    Candidate,
    CandidateState,
    HarvestmanError,
    RejectReason,
)
from harvestman.store import CandidateQuery, edit_candidate
from harvestman.web.api.candidate_outputs import FORMS, accepted_of, pieces_of, written_out
from harvestman.web.api.candidates import candidate_query, find_candidate
from harvestman.web.api.corrections import who_says
from harvestman.web.desk.pictures import page_picture
from harvestman.web.desk.rendering import Desk, with_query
from harvestman.web.desk.undoing import Undo
from harvestman.web.desk.values import field_lines
from harvestman.web.front.errors import Missing, Refused
from harvestman.web.service import Service

_A_PAGE = 25
_MOST_AT_ONCE = 5_000
_UNDONE_AT_ONCE = 100
_FILTERS = ("site", "state", "category", "language", "q", "mine")
REVIEWER = "desk"
"""Who decides, where no key says it."""
_BECAUSE = {
    Hint.CV: RejectReason.CV,
    Hint.FOREIGN: RejectReason.OTHER_INSTITUTION,
    Hint.HELD: RejectReason.ALREADY_HELD,
}


def _asked(request: Request, values: dict[str, str]) -> CandidateQuery:
    """The queue that an address asks for; what is no state asks for all."""
    states = [one for one in CandidateState if str(one) == values.get("state", "")]
    query = candidate_query(
        site=values.get("site", ""),
        state=states or None,
        with_hidden=values.get("state") == "hidden",
        category=values.get("category", ""),
        language=values.get("language", ""),
        q=values.get("q", ""),
    )
    return replace(query, decided_by=who_says(request, REVIEWER)) if values.get("mine") else query


def _filters(given: Mapping[str, str]) -> dict[str, str]:
    return {name: value[:300] for name in _FILTERS if (value := given.get(name, ""))}


async def _next(request: Request, service: Service, filters: dict[str, str], after: str) -> str:
    """The address of the document that comes after one in its queue; of the queue itself when there is none."""
    query = _asked(request, filters)

    def found(place: str) -> list[Candidate]:
        return list(service.library.candidates.find(query, after=place, limit=1))

    for place in (after, ""):
        first = await service.run(found, place)
        if first and first[0].id != after:
            return with_query(f"/review/{first[0].id}", filters)
    return with_query("/review", filters)


def review_pages(desk: Desk) -> APIRouter:
    """Routes of the review."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library
    candidates = library.candidates

    @router.get("/review")
    async def queue(request: Request) -> Response:
        """A queue of documents."""
        visitor = await desk.visitors.visitor(request)
        filters = _filters(request.query_params)
        after = request.query_params.get("after", "")[:64]
        query = _asked(request, filters)
        try:
            rows = await service.run(
                lambda: list(candidates.find(query, after=after, limit=_A_PAGE + 1))
            )
        except HarvestmanError:
            rows = await service.run(lambda: list(candidates.find(query, limit=_A_PAGE + 1)))
        following = ""
        if len(rows) > _A_PAGE:
            following = with_query("/review", filters | {"after": rows[_A_PAGE - 1].id})
        return desk.page(
            request, visitor, "review.html", rows=rows[:_A_PAGE], hints=[hints_of(one) for one in rows[:_A_PAGE]], filters=filters, following=following,
            because=list(RejectReason),
            counts=await service.run(candidates.counts), states=list(CandidateState), query=urlencode(filters), forms=list(FORMS),
        )  # fmt: skip

    @router.get("/review/export")
    async def export(request: Request) -> Response:
        """The queue as a file: those that are accepted, unless a state is asked for."""
        await desk.visitors.visitor(request)
        form = request.query_params.get("format", "csv")
        if form not in FORMS:
            raise Missing(f"There is no format {form[:40]}: {', '.join(FORMS)}.")
        query = _asked(request, _filters(request.query_params))
        chosen = query if query.states else accepted_of(query)
        media_type, ending = FORMS[form]
        file = await service.run(written_out, service, chosen, form, ())
        name = {"Content-Disposition": f'attachment; filename="candidates.{ending}"'}
        return StreamingResponse(pieces_of(file), media_type=media_type, headers=name)

    @router.get("/review/letters")
    async def letters(request: Request) -> Response:
        """Draft letters to authors, never sent; a form asks in whose name."""
        visitor = await desk.visitors.visitor(request)
        asked = {
            name: request.query_params.get(name, "")[:300]
            for name in ("institution", "repository", "sender", "site")
        }
        drafts = []
        if asked["institution"] and asked["repository"]:
            query = CandidateQuery(site=asked["site"], states=(CandidateState.NEEDS_PERMISSION,))
            drafts = await service.run(
                lambda: list(
                    write_letters(candidates.find(query), institution=asked["institution"], repository=asked["repository"], sender=asked["sender"])
                )
            )  # fmt: skip
        return desk.page(request, visitor, "letters.html", asked=asked, drafts=drafts)

    @router.get("/review/{candidate_id}")
    async def show(request: Request, candidate_id: str) -> Response:
        """One document: its first page, and what was read of it."""
        visitor = await desk.visitors.visitor(request)
        one = await find_candidate(service, candidate_id)
        filters = _filters(request.query_params)
        claims = await service.run(candidates.claims, candidate_id)
        document = await service.run(library.documents.get, one.document)
        return desk.page(
            request, visitor, "candidate.html", one=one, filters=filters, lines=field_lines(claims, CANDIDATE_FIELDS),
            following=await _next(request, service, filters, candidate_id), steps=await service.run(candidates.steps, candidate_id),
            deposits=await service.run(library.deposits.of, candidate_id), document=document, states=list(CandidateState),
            held=await service.run(library.documents.papers, [one.digest]) if one.digest else (),
            hints=hints_of(one), because=list(RejectReason), likely=_likely_reason(one),
        )  # fmt: skip

    @router.get("/review/{candidate_id}/page.svg")
    async def picture(request: Request, candidate_id: str) -> Response:
        """The first page of a document as a picture, with title, authors and addresses framed."""
        await desk.visitors.visitor(request)
        one = await find_candidate(service, candidate_id)
        return await page_picture(service, one)

    return router


def review_changes(desk: Desk) -> APIRouter:
    """Routes that decide and correct."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library
    candidates = library.candidates

    @router.post("/review/all")
    async def decide_all(request: Request) -> Response:
        """Decide all that match, or all that are marked; the count is shown first, to be confirmed."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        values = {name: found[0] for name, found in form.items()}
        state = _state(values.get("decision", ""))
        filters = _filters(values)
        marked = form.get("id", [])[:_MOST_AT_ONCE]
        query = CandidateQuery(ids=frozenset(marked)) if marked else _asked(request, filters)
        found = await service.run(
            lambda: [one.id for one in candidates.find(query, limit=_MOST_AT_ONCE)]
        )
        if "confirm" not in values:
            return desk.page(
                request, visitor, "review_all.html", count=len(found), state=state, marked=marked, filters=filters,
                because=list(RejectReason) if state is CandidateState.REJECTED else [],
            )  # fmt: skip
        by, reason = who_says(request, REVIEWER), _reason(values)
        for one in found:
            await service.run(candidates.decide, one, state, by=by, reason=reason)
        undo = (
            Undo("/review/undo", {"ids": " ".join(found)})
            if len(found) <= _UNDONE_AT_ONCE
            else None
        )
        return desk.done(
            visitor,
            with_query("/review", filters),
            "%(n)s documents are decided.",
            undo,
            n=len(found),
        )

    @router.post("/review/undo")
    async def undo_some(request: Request) -> Response:
        """Take the last decision of some documents back."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        by = who_says(request, REVIEWER)
        ids = form.get("ids", [""])[0].split()[:_UNDONE_AT_ONCE]
        for one in ids:
            await service.run(candidates.undo, one, by=by)
        where = form.get("next", ["/review"])[0]
        return desk.done(visitor, where, "The decision is taken back.")

    @router.post("/review/{candidate_id}/decide")
    async def decide(request: Request, candidate_id: str) -> Response:
        """Decide one document, and go on to the next."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        values = {name: found[0] for name, found in form.items()}
        filters = _filters(values)
        following = await _next(request, service, filters, candidate_id)
        state = _state(values.get("decision", ""))
        by, reason = who_says(request, REVIEWER), _reason(values)
        after = await service.run(candidates.decide, candidate_id, state, by=by, reason=reason)
        if after is None:
            raise Missing(f"There is no candidate {candidate_id[:64]}.")
        here = with_query(f"/review/{candidate_id}", filters)
        undo = Undo("/review/undo", {"ids": candidate_id, "next": here})
        text = (
            "“%(title)s” is accepted."
            if state is CandidateState.ACCEPTED
            else "“%(title)s” is decided."
        )
        return desk.done(visitor, following, text, undo, title=(after.title or after.url)[:80])

    @router.post("/review/{candidate_id}/fields/{field}")
    async def say(request: Request, candidate_id: str, field: str) -> Response:
        """Put a value right where one decides."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        await find_candidate(service, candidate_id)
        value, by = form.get("value", [""])[0][:20_000], who_says(request, REVIEWER)
        await service.run(edit_candidate, library, candidate_id, field, value, by=by)
        where = form.get("next", [f"/review/{candidate_id}"])[0]
        return desk.done(visitor, where, "The value is put right.")

    return router


def _likely_reason(one: Candidate) -> RejectReason:
    """Why a candidate would most likely be rejected: what its first hint says."""
    hints = hints_of(one)
    return _BECAUSE[hints[0]] if hints else RejectReason.NOT_SCHOLARLY


def _reason(values: Mapping[str, str]) -> RejectReason | None:
    try:
        return RejectReason(values["reason"]) if values.get("reason") else None
    except ValueError:
        raise Refused(400, "This is no reason of the list.") from None


def _state(word: str) -> CandidateState:
    try:
        return CandidateState(word)
    except ValueError:
        raise Refused(400, "This is no decision.") from None
