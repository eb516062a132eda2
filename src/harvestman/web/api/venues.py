"""`/api/v1/venues` and `/api/v1/plan`: conference series with their history, and which of them is due, with the reasons.

A ranking looks at every series of the library, so that it is made once for some time and shared by all who ask.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from harvestman.model import Plain
from harvestman.plan import DEFAULT_PROFILE, PROFILES, MonthlyRanking, ask, asked_month, month_text
from harvestman.store import SeriesRecord, VolumeRecord
from harvestman.web.api.library_shapes import PlanPage, RankAlone, VenueAlone, VenueShape, page_of
from harvestman.web.api.negotiating import with_etag, written
from harvestman.web.api.paging import (
    PLAIN,
    Cursor,
    Limit,
    cut,
    next_url,
    page_answer,
    place_of,
    with_link,
)
from harvestman.web.api.shapes import UNCHANGED, answers, errors
from harvestman.web.front.errors import Missing, Refused
from harvestman.web.front.keys import allow
from harvestman.web.service import Service

VENUES = "/api/v1/venues"
PLAN = "/api/v1/plan"
SeriesKey = Annotated[str, Path(max_length=200, pattern=PLAIN, description="Such as conf/jcdl.")]
Month = Annotated[str | None, Query(max_length=10, description="YYYY-MM; left out, this month.")]
Profile = Annotated[str, Query(max_length=40, description=f"One of {', '.join(PROFILES)}.")]

_REMEMBERED_S = 60
_MOST_REMEMBERED = 4
_MOST_VOLUMES = 1_000


def venues_router(service: Service) -> APIRouter:
    """Routes that list and show conference series."""
    router = APIRouter(
        prefix=VENUES, tags=["venues"], dependencies=[Depends(allow(service, "read"))]
    )

    @router.get(
        "",
        responses={
            200: answers(page_of(VenueShape), sentence="Some series, by key."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def find(
        request: Request,
        q: Annotated[
            str,
            Query(max_length=200, pattern=PLAIN, description="A part of key, name or acronym."),
        ] = "",
        limit: Limit = 50,
        cursor: Cursor = "",
    ) -> Response:
        """The conference series that the library knows."""
        rows = await service.run(
            service.library.plan.series_after, cursor, limit + 1, words=q.strip()
        )
        shown = rows[:limit]
        following = shown[-1].key if len(rows) > limit else ""
        return page_answer(request, [_series(request, row) for row in shown], following)

    @router.get(
        "/{key:path}",
        responses={
            200: answers(VenueAlone, sentence="What is known of it."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def show(request: Request, key: SeriesKey) -> Response:
        """One series with its volumes, the newest first."""
        record = await service.run(service.library.plan.one_series, key)
        if record is None:
            raise Missing(f"There is no series {key}.")
        volumes = await service.run(lambda: list(service.library.plan.volumes(key)))
        volumes.sort(key=lambda volume: (-volume.year, volume.key))
        plain = _series(request, record) | {
            "volumes": [_volume(volume) for volume in islice(volumes, _MOST_VOLUMES)],
            "has_more": len(volumes) > _MOST_VOLUMES,
        }
        return with_etag(request, written(plain, "json", root="venue"))

    return router


def plan_router(service: Service) -> APIRouter:
    """Routes that show the ranking and explain one position of it."""
    router = APIRouter(prefix=PLAN, tags=["plan"], dependencies=[Depends(allow(service, "read"))])
    standings = Standings(service)

    @router.get(
        "",
        responses={
            200: answers(PlanPage, sentence="Some positions, the most urgent first."),
            304: UNCHANGED,
            **errors(),
        },
    )
    async def rank(
        request: Request,
        month: Month = None,
        profile: Profile = DEFAULT_PROFILE,
        limit: Limit = 50,
        cursor: Cursor = "",
    ) -> Response:
        """Which series should be harvested next, each with its weights and reasons."""
        place = place_of(cursor)
        standing = await standings.get(month, profile)
        rows, following = cut(standing.rows[place : place + limit + 1], limit, place)
        plain: Plain = {
            "month": month_text(standing.month),
            "profile": profile,
            "ranked": len(standing.rows),
            "items": [row.to_plain() for row in rows],
            "cursor": following or None,
            "links": {"next": next_url(request, following)},
        }
        answer = with_etag(request, written(plain, "json", root="plan"))
        return with_link(request, answer, following)

    @router.get(
        "/{key:path}",
        responses={
            200: answers(RankAlone, sentence="Its position in words."),
            304: UNCHANGED,
            **errors(404),
        },
    )
    async def explain(
        request: Request, key: SeriesKey, month: Month = None, profile: Profile = DEFAULT_PROFILE
    ) -> Response:
        """What is expected of one series, when, from where, and how urgent it is."""
        standing = await standings.get(month, profile)
        told = await service.run(standing.explained, key, service.library.plan)
        if told is None:
            raise Missing(f"{key} was not known in {month_text(standing.month)}.")
        row, explanation = told
        plain = row.to_plain() | explanation.to_plain()
        return with_etag(request, written(plain, "json", root="position"))

    return router


class Standings:
    """The last rankings, each made once and kept for a minute."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: OrderedDict[tuple[int, str], tuple[datetime, MonthlyRanking]] = OrderedDict()
        self._turn = asyncio.Lock()  # one at a time: each looks at the whole library

    async def get(self, month: str | None, profile: str) -> MonthlyRanking:
        """The ranking of a month by a profile."""
        if profile not in PROFILES:
            raise Refused(400, f"There is no profile {profile!r}: {', '.join(PROFILES)}.")
        asked = asked_month(month, self._service.clock.now().date())
        async with self._turn:
            made = self._known.get((asked, profile))
            now = self._service.clock.now()
            if made is None or now - made[0] > timedelta(seconds=_REMEMBERED_S):
                plan = self._service.library.plan
                made = now, await self._service.run(ask, plan, asked, profile=profile)
                self._known[asked, profile] = made
                if len(self._known) > _MOST_REMEMBERED:
                    self._known.popitem(last=False)
        return made[1]


def _series(request: Request, record: SeriesRecord) -> Plain:
    base = str(request.base_url).rstrip("/")
    return _known(record) | {
        "hosts": list(record.hosts),
        "links": {"self": f"{base}{VENUES}/{record.key}", "plan": f"{base}{PLAN}/{record.key}"},
    }


def _volume(volume: VolumeRecord) -> Plain:
    plain = _known(volume)
    del plain["series"]
    for name in ("modified", "entered"):
        plain[name] = plain[name].isoformat() if plain[name] else None
    return plain


def _known(record: SeriesRecord | VolumeRecord) -> Plain:
    """A record's fields; what is not known is null."""
    return {name: None if value == "" else value for name, value in asdict(record).items()}
