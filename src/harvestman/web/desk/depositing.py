"""`/review/deposit`: hand accepted documents over to a repository by SWORDv2, and see what it said to each.

The password is used for this one sending and kept nowhere. Sending again sends only what is not there yet.
"""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response

from harvestman.gather import HandedOver, SwordTarget, hand_over
from harvestman.model import Candidate, CandidateState
from harvestman.store import CandidateQuery
from harvestman.web.api.corrections import who_says
from harvestman.web.desk.rendering import Desk
from harvestman.web.desk.review import REVIEWER
from harvestman.web.desk.visitors import Visitor
from harvestman.web.harvesting import fetcher_of

_MOST_AT_ONCE = 100
_LONGEST_S = 60.0
_FIELDS = ("collection", "user", "on_behalf_of", "site")


def deposit_pages(desk: Desk) -> APIRouter:
    """Routes of handing over."""
    router = APIRouter(include_in_schema=False)
    service, candidates = desk.service, desk.service.library.candidates

    async def waiting(site: str) -> list[Candidate]:
        query = CandidateQuery(site=site, states=(CandidateState.ACCEPTED,))
        return await service.run(lambda: list(candidates.find(query, limit=_MOST_AT_ONCE + 1)))

    @router.get("/review/deposit")
    async def ask(request: Request) -> Response:
        """The form: which repository, as whom, and how many documents wait."""
        visitor = await desk.visitors.visitor(request, "write")
        form = _typed(request.query_params)
        return await show(request, visitor, form)

    @router.post("/review/deposit")
    async def send(request: Request) -> Response:
        """Hand over what is accepted; the answer says how each ended, in the repository's own words where it refused."""
        visitor = await desk.visitors.visitor(request, "write")
        fields = await desk.form(request, visitor)
        values = {name: found[0] for name, found in fields.items()}
        form = _typed(values)
        if not form.get("collection", "").startswith(("http://", "https://")):
            problem = (
                "Give the address of the collection, as the repository's service document has it."
            )
            return await show(request, visitor, form, problem=problem, status=422)
        target = SwordTarget(
            form["collection"],
            form.get("user", ""),
            values.get("password", "")[:1_000],
            form.get("on_behalf_of", ""),
            "in_progress" in values,
        )
        fetcher = fetcher_of(service)
        found = (await waiting(form.get("site", "")))[:_MOST_AT_ONCE]
        ends = service.clock.monotonic() + _LONGEST_S
        sent: list[HandedOver] = []
        by = who_says(request, REVIEWER)
        steps = hand_over(
            service.library, fetcher, target, found, by=by, dry_run="dry_run" in values
        )
        async for one in steps:
            sent.append(one)
            if service.clock.monotonic() > ends:
                break
        return await show(request, visitor, form, sent=sent)

    async def show(
        request: Request,
        visitor: Visitor,
        form: dict[str, str],
        *,
        sent: list[HandedOver] | None = None,
        problem: str = "",
        status: int = 200,
    ) -> Response:
        left = await waiting(form.get("site", ""))
        return desk.page(
            request, visitor, "deposit.html", status=status, form=form, sent=sent, problem=problem,
            left=min(len(left), _MOST_AT_ONCE), has_more=len(left) > _MOST_AT_ONCE,
        )  # fmt: skip

    return router


def _typed(values: Mapping[str, str]) -> dict[str, str]:
    """What a form said, without its password."""
    return {name: said for name in _FIELDS if (said := values.get(name, "").strip()[:2_000])}
