"""The application around a service, started and stopped as a server would, and a client that calls it without a network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import httpx

from harvestman.web import Service, create_app

ServiceMaker = Callable[..., Service]


@asynccontextmanager
async def running(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the running application."""
    app = create_app(service)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(app.router.lifespan_context(app))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        yield await stack.enter_async_context(
            httpx.AsyncClient(transport=transport, base_url="http://localhost")
        )
