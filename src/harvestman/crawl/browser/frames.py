"""What parent and child say to each other: a small JSON object and bytes, each with its length in front."""

from __future__ import annotations

import asyncio
import json
import struct
from typing import Any

_LENGTHS = struct.Struct("!II")
_MAX_NOTE = 1 << 20

Note = dict[str, Any]


async def read_frame(reader: asyncio.StreamReader, *, limit: int) -> tuple[Note, bytes]:
    """The next note and its bytes; ConnectionError when they would be larger than allowed."""
    note_size, size = _LENGTHS.unpack(await reader.readexactly(_LENGTHS.size))
    if note_size > _MAX_NOTE or size > limit:
        raise ConnectionError("more was sent than allowed")
    note = json.loads(await reader.readexactly(note_size))
    return note, await reader.readexactly(size)


async def write_frame(writer: asyncio.StreamWriter, note: Note, body: bytes = b"") -> None:
    """Send a note and its bytes."""
    text = json.dumps(note).encode()
    writer.write(b"".join((_LENGTHS.pack(len(text), len(body)), text, body)))
    await writer.drain()
