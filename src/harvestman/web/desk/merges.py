"""`/merges`: pairs of papers that may be one, side by side; a person decides, and any decision can be undone."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from harvestman.model import Paper
from harvestman.store import Decision, Library
from harvestman.web.api.pairs import open_pair
from harvestman.web.desk.rendering import Desk
from harvestman.web.desk.undoing import Undo
from harvestman.web.front.errors import Missing

_A_PAGE = 10
_HISTORY = 100
_MOST_WORDS = 400

Words = list[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of both papers, word by word; a word is marked where the other paper has another one."""

    field: str
    one: Words
    other: Words


@dataclass(frozen=True, slots=True)
class Pair:
    """Two papers that may be one."""

    decision: Decision
    one: Paper
    other: Paper
    differences: list[Difference]


def merges_pages(desk: Desk) -> APIRouter:
    """Routes of pairs."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/merges")
    async def show(request: Request) -> Response:
        """The pairs that wait, or what was decided."""
        visitor = await desk.visitors.visitor(request)
        is_history = request.query_params.get("state") == "decided"
        doubtful = await service.run(library.merges.doubtful)
        decided = await service.run(library.merges.all, limit=_HISTORY) if is_history else []
        pairs = [] if is_history else await service.run(_pairs, library, doubtful[:_A_PAGE])
        return desk.page(
            request,
            visitor,
            "merges.html",
            pairs=pairs,
            waiting=len(doubtful),
            decided=decided,
            is_history=is_history,
            uncompared=await service.run(library.merges.count_waiting),
        )

    @router.post("/merges/{pair_id}/{verdict}")
    async def decide(request: Request, pair_id: str, verdict: str) -> Response:
        """Say of a pair that it is one paper, or two; or take a decision back."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        where = form.get("next", ["/merges"])[0]
        if verdict == "undo":
            await service.run(library.merges.undo, pair_id)
            return desk.done(visitor, where, "The decision is taken back.")
        if verdict not in ("same", "different"):
            raise Missing("There is no such decision.")
        try:
            pair = await open_pair(service, pair_id)
        except Missing:
            return desk.done(visitor, where, "This pair has changed meanwhile: nothing was done.")
        act = library.merges.accept if verdict == "same" else library.merges.refuse
        decided = await service.run(act, pair.one, pair.other)
        undo = Undo(f"/merges/{decided.id}/undo")
        if verdict == "same":
            return desk.done(visitor, where, "The two are one paper now.", undo)
        return desk.done(visitor, where, "The two stay different papers.", undo)

    return router


def _pairs(library: Library, decisions: list[Decision]) -> list[Pair]:
    found = []
    for decision in decisions:
        one, other = library.papers.get(decision.one), library.papers.get(decision.other)
        if one and other:
            found.append(Pair(decision, one, other, _differences(one, other)))
    return found


def _differences(one: Paper, other: Paper) -> list[Difference]:
    told = []
    for field in ("title", "authors", "year", "venue", "doi", "pages", "url", "pdf", "abstract"):
        here, there = _text(one, field), _text(other, field)
        if here or there:
            told.append(Difference(field, *_marked(here, there)))
    return told


def _text(paper: Paper, field: str) -> str:
    if field == "authors":
        return ", ".join(author.name for author in paper.authors)
    return str(getattr(paper, field) or "")


def _marked(one: str, other: str) -> tuple[Words, Words]:
    """Both texts word by word, with those marked that the other does not have there."""
    here, there = one.split()[:_MOST_WORDS], other.split()[:_MOST_WORDS]
    matcher = difflib.SequenceMatcher(None, here, there, autojunk=False)
    left: Words = []
    right: Words = []
    for tag, a, b, c, d in matcher.get_opcodes():
        left += [(word, tag != "equal") for word in here[a:b]]
        right += [(word, tag != "equal") for word in there[c:d]]
    return left, right
