"""What the loop knows of browsers: a page that is empty until its scripts have run goes in, the page as shown comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from harvestman.model import Page, Status

RENDERED_TYPE = "text/html; charset=utf-8; rendered=chromium"
"""The content type of a rendered state, so that anybody can tell it from bytes that a server sent."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """What came of showing a page: its new state and bytes, or the status in which that ended."""

    page: Page | None = None
    body: bytes = b""
    data: tuple[str, ...] = ()
    """Addresses of JSON files of the same site that the page loaded: what it shows often stands there in full."""
    status: Status = Status.NEEDS_BROWSER
    detail: str = ""


class Renderer(Protocol):
    """Shows pages."""

    async def render(self, shell: Page, body: bytes) -> Rendered:
        """The page as a browser shows it, from the bytes that were fetched. Raises nothing but cancellation."""
        ...
