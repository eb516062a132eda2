"""One thread at a time for the same bytes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class DigestTurns:
    """Turns at bytes, by their digest: whoever comes second finds them known."""

    _guard: threading.Lock = field(default_factory=threading.Lock)
    _locks: dict[str, tuple[threading.Lock, list[None]]] = field(default_factory=dict)

    @contextmanager
    def of(self, digest: str) -> Iterator[None]:
        """A turn at the bytes with this digest."""
        with self._guard:
            lock, users = self._locks.setdefault(digest, (threading.Lock(), []))
            users.append(None)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                users.pop()
                if not users:
                    del self._locks[digest]
