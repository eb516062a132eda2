"""robots.txt, as RFC 9309 says, on Protego: what a host allows us, and how long it wants to be left alone in between.

A file that does not exist (4xx) allows everything. One that cannot be had (5xx, no connection, time-out, too many
redirects) allows nothing: when unsure, we stay out. Then the page ends as its robots.txt did (`timeout`, `unreachable`, …;
`blocked-robots` for 5xx), for a server that is down is not a server that forbids. Rules are kept for 24 hours.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from protego import Protego

from harvestman.fetch.exchange import PRODUCT, Answer, Asked
from harvestman.fetch.hops import next_address
from harvestman.fetch.transport import Failure
from harvestman.model import Clock, Status

MAX_ROBOTS_BYTES = 500 * 1024  # RFC 9309 section 2.5: at least so much is read; the rest is ignored
MAX_ROBOTS_REDIRECTS = 5  # section 2.3.1.2
_KEPT_FOR = timedelta(hours=24)  # section 2.4
_FAILURE_KEPT_FOR = timedelta(minutes=10)
# Parsed rules take up to 1 KB a line. Beyond this many lines in all, the hosts asked for longest ago are forgotten.
_MAX_LINES = 50_000
_USER_AGENT = re.compile(r"\s*user[-\s]*agent(?:\s*:|\s)([^#]*)", re.IGNORECASE)
_TOKEN = re.compile(r"([a-z_-]+)(\*?)")  # "harvestman/1.0" and "harvest*" are meant for us too
_SOMEBODY_ELSE = "-"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page may be asked for; `status` is None when it may."""

    status: Status | None = None
    detail: str = ""
    crawl_delay_s: float = 0.0
    retry_after_s: float | None = None


@dataclass(slots=True)
class _Entry:
    """What is known of one origin."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    expires: datetime | None = None
    rules: Protego | None = None
    lines: int = 1
    failure: Verdict | None = None


class RobotsBook:
    """Knows the robots.txt of every origin it was asked about; asks for each once, however many wait for it."""

    def __init__(
        self,
        ask: Callable[[Asked], Awaitable[Answer]],
        *,
        clock: Clock,
        max_crawl_delay_s: float,
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._max_crawl_delay_s = max_crawl_delay_s
        self._entries: dict[str, _Entry] = {}

    async def verdict(self, url: str) -> Verdict:
        """What the robots.txt of the URL's host says about it."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        entry = self._entries.pop(origin, None) or _Entry()
        self._entries[origin] = entry  # the most recently asked for stands last
        async with entry.lock:
            if entry.expires is None or self._clock.now() >= entry.expires:
                await self._refresh(entry, f"{origin}/robots.txt")
                self._forget_oldest()
        if entry.failure is not None:
            return entry.failure
        if entry.rules is None:
            return Verdict()
        return self._judge(entry.rules, url)

    def _judge(self, rules: Protego, url: str) -> Verdict:
        delay_s = rules.crawl_delay(PRODUCT) or 0.0
        if delay_s > self._max_crawl_delay_s:
            return Verdict(
                Status.BLOCKED_ROBOTS,
                f"robots.txt asks for {delay_s:g} s between two requests;"
                f" hosts that ask for more than {self._max_crawl_delay_s:g} s are not visited",
            )
        if not rules.can_fetch(url, PRODUCT):
            return Verdict(Status.BLOCKED_ROBOTS, "robots.txt disallows this page")
        return Verdict(crawl_delay_s=delay_s)

    async def _refresh(self, entry: _Entry, url: str) -> None:
        answer = await self._fetch(url)
        failure = _failure(answer)
        if failure is not None:
            # Old rules are better than none: section 2.4 lets them stand while the file cannot be had.
            entry.failure = failure if entry.rules is None else None
            entry.expires = self._clock.now() + _FAILURE_KEPT_FOR
            return
        text = "" if answer.status is not None else _text(answer.body)
        entry.rules = await asyncio.to_thread(_parse, text) if text else None
        entry.lines = text.count("\n") + text.count("\r") + 1
        entry.failure = None
        entry.expires = self._clock.now() + _KEPT_FOR

    async def _fetch(self, url: str) -> Answer:
        """The file, also behind redirects, which may lead to other hosts."""
        trail = [url]
        while True:
            answer = await self._ask(Asked(trail[-1], MAX_ROBOTS_BYTES, is_cut=True))
            if not answer.is_redirect:
                return answer
            try:
                location = answer.headers.first("Location")
                target = next_address(location, trail, max_redirects=MAX_ROBOTS_REDIRECTS)
            except Failure as failure:
                return Answer(failure.status, failure.detail)
            trail.append(target)

    def _forget_oldest(self) -> None:
        total = sum(entry.lines for entry in self._entries.values())
        for origin, entry in list(self._entries.items())[:-1]:
            if total <= _MAX_LINES:
                return
            if not entry.lock.locked():
                total -= entry.lines
                del self._entries[origin]


def _failure(answer: Answer) -> Verdict | None:
    """The verdict when robots.txt could not be had; None when it was, or does not exist."""
    # 429 is a 4xx that says "not now" rather than "there is none"; without its answer we cannot know.
    if answer.status is None or (400 <= answer.http_status < 500 and answer.http_status != 429):
        return None
    status = Status.BLOCKED_ROBOTS if answer.status is Status.SERVER_ERROR else answer.status
    if answer.status is Status.BLOCKED_ADDRESS:
        return Verdict(status, answer.detail)
    detail = f"robots.txt could not be read, so nothing is asked for: {answer.detail}"
    return Verdict(status, detail, retry_after_s=answer.retry_after_s)


def _text(body: bytes) -> str:
    if len(body) >= MAX_ROBOTS_BYTES:
        body = body[: body.rfind(b"\n") + 1] or body  # half a rule is another rule
    return body.decode("utf-8-sig", errors="replace")


def _parse(text: str) -> Protego:
    return Protego.parse("\n".join(map(_renamed, text.splitlines())))


def _renamed(line: str) -> str:
    """A line as it is, but for the names of user agents: ours, everybody's, or somebody else's.

    Protego keeps a copy of each rule for each name its group has: 3,000 names above 30,000 rules are 90 million copies.
    With three names in all, what it keeps is bounded by the size of the file. It also takes every beginning of our name
    for us; section 2.2.1 asks for the whole product token.
    """
    found = _USER_AGENT.match(line)
    if found is None:
        return line
    name = found.group(1).strip().lower()
    if name.startswith("*"):
        return "User-agent: *"
    token = _TOKEN.match(name)
    is_ours = token is not None and (
        token.group(1) == PRODUCT.lower()
        or (token.group(2) == "*" and PRODUCT.lower().startswith(token.group(1)))
    )
    return f"User-agent: {PRODUCT if is_ours else _SOMEBODY_ELSE}" if name else "User-agent:"
