"""Frames over a socket: a length, then that many bytes. Parent, nursery and children all speak through these two calls.

Deadlines are moments of `time.monotonic`. A peer that died is a ConnectionError, one that is late a TimeoutError.
"""

from __future__ import annotations

import struct
import time
from socket import socket

_LENGTH = struct.Struct("!Q")
_CHUNK_BYTES = 1 << 20
_SMALL_BYTES = 1 << 16
_ENDED = "the other side has ended"


class FrameTooLarge(Exception):
    """The peer announces more bytes than we are willing to take."""


def send_frame(channel: socket, payload: bytes, *, deadline: float | None = None) -> None:
    """Send one frame whole."""
    _set_deadline(channel, deadline)
    length = _LENGTH.pack(len(payload))
    if len(payload) <= _CHUNK_BYTES:
        channel.sendall(length + payload)  # copying it is cheaper than waking the peer twice
        return
    channel.sendall(length)
    _set_deadline(channel, deadline)
    channel.sendall(payload)


def receive_frame(
    channel: socket, *, limit: int | None = None, deadline: float | None = None
) -> bytes | bytearray:
    """The next frame. Both sides take turns: nothing is sent behind a frame before it is answered."""
    begun = _received(channel, deadline)  # nearly always the whole frame
    while len(begun) < _LENGTH.size:
        begun += _received(channel, deadline)
    (size,) = _LENGTH.unpack_from(begun)
    if limit is not None and size > limit:
        raise FrameTooLarge(size)
    filled = len(begun) - _LENGTH.size
    if filled >= size:
        return begun[_LENGTH.size : _LENGTH.size + size]
    payload = bytearray(size)
    payload[:filled] = begun[_LENGTH.size :]
    view = memoryview(payload)
    while filled < size:
        _set_deadline(channel, deadline)
        count = channel.recv_into(view[filled : filled + _CHUNK_BYTES])
        if not count:
            raise ConnectionResetError(_ENDED)
        filled += count
    return payload


def _received(channel: socket, deadline: float | None) -> bytes:
    _set_deadline(channel, deadline)
    part = channel.recv(_SMALL_BYTES)
    if not part:
        raise ConnectionResetError(_ENDED)
    return part


def _set_deadline(channel: socket, deadline: float | None) -> None:
    """Let the next call wait until then; without a deadline as the socket is: for ever, unless somebody has set it."""
    if deadline is not None:
        # Never zero (which would mean "do not wait"): what has already arrived is read even when the deadline has passed,
        # as after a Ctrl-Z that stopped the parent but not its children.
        channel.settimeout(max(0.001, deadline - time.monotonic()))
