"""What one page may cost in a browser."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BrowserLimits:
    """All for one page."""

    time_s: float = 30.0
    """From handing the page over to having it as shown."""
    memory_bytes: int = 1_000_000_000
    """Of the browser with all its processes, not counting what they share."""
    requests: int = 100
    """Scripts, data, style sheets and frames; pictures, fonts and films are never loaded."""
    received_bytes: int = 50_000_000
    """All answers together; one alone may have `page_bytes`."""
    page_bytes: int = 10_000_000
    """Of the page as shown, and of each part."""
    settle_s: float = 8.0
    """How long a page that never rests is watched, before it is taken as it is."""
