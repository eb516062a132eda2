"""Who looks at a page: the key of their session, what it lets them do, and the token that their forms carry.

A session stands in a cookie that no script can read. Whoever has none gets a cookie without any right, so that forms have a token too: it
is made of the cookie's text by SHA-256, so another site, which cannot read the cookie, cannot make it. Cookies count for pages alone; the
routes of programs never look at them.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from urllib.parse import quote

from fastapi import Request

from harvestman.store import ApiKey
from harvestman.web.desk.catalogues import chosen_language
from harvestman.web.front.errors import Forbidden, Refused
from harvestman.web.front.keys import REMEMBERED_S
from harvestman.web.service import Service

LANGUAGE_COOKIE = "hm_lang"
_MOST = 10_000
_MAX_COOKIE = 200


@dataclass(frozen=True, slots=True)
class Visitor:
    """One who asks for a page."""

    secret: str
    """The text of the cookie by which the token of forms is made."""
    key: ApiKey | None
    is_new: bool
    """Whether the browser has yet to be given its cookie."""
    language: str
    may_write: bool
    may_admin: bool
    is_signed_in: bool
    asks_for_keys: bool

    @property
    def token(self) -> str:
        """What every form of this browser carries."""
        return hashlib.sha256(b"form:" + self.secret.encode()).hexdigest()[:40]

    def sign(self, text: str) -> str:
        """A mark on something that this browser keeps for us, so that we know it as ours."""
        key = hashlib.sha256(b"sign:" + self.secret.encode()).digest()
        return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()[:32]


class Visitors:
    """Knows visitors by their cookies; what is known of a session is remembered for a few seconds."""

    def __init__(self, service: Service) -> None:
        self._service = service
        is_https = service.settings.public_url.startswith("https:")
        self.is_secure = is_https
        self.cookie = "__Host-hm_session" if is_https else "hm_session"
        self.plain_cookie = "__Host-hm_visit" if is_https else "hm_visit"
        self._known: OrderedDict[str, tuple[ApiKey | None, float]] = OrderedDict()

    async def visitor(self, request: Request, scope: str = "read") -> Visitor:
        """Who asks; `SignInFirst` when pages of this kind are not open to them."""
        found = await self.anybody(request)
        keys = self._service.keys
        if keys.is_open and request.client:
            self._service.rates.spend(request.client.host, per_minute=self._service.settings.rate)
        elif found.key:
            rate = found.key.rate or self._service.settings.rate
            self._service.rates.spend(found.key.id, per_minute=rate)
        if scope == "read" and (keys.is_open or not found.asks_for_keys):
            return found
        if not found.asks_for_keys and not keys.is_open:
            return found
        if found.key is None:
            raise SignInFirst(request)
        if not found.key.allows(scope):
            raise Forbidden(f"This key does not allow to {scope}.")
        return found

    async def anybody(self, request: Request) -> Visitor:
        """Who asks, whatever they may do; their key is noted at `request.state.key`."""
        text = request.cookies.get(self.cookie, "")[:_MAX_COOKIE]
        key = await self._key_of(text) if text else None
        request.state.key = key
        secret = text if key else request.cookies.get(self.plain_cookie, "")[:_MAX_COOKIE]
        asks = await self._service.keys.are_asked()
        is_free = not asks and not self._service.keys.is_open
        return Visitor(
            secret=secret or secrets.token_urlsafe(32),
            key=key,
            is_new=not secret,
            language=chosen_language(
                request.query_params.get("lang", ""),
                request.cookies.get(LANGUAGE_COOKIE, ""),
                request.headers.get("accept-language", ""),
            ),
            may_write=is_free or (key is not None and key.allows("write")),
            may_admin=is_free or (key is not None and key.allows("admin")),
            is_signed_in=key is not None,
            asks_for_keys=asks,
        )

    async def _key_of(self, text: str) -> ApiKey | None:
        now = self._service.clock.monotonic()
        name = hashlib.sha256(text.encode(errors="replace")).hexdigest()
        known = self._known.get(name)
        if known is None or now - known[1] > REMEMBERED_S:
            key = await self._service.run(self._service.library.sessions.find, text)
            known = self._known[name] = (key, now)
            if len(self._known) > _MOST:
                self._known.popitem(last=False)
        return known[0]

    def forget(self, text: str) -> None:
        """A session was ended: it must not be remembered."""
        self._known.pop(hashlib.sha256(text.encode(errors="replace")).hexdigest(), None)


class SignInFirst(Refused):
    """The page is for those who have signed in (303 to where they can)."""

    def __init__(self, request: Request) -> None:
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        back = f"?next={quote(here, safe='')}" if request.method == "GET" and here != "/" else ""
        super().__init__(303, "Sign in first.", headers={"Location": f"/sign-in{back}"})
