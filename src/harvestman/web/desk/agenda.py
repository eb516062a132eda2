"""`/calendar` and `/events`: what happens when, who says which date, and what visits have seen."""

from __future__ import annotations

import calendar as months
from collections.abc import Callable
from datetime import date, datetime, timedelta

from fastapi import APIRouter, Request, Response

from harvestman.model import DATE_FIELDS, EVENT_FIELDS, Event, Field, UsageError
from harvestman.store import Library, WatchedEvent, correct, undo_correction
from harvestman.watch import add_source, entries, reappoint
from harvestman.web.api.corrections import who_says
from harvestman.web.api.job_list import NewHarvest, start_job
from harvestman.web.desk.rendering import Desk, with_query
from harvestman.web.desk.undoing import Undo
from harvestman.web.desk.values import date_of, field_lines
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import sender
from harvestman.web.harvesting import fetcher_of
from harvestman.web.service import Service

_A_PAGE = 40
_MOST_ENTRIES = 500
_WEEKS = 6
_BY = "desk"
_NEVER = "never"
_MAX_PLACE = 120


def agenda_pages(desk: Desk) -> APIRouter:
    """Routes of the calendar and of events."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/calendar")
    async def calendar(request: Request) -> Response:
        """A month as a grid, and the coming weeks as a list."""
        visitor = await desk.visitors.visitor(request)
        today = service.clock.now().date()
        since = date_of(request.query_params.get("from", "")) or today
        watched = await service.run(library.agenda.all)
        weeks = months.Calendar().monthdatescalendar(since.year, since.month)
        until = max(since + timedelta(weeks=_WEEKS), weeks[-1][-1])
        found = entries(watched, since=weeks[0][0], until=until)[:_MOST_ENTRIES]
        by_day: dict[date, list[object]] = {}
        for entry in found:
            by_day.setdefault(max(entry.day, weeks[0][0]), []).append(entry)
        return desk.page(
            request,
            visitor,
            "calendar.html",
            weeks=weeks,
            by_day=by_day,
            coming=[entry for entry in found if (entry.last_day or entry.day) >= since],
            today=today,
            since=since,
            before=(since.replace(day=1) - timedelta(days=1)).replace(day=1),
            after=(since.replace(day=28) + timedelta(days=4)).replace(day=1),
            watched=len(watched),
        )

    @router.get("/events")
    async def events(request: Request) -> Response:
        """The events that are watched, the next visit first."""
        visitor = await desk.visitors.visitor(request)
        place = _place(request.query_params.get("after", ""))
        found = await (
            service.run(library.agenda.following, _A_PAGE + 1, after=place)
            if place
            else service.run(library.agenda.some, _A_PAGE + 1)
        )
        last = found[_A_PAGE - 1] if len(found) > _A_PAGE else None
        following = with_query("/events", {"after": _place_of(last)}) if last else ""
        return desk.page(
            request, visitor, "events.html", events=found[:_A_PAGE], following=following, problem=""
        )

    @router.get("/events/{event_id}")
    async def event(request: Request, event_id: str) -> Response:
        """One event: who says what of it, and what visits saw."""
        visitor = await desk.visitors.visitor(request)
        found, watched = await _found(service, event_id)
        claims = await service.run(library.events.claims, event_id)
        looks = await service.run(library.agenda.looks, event_id)
        return desk.page(
            request,
            visitor,
            "event.html",
            event=found,
            watched=watched,
            lines=[
                line
                for line in field_lines(claims, EVENT_FIELDS)
                if not line.is_missing or Field(line.field) in DATE_FIELDS
            ],
            looks=looks[:-51:-1],
        )

    return router


def event_changes(desk: Desk) -> APIRouter:
    """Routes that change events."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.post("/events")
    async def add(request: Request) -> Response:
        """Watch the events of a listing, a calendar, a feed or a site."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        source = form.get("source", [""])[0].strip()[:2_000]
        if not source.startswith(("http://", "https://")):
            raise UsageError(f"{source!r} is not the address of a web page")
        added = await add_source(
            source, library=library, fetcher=fetcher_of(service), guard=service.guard, clock=service.clock
        )  # fmt: skip
        if added.problem:
            found = await service.run(library.agenda.some, _A_PAGE)
            return desk.page(
                request, visitor, "events.html", status=422, events=found, following="", problem=added.problem
            )  # fmt: skip
        where = form.get("next", ["/events"])[0]
        new = [one.event.id for one in added.events if one.is_new]
        undo = None
        if new:
            undo = desk.undoings.keep(visitor.token, where, lambda: library.agenda.remove(*new))
        return desk.done(visitor, where, "The events of this source are watched.", undo)

    @router.post("/events/{event_id}/fields/{field}")
    async def say(request: Request, event_id: str, field: str) -> Response:
        """Put a value of an event right; its next visit follows from it."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        text, by = form.get("value", [""])[0][:2_000], who_says(request, _BY)
        await _change(service, event_id, lambda: correct(library, event_id, field, text, by=by))
        undo = Undo(f"/events/{event_id}/take-back", {"field": field})
        return desk.done(visitor, f"/events/{event_id}", "The value is put right.", undo)

    @router.post("/events/{event_id}/take-back")
    async def take_back(request: Request, event_id: str) -> Response:
        """Take back what persons said of a field of an event."""
        visitor = await desk.visitors.visitor(request, "write")
        form = await desk.form(request, visitor)
        field = form.get("field", [""])[0]
        await _change(service, event_id, lambda: undo_correction(library, event_id, field))
        return desk.done(visitor, f"/events/{event_id}", "What was read is shown again.")

    @router.post("/events/{event_id}/harvest")
    async def harvest(request: Request, event_id: str) -> Response:
        """Harvest the event's site now."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        found, _ = await _found(service, event_id)
        address = found.site or found.proceedings
        if not address:
            raise UsageError("Nobody knows the address of this event's site: put it right first.")
        job = await start_job(
            service,
            NewHarvest.model_validate({"kind": "harvest", "urls": [address]}),
            by=sender(request),
        )
        return desk.done(visitor, f"/jobs/{job.id}", "The job is started.")

    @router.post("/events/{event_id}/stop")
    async def stop(request: Request, event_id: str) -> Response:
        """Watch an event no more."""
        visitor = await desk.visitors.visitor(request, "write")
        await desk.form(request, visitor)
        _, watched = await _found(service, event_id)
        put_back = await service.run(_stop_watching, library, watched) if watched else None
        there = f"/events/{event_id}"
        undo = desk.undoings.keep(visitor.token, there, put_back) if put_back else None
        return desk.done(visitor, "/events", "The event is not watched any more.", undo)

    return router


def _stop_watching(library: Library, watched: WatchedEvent) -> Callable[[], object]:
    """Watch an event no more; what puts it back as it was."""
    name = watched.event.id
    claims, looks = library.events.claims(name), library.agenda.looks(name)
    library.agenda.remove(name)
    return lambda: library.agenda.put_back(watched, claims, looks)


def _place_of(one: WatchedEvent) -> str:
    """Where an event stands in the list, for the address of what comes after it."""
    due = one.appointment.when
    return f"{due.isoformat() if due else _NEVER} {one.event.id}"


def _place(text: str) -> tuple[datetime | None, str] | None:
    """What `_place_of` wrote; None for what is no place: then the list begins anew."""
    due, _, name = text[:_MAX_PLACE].partition(" ")
    if not name or due == _NEVER:
        return (None, name) if name else None
    try:
        moment = datetime.fromisoformat(due)
    except ValueError:
        return None
    return (moment, name) if moment.tzinfo else None


async def _found(service: Service, event_id: str) -> tuple[Event, WatchedEvent | None]:
    """An event, and its appointment if it is watched."""
    watched = await service.run(service.library.agenda.one, event_id)
    event = watched.event if watched else await service.run(service.library.events.get, event_id)
    if event is None:
        raise Missing(f"There is no event {event_id[:64]}.")
    return event, watched


async def _change(service: Service, event_id: str, put_right: Callable[[], object]) -> None:
    """Change an event; the next visit of one that is watched follows from what it says then."""
    _, watched = await _found(service, event_id)
    await service.run(put_right)
    if watched:
        await service.run(reappoint, service.library, event_id, clock=service.clock)
