"""Events, appointments and looks as plain JSON: the same words in `watch … --json` and over HTTP."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from harvestman.model.claims import DATE_FIELDS, Claim
from harvestman.model.plain import Plain, claim_to_plain
from harvestman.model.venues import Appointment, Event, Look


def event_to_plain(event: Event) -> Plain:
    """An event; what nobody says is null."""
    plain = asdict(event) | {"title": event.title, "sources": list(event.sources)}
    for field in DATE_FIELDS:
        day = plain[str(field)]
        plain[str(field)] = day.isoformat() if day else None
    return {name: None if value in ("", 0) else value for name, value in plain.items()}


def event_claims_to_plain(event: Event, claims: Iterable[Claim]) -> list[Plain]:
    """All claims of an event in the order in which they are believed, each with whether its value is the one that is shown."""
    shown = event_to_plain(event)
    told = []
    for claim in claims:
        is_shown = str(shown.get(str(claim.field))) == str(claim.value)
        told.append(claim_to_plain(claim) | {"shown": is_shown})
        if is_shown:
            del shown[str(claim.field)]
    return told


def appointment_to_plain(appointment: Appointment) -> Plain:
    """When to look next, and for what."""
    when = appointment.when
    return {
        "when": when.isoformat() if when else None,
        "waiting": str(appointment.waiting),
        "reason": appointment.reason,
    }


def look_to_plain(look: Look) -> Plain:
    """What one visit of an event's site saw."""
    return {
        "when": look.when.isoformat(),
        "waiting": str(look.waiting),
        "papers": look.papers,
        "files": look.files,
        "has_changed": look.has_changed,
        "was_reached": look.was_reached,
        "was_glance": look.was_glance,
        "detail": look.detail,
    }
