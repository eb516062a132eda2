"""Routes whose requests mostly carry no parameter: these are answered with the defaults of their function.

FastAPI resolves every parameter and every dependency anew for each request, also where there is nothing to resolve. That takes
a quarter of what the event loop has to do for a document whose bytes or pages are known.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from harvestman.web.front.keys import let_in


class UsualRoute(APIRoute):
    """A route without parameters in its path, whose function has defaults for all others, and whose only dependencies are those of `allow`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        resolving = super().get_route_handler()
        checks = [one.dependency for one in self.dependencies if one.dependency is not None]
        answer: Callable[[Request], Coroutine[Any, Any, Response]] = self.endpoint

        async def handle(request: Request) -> Response:
            if request.scope["query_string"]:
                return await resolving(request)
            for check in checks:
                await let_in(request, check)
            return await answer(request)

        return handle
