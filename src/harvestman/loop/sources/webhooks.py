"""Webhooks: what has changed is posted to the addresses of the setting `webhooks`, signed, again and again until it is taken.

A receiver checks `X-Harvestman-Signature`, which is `sha256=` and the HMAC of the timestamp, a full stop and the body, made with the
setting `webhook_secret`. It may get one delivery twice, and knows it by `X-Harvestman-Delivery`. Addresses may hold secrets, so jobs
name them by a digest.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import datetime, timedelta

from harvestman.engine import TryLater
from harvestman.loop.news import News, Place, is_news, news_after, place_of
from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import HarvestmanError, JobRecord, Plain
from harvestman.store import parse_moment
from harvestman.text import host_of

_SOONEST, _LATEST = timedelta(minutes=1), timedelta(hours=6)
_GIVEN_UP = timedelta(days=3)
_MAX_ANSWER = 100_000
_MOST_PAGES = 20


class Webhooks:
    """One step for each receiver."""

    kind = "webhook"
    at_once = 2
    rest = timedelta(0)
    comes_last = True

    def due(self, tools: Tools, _past: Past, now: datetime) -> Iterator[Step]:
        """Receivers that are new, and those that were not told of the last changes."""
        for url in tools.settings.webhooks.split():
            name, host = name_of(url), host_of(url)
            place = place_of(tools.library, self.kind, name)
            if place is None:
                task = Place(now).to_plain() | {"is_new": True}
                reason = "it is new: it is told what changes from now on"
                yield Step(self.kind, name, host, reason, 1.0, 0, task)
            elif is_news(tools.library, place):
                reason = "the library has changed since it was last told"
                yield Step(self.kind, name, host, reason, 1.0, 1, place.to_plain(), url=url)

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Post all that is new, a page at a time. A receiver that does not take it is tried again, ever later, for three days."""
        task = task_of(job)
        place = Place(parse_moment(task["since"]), task["after"])
        told, pages = 0, 0
        if task.get("is_new"):
            return place.to_plain() | {"did": "noted"}
        urls = {name_of(url): url for url in tools.settings.webhooks.split()}
        url = urls.get(job.task["subject"])
        if url is None:
            return place.to_plain() | {"did": "nothing: it is no longer in the settings"}
        news = news_after(tools.library, place)
        while pages < _MOST_PAGES and (page := await asyncio.to_thread(next, news, None)):
            problem = await _post(url, page, tools)
            if problem and not told:
                _try_later(job, problem, tools.clock.now())
            if problem:
                break
            place, told, pages = page.place, told + len(page.changes), pages + 1
        return place.to_plain() | {"did": f"told of {told} changes", "told": told}


def name_of(url: str) -> str:
    """What a receiver is called in jobs."""
    return hashlib.sha256(url.encode()).hexdigest()[:24]


def sign(body: bytes, *, timestamp: str, secret: str) -> str:
    """The value of `X-Harvestman-Signature`."""
    signed = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    return f"sha256={signed.hexdigest()}"


async def _post(url: str, page: News, tools: Tools) -> str:
    """Post one page of news; what went wrong, or ""."""
    body = json.dumps({"changes": page.to_plain(), "cursor": page.place.after}).encode()
    timestamp = str(int(tools.clock.now().timestamp()))
    fields = [
        ("Content-Type", "application/json"),
        ("X-Harvestman-Delivery", page.name(name_of(url))),
        ("X-Harvestman-Timestamp", timestamp),
    ]
    if secret := tools.settings.webhook_secret:
        fields.append(("X-Harvestman-Signature", sign(body, timestamp=timestamp, secret=secret)))
    answer = await tools.fetcher.call(url, fields=tuple(fields), body=body, max_bytes=_MAX_ANSWER)
    if 200 <= answer.http_status < 300:
        return ""
    return f"answered {answer.http_status}" if answer.http_status else f"{answer.status}"


def _try_later(job: JobRecord, problem: str, now: datetime) -> None:
    """Wait as long again as it has been tried; after three days the step has failed, and a new one begins."""
    age = now - job.created
    if age > _GIVEN_UP:
        raise HarvestmanError(f"{job.task['title']} has not taken the changes: {problem}")
    wait = min(max(age, _SOONEST), _LATEST)
    raise TryLater(problem, wait_s=wait.total_seconds())
