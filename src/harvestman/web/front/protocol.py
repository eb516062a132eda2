"""The server's side of one connection, with patience that ends: a head that does not come, an answer that is not taken, a
body that goes on after its answer, framing and trailers without end, one address that takes every connection.

uvicorn bounds none of these. What is sent of a body before its answer is bounded in `front.py`, where bytes are counted.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from contextlib import suppress
from ipaddress import IPv6Address
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from harvestman.web.front.front import MIN_BYTES_S

_MAX_HEAD_BYTES = 64 * 1024
_FRAMING = 8  # bytes of framing that a byte of the body may cost; a chunk of one byte costs five
_FULL_TEXT = b"Too many connections come from your address.\n"
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(_FULL_TEXT), _FULL_TEXT)
)
_UNSENT_BYTES = 32 * 1024  # asked for more at half of it: 0.8 kB a second are seen within 20 s


class CarefulProtocol(HttpToolsProtocol):
    """Ends connections whose head, rest or framing is late or endless, and those that do not take their answer.

    A server has a class of its own (`for_server`), whose connections are counted by address.
    """

    timeout_s = 20.0
    max_of_address = 2_000
    addresses: ClassVar[Counter[str]] = Counter()

    _timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _is_awaiting_head = True
    _heads = 0
    _head_bytes = 0
    _body_bytes = 0
    _framing_bytes = 0
    _address = ""

    @classmethod
    def for_server(cls, *, timeout_s: float, max_of_address: int) -> type[CarefulProtocol]:
        """The protocol of one server."""
        names = {"timeout_s": timeout_s, "max_of_address": max_of_address, "addresses": Counter()}
        return type("Protocol", (cls,), names)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected; the clock for its headers starts."""
        super().connection_made(transport)
        _keep_little_unsent(transport)
        self._address = _counted_as(self.client[0] if self.client else "")
        self.addresses[self._address] += 1
        if self.addresses[self._address] > self.max_of_address:
            transport.write(_FULL)
            transport.close()
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone; the clocks are stopped."""
        self._stop_timers()
        self.addresses[self._address] -= 1
        if self.addresses[self._address] <= 0:
            del self.addresses[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        if self.transport.is_closing():
            return
        if self._is_awaiting_head and self._timer is None:
            self._await_head()
        was_awaiting, heads, body = self._is_awaiting_head, self._heads, self._body_bytes
        super().data_received(data)
        if heads != self._heads:
            return  # a new request began in these bytes: its own count begins with the next ones
        if was_awaiting:  # all of it belongs to a head that is not whole
            self._head_bytes += len(data)
        else:  # chunks, their extensions and trailers: whatever is not the body itself
            self._framing_bytes += len(data) - (self._body_bytes - body)
        most_framing = _MAX_HEAD_BYTES + _FRAMING * self._body_bytes
        if self._head_bytes > _MAX_HEAD_BYTES or self._framing_bytes > most_framing:
            self.transport.abort()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; what follows the body (a trailer) is dropped: nobody has asked for it, and it could pose as a header."""
        if self._is_awaiting_head:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """Some of the body."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """All headers have arrived; their clock stops."""
        self._is_awaiting_head, self._head_bytes = False, 0
        self._body_bytes = self._framing_bytes = 0
        self._heads += 1
        self._stop_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete; the clock for the next one on this connection starts."""
        self._is_awaiting_head = True
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is out; the rest of a body that it did not wait for has to come soon, however steadily it drips."""
        super().on_response_complete()
        is_body_open = not self._is_awaiting_head and self.cycle.response_complete
        if is_body_open and not self.transport.is_closing() and self._timer is None:
            self._timer = self.loop.call_later(self.timeout_s, self.transport.abort)

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

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_timers(self) -> None:
        self._stop_timer()
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


def _counted_as(address: str) -> str:
    """The address that a client is counted by: of IPv6 the network, because one subscriber has 2^64 addresses in it."""
    try:
        six = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(six.ipv4_mapped or IPv6Address(int(six) >> 64 << 64))


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
