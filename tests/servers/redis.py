"""A real Redis server for tests: in memory only, reached by a Unix socket, gone when the tests end."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import redis


class RedisServer:
    """A Redis in memory only, reached by a socket in a folder of its own."""

    def __init__(self, folder: str) -> None:
        self._socket = f"{folder}/redis.sock"
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.url = f"unix://{self._socket}"

    def start(self) -> None:
        self._process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self._socket, "--save", "", "--dir", self._folder],
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "Ready to accept connections" in line or "ready to accept" in line:
                return
        raise AssertionError("redis-server did not start")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    @property
    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url)


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    """A server that has been started."""
    with tempfile.TemporaryDirectory(prefix="hv-redis-") as folder:
        server = RedisServer(folder)
        server.start()
        try:
            yield server
        finally:
            server.kill()
