"""Moments as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

from harvestman.model import UsageError


def parse_moment(text: str) -> datetime:
    """The moment that "2026-11-01" (its beginning, in UTC) or "2026-11-01T12:00:00+01:00" names; UsageError for anything else."""
    try:
        moment = datetime.fromisoformat(text.strip())
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise UsageError(f"{text!r} is no day: write it as 2026-11-01") from None
