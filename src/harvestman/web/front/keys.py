"""API keys: every route asks for a scope, and the key that a request carries decides whether it may pass.

Keys are asked for as soon as the library has one, and always where the service can be reached from other machines, unless it
was opened to everybody by name; then the rate is that of each address. What is known of a key is remembered for a few seconds, so a revoked one works that much longer,
by a clock that nobody can set back.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request
from fastapi.security import APIKeyHeader, HTTPAuthorizationCredentials, HTTPBearer

from harvestman.store import FEED, ApiKey
from harvestman.web.front.errors import Forbidden

if TYPE_CHECKING:
    from harvestman.web.service import Service

KEY = "key"
"""The parameter of an address that holds a key of scope `feed`."""
REMEMBERED_S = 5
_TOUCHED_S = 60
_MAX_REMEMBERED = 10_000

_bearer = HTTPBearer(auto_error=False, description="A key of `harvestman keys add`.")
_header = APIKeyHeader(name="X-API-Key", auto_error=False, description="The same key.")


class Keys:
    """The API keys of the library, remembered by this process for a short time."""

    def __init__(self, service: Service, *, is_asked: bool, is_open: bool) -> None:
        self._service = service
        self._is_asked = is_asked
        self.is_open = is_open
        self._known: OrderedDict[bytes, tuple[ApiKey | None, float]] = OrderedDict()
        self._has_any: tuple[bool, float] | None = None
        self._touched: dict[str, float] = {}

    async def are_asked(self) -> bool:
        """Whether requests need a key at all: yes as soon as one was made."""
        if self.is_open or self._is_asked:
            return not self.is_open
        now = self._service.clock.monotonic()
        if self._has_any is None or (not self._has_any[0] and self._is_old(self._has_any[1], now)):
            self._has_any = (await self._service.run(self._service.library.api_keys.has_any), now)
        return self._has_any[0]

    async def find(self, text: str) -> ApiKey | None:
        """The key with this text."""
        now = self._service.clock.monotonic()
        name = hashlib.sha256(text.encode(errors="replace")).digest()
        known = self._known.get(name)
        if known is None or self._is_old(known[1], now):
            key = await self._service.run(self._service.library.api_keys.find, text)
            known = self._known[name] = (key, now)
            if len(self._known) > _MAX_REMEMBERED:
                self._known.popitem(last=False)
        if known[0] is not None:
            await self._touch(known[0].id, now)
        return known[0]

    async def _touch(self, key_id: str, now: float) -> None:
        last = self._touched.get(key_id)
        if last is None or now - last > _TOUCHED_S:
            self._touched[key_id] = now
            await self._service.run(self._service.library.api_keys.touch, key_id)

    @staticmethod
    def _is_old(since: float, now: float) -> bool:
        return now - since > REMEMBERED_S


def allow(service: Service, scope: str) -> Callable[..., Awaitable[None]]:
    """A FastAPI dependency: refuses requests without a key of this scope, notes the key at `request.state.key`, and counts against its rate."""

    async def check(
        request: Request,
        bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)] = None,
        header: Annotated[str | None, Depends(_header)] = None,
    ) -> None:
        request.state.key = None
        text = (bearer.credentials if bearer else "") or header or ""
        in_address = "" if text or scope != FEED else request.query_params.get(KEY, "")
        if not await service.keys.are_asked():
            if service.keys.is_open and request.client:
                service.rates.spend(request.client.host, per_minute=service.settings.rate)
            return
        if not (text or in_address):
            raise Forbidden("This service asks for a key.", http_status=401)
        key = await service.keys.find(text or in_address)
        if key is None:
            raise Forbidden("The key is not known here, or was revoked.", http_status=401)
        service.rates.spend(key.id, per_minute=key.rate or service.settings.rate)
        if in_address and key.scopes != {FEED}:
            # Addresses are written to logs: no key that opens more may stand there.
            raise Forbidden("Only a key of the scope feed alone may stand in an address.")
        if not key.allows(scope):
            raise Forbidden(f"This key does not allow to {scope}.")
        request.state.key = key

    return check


async def let_in(request: Request, check: Callable[..., Awaitable[None]]) -> None:
    """Ask a dependency of `allow` without FastAPI."""
    await check(request, await _bearer(request), await _header(request))


def sender(request: Request) -> str:
    """The id of the key that a request carries; "" where none is asked for."""
    key: ApiKey | None = request.state.key
    return key.id if key else ""


def viewer(request: Request) -> str | None:
    """The id of the key whose documents a request may be told of; None for all, where no key is asked for or it is an admin's."""
    key: ApiKey | None = request.state.key
    return None if key is None or key.allows("admin") else key.id
