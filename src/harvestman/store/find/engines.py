"""What search providers answered, how often they were asked today, and until when they want to be left alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa

from harvestman.model import Clock, Plain
from harvestman.store.database import Database, insert_into
from harvestman.store.find.tables import engine_answer, engine_use
from harvestman.store.ids import digest_key
from harvestman.store.storable import to_json


class EngineAnswers:
    """The memory of search: answers by provider and query, and each provider's use."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def known(self, provider: str, query: Plain, *, since: datetime) -> list[Plain] | None:
        """What a provider answered to a query since then; None when it was not asked."""
        with self._database.read() as connection:
            row = connection.execute(
                sa.select(engine_answer.c.hits).where(
                    engine_answer.c.query_key == _key(provider, query),
                    engine_answer.c.asked >= since,
                )
            ).first()
        return None if row is None else list(row.hits)

    def keep(self, provider: str, query: Plain, hits: Sequence[Plain]) -> None:
        """Keep what a provider answered."""
        with self._database.write() as connection:
            insert = insert_into(engine_answer, connection.dialect.name).values(
                query_key=_key(provider, query),
                provider=provider,
                query=query,
                hits=list(hits),
                asked=self._clock.now(),
            )
            connection.execute(
                insert.on_conflict_do_update(
                    index_elements=["query_key"],
                    set_={"hits": insert.excluded.hits, "asked": insert.excluded.asked},
                )
            )

    def use(self, provider: str, *, quota: int | None = None) -> str:
        """Count one more request to a provider; why it may not be asked now, "" when it may."""
        now = self._clock.now()
        day = now.date().isoformat()
        with self._database.write() as connection:
            row = connection.execute(
                sa.select(engine_use).where(engine_use.c.provider == provider).with_for_update()
            ).first()
            if row is not None and row.held_until is not None and row.held_until > now:
                return f"it wants to be left alone until {row.held_until:%Y-%m-%d %H:%M} UTC"
            used = row.used if row is not None and row.day == day else 0
            if quota is not None and used >= quota:
                return f"its quota of {quota} requests a day is used up"
            insert = insert_into(engine_use, connection.dialect.name).values(
                provider=provider, day=day, used=used + 1, held_until=None
            )
            connection.execute(
                insert.on_conflict_do_update(
                    index_elements=["provider"],
                    set_={name: insert.excluded[name] for name in ("day", "used", "held_until")},
                )
            )
        return ""

    def hold(self, provider: str, seconds: float) -> None:
        """Leave a provider alone for so long."""
        until = self._clock.now() + timedelta(seconds=seconds)
        with self._database.write() as connection:
            connection.execute(
                sa.update(engine_use)
                .where(engine_use.c.provider == provider)
                .values(held_until=until)
            )


def _key(provider: str, query: Plain) -> str:
    return digest_key(provider, to_json(query))
