"""How a change is taken back: by a form that says what to do, or by a name that this process remembers for a while.

Some changes cannot be said in a form (an event with all that was said of it, a hundred events of one source). For these the page gets a
random name, and `POST /undo/NAME` by the same browser does what it stands for.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from harvestman.model import Clock
from harvestman.web.front.errors import Missing

if TYPE_CHECKING:
    from harvestman.web.desk.rendering import Desk

_MOST = 200
_LASTS_S = 3600.0


@dataclass(frozen=True, slots=True)
class Undo:
    """What takes a change back: where its form goes, and what it says."""

    action: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Kept:
    token: str
    """Of the browser that made the change: nobody else can undo it."""
    where: str
    take_back: Callable[[], object]
    made: float


class Undoings:
    """The changes of the last hour that can be undone by name; the oldest are forgotten first."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def keep(self, token: str, where: str, take_back: Callable[[], object]) -> Undo:
        """Remember what takes a change back (it may block), for the browser with this token, and which page to show then."""
        name = secrets.token_urlsafe(16)
        self._kept[name] = _Kept(token, where, take_back, self._clock.monotonic())
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return Undo(f"/undo/{name}")

    def take(self, name: str, token: str) -> tuple[Callable[[], object], str]:
        """What was remembered, once, and the page to show then; Missing for others, and when it was too long ago."""
        kept = self._kept.get(name)
        is_late = kept is not None and self._clock.monotonic() - kept.made > _LASTS_S
        if kept is None or is_late or not secrets.compare_digest(kept.token, token):
            raise Missing("This was undone already, or it was done too long ago.")
        del self._kept[name]
        return kept.take_back, kept.where


def undo_pages(desk: Desk) -> APIRouter:
    """The route that takes a change back by its name."""
    router = APIRouter(include_in_schema=False)

    @router.post("/undo/{name}")
    async def undo(request: Request, name: str) -> Response:
        """Take a change back."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        take_back, where = desk.undoings.take(name, visitor.token)
        await desk.service.run(take_back)
        return desk.done(visitor, where, "It is undone.")

    return router
