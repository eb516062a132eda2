"""Answers are kept compressed: the metadata of a paper is text that shrinks to a third."""

from __future__ import annotations

import zstandard

_LEVEL = 3
_MOST_BYTES = 256_000_000
"""Of one answer: what claims to be larger when it is opened is not ours."""


def packed(value: bytes) -> bytes:
    """The value as one zstd frame."""
    return zstandard.ZstdCompressor(level=_LEVEL).compress(value)


def unpacked(frame: bytes) -> bytes | None:
    """What `packed` was given; None for bytes that are no such frame, or too large a one."""
    try:
        if zstandard.frame_content_size(frame) > _MOST_BYTES:
            return None
        return zstandard.ZstdDecompressor().decompress(frame, max_output_size=_MOST_BYTES)
    except zstandard.ZstdError:
        return None
