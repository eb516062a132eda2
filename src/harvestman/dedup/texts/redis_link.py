"""One connection to Redis that may be lost, full or restarted at any moment without stopping its caller.

Whatever is asked of it has an answer: Redis's, or the one to go on with. After a failure Redis is left alone for a while, longer
each time, and then tried again; nothing needs to be restarted. A Redis that is full is still read, only not written.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar, cast

from harvestman.dedup.texts.matching import State
from harvestman.model import Clock, UsageError

if TYPE_CHECKING:
    from redis import Redis

T = TypeVar("T")

_TIMEOUT_S = 2.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 30.0


@dataclass(slots=True)
class _Gate:
    """Decides whether Redis is tried now or, after a failure, only later."""

    clock: Clock
    trouble: str = ""
    pause_s: float = 0.0
    until: datetime | None = None

    def is_open(self) -> bool:
        return self.until is None or self.clock.now() >= self.until

    def shut(self, trouble: str) -> None:
        self.trouble = trouble
        self.pause_s = min(_LONGEST_PAUSE_S, max(_FIRST_PAUSE_S, 2 * self.pause_s))
        self.until = self.clock.now() + timedelta(seconds=self.pause_s)

    def open(self) -> None:
        self.trouble, self.pause_s, self.until = "", 0.0, None


class Link:
    """A Redis server by its address; safe to use from many threads."""

    def __init__(self, address: str, *, clock: Clock) -> None:
        self._client = _client(address)
        self._lock = threading.Lock()
        self._reach, self._room = _Gate(clock), _Gate(clock)
        self._was_lost = False

    def ask(self, work: Callable[[Redis], T], otherwise: T) -> T:
        """What `work` gets from Redis, or `otherwise` when it cannot be asked now."""
        return self._tried(work, otherwise, self._reach)

    def tell(self, work: Callable[[Redis], object]) -> bool:
        """Whether `work` could write to Redis."""

        def done(client: Redis) -> bool:
            work(client)
            return True

        with self._lock:
            if not self._room.is_open():
                return False
        return self._tried(done, False, self._reach, room=self._room)

    def take_recovery(self) -> bool:
        """Whether Redis was lost and is back; said once for each time."""
        with self._lock:
            was_lost = self._was_lost and not self._reach.trouble
            self._was_lost = self._was_lost and not was_lost
            return was_lost

    def state(self) -> State:
        """How the connection is doing, for whoever watches the service."""
        with self._lock:
            trouble = self._reach.trouble or self._room.trouble
        return State("degraded", trouble) if trouble else State("ok")

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def _tried(
        self,
        work: Callable[[Redis], T],
        otherwise: T,
        reach: _Gate,
        *,
        room: _Gate | None = None,
    ) -> T:
        from redis.exceptions import (  # noqa: PLC0415 (an extra)
            OutOfMemoryError,
            ReadOnlyError,
            RedisError,
        )

        with self._lock:
            if not reach.is_open():
                return otherwise
        try:
            answer = work(self._client)
        except (OutOfMemoryError, ReadOnlyError) as error:
            with self._lock:
                self._room.shut(
                    f"Redis takes nothing more in: {_line(error)}; what it holds is still used"
                )
            return otherwise
        except (RedisError, OSError) as error:
            with self._lock:
                self._was_lost = True
                reach.shut(
                    f"Redis cannot be asked: {_line(error)}; documents are extracted without it"
                )
            return otherwise
        with self._lock:
            reach.open()
            if room is not None:
                room.open()
        return answer


def fetched(client: Redis, names: Sequence[bytes]) -> list[bytes | None]:
    """What lies under these names, in one round trip."""
    return cast(list[bytes | None], client.mget(names))


def _client(address: str) -> Redis:
    try:
        import redis  # noqa: PLC0415 (an extra)
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError as error:
        raise UsageError(
            "An index in Redis needs the extra `redis`: pip install 'harvestman[redis]'"
        ) from error
    try:
        # Tried once more at once: a connection from before a restart of the server is broken, a new one is not.
        return redis.Redis.from_url(
            address,
            socket_timeout=_TIMEOUT_S,
            socket_connect_timeout=_TIMEOUT_S,
            retry=Retry(NoBackoff(), 1),
        )
    except ValueError as error:
        # The address is not repeated: it may hold a password.
        raise UsageError(
            "The address of Redis cannot be read: write redis://user:password@host:port/number"
        ) from error


def _line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:200]
