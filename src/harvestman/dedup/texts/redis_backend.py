"""The Redis backend: its index, and answers that Redis forgets by itself after a while.

Citations are large and cheap to extract again, so they are kept for hours; everything else for weeks (CiteSeerExtractor's own measure, which
kept its memory from filling up). A value is compressed. What cannot be kept is extracted again: nobody is stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from harvestman.dedup.texts.matching import DISTANCE, Dedup, key_bytes
from harvestman.dedup.texts.packing import packed, unpacked
from harvestman.dedup.texts.redis_index import RedisIndex
from harvestman.dedup.texts.redis_link import Link
from harvestman.model import Clock
from harvestman.store import Library

if TYPE_CHECKING:
    from redis import Redis

CITATIONS_TTL_S, METADATA_TTL_S = 6 * 3600.0, 30 * 86_400.0
_SHORT_LIVED = frozenset({"citations"})


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """How long answers are kept."""

    citations_s: float = CITATIONS_TTL_S
    metadata_s: float = METADATA_TTL_S

    def of(self, part: str) -> float:
        """How long this part is kept."""
        return self.citations_s if part in _SHORT_LIVED else self.metadata_s


class RedisAnswers:
    """Answers in Redis, compressed, each with its time to live."""

    def __init__(self, link: Link, lifetimes: Lifetimes) -> None:
        self._link = link
        self._lifetimes = lifetimes

    def get(self, key: str, part: str) -> bytes | None:
        """What is kept of a document under that name, if Redis still has it."""
        name = _name(key, part)
        value = self._link.ask(lambda client: client.get(name), None)
        return unpacked(value) if isinstance(value, bytes) else None

    def put(self, key: str, part: str, value: bytes) -> None:
        """Keep a part for its time; when Redis is full or lost, it is not kept."""
        name, data = _name(key, part), packed(value)
        milliseconds = max(1, int(self._lifetimes.of(part) * 1000))
        longest = max(1, int(max(self._lifetimes.citations_s, self._lifetimes.metadata_s) * 1000))

        def write(client: Redis) -> None:
            with client.pipeline(transaction=True) as pipe:
                pipe.set(name, data, px=milliseconds)
                pipe.sadd(_parts(key), part)
                pipe.pexpire(_parts(key), longest)
                pipe.execute()

        self._link.tell(write)

    def discard(self, key: str) -> None:
        """Forget all parts of a document."""

        def delete(client: Redis) -> None:
            parts = client.smembers(_parts(key))
            client.delete(_parts(key), *(_name(key, part.decode()) for part in parts))  # type: ignore[union-attr]

        self._link.tell(delete)


def _name(key: str, part: str) -> bytes:
    return b"hv:a:" + key_bytes(key) + b":" + part.encode()


def _parts(key: str) -> bytes:
    return b"hv:p:" + key_bytes(key)


def open_redis(
    address: str,
    library: Library,
    *,
    clock: Clock,
    distance: int = DISTANCE,
    lifetimes: Lifetimes | None = None,
) -> Dedup:
    """The backend in the Redis at this address; one that cannot be reached now is tried again later."""
    link = Link(address, clock=clock)
    index = RedisIndex(library.fingerprints, link, distance=distance)

    def close() -> None:
        index.close()
        link.close()

    return Dedup(index, RedisAnswers(link, lifetimes or Lifetimes()), index.state, close)
