"""See `_shown_text.c`."""

from collections.abc import Mapping

def shown(content: bytes, fonts: Mapping[bytes, tuple[int, bytes, bytes]], /) -> str: ...
