"""`/status`, `/accuracy`, `/settings`, `/keys`: what failed and what to do, how good the readers are, how the service is set, who may use it."""

from __future__ import annotations

import json
import platform
from datetime import timedelta
from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Request, Response

import harvestman
from harvestman.api.checking import Check, installed_checks, space_checks
from harvestman.model import HarvestmanError
from harvestman.settings import SETTINGS, Settings, hide_secrets, load_settings
from harvestman.store import (
    SCOPES,
    Span,
    Summary,
    corrected_fields,
    recent_visits,
    site_named,
)
from harvestman.web.api.corrections import who_says
from harvestman.web.desk.rendering import Desk
from harvestman.web.desk.undoing import Undo
from harvestman.web.desk.visitors import Visitor
from harvestman.web.front.errors import Missing
from harvestman.web.service import Service

_COUNTED_S = 30.0
_SHOWN = 30  # failures, with two buttons each: 50 made a page of 52 kB
_CARDS = (
    "pages/learned", "crawl/sites", "documents/header", "documents/references", "documents/structure", "documents/kinds/models", "find",
)  # fmt: skip


def about_pages(desk: Desk) -> APIRouter:
    """Routes about the service itself."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library
    counted = _Counted(service)

    @router.get("/status")
    async def status(request: Request) -> Response:
        """How visits ended, what to do, and what the service has to do without."""
        visitor = await desk.visitors.visitor(request)
        free = await service.run(library.free_bytes)
        summary = await counted.get()
        ignored = await service.run(library.ignored_sites.all)
        return desk.page(
            request,
            visitor,
            "status.html",
            summary=summary,
            failures=[one for one in summary.failures if site_named(one.url) not in ignored][
                :_SHOWN
            ],
            ignored=ignored,
            site_named=site_named,
            pictures=await counted.pictures(),
            checks=await counted.checks(free),
            notes=service.notes(),
            version=harvestman.__version__,
            python=platform.python_version(),
            database=library.database.engine.dialect.name,
            free_gb=round(free / 1e9, 1) if free is not None else None,
            waiting=service.admission.waiting,
        )

    @router.get("/accuracy")
    async def accuracy(request: Request) -> Response:
        """What was measured, what people corrected, and the cards of the models."""
        visitor = await desk.visitors.visitor(request)
        corrected = await service.run(corrected_fields, library.database)
        asked = request.query_params.get("card", "")
        card = next((text for name, text in _cards() if name == asked), "")
        return desk.page(
            request,
            visitor,
            "accuracy.html",
            cards=[name for name, _ in _cards()],
            shown=asked if card else "",
            card=card,
            floors=_floors(),
            corrected=corrected,
        )

    @router.get("/settings")
    async def settings(request: Request) -> Response:
        """The settings in force, without secrets; they are changed where the service is started."""
        visitor = await desk.visitors.visitor(request, "admin")
        origins = await service.run(_origins, service.settings)
        rows = [
            (
                one.key,
                hide_secrets(one.key, getattr(service.settings, one.key)),
                origins[one.key],
                one.sentence,
            )
            for one in SETTINGS
        ]
        return desk.page(request, visitor, "settings.html", rows=rows)

    @router.get("/keys")
    async def keys(request: Request) -> Response:
        """Who may use the service, and who has signed in."""
        visitor = await desk.visitors.visitor(request, "admin")
        return await _keys(request, visitor, "")

    async def _keys(request: Request, visitor: Visitor, made: str) -> Response:
        return desk.page(
            request,
            visitor,
            "keys.html",
            headers={"Cache-Control": "no-store"},
            keys=await service.run(library.api_keys.all),
            sessions=await service.run(library.sessions.alive),
            scopes=SCOPES,
            made=made,
        )

    @router.post("/keys")
    async def make(request: Request) -> Response:
        """Make a key; it is shown in the answer and never again."""
        visitor = await desk.visitors.visitor(request, "admin")
        form = await desk.form(request, visitor)
        name = form.get("name", [""])[0].strip() or "desk"
        _, text = await service.run(library.api_keys.add, name, form.get("scope", ["read"]))
        return await _keys(request, visitor, text)

    @router.post("/keys/{key_id}/revoke")
    async def revoke(request: Request, key_id: str) -> Response:
        """Make a key worthless; its sessions end within seconds."""
        visitor = await desk.visitors.visitor(request, "admin")
        await desk.form(request, visitor)
        if not await service.run(library.api_keys.revoke, key_id):
            raise Missing(f"There is no key {key_id[:64]} that still works.")
        return desk.done(visitor, "/keys", "The key is revoked.")

    return router


def status_changes(desk: Desk) -> APIRouter:
    """Routes that ignore a site, and heed it again."""
    router = APIRouter(include_in_schema=False)
    service, sites = desk.service, desk.service.library.ignored_sites

    @router.post("/status/ignore")
    async def ignore(request: Request) -> Response:
        """Tell no more of a site's failures, and let rounds leave it alone."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        site = await service.run(sites.add, form.get("site", [""])[0], by=who_says(request, "desk"))
        undo = Undo("/status/heed", {"site": site})
        return desk.done(visitor, "/status", "The site is ignored.", undo)

    @router.post("/status/heed")
    async def heed(request: Request) -> Response:
        """Heed a site again."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        site = form.get("site", [""])[0]
        await service.run(sites.drop, site)
        undo = Undo("/status/ignore", {"site": site})
        return desk.done(visitor, "/status", "The site is heeded again.", undo)

    return router


def _origins(settings: Settings) -> dict[str, str]:
    """Where each setting is from: what neither default, file nor environment gives was said when the service was started."""
    try:
        known = {one.key: one for one in load_settings()[1]}
    except HarvestmanError:
        known = {}
    return {
        one.key: known[one.key].origin
        if one.key in known and known[one.key].value == getattr(settings, one.key)
        else "command line"
        for one in SETTINGS
    }


class _Counted:
    """The library in numbers, and what costs more remembered for a while."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._checked: list[Check] | None = None
        self._drawn: tuple[tuple[tuple[Span, ...], tuple[Span, ...]], float] | None = None

    async def get(self) -> Summary:
        """The numbers as they are now."""
        return await self._service.run(self._service.library.summary)

    async def checks(self, free_bytes: int | None) -> list[Check]:
        """What `harvestman doctor` says of what is installed, looked at once, and of the room on the disk."""
        if self._checked is None:
            settings = self._service.settings
            self._checked = await self._service.run(lambda: list(installed_checks(settings)))
        return [*space_checks(free_bytes), *self._checked]

    async def pictures(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """How visits of the last 24 hours and of the last 7 days ended."""
        now = self._service.clock.monotonic()
        if self._drawn is None or now - self._drawn[1] > _COUNTED_S:
            moment, database = self._service.clock.now(), self._service.library.database
            hours = await self._service.run(
                recent_visits, database, now=moment, count=24, each=timedelta(hours=1)
            )
            days = await self._service.run(
                recent_visits, database, now=moment, count=7, each=timedelta(days=1)
            )
            self._drawn = ((hours, days), now)
        return self._drawn[0]


@cache
def _cards() -> list[tuple[str, str]]:
    """The model cards that are shipped: room and text."""
    root = files("harvestman")
    found = []
    for folder in _CARDS:
        card = root.joinpath(*folder.split("/"), "MODEL.md")
        if card.is_file():
            found.append((folder, card.read_text("utf-8")))
    return found


@cache
def _floors() -> list[tuple[str, str, list[tuple[str, float]]]]:
    """The figures that `make eval` holds a version to: judge, digest of its data, figures by name."""
    kept = json.loads(files("harvestman").joinpath("learn", "floors.json").read_text("utf-8"))
    return [
        (judge, one["digest"], sorted(one["figures"].items()))
        for judge, one in sorted(kept.items())
    ]
