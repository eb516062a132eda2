"""`/due`: which conference series to look for next, and why; what is seen can be noted."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from fastapi import APIRouter, Request, Response

from harvestman.api.planning import Planning
from harvestman.formats import as_cell
from harvestman.model import HarvestmanError
from harvestman.plan import DEFAULT_PROFILE, PROFILES, Row, month_text, year_of
from harvestman.rooms import Rooms
from harvestman.store import Library
from harvestman.web.api.venues import Standings
from harvestman.web.desk.rendering import Desk, with_query
from harvestman.web.desk.undoing import Undo
from harvestman.web.desk.values import date_of
from harvestman.web.front.errors import Missing
from harvestman.web.service import Service

_A_PAGE = 30
_YEARS = 15
_SITES = 3
_MAX_WORDS = 200
_NEAR = 3
_REMEMBERED_S = 30
_BACK = "back"


def due_pages(desk: Desk) -> APIRouter:
    """Routes of what is due."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library
    standings, sites = Standings(service), _Sites(service)

    @router.get("/due.csv")
    async def table(request: Request) -> Response:
        """The whole ranking of a month, as a table for spreadsheets."""
        await desk.visitors.visitor(request)
        asked = request.query_params
        profile = asked.get("profile", "") if asked.get("profile") in PROFILES else DEFAULT_PROFILE
        standing = await standings.get(asked.get("month", "")[:10] or None, profile)
        text = await service.run(_table, standing.rows)
        name = {"Content-Disposition": 'attachment; filename="due.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=name)

    @router.get("/due")
    async def show(request: Request) -> Response:
        """The ranking of a month, the most urgent first."""
        visitor = await desk.visitors.visitor(request)
        asked = request.query_params
        month, words = asked.get("month", "")[:10], asked.get("q", "")[:_MAX_WORDS].strip()
        profile = asked.get("profile", "") if asked.get("profile") in PROFILES else DEFAULT_PROFILE
        problem = ""
        try:
            standing = await standings.get(month or None, profile)
        except HarvestmanError as error:
            problem = str(error)
            standing = await standings.get(None, profile)
        rows = [
            row
            for row in standing.rows
            if words.casefold() in f"{row.series} {row.name}".casefold()
        ]
        after = asked.get("after", "")[:_MAX_WORDS]
        place = next((n for n, row in enumerate(rows, 1) if row.series == after), 0)
        kept = {"month": month, "profile": asked.get("profile", ""), "q": words}
        shown = rows[place : place + _A_PAGE]
        is_more = len(rows) > place + _A_PAGE
        known = await sites.get()
        return desk.page(
            request,
            visitor,
            "due.html",
            rows=shown,
            sites={row.series: _sites_of(row, known)[:1] for row in shown},
            is_lost=bool(after) and not place,
            ranked=len(standing.rows),
            most=max((row.score for row in standing.rows), default=1.0) or 1.0,
            month=month_text(standing.month),
            typed=month,
            profile=profile,
            profiles=list(PROFILES),
            words=words,
            problem=problem,
            month_text=month_text,
            following=with_query("/due", kept | {"after": shown[-1].series}) if is_more else "",
            table=with_query("/due.csv", {"month": month, "profile": asked.get("profile", "")}),
        )

    @router.get("/due/{key:path}")
    async def explain(request: Request, key: str) -> Response:
        """One series: six questions answered, and its editions on a timeline."""
        visitor = await desk.visitors.visitor(request)
        standing = await standings.get(None, DEFAULT_PROFILE)
        told = await service.run(standing.explained, key, library.plan)
        if told is None:
            near = get_close_matches(key, [one.series for one in standing.rows], _NEAR)
            raise Missing(
                f"{key[:200]} is not known.",
                remedy=f"Did you mean {', '.join(near)}?" if near else "",
            )
        row, explanation = told
        record = standing.bibliography.find(key)
        volumes = sorted(record.volumes, key=lambda one: one.year) if record else []
        first = year_of(standing.month) - _YEARS + 1
        keys = [one.series for one in standing.rows]
        place = keys.index(key)
        return desk.page(
            request,
            visitor,
            "due_one.html",
            row=row,
            explanation=explanation,
            volumes=[one for one in volumes if one.year >= first],
            first=first,
            years=_YEARS,
            month_text=month_text,
            following=keys[place + 1] if place + 1 < len(keys) else "",
            previous=keys[place - 1] if place else "",
            sites=_sites_of(row, await sites.get())[:_SITES],
        )

    return router


def due_changes(desk: Desk) -> APIRouter:
    """Routes that note what was seen of a series."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.post("/due")
    async def observe_marked(request: Request) -> Response:
        """Note the same of all series that are marked."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        keys, where = form.get("series", [])[:_A_PAGE], form.get("next", ["/due"])[0]
        if not keys:
            return desk.done(visitor, where, "Nothing was marked.")
        nothing = form.get("seen", [""])[0] == "nothing"
        planning = Planning(Rooms(service.settings, clock=service.clock, library=library))
        noted = await service.run(planning.observe, *keys, nothing=nothing)

        def take_back() -> None:
            for one in noted:
                library.plan.take_back(one.series, one.seen, one.event_year)

        undo = desk.undoings.keep(visitor.token, where, take_back)
        return desk.done(visitor, where, "It is noted, and counts in the next ranking.", undo)

    @router.post("/due/{key:path}")
    async def observe(request: Request, key: str) -> Response:
        """Note that proceedings were seen today, or looked for in vain; or take such a note back."""
        visitor = await desk.visitors.visitor(request, "write")
        form = {name: values[0] for name, values in (await desk.form(request, visitor)).items()}
        where = form.get("next", f"/due/{key}")
        if form.get("seen") == _BACK:
            day, year = date_of(form.get("day", "")), form.get("year", "")
            if day and year.isdecimal() and len(year) <= 4:
                await service.run(library.plan.take_back, key, day, int(year))
            return desk.done(visitor, where, "What was noted is taken back.")
        planning = Planning(Rooms(service.settings, clock=service.clock, library=library))
        nothing = form.get("seen") == "nothing"
        (noted,) = await service.run(planning.observe, key, nothing=nothing)
        told = {"seen": _BACK, "day": str(noted.seen), "year": str(noted.event_year), "next": where}
        undo = Undo(f"/due/{noted.series}", told)
        return desk.done(visitor, where, "It is noted, and counts in the next ranking.", undo)

    return router


def _table(rows: Sequence[Row]) -> str:
    """The ranking, a line a series."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(("rank", "series", "name", "expected", "score", "reasons"))
    for row in rows:
        why = "; ".join(row.reasons)
        lines.writerow(
            [row.rank, *map(as_cell, (row.series, row.name, month_text(row.expected))), f"{row.score:.6f}", as_cell(why)]
        )  # fmt: skip
    return written.getvalue()


class _Sites:
    """The sites of watched events by acronym, looked up anew after a while: all events are gone through."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._made: tuple[dict[str, list[str]], float] | None = None

    async def get(self) -> dict[str, list[str]]:
        """What one would harvest of the series with an acronym, the newest edition first."""
        now = self._service.clock.monotonic()
        if self._made is None or now - self._made[1] > _REMEMBERED_S:
            found = await self._service.run(_sites_by_acronym, self._service.library)
            self._made = found, now
        return self._made[0]


def _sites_of(row: Row, known: Mapping[str, list[str]]) -> list[str]:
    """What one would harvest of a series: its name may be its acronym, and so is the end of its key."""
    return known.get(row.name.casefold()) or known.get(row.series.rpartition("/")[2].casefold(), [])


def _sites_by_acronym(library: Library) -> dict[str, list[str]]:
    """The sites of watched events by their acronyms, the newest edition first."""
    found: dict[str, list[str]] = {}
    for one in sorted(library.agenda.all(), key=lambda one: -one.event.year):
        if one.event.acronym and one.event.site:
            found.setdefault(one.event.acronym.casefold(), []).append(one.event.site)
    return found
