"""Time limits on connections: clients that do not send their headers, or do not take their answer, are disconnected.

uvicorn bounds neither. What is sent of a body is bounded in `front.py`, where bytes are counted.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from harvestman.web.front.front import MIN_BYTES_S

_MAX_HEAD_BYTES = 64 * 1024
_UNSENT_BYTES = 32 * 1024  # asked for more at half of it: 0.8 kB a second are seen within 20 s


class CarefulProtocol(HttpToolsProtocol):
    """Ends connections whose request line and headers are late or endless, and those that do not take their answer."""

    timeout_s = 20.0

    _timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _is_awaiting_head = True
    _heads = 0
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected; the clock for its headers starts."""
        super().connection_made(transport)
        _keep_little_unsent(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone; the clocks are stopped."""
        self._stop_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request have arrived; headers that are too long end the connection."""
        if self._is_awaiting_head and self._timer is None:
            self._await_head()
        was_awaiting, heads = self._is_awaiting_head, self._heads
        super().data_received(data)
        if was_awaiting and heads == self._heads:  # all of it belongs to a head that is not whole
            self._head_bytes += len(data)
            if self._head_bytes > _MAX_HEAD_BYTES:
                self.transport.abort()

    def on_headers_complete(self) -> None:
        """All headers have arrived; their clock stops."""
        self._is_awaiting_head, self._head_bytes = False, 0
        self._heads += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete; the clock for the next one on this connection starts."""
        self._is_awaiting_head = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client takes the answer more slowly than it is written: start to watch it."""
        super().pause_writing()
        self._watch_taking()

    def resume_writing(self) -> None:
        """The client has caught up: stop watching it."""
        super().resume_writing()
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _watch_taking(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._write_timer = self.loop.call_later(self.timeout_s, self._check_taking, left)

    def _check_taking(self, before: int) -> None:
        """Disconnect a client that took too little since the last check; a slow one that goes on taking may stay."""
        if before - self.transport.get_write_buffer_size() < MIN_BYTES_S * self.timeout_s:
            self.transport.abort()
        else:
            self._watch_taking()

    def _await_head(self) -> None:
        self._timer = self.loop.call_later(self.timeout_s, self.transport.abort)

    def _stop_timers(self) -> None:
        for timer in (self._timer, self._write_timer):
            if timer is not None:
                timer.cancel()
        self._timer = self._write_timer = None


def _keep_little_unsent(transport: asyncio.Transport) -> None:
    """Keep the system's send buffer small, so that we see how fast the client takes its answer.

    It would take megabytes, and ask for more only when a third of them are gone: whoever takes 40 kB a second then seems to take
    nothing for twenty seconds.
    """
    connection = transport.get_extra_info("socket")
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if connection is not None and option is not None:
        with suppress(OSError):  # no TCP
            connection.setsockopt(socket.IPPROTO_TCP, option, _UNSENT_BYTES)
