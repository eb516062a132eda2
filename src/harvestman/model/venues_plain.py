"""Events, appointments and looks as plain JSON: the same words in `watch … --json` and over HTTP."""

from __future__ import annotations

from dataclasses import asdict

from harvestman.model.plain import Plain
from harvestman.model.venues import DATE_FIELDS, Appointment, Event, EventClaim, Look


def event_to_plain(event: Event) -> Plain:
    """An event; what nobody says is null."""
    plain = asdict(event) | {"title": event.title, "sources": list(event.sources)}
    for field in DATE_FIELDS:
        day = plain[str(field)]
        plain[str(field)] = day.isoformat() if day else None
    return {name: None if value in ("", 0) else value for name, value in plain.items()}


def event_claim_to_plain(claim: EventClaim) -> Plain:
    """What one source says of one field."""
    return {
        "field": str(claim.field),
        "value": claim.value,
        "source": claim.source,
        "origin": claim.origin.name.lower(),
        "seen": claim.seen.isoformat(),
        "locator": claim.locator,
        "quote": claim.quote,
    }


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
