"""Which papers are meant: the words of `harvestman papers` as a query of the store."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvestman.store import PaperQuery


def select(
    query: str = "",
    *,
    full_text: str | None = None,
    author: str | None = None,
    venue: str | None = None,
    year: int | str | None = None,
    since: str | date | None = None,
    kind: str | None = None,
    event: str | None = None,
    site: str | None = None,
    with_pdf: bool | None = None,
    limit: int | None = None,
) -> PaperQuery:
    """Which papers are meant, with the words of `harvestman papers`; a year is 2024 or "2020-2024", a day "2026-11-01".

    An event is meant by its id or by what it is called ("PACT 2022"), a site by its host or an address of it.

    UsageError for a year, a day or a kind that is none.
    """
    from harvestman.store import PaperQuery, parse_years

    first, last = parse_years(str(year)) if year else (None, None)
    return PaperQuery(
        text=query,
        full_text=full_text or "",
        author=author or "",
        venue=venue or "",
        year_from=first,
        year_to=last,
        has_pdf=with_pdf,
        since=moment(since),
        kind=_kind(kind),
        event=event or "",
        site=host_meant(site),
        limit=limit,
    )


def host_meant(site: str | None) -> str:
    """The host that is meant by its name or by an address on it, without "www."; "" for none."""
    if not site:
        return ""
    from harvestman.text import canonical_url, site_of

    named = site.strip().lower()
    address = canonical_url(named if "://" in named else f"http://{named}")
    return site_of(address) if address else named


def _kind(word: str | None) -> str:
    from harvestman.model import Kind, UsageError

    if word and word not in map(str, Kind):
        raise UsageError(f"{word!r} is no kind of paper: choose of {', '.join(map(str, Kind))}")
    return word or ""


def moment(day: str | date | None) -> datetime | None:
    """The moment that a day begins, or the moment itself."""
    from harvestman.store import parse_moment

    return parse_moment(day.isoformat() if isinstance(day, date) else day) if day else None
