"""`/papers/marked`: what is done with papers that were marked in a list: a file of them, one paper of them, or a value put right in all."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from harvestman.model import Paper
from harvestman.store import correct, undo_correction
from harvestman.web.api.corrections import who_says
from harvestman.web.desk.papers import CORRECTABLE, LISTS, written_papers
from harvestman.web.desk.rendering import Desk, local
from harvestman.web.desk.undoing import Undo
from harvestman.web.front.errors import Refused

_BY = "desk"
_MOST = 200
_MAX_VALUE = 2_000


def marked_pages(desk: Desk) -> APIRouter:
    """Routes that do something with several papers."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    async def found(ids: list[str]) -> list[Paper]:
        if not ids:
            raise Refused(400, "No paper is marked.", remedy="Mark papers in the list first.")
        papers = [await service.run(library.papers.get, one[:64]) for one in ids[:_MOST]]
        return list({one.id: one for one in papers if one}.values())

    @router.post("/papers/marked")
    async def act(request: Request) -> Response:
        """Export, merge or correct the marked papers."""
        visitor = await desk.visitors.visitor(request)
        form = await desk.form(request, visitor)
        values = {name: told[0] for name, told in form.items()}
        papers = await found(form.get("id", []))
        where, what = local(values.get("next", "/papers")), values.get("do", "")
        if what == "export":
            ending = values.get("ending", "bib")
            if ending not in LISTS:
                raise Refused(400, f"Papers can be had as {', '.join(LISTS)}.")
            answer = await service.run(written_papers, papers, ending)
            answer.headers["Content-Disposition"] = f'attachment; filename="papers.{ending}"'
            return answer
        visitor = await desk.visitors.visitor(request, "write")
        if what == "merge":
            if len(papers) < 2:
                raise Refused(400, "Mark at least two papers to make them one.")
            oldest, *others = papers[::-1]
            made = [await service.run(library.merges.accept, oldest.id, one.id) for one in others]
            undo = Undo("/papers/part", {"ids": " ".join(one.id for one in made), "next": where})
            return desk.done(visitor, where, "The marked papers are one paper now.", undo)
        if what == "correct" and values.get("field") in CORRECTABLE:
            field, value = values["field"], values.get("value", "")[:_MAX_VALUE]
            by = who_says(request, _BY)
            for paper in papers:
                await service.run(correct, library, paper.id, field, value, by=by)
            ids = " ".join(paper.id for paper in papers)
            undo = Undo("/papers/take-back", {"ids": ids, "field": field, "next": where})
            return desk.done(
                visitor, where, "The value is put right in %(n)s papers.", undo, n=len(papers)
            )
        raise Refused(400, "There is nothing of that kind to do with papers.")

    @router.post("/papers/part")
    async def part(request: Request) -> Response:
        """Take back that marked papers are one."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        for one in reversed(form.get("ids", [""])[0].split()[:_MOST]):
            await service.run(library.merges.undo, one)
        return desk.done(visitor, form.get("next", ["/papers"])[0], "The decision is taken back.")

    @router.post("/papers/take-back")
    async def take_back(request: Request) -> Response:
        """Take back what was put right in several papers."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        field = form.get("field", [""])[0]
        for one in form.get("ids", [""])[0].split()[:_MOST]:
            await service.run(undo_correction, library, one, field)
        where = form.get("next", ["/papers"])[0]
        return desk.done(visitor, where, "What was read is shown again.")

    return router
