"""Rooms as the settings want them: how the web is visited, where pages are read, which browser shows them.

Both doors open them here, so that a harvest behaves the same whoever asked for it. Rooms are imported when they are opened:
most commands need few of them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvestman.crawl import Renderer
    from harvestman.engine import Guard
    from harvestman.fetch import Fetcher, FetchOptions
    from harvestman.model import Clock, Page
    from harvestman.settings import Settings

PAGE_READERS = ("harvestman.pages", "harvestman.pages.learned.opened")
"""What the workers that read pages load once for all of them."""


def fetch_options(settings: Settings) -> FetchOptions:
    """How the web is to be visited."""
    from harvestman.fetch import FetchOptions  # noqa: PLC0415

    return FetchOptions(
        contact=settings.contact,
        delay_s=settings.delay,
        concurrency=settings.concurrency,
        per_host=settings.per_host,
        timeout_s=settings.timeout,
        connect_timeout_s=settings.connect_timeout,
        idle_timeout_s=settings.idle_timeout,
        max_page_bytes=settings.max_page,
        max_redirects=settings.max_redirects,
        max_crawl_delay_s=settings.max_crawl_delay,
        allow_private=settings.allow_private,
        robots=settings.robots,
    )


def open_page_guard(settings: Settings, *, preload: tuple[str, ...] = PAGE_READERS) -> Guard:
    """The worker processes that read pages, with these modules loaded once for all of them."""
    from harvestman.engine import Limits, open_guard  # noqa: PLC0415

    limits = Limits(time_s=settings.read_timeout, memory_bytes=settings.read_memory)
    return open_guard(settings.engine, limits=limits, preload=preload)


def open_renderer(
    settings: Settings,
    fetcher: Fetcher,
    *,
    clock: Clock,
    note: Callable[[Page, bytes], None] | None = None,
) -> AbstractAsyncContextManager[Renderer | None]:
    """The browser for pages that need one; None when there is none."""
    from harvestman.crawl.browser import (  # noqa: PLC0415
        BrowserLimits,
        BrowserRenderer,
        find_browser,
    )

    browser = find_browser(settings.browser)
    if not browser.path:
        return nullcontext()
    limits = BrowserLimits(
        time_s=settings.browser_timeout,
        memory_bytes=settings.browser_memory,
        page_bytes=settings.max_page,
    )
    return BrowserRenderer(browser.path, fetcher, clock=clock, limits=limits, note=note)
