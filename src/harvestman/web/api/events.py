"""`/api/v1/events`, `/api/v1/visits`: the events that are watched, their calendar, the visits to come and those that were made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from harvestman.model import (
    Plain,
    appointment_to_plain,
    event_claims_to_plain,
    event_to_plain,
    look_to_plain,
)
from harvestman.store import WatchedEvent, correct, undo_correction
from harvestman.watch import entries, reappoint, to_ical
from harvestman.web.api.corrections import Correction, FieldName, who_says
from harvestman.web.api.library_shapes import (
    CalendarShape,
    EventAlone,
    EventShape,
    VisitMade,
    VisitToCome,
    page_of,
)
from harvestman.web.api.negotiating import accepted, with_etag, written
from harvestman.web.api.paging import Cursor, Limit, cut, page_answer, place_of
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

EVENTS = "/api/v1/events"
VISITS = "/api/v1/visits"
EventId = Annotated[str, Path(pattern="^[a-z0-9]{8,64}$", description="The event's id.")]

_MOST_LOOKS = 500
_MOST_CLAIMS = 1_000
_MOST_ENTRIES = 5_000
_ICAL = "text/calendar"
_SOME_DAY = datetime.max.replace(tzinfo=UTC)  # without those that are never looked at again


def events_router(service: Service) -> APIRouter:
    """Routes that list and show the events that are watched."""
    router = APIRouter(
        prefix=EVENTS, tags=["events"], dependencies=[Depends(allow(service, "read"))]
    )

    @router.get(
        "",
        responses={
            200: answers(page_of(EventShape), sentence="Some events, the next visit first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def find(request: Request, limit: Limit = 50, cursor: Cursor = "") -> Response:
        """The events that are watched; those never looked at again come last."""
        place = place_of(cursor)
        found = await service.run(service.library.agenda.some, limit + 1, offset=place)
        items, following = cut([_event(request, one) for one in found], limit, place)
        return page_answer(request, items, following)

    @router.get(
        "/calendar",
        responses={
            200: answers(CalendarShape, sentence="Visits and dates, in order.")
            | {"content": {_ICAL: {}}},
            304: UNCHANGED,
            **errors(),
        },
    )
    async def calendar(
        request: Request,
        weeks: Annotated[int, Query(ge=1, le=520, description="How far ahead.")] = 4,
        form: Annotated[
            Literal["json", "ical"] | None, Query(alias="format", description="Else by Accept.")
        ] = None,
    ) -> Response:
        """The coming weeks, as JSON or as a calendar (iCalendar) that programs subscribe to."""
        now = service.clock.now()
        watched = await service.run(service.library.agenda.all)
        until = now.date() + timedelta(weeks=weeks)
        found = entries(watched, since=now.date(), until=until)[:_MOST_ENTRIES]
        offers = {_ICAL: "ical", "application/json": "json"}
        if (form or accepted(request.headers.get("accept", ""), offers)) == "ical":
            return Response(to_ical(found, now=now), media_type=_ICAL)
        plain = {"items": [entry.to_plain() for entry in found]}
        return with_etag(request, written(plain, "json", root="calendar"))

    @router.get(
        "/{event_id}",
        responses={
            200: answers(EventAlone, sentence="What is known of it."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def show(request: Request, event_id: EventId) -> Response:
        """One event: who says what of it, and the looks at its site."""
        one = await service.run(service.library.agenda.one, event_id)
        if one is None:
            raise Missing(f"There is no event {event_id}.")
        claims = await service.run(service.library.events.claims, event_id)
        looks = await service.run(service.library.agenda.looks, event_id)
        plain = _event(request, one) | {
            "claims": event_claims_to_plain(one.event, claims)[:_MOST_CLAIMS],
            "looks": [look_to_plain(look) for look in looks[: -_MOST_LOOKS - 1 : -1]],
        }
        return with_etag(request, written(plain, "json", root="event"))

    async def change(event_id: str, put_right: Callable[[], object]) -> WatchedEvent:
        """Change an event and appoint its next visit by what it says then; the event after it."""
        if await service.run(service.library.agenda.one, event_id) is None:
            raise Missing(f"There is no event {event_id}.")
        if await service.run(put_right) is None:
            raise Missing(f"Nobody has corrected that of {event_id}.")
        await service.run(reappoint, service.library, event_id, clock=service.clock)
        one = await service.run(service.library.agenda.one, event_id)
        if one is None:
            raise Missing(f"There is no event {event_id}.")
        return one

    @router.put(
        "/{event_id}/fields/{field}",
        dependencies=[Depends(allow(service, "write"))],
        responses={200: answers(EventShape, sentence="As it is now."), **errors(404)},
    )
    async def say(
        request: Request, event_id: EventId, field: FieldName, said: Correction
    ) -> Response:
        """Put a value of an event right: it wins over every source. With a key, the key's name says who did."""
        by = who_says(request, said.by)
        one = await change(
            event_id, lambda: correct(service.library, event_id, field, said.text, by=by)
        )
        return written(_event(request, one), "json", root="event")

    @router.delete(
        "/{event_id}/fields/{field}",
        dependencies=[Depends(allow(service, "write"))],
        responses={200: answers(EventShape, sentence="As it is now."), **errors(404)},
    )
    async def take_back(request: Request, event_id: EventId, field: FieldName) -> Response:
        """Take back what persons said of a field: what the sources say is shown again."""
        one = await change(event_id, lambda: undo_correction(service.library, event_id, field))
        return written(_event(request, one), "json", root="event")

    return router


def visits_router(service: Service) -> APIRouter:
    """Routes that list the visits to events' sites, those to come and those that were made."""
    router = APIRouter(
        prefix=VISITS, tags=["visits"], dependencies=[Depends(allow(service, "read"))]
    )

    @router.get(
        "",
        responses={
            200: answers(page_of(VisitToCome), sentence="Some visits, the longest overdue first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def agenda(
        request: Request,
        due: Annotated[bool, Query(description="Only those that are due by now.")] = True,
        limit: Limit = 50,
        cursor: Cursor = "",
    ) -> Response:
        """The agenda: which events' sites are to be looked at, when, for what and why."""
        place = place_of(cursor)
        due_by = service.clock.now() if due else _SOME_DAY
        found = await service.run(
            service.library.agenda.some, limit + 1, offset=place, due_by=due_by
        )
        told = [
            {"event": one.event.id, "title": one.event.title, "site": one.event.site or None}
            | appointment_to_plain(one.appointment)
            for one in found
        ]
        items, following = cut(told, limit, place)
        return page_answer(request, items, following)

    @router.get(
        "/past",
        responses={
            200: answers(page_of(VisitMade), sentence="Some visits, the newest first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def past(request: Request, limit: Limit = 50, cursor: Cursor = "") -> Response:
        """The visits that were made, and what they saw."""
        place = place_of(cursor)
        looks = await service.run(service.library.agenda.last_looks, limit + 1, offset=place)
        told = [{"event": event} | look_to_plain(look) for event, look in looks]
        items, following = cut(told, limit, place)
        return page_answer(request, items, following)

    return router


def _event(request: Request, one: WatchedEvent) -> Plain:
    base = str(request.base_url).rstrip("/")
    return event_to_plain(one.event) | {
        "next": appointment_to_plain(one.appointment),
        "last": look_to_plain(one.last) if one.last else None,
        "links": {"self": f"{base}{EVENTS}/{one.event.id}"},
    }
