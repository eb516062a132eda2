"""Waits and retries: each request waits for its turn and for Retry-After, and is repeated when that may help.

Retry-After is obeyed for the whole host. A short one is waited for once; a longer one postpones the page, and until it is
over nothing more is sent to that host. Passing failures are tried again twice, with growing pauses.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from harvestman.fetch.exchange import Answer, Asked, Exchange
from harvestman.fetch.politeness import Turns
from harvestman.model import Clock, Status
from harvestman.text import host_of

LONGEST_WAIT_S = 30.0  # what one page is waited for; longer is a matter for the next run
_BACK_OFF_S = (1.0, 4.0)
_LONGEST_RETRY_AFTER_S = 30 * 86_400.0


class PatientExchange:
    """An exchange that waits for its turn and knows when to try again."""

    def __init__(self, exchange: Exchange, turns: Turns, *, clock: Clock) -> None:
        self._exchange = exchange
        self._turns = turns
        self._clock = clock

    async def ask(self, asked: Asked, *, pause_s: float) -> Answer:
        """The answer after all waiting and repeating; `pause_s` lies between any two requests to the host."""
        host = host_of(asked.url)
        has_waited = False
        failures = 0
        while True:
            async with self._turns.turn(host, pause_s=pause_s) as held_s:
                if held_s:
                    return _postponed(Answer(None), held_s)
                answer = await self._exchange.ask(asked)
            wait_s = self._asked_to_wait(answer)
            if wait_s is not None:
                self._turns.hold(host, wait_s)
                if has_waited or wait_s > LONGEST_WAIT_S:
                    return _postponed(answer, wait_s)
                has_waited = True
            elif answer.is_transient and failures < len(_BACK_OFF_S):
                self._turns.hold(host, _BACK_OFF_S[failures])
                failures += 1
            else:
                return answer

    async def ask_once(self, asked: Asked, *, pause_s: float) -> Answer:
        """The answer to one request that is neither repeated nor kept waiting; a host that asks for a break gets it later too."""
        host = host_of(asked.url)
        held_s = self._turns.held_s(host)
        if held_s:
            return _postponed(Answer(None), held_s)
        async with self._turns.turn(host, pause_s=pause_s) as late_s:
            if late_s:
                return _postponed(Answer(None), late_s)
            answer = await self._exchange.ask(asked)
        wait_s = self._asked_to_wait(answer)
        if wait_s is not None:
            self._turns.hold(host, wait_s)
            return _postponed(answer, wait_s)
        return answer

    def _asked_to_wait(self, answer: Answer) -> float | None:
        if answer.http_status not in (429, 503) or answer.wall:
            return None
        return retry_after_s(answer.headers.first("Retry-After"), self._clock.now())


def retry_after_s(value: str, now: datetime) -> float | None:
    """How many seconds a Retry-After header asks for, as a number or a date; None when it says neither."""
    if value.isascii() and value.isdigit():
        return min(float(value[:12]), _LONGEST_RETRY_AFTER_S)
    try:
        until = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return min(max(0.0, (until - now).total_seconds()), _LONGEST_RETRY_AFTER_S)


def _postponed(answer: Answer, wait_s: float) -> Answer:
    return replace(
        answer,
        status=Status.POSTPONED,
        detail=f"the site asks us to come back in {wait_s:.0f} s",
        retry_after_s=wait_s,
    )
