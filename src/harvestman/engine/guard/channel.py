"""Frames over a socket: a length, then that many bytes. Parent, nursery and children all speak through these two calls.

Deadlines are moments of `time.monotonic`. A peer that died is a ConnectionError, one that is late a TimeoutError.
"""

from __future__ import annotations

import struct
import time
from socket import socket

_LENGTH = struct.Struct("!Q")
_CHUNK_BYTES = 1 << 20


class FrameTooLarge(Exception):
    """The peer announces more bytes than we are willing to take."""


def send_frame(channel: socket, payload: bytes, *, deadline: float | None = None) -> None:
    """Send one frame whole."""
    channel.settimeout(_left(deadline))
    length = _LENGTH.pack(len(payload))
    if len(payload) <= _CHUNK_BYTES:
        channel.sendall(length + payload)  # copying it is cheaper than waking the peer twice
        return
    channel.sendall(length)
    channel.settimeout(_left(deadline))
    channel.sendall(payload)


def receive_frame(
    channel: socket, *, limit: int | None = None, deadline: float | None = None
) -> bytearray:
    """The next frame."""
    (size,) = _LENGTH.unpack(_receive(channel, _LENGTH.size, deadline))
    if limit is not None and size > limit:
        raise FrameTooLarge(size)
    return _receive(channel, size, deadline)


def _receive(channel: socket, size: int, deadline: float | None) -> bytearray:
    payload = bytearray(size)
    view = memoryview(payload)
    filled = 0
    while filled < size:
        channel.settimeout(_left(deadline))
        count = channel.recv_into(view[filled : filled + _CHUNK_BYTES])
        if not count:
            raise ConnectionResetError("the other side has ended")
        filled += count
    return payload


def _left(deadline: float | None) -> float | None:
    # Never zero (which would mean "do not wait"): what has already arrived is read even when the deadline has passed,
    # as after a Ctrl-Z that stopped the parent but not its children.
    return None if deadline is None else max(0.001, deadline - time.monotonic())
