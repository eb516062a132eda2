"""How many requests one key may make: a bucket of tokens that fills steadily and holds what a short burst needs."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from harvestman.model import Clock
from harvestman.web.front.errors import Busy

_BURST_S = 10.0  # what has not been used for so long may be used at once
_MAX_BUCKETS = 10_000


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled: float


class Rates:
    """The buckets of all keys; the ones not used for longest are forgotten, which only fills them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def spend(self, who: str, *, per_minute: int) -> None:
        """Take one token; Busy (429) with the time until there is one again."""
        now = self._clock.monotonic()
        most = max(1.0, per_minute * _BURST_S / 60)
        bucket = self._buckets.pop(who, None) or _Bucket(most, now)
        self._buckets[who] = bucket
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        passed = now - bucket.filled
        bucket.tokens = min(most, bucket.tokens + passed * per_minute / 60)
        bucket.filled = now
        if bucket.tokens < 1:
            raise Busy(
                f"More than {per_minute} requests a minute.",
                retry_after_s=(1 - bucket.tokens) * 60 / per_minute,
                http_status=429,
            )
        bucket.tokens -= 1
