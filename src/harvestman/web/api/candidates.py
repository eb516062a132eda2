"""`/api/v1/candidates`: documents that a repository may want: found by filters, and one with its evidence. Lists leave out what `harvestman gather list` leaves out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from harvestman.model import (
    Candidate,
    CandidateState,
    Plain,
    ReviewStep,
    candidate_to_plain,
    claims_to_plain,
)
from harvestman.store import CandidateQuery
from harvestman.web.api.candidate_shapes import (
    CandidateAlone,
    CandidateShape,
)
from harvestman.web.api.corrections import PersonName
from harvestman.web.api.library_shapes import ClaimShape, page_of
from harvestman.web.api.negotiating import with_etag, written
from harvestman.web.api.paging import PLAIN, Cursor, Limit, bad_cursor, cut, page_answer, place_of
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

PREFIX = "/api/v1/candidates"
CandidateId = Annotated[str, Path(pattern="^[a-z0-9]{8,64}$", description="The candidate's id.")]
By = Annotated[PersonName, Query(description="Who says so, where no key is asked for.")]


def _words(sentence: str, longest: int = 300) -> object:
    return Query(max_length=longest, pattern=PLAIN, description=sentence)


def candidate_query(
    site: Annotated[str, _words("The host of the site that has it.")] = "",
    state: Annotated[list[CandidateState] | None, Query(max_length=10, description="In this state; several times: in one of these.")] = None,
    with_hidden: Annotated[bool, Query(alias="all", description="Also those that are set aside, rejected, or gone before anybody decided.")] = False,
    category: Annotated[str, _words("What kind of document: paper, thesis, slides …", 40)] = "",
    language: Annotated[str, _words("Its language: en, es, ru …", 10)] = "",
    q: Annotated[str, _words("Words of its title, authors or addresses.")] = "",
) -> CandidateQuery:  # fmt: skip
    """The filters that all routes of candidates share."""
    return CandidateQuery(
        site=site.strip().lower().removeprefix("www."),
        states=tuple(state or ()),
        with_hidden=with_hidden,
        category=category,
        language=language,
        words=q,
    )


Wanted = Annotated[CandidateQuery, Depends(candidate_query)]


def candidates_router(service: Service) -> APIRouter:
    """Routes that list, show, decide and correct candidates."""
    router = APIRouter(prefix=PREFIX, tags=["candidates"])
    read = [Depends(allow(service, "read"))]
    candidates = service.library.candidates

    @router.get(
        "",
        dependencies=read,
        responses={
            200: answers(page_of(CandidateShape), sentence="Some candidates, in the order in which they were found."),
            304: UNCHANGED,
            **errors(),
        },
    )  # fmt: skip
    async def find(
        request: Request, wanted: Wanted, limit: Limit = 50, cursor: Cursor = ""
    ) -> Response:
        """Find candidates; without any filter, all that are not hidden."""
        if cursor and await service.run(candidates.get, cursor) is None:
            raise bad_cursor()
        rows = await service.run(
            lambda: list(candidates.find(wanted, after=cursor, limit=limit + 1))
        )
        following = rows[limit - 1].id if len(rows) > limit else ""
        return page_answer(request, [to_plain(request, one) for one in rows[:limit]], following)

    @router.get(
        "/{candidate_id}",
        dependencies=read,
        responses={
            200: answers(CandidateAlone, sentence="What is known of it."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def show(
        request: Request,
        candidate_id: CandidateId,
        evidence: Annotated[bool, Query(description="With every claim, and who made it.")] = False,
    ) -> Response:
        """One candidate, with what was decided of it and where it was deposited."""
        plain = to_plain(request, await find_candidate(service, candidate_id))
        steps = await service.run(candidates.steps, candidate_id)
        deposits = await service.run(service.library.deposits.of, candidate_id)
        plain["steps"] = [_step(one) for one in steps]
        plain["deposits"] = [
            {
                "collection": one.collection,
                "begun": one.begun.isoformat(),
                "done": one.done.isoformat() if one.done else None,
                "receipt": one.receipt or None,
                "detail": one.detail or None,
            }
            for one in deposits
        ]
        if evidence:
            claims = await service.run(candidates.claims, candidate_id)
            plain["evidence"] = claims_to_plain(claims)
        return with_etag(request, written(plain, "json", root="candidate"))

    @router.get(
        "/{candidate_id}/claims",
        dependencies=read,
        responses={
            200: answers(page_of(ClaimShape), sentence="Every value that is claimed."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def claims(
        request: Request, candidate_id: CandidateId, limit: Limit = 100, cursor: Cursor = ""
    ) -> Response:
        """What is claimed of a candidate, by which reader or person, and from where."""
        place = place_of(cursor)
        await find_candidate(service, candidate_id)
        told = claims_to_plain(await service.run(candidates.claims, candidate_id))
        items, following = cut(told[place : place + limit + 1], limit, place)
        return page_answer(request, items, following)

    return router


async def find_candidate(service: Service, candidate_id: str) -> Candidate:
    """The candidate with this id; Missing when there is none."""
    found = await service.run(service.library.candidates.get, candidate_id)
    if found is None:
        raise Missing(f"There is no candidate {candidate_id}.")
    return found


def to_plain(request: Request, one: Candidate) -> Plain:
    """A candidate as JSON."""
    base = str(request.base_url).rstrip("/")
    links = {
        "self": f"{base}{PREFIX}/{one.id}",
        "claims": f"{base}{PREFIX}/{one.id}/claims",
        "document": f"{base}/api/v1/documents/{one.document}",
    }
    return candidate_to_plain(one) | {"links": links}


def _step(one: ReviewStep) -> Plain:
    return {
        "state": str(one.state),
        "by": one.by,
        "at": one.at.isoformat(),
        "undone_by": one.undone_by or None,
        "undone": one.undone.isoformat() if one.undone else None,
        "reason": one.reason or None,
    }
