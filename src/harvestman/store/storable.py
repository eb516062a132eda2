"""Text, numbers and JSON that either database can store.

Pages may hold NUL and lone surrogates (JSON-LD can spell both); PostgreSQL refuses the first and neither takes the second.
They become U+FFFD on the way in, so that no page can make a transaction fail.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

MAX_YEAR = 9999
"""The last year that is kept as one: a page may claim any number, and PostgreSQL's integers end somewhere."""
MAX_VENUE = 200
"""Characters of a venue by which its papers are told; PostgreSQL's indexes take no long texts."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
# Made once: `json.dumps` makes one for each value where anything is unusual.
_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def storable(text: str) -> str:
    """The text with what no database stores replaced by U+FFFD."""
    if text.isascii() and "\x00" not in text:
        return text
    return _UNSTORABLE.sub("\ufffd", text)


def to_json(value: Any) -> str:
    """JSON that either database stores; letters stay letters, so that people can read the tables."""
    try:
        text = _written(value)
    except ValueError:  # NaN and infinity are no JSON, though Python reads and writes them
        text = _written(_plain(value))
    if "\\u0000" in text:
        text = _written(_plain(value))
    return storable(text)


def plain_of(kept: Any) -> Any:
    """What a column of objects or lists holds, as a driver gives it: SQLite's gives the text that was written."""
    return json.loads(kept) if isinstance(kept, str) else kept


def _plain(value: Any) -> Any:
    """The same without what no database stores."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    return value
