"""`/api/v1/candidates/{id}/…`: a person accepts, rejects or corrects a candidate, notes how far it is, or takes that back.

It is the same as `harvestman gather review` does; with a key, the key's name says who did it.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict

from harvestman.model import CANDIDATE_FIELDS, CandidateState, RejectReason, field_named
from harvestman.store import edit_candidate
from harvestman.web.api.candidate_shapes import CandidateShape
from harvestman.web.api.candidates import PREFIX, CandidateId, find_candidate, to_plain
from harvestman.web.api.corrections import Correction, FieldName, PersonName, who_says
from harvestman.web.api.negotiating import written
from harvestman.web.api.shapes import answers, errors
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

By = Annotated[PersonName, Query(description="Who says so, where no key is asked for.")]


class StateChange(BaseModel):
    """What a person decides of a candidate."""

    model_config = ConfigDict(extra="forbid")

    state: CandidateState
    by: PersonName = "api"
    """Who decides, where no key is asked for."""
    reason: RejectReason | None = None
    """Why it is rejected."""


def candidate_review_router(service: Service) -> APIRouter:
    """Routes that decide and correct candidates."""
    router = APIRouter(prefix=PREFIX, tags=["candidates"])
    write = [Depends(allow(service, "write"))]
    candidates = service.library.candidates

    @router.put(
        "/{candidate_id}/state",
        dependencies=write,
        responses={200: answers(CandidateShape, sentence="As it is now."), **errors(404)},
    )
    async def decide(request: Request, candidate_id: CandidateId, said: StateChange) -> Response:
        """Accept or reject a candidate, or note how far it is; it stays so whatever is gathered later."""
        by = who_says(request, said.by)
        after = await service.run(
            candidates.decide, candidate_id, said.state, by=by, reason=said.reason
        )
        if after is None:
            raise Missing(f"There is no candidate {candidate_id}.")
        return written(to_plain(request, after), "json", root="candidate")

    @router.delete(
        "/{candidate_id}/state",
        dependencies=write,
        responses={200: answers(CandidateShape, sentence="As it is now."), **errors(404)},
    )
    async def undo(request: Request, candidate_id: CandidateId, by: By = "api") -> Response:
        """Take the last decision back: the one before it counts again."""
        after = await service.run(candidates.undo, candidate_id, by=who_says(request, by))
        if after is None:
            await find_candidate(service, candidate_id)
            raise Missing(f"Nobody has decided anything of {candidate_id}.")
        return written(to_plain(request, after), "json", root="candidate")

    @router.put(
        "/{candidate_id}/fields/{field}",
        dependencies=write,
        responses={200: answers(CandidateShape, sentence="As it is now."), **errors(404)},
    )
    async def say(
        request: Request, candidate_id: CandidateId, field: FieldName, said: Correction
    ) -> Response:
        """Put a value right: it wins over everything that is or will be read. With a key, the key's name says who did."""
        await find_candidate(service, candidate_id)
        by = who_says(request, said.by)
        after = await service.run(
            edit_candidate, service.library, candidate_id, field, said.text, by=by
        )
        return written(to_plain(request, after), "json", root="candidate")

    @router.delete(
        "/{candidate_id}/fields/{field}",
        dependencies=write,
        responses={200: answers(CandidateShape, sentence="As it is now."), **errors(404)},
    )
    async def take_back(request: Request, candidate_id: CandidateId, field: FieldName) -> Response:
        """Take back what persons said of a field: what was read is shown again."""
        await find_candidate(service, candidate_id)
        meant = field_named(field, CANDIDATE_FIELDS)
        if not await service.run(candidates.take_back, candidate_id, meant):
            raise Missing(f"Nobody has corrected the {field} of {candidate_id}.")
        return written(
            to_plain(request, await find_candidate(service, candidate_id)), "json", root="candidate"
        )

    return router
