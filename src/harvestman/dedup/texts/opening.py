"""One door to both backends: the library's database, or Redis by its address."""

from __future__ import annotations

from pathlib import Path

from harvestman.dedup.texts.embedded import open_embedded
from harvestman.dedup.texts.matching import DISTANCE, Dedup
from harvestman.dedup.texts.redis_backend import (
    CITATIONS_TTL_S,
    METADATA_TTL_S,
    Lifetimes,
    open_redis,
)
from harvestman.model import Clock, SystemClock, UsageError
from harvestman.store import Library


def open_dedup(
    where: str,
    library: Library,
    *,
    distance: int = DISTANCE,
    citations_ttl_s: float = CITATIONS_TTL_S,
    metadata_ttl_s: float = METADATA_TTL_S,
    folder: Path | None = None,
    clock: Clock | None = None,
) -> Dedup:
    """The backend that the setting `dedup` names: `database`, or `redis://…`.

    `folder` is where the index of a PostgreSQL library is kept between runs; an SQLite library has it beside its file.
    """
    if where == "database":
        return open_embedded(library, distance=distance, folder=folder)
    if where.startswith(("redis://", "rediss://", "unix://")):
        return open_redis(
            where,
            library,
            clock=clock or SystemClock(),
            distance=distance,
            lifetimes=Lifetimes(citations_ttl_s, metadata_ttl_s),
        )
    raise UsageError("`dedup` names no place for an index: it takes database or redis://…")
