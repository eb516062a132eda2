"""The keys of those who may use the service. A key is shown once, when it is made; what is kept is its SHA-256.

A key is `hv_ID_SECRET`: the id finds its row, the secret is 256 random bits, for which a plain hash is enough.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from harvestman.model import Clock, UsageError
from harvestman.store import schema
from harvestman.store.database import Database

FEED = "feed"
"""The scope of keys that may stand in an address, for readers of feeds that can send no header."""
SCOPES = (FEED, "read", "write", "admin")
"""What a key may allow: to take feeds and OAI-PMH; to look; to send, start and remove; to do so with what others have sent."""

_key = schema.api_key
_PREFIX = "hv"
_SECRET_BYTES = 32
_MAX_NAME = 200
_MAX_KEY = 200


@dataclass(frozen=True, slots=True)
class ApiKey:
    """What is known of a key; never the key itself."""

    id: str
    name: str
    scopes: frozenset[str]
    rate: int
    """Requests a minute; 0 for as many as the setting `rate` says."""
    created: datetime
    last_used: datetime | None
    revoked: datetime | None

    def allows(self, scope: str) -> bool:
        """Whether it opens that door: each scope opens what those before it open."""
        return any(SCOPES.index(own) >= SCOPES.index(scope) for own in self.scopes)


class ApiKeys:
    """The keys of a library."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def add(self, name: str, scopes: Collection[str], *, rate: int = 0) -> tuple[ApiKey, str]:
        """A new key, and its text, which cannot be had again."""
        unknown = sorted(set(scopes) - set(SCOPES))
        if unknown or not scopes:
            raise UsageError(f"scopes are {', '.join(SCOPES)}, not {', '.join(unknown) or 'none'}")
        key_id = self._new_id()
        text = f"{_PREFIX}_{key_id}_{secrets.token_urlsafe(_SECRET_BYTES)}"
        row = {
            "public_id": key_id,
            "name": name[:_MAX_NAME],
            "hash": _hash(text),
            "scopes": ",".join(scope for scope in SCOPES if scope in scopes),
            "rate": rate,
            "created": self._clock.now(),
        }
        with self._database.write() as connection:
            connection.execute(sa.insert(_key).values(**row))
            made = connection.execute(sa.select(_key).where(_key.c.public_id == key_id)).one()
            return api_key_of(made), text

    def all(self) -> list[ApiKey]:
        """Every key that was ever made, the oldest first."""
        with self._database.read() as connection:
            return [
                api_key_of(row) for row in connection.execute(sa.select(_key).order_by(_key.c.id))
            ]

    def has_any(self) -> bool:
        """Whether a key was ever made; revoking the last one must not open the doors."""
        with self._database.read() as connection:
            return connection.scalar(sa.select(_key.c.id).limit(1)) is not None

    def find(self, text: str) -> ApiKey | None:
        """The key with this text, unless it is none or was revoked."""
        prefix, _, rest = text[:_MAX_KEY].partition("_")
        key_id = rest.partition("_")[0]
        if prefix != _PREFIX or not key_id.isalnum() or not key_id.isascii():
            return None
        with self._database.read() as connection:
            row = connection.execute(sa.select(_key).where(_key.c.public_id == key_id)).first()
        if row is None or not hmac.compare_digest(row.hash, _hash(text)):
            return None
        return None if row.revoked else api_key_of(row)

    def touch(self, key_id: str) -> None:
        """Note that a key was used just now."""
        with self._database.write() as connection:
            connection.execute(
                sa.update(_key)
                .where(_key.c.public_id == key_id)
                .values(last_used=self._clock.now())
            )

    def revoke(self, key_id: str) -> bool:
        """Make a key worthless; False when there is no such key that still worked."""
        with self._database.write() as connection:
            done = connection.execute(
                sa.update(_key)
                .where(_key.c.public_id == key_id, _key.c.revoked.is_(None))
                .values(revoked=self._clock.now())
            )
            return bool(done.rowcount)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def api_key_of(row: Any) -> ApiKey:
    """The key of a row."""
    return ApiKey(
        id=row.public_id,
        name=row.name,
        scopes=frozenset(row.scopes.split(",")),
        rate=row.rate,
        created=row.created,
        last_used=row.last_used,
        revoked=row.revoked,
    )
