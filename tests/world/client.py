"""A plain client for tests: it dials 127.0.0.1 and names the host, since not every resolver knows `*.localhost`."""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as UTF-8."""
        return self.body.decode("utf-8")


def ask(
    port: int,
    host: str,
    path: str = "/",
    *,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    timeout_s: float = 10.0,
) -> Reply:
    """One request to one site of the world at that port; redirects are not followed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    try:
        named = {"Host": f"{host}.localhost:{port}", **(headers or {})}
        connection.request(method, path, body, named)
        response = connection.getresponse()
        lower = {name.lower(): value for name, value in response.getheaders()}
        return Reply(response.status, lower, response.read())
    finally:
        connection.close()
