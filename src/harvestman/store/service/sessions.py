"""Who has signed in to the pages: a browser shows a key once and is given a session of its own in its place.

A session is 256 random bits, of which the SHA-256 is kept. It belongs to its key: revoking the key ends it. It ends by itself when it
is not used for half a day, and after a week at the latest.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from harvestman.model import Clock
from harvestman.store import schema
from harvestman.store.database import Database
from harvestman.store.service.api_keys import ApiKey, api_key_of

IDLE = timedelta(hours=12)
"""A session that is not used for so long ends."""
LONGEST = timedelta(days=7)
"""A session ends so long after it was begun, however much it is used."""

_session, _key = schema.desk_session, schema.api_key
_SECRET_BYTES = 32
_MAX_TEXT = 100
_SEEN_EVERY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class SessionInUse:
    """A session that has not ended, for the list of sessions."""

    key: str
    """The id of its key."""
    created: datetime
    seen: datetime


class Sessions:
    """The sessions of a library."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def begin(self, key_id: str) -> str:
        """A new session for a key; its text, which cannot be had again. Those that have ended are forgotten."""
        text, now = secrets.token_urlsafe(_SECRET_BYTES), self._clock.now()
        row = sa.select(_key.c.id).where(_key.c.public_id == key_id).scalar_subquery()
        with self._database.write() as connection:
            connection.execute(sa.delete(_session).where(~self._is_alive(now)))
            connection.execute(
                sa.insert(_session).values(hash=_hash(text), key_id=row, created=now, seen=now)
            )
        return text

    def find(self, text: str) -> ApiKey | None:
        """The key of a session; None when there is none, it has ended, or the key was revoked."""
        if not 0 < len(text) <= _MAX_TEXT:
            return None
        now, name = self._clock.now(), _hash(text)
        statement = (
            sa.select(_key, _session.c.seen)
            .join_from(_session, _key, _key.c.id == _session.c.key_id)
            .where(_session.c.hash == name, self._is_alive(now), _key.c.revoked.is_(None))
        )
        with self._database.read() as connection:
            row = connection.execute(statement).first()
        if row is None:
            return None
        if now - row.seen > _SEEN_EVERY:
            seen = sa.update(_session).where(_session.c.hash == name).values(seen=now)
            with self._database.write() as connection:
                connection.execute(seen)
        return api_key_of(row)

    def end(self, text: str) -> None:
        """Forget a session."""
        with self._database.write() as connection:
            connection.execute(sa.delete(_session).where(_session.c.hash == _hash(text)))

    def alive(self) -> list[SessionInUse]:
        """The sessions that have not ended, the newest first."""
        statement = (
            sa.select(_key.c.public_id, _session.c.created, _session.c.seen)
            .join_from(_session, _key, _key.c.id == _session.c.key_id)
            .where(self._is_alive(self._clock.now()), _key.c.revoked.is_(None))
            .order_by(_session.c.created.desc())
        )
        with self._database.read() as connection:
            return [SessionInUse(*row) for row in connection.execute(statement)]

    @staticmethod
    def _is_alive(now: datetime) -> sa.ColumnElement[bool]:
        # One that was begun long after now is from before the clock was set right: it would never end.
        is_begun = (_session.c.created > now - LONGEST) & (_session.c.created < now + IDLE)
        return is_begun & (_session.c.seen > now - IDLE)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
