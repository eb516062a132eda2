"""Logs as one JSON object a line on standard error, for machines to read and people to grep."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_OURS = ("request", "method", "path", "status", "seconds", "bytes_in", "key")


class JsonLines(logging.Formatter):
    """Writes a record as JSON: time, level, who says it, what, and what belongs to a request."""

    def format(self, record: logging.LogRecord) -> str:
        """The log record as one line of JSON."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _OURS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def log_to_stderr() -> None:
    """Send the house's logs, and the server's warnings, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("harvestman", logging.INFO), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
