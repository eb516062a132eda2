"""An S3 server for tests: moto's, in this process, on a free loopback port."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from moto.server import ThreadedMotoServer


class S3Server:
    """A running server and what a client has to know of it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._numbers = count(1)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that lead a client here."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
        }

    def new_bucket(self) -> str:
        """The name of a fresh, empty bucket."""
        name = f"bucket-{next(self._numbers)}"
        request = urllib.request.Request(f"{self.endpoint}/{name}", method="PUT")
        urllib.request.urlopen(request, timeout=10).close()
        return name


@contextmanager
def running_s3() -> Iterator[S3Server]:
    """Start a server, and stop it at the end."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        yield S3Server(f"http://{host}:{port}")
    finally:
        server.stop()
