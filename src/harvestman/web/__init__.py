"""Web: the service over HTTP. Documents come in, what was read from them goes out; nothing is read twice.

In: requests, with keys where the service can be reached by others. Out: JSON, XML or text, each answer bounded and tagged; failures in
one shape. A route parses, calls the `Service` and writes; what blocks runs in threads, what reads files in guarded children. It never lets
a client's word become part of a path, never fetches but through the guarded fetcher, and never keeps a key.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harvestman.web.app import ROUTERS, create_app
    from harvestman.web.front.errors import Busy, Forbidden, Missing, Refused, TooLarge
    from harvestman.web.service import Service

__all__ = [
    "ROUTERS",
    "Busy",
    "Forbidden",
    "Missing",
    "Refused",
    "Service",
    "TooLarge",
    "create_app",
]

# Loaded when asked for: the children that read documents import this package too, and need no server.
_HOMES = {
    "ROUTERS": "app",
    "create_app": "app",
    "Service": "service",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    return getattr(
        importlib.import_module(f"harvestman.web.{_HOMES.get(name, 'front.errors')}"), name
    )
