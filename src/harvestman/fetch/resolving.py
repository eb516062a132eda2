"""From a host name to its addresses: the system's resolver, with one rule of our own.

Names under `.localhost` are always this machine (RFC 6761 section 6.3), whatever the system's resolver or a hostile DNS
server says of them. The guard then refuses them like any other private address, unless private addresses are allowed.
"""

from __future__ import annotations

import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

_LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


class Resolver(AbstractResolver):
    """Resolves names for aiohttp."""

    def __init__(self) -> None:
        self._system = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a host; OSError when it has none."""
        name = host.rstrip(".").lower()
        if name != "localhost" and not name.endswith(".localhost"):
            return await self._system.resolve(host, port, family)
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=kind,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for kind, address in _LOOPBACK
            if family in (socket.AF_UNSPEC, kind)
        ]

    async def close(self) -> None:
        """Nothing is kept open."""
        await self._system.close()
