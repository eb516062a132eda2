"""A wire to a server that can be cut: a socket of its own, from which everything is passed on to the server's.

Cut silently, nothing passes in either direction and nobody is told, as when a cable is pulled; what was on its way arrives when it is
mended. Hung up, all connections are closed, as when a server is restarted.
"""

from __future__ import annotations

import select
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

_NAME = ".s.PGSQL.5432"
_LOOK_S = 0.02


class CutWire:
    """Listens where a server would, until its block is left."""

    def __init__(self, server: str | tuple[str, int], listener: socket.socket) -> None:
        self._server = server
        self._listener = listener
        self._listener.listen(64)
        self._passes = threading.Event()
        self._passes.set()
        self._refuses = False
        self._is_closing = threading.Event()
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()

    @classmethod
    @contextmanager
    def to_postgres(cls, folder: Path, db: str) -> Iterator[tuple[Self, str]]:
        """A wire to the server that listens in a folder, and the address of a database by it."""
        with tempfile.TemporaryDirectory(prefix="hv-wire-") as own:
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(f"{own}/{_NAME}")
            with cls(str(folder / _NAME), listener) as wire:
                yield wire, f"{db.partition('?')[0]}?host={own}"

    @classmethod
    @contextmanager
    def to_http(cls, address: str) -> Iterator[tuple[Self, str]]:
        """A wire to a server at an address, and its address by it."""
        parts = urlsplit(address)
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        with cls((str(parts.hostname), int(parts.port or 80)), listener) as wire:
            yield wire, f"http://127.0.0.1:{listener.getsockname()[1]}"

    @classmethod
    @contextmanager
    def to_postgres_by_tcp(cls, folder: Path, db: str, host: str) -> Iterator[tuple[Self, str]]:
        """The same, listening at an address of this machine."""
        listener = socket.socket()
        listener.bind((host, 0))
        name = db.partition("?")[0].rpartition("/")[2]
        with cls(str(folder / _NAME), listener) as wire:
            yield wire, f"postgresql://postgres@{host}:{listener.getsockname()[1]}/{name}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_closing.set()
        self._passes.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()

    def cut(self) -> None:
        """Let nothing pass from now on, and tell nobody."""
        self._passes.clear()

    def refuse(self) -> None:
        """Close every new connection at once, as a server that fails does."""
        self._refuses = True

    def mend(self) -> None:
        """Let everything pass again."""
        self._refuses = False
        self._passes.set()

    def hang_up(self) -> None:
        """Close all connections that are open now."""
        for pair in list(self._pairs):
            for one in pair:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while not self._is_closing.is_set():
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._refuses:
                client.close()
                continue
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        family = socket.AF_UNIX if isinstance(self._server, str) else socket.AF_INET
        with client, socket.socket(family) as server, suppress(OSError):
            self._passes.wait()
            server.connect(self._server)
            pair = (client, server)
            self._pairs.add(pair)
            try:
                while not self._is_closing.is_set():
                    ready, _, _ = select.select(pair, (), (), _LOOK_S)
                    self._passes.wait()
                    for one in ready:
                        data = one.recv(65536)
                        if not data:
                            return
                        (server if one is client else client).sendall(data)
            finally:
                self._pairs.discard(pair)
