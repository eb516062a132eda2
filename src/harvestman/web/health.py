"""A worker's small door: `/healthz`, `/readyz` and `/metrics`, for those who watch over many of them, and nothing else."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from fastapi import FastAPI

from harvestman.web.api.health import health_router
from harvestman.web.front.errors import add_error_answers
from harvestman.web.service import Service

_MAX_CONNECTIONS = 64


@asynccontextmanager
async def answering_health(service: Service, listener: socket.socket | None) -> AsyncIterator[None]:
    """Answer within the block, if there is somewhere to listen."""
    if listener is None:
        yield
        return
    app = FastAPI(title="Harvestman worker", docs_url=None, redoc_url=None, openapi_url=None)
    add_error_answers(app)
    app.include_router(health_router(service))
    config = uvicorn.Config(
        app,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_MAX_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]), name="health")
    try:
        yield
    finally:
        server.should_exit = True
        await serving


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The worker itself is told to stop, and ends this."""
        yield
