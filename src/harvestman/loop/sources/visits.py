"""Visits that the watch has due: an event's site is looked at when its papers are likely to have appeared, or its next edition's site."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import Appointment, Event, JobRecord, Look, Plain, Waiting
from harvestman.store import WatchedEvent
from harvestman.watch import Looker, Watchman, sites_of, urgencies, urgency_of

_FIRST_COST = 20
_DEPTH = 2
_LATE_DAYS = 7.0
_BASE = {Waiting.EDITION: 0.3, Waiting.CHANGES: 0.45}
_USUAL = 0.55


class Visits:
    """One step for each event whose appointment has come."""

    kind = "visit"
    at_once = 4
    rest = timedelta(0)
    comes_last = False

    def due(self, tools: Tools, past: Past, now: datetime) -> Iterator[Step]:
        """All appointments that are due, the more urgent where the plan finds the series urgent or the visit is late."""
        waiting = tools.library.agenda.due(now)
        known = urgencies(tools.library, now.date()) if len(waiting) > 1 else {}
        for one in waiting:
            event = one.event
            title = event.title
            yield Step(
                self.kind,
                event.id,
                title,
                one.appointment.reason,
                _urgency(one, urgency_of(event, known), now),
                past.cost(self.kind, event.id, otherwise=_FIRST_COST),
                {"event": event.id},
                url=next(iter(sites_of(event)), ""),
            )

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Look at the event, and keep what was seen with the appointment that follows; the plan is told of papers that have arrived."""
        settings, told = tools.settings, []

        def note(_event: Event, look: Look, following: Appointment) -> None:
            told.append((look, following))

        looker = Looker(
            tools.session,
            _DEPTH,
            min(settings.limit, settings.run_host_requests),
            site_limit=settings.site_limit,
            judging=tools.judging,
        )
        await Watchman(looker, told=note).keep([task_of(job)["event"]])
        if not told:
            return {"did": "nothing: another kept the appointment"}
        look, following = told[0]
        did = f"{look.papers} papers, {look.files} files" if look.was_reached else "not reached"
        if look.waiting is Waiting.EDITION:
            did = look.detail
        when = following.when.date().isoformat() if following.when else "never"
        return {"did": f"{did}; next {when} ({following.reason})", "papers": look.papers}


def _urgency(one: WatchedEvent, of_series: float, now: datetime) -> float:
    late = (now - one.appointment.when) / timedelta(days=1) if one.appointment.when else 0.0
    base = _BASE.get(one.appointment.waiting, _USUAL)
    return base + 0.25 * of_series + 0.15 * min(1.0, late / _LATE_DAYS)
