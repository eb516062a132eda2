"""The fetcher: takes a URL and gives a `Fetched`, after asking robots.txt and waiting for its turn.

For each address on the way: robots.txt, then the host's turn, then the request; a redirect starts over at its target.
"""

from __future__ import annotations

from dataclasses import replace
from types import TracebackType
from typing import Self

from harvestman.fetch.aiohttp_transport import open_network
from harvestman.fetch.exchange import Answer, Asked, Exchange
from harvestman.fetch.fetched import Fetched
from harvestman.fetch.hops import next_address, plain_url
from harvestman.fetch.options import FetchOptions
from harvestman.fetch.patience import LONGEST_WAIT_S, PatientExchange
from harvestman.fetch.politeness import Turns
from harvestman.fetch.robots import RobotsBook, Verdict
from harvestman.fetch.transport import Failure, Transport
from harvestman.model import Clock, Status


class Fetcher:
    """The one HTTP client of the house; an async context manager that closes its transport."""

    def __init__(
        self, options: FetchOptions, *, clock: Clock, transport: Transport | None = None
    ) -> None:
        self.options = options
        self._clock = clock
        self._transport = transport or open_network(options)
        turns = Turns(
            clock,
            concurrency=options.concurrency,
            per_host=options.per_host,
            longest_hold_s=LONGEST_WAIT_S,
        )
        exchange = Exchange(self._transport, options)
        self._exchange = PatientExchange(exchange, turns, clock=clock)
        self._robots = RobotsBook(
            self._ask, clock=clock, max_crawl_delay_s=options.max_crawl_delay_s
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._transport.close()

    async def fetch(
        self,
        url: str,
        *,
        etag: str = "",
        last_modified: str = "",
        wanted: frozenset[str] | None = None,
        max_bytes: int | None = None,
        is_part: bool = False,
    ) -> Fetched:
        """Fetch one page. Whatever the web does is told in the result; only cancellation is raised.

        `etag` and `last_modified` are those of the page as it is held: if it is still the same, the status is
        `UNCHANGED`. `wanted` names the media types of use: anything else is not downloaded and ends as `NOT_HTML`.
        `is_part` is for what a page loads in a browser: scripts and data, which robots.txt is not about and for which a
        visitor's browser makes no pause.
        """
        address = plain_url(url)
        if address is None:
            answer = Answer(Status.UNREACHABLE, "this is no web address that can be asked for")
            return self._fetched(url, [url], answer)
        trail = [address]
        while True:
            asked = Asked(
                trail[-1],
                self.options.max_page_bytes if max_bytes is None else max_bytes,
                etag=etag,
                # A date says nothing about a page at another address; a tag is unlikely to be another page's too.
                last_modified=last_modified if len(trail) == 1 else "",
                wanted=wanted,
            )
            answer = await (self._ask_at_once if is_part else self._ask_politely)(asked)
            if answer.status is Status.UNCHANGED:
                # The answer need not repeat the validators: those of the question still hold.
                same = self._fetched(url, trail, answer)
                return replace(
                    same,
                    etag=same.etag or etag,
                    last_modified=same.last_modified or last_modified,
                )
            if not answer.is_redirect:
                return self._fetched(url, trail, answer)
            try:
                location = answer.headers.first("Location")
                target = next_address(location, trail, max_redirects=self.options.max_redirects)
            except Failure as failure:
                ended = Answer(failure.status, failure.detail, http_status=answer.http_status)
                return self._fetched(url, trail, ended)
            trail.append(target)

    async def call(
        self,
        url: str,
        *,
        fields: tuple[tuple[str, str], ...] = (),
        body: bytes | None = None,
        max_bytes: int | None = None,
        pause_s: float = 0.0,
    ) -> Fetched:
        """Ask a programming interface, with its own header fields; a POST when there is a `body`.

        Such addresses are made for programs, so robots.txt is not asked. No redirect is followed, for a key in the header is for
        one host only, and nothing is tried again: what a service answers is told at once.
        """
        address = plain_url(url)
        if address is None:
            answer = Answer(Status.UNREACHABLE, "this is no web address that can be asked for")
            return self._fetched(url, [url], answer)
        limit = self.options.max_page_bytes if max_bytes is None else max_bytes
        asked = Asked(address, limit, fields=fields, body=body)
        answer = await self._exchange.ask_once(asked, pause_s=pause_s)
        if answer.is_redirect:
            said = f"the service answered {answer.http_status}: it sends us elsewhere, and we do not follow"
            answer = replace(answer, status=Status.BAD_RESPONSE, detail=said)
        return self._fetched(url, [address], answer)

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps that the robots.txt of the URL's host names; none when it is not obeyed or cannot be had."""
        return await self._robots.sitemaps(url) if self.options.robots else ()

    async def _ask_politely(self, asked: Asked) -> Answer:
        verdict = await self._robots.verdict(asked.url) if self.options.robots else Verdict()
        if verdict.status is not None:
            return Answer(verdict.status, verdict.detail, retry_after_s=verdict.retry_after_s)
        return await self._ask(asked, crawl_delay_s=verdict.crawl_delay_s)

    async def _ask_at_once(self, asked: Asked) -> Answer:
        return await self._exchange.ask(asked, pause_s=0.0)

    async def _ask(self, asked: Asked, *, crawl_delay_s: float = 0.0) -> Answer:
        pause_s = max(self.options.delay_s, crawl_delay_s)
        return await self._exchange.ask(asked, pause_s=pause_s)

    def _fetched(self, url: str, trail: list[str], answer: Answer) -> Fetched:
        headers = answer.headers
        return Fetched(
            url=url,
            final_url=trail[-1],
            fetched=self._clock.now(),
            status=answer.status,
            detail=answer.detail,
            http_status=answer.http_status,
            media_type=answer.media_type,
            content_type=headers.first("Content-Type"),
            body=answer.body,
            etag=headers.first("ETag"),
            last_modified=headers.first("Last-Modified"),
            links_header=headers.all("Link"),
            allow_origin=headers.first("Access-Control-Allow-Origin"),
            redirects=tuple(trail[:-1]),
            retry_after_s=answer.retry_after_s,
        )
