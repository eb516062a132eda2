"""The child's side: a Python process that steers Chromium and asks its parent for everything that pages request.

Each page gets a context of its own and is forgotten afterwards. Requests are caught before Chromium would send them; behind
that net stand a proxy that does not exist and a resolver that knows no name, for whatever slips through (sockets, prefetching,
WebRTC). What it may load, and whether an address may be dialled, is decided by the parent alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import re
import signal
import socket
import sys
from collections.abc import Coroutine, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from harvestman.crawl.browser.frames import Note, read_frame, write_frame

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Route

_PR_SET_PDEATHSIG = 1
_MAX_FRAME = 200_000_000  # from our own parent, which has its limits
_REST_S = 0.5  # without a request under way a page counts as settled
_LOOK_S = 0.05
_LOADED = frozenset({"document", "script", "xhr", "fetch", "stylesheet"})

# How pages ask ahead for what a person may click on next.
_PREFETCHING = frozenset(
    {"purpose", "sec-purpose", "x-moz", "rsc", "next-router-prefetch", "range"}
)

_ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,WebTransport",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Nobody is there, and nobody has a name: what is not answered through the parent is not answered.
    "--proxy-server=http://proxy.invalid:1",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--js-flags=--max-old-space-size=512",
)
# The doors out of a page that are no requests. They are shut by the arguments, too.
_SHUT = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "SharedWorker"])
  try { delete globalThis[name]; } catch {}
"""


def main(channel_fd: int, parent: int, executable: str) -> None:
    """Serve the parent until it closes the channel."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        return
    asyncio.run(_serve(socket.socket(fileno=channel_fd), executable))


async def _serve(channel: socket.socket, executable: str) -> None:
    from playwright.async_api import Error, async_playwright  # noqa: PLC0415 - an extra, and heavy

    reader, writer = await asyncio.open_connection(sock=channel, limit=1 << 20)
    async with async_playwright() as playwright:
        try:
            browser = await playwright.chromium.launch(
                executable_path=executable,
                headless=True,
                chromium_sandbox=os.geteuid() != 0,  # Chromium's own sandbox refuses to run as root
                args=list(_ARGUMENTS),
                timeout=60_000,
            )
        except Error as error:
            lines = [line for line in str(error).splitlines() if line.strip()]
            await write_frame(writer, {"failed": " ".join(lines[:2])[:300]})
            return
        await write_frame(writer, {"ready": browser.version})
        await _take_orders(browser, reader, writer)


async def _take_orders(
    browser: Browser, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Show page after page; the parent's answers go to the page that is being shown."""
    numbers = count(1)  # over all pages: a late answer is nobody else's
    showing: _Showing | None = None
    running: asyncio.Task[None] | None = None
    while True:
        try:
            note, body = await read_frame(reader, limit=_MAX_FRAME)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        if "render" in note:
            if running is not None:
                await running
            showing = _Showing(browser, writer, numbers, note["render"], body)
            running = asyncio.create_task(showing.run())
        elif showing is not None:
            showing.receive(note, body)


class _Showing:
    """One page, from its bytes to what is seen of it."""

    def __init__(
        self,
        browser: Browser,
        writer: asyncio.StreamWriter,
        numbers: Iterator[int],
        order: Note,
        body: bytes,
    ) -> None:
        self._browser = browser
        self._writer = writer
        self._numbers = numbers
        self._order = order
        self._body: bytes | None = body
        self._waiting: dict[int, asyncio.Future[tuple[Note, bytes]]] = {}
        self._closing: set[asyncio.Future[None]] = set()
        self._under_way = 0
        self._last_stir = 0.0
        self._page: Page | None = None

    def receive(self, note: Note, body: bytes) -> None:
        """Hand an answer of the parent to the request that waits for it."""
        waiting = self._waiting.pop(int(note.get("answer", -1)), None)
        if waiting is not None and not waiting.done():
            waiting.set_result((note, body))

    async def run(self) -> None:
        """Show the page and send what came of it; whatever goes wrong is one line for the parent."""
        context: BrowserContext | None = None
        try:
            context = await self._browser.new_context(
                service_workers="block",
                accept_downloads=False,
                java_script_enabled=True,
                locale="en-US",
            )
            note, html = await self._show(context)
        except Exception as error:  # noqa: BLE001 - the worker loop: any fault of browser or page ends this page only
            line = (str(error).strip().splitlines() or [type(error).__name__])[0]
            note, html = {"failed": line[:300]}, b""
        if context is not None:
            with contextlib.suppress(
                Exception
            ):  # a page that will not close does not take its result with it
                await context.close()
        await write_frame(self._writer, {"done": note}, html)

    async def _show(self, context: BrowserContext) -> tuple[Note, bytes]:
        await context.add_init_script(_SHUT)
        await context.route(re.compile(".*", re.DOTALL), self._on_request)
        await context.route_web_socket(
            re.compile(".*", re.DOTALL), lambda web: self._soon(web.close())
        )
        page = self._page = await context.new_page()
        context.on("page", lambda popup: self._soon(popup.close()))
        limit_ms = float(self._order["time_s"]) * 1000
        await page.goto(self._order["url"], wait_until="domcontentloaded", timeout=limit_ms)
        await self._settle()
        if await page.evaluate("document.documentURI.startsWith('chrome-error:')"):
            # What a browser shows where a script led that it may not go is its own page, not the site's.
            return {
                "failed": "a script led away from the page to where nothing may be fetched"
            }, b""
        html = (await page.content()).encode(errors="replace")
        if len(html) > int(self._order["page_bytes"]):
            return {"too_large": len(html)}, b""
        return {"url": page.url}, html

    async def _settle(self) -> None:
        """Wait until nothing has been asked for during a moment, or until that has taken too long."""
        loop = asyncio.get_running_loop()
        began = self._last_stir = loop.time()
        while loop.time() - began < float(self._order["settle_s"]):
            if not self._under_way and loop.time() - self._last_stir >= _REST_S:
                return
            await asyncio.sleep(_LOOK_S)

    async def _on_request(self, route: Route) -> None:
        self._under_way += 1
        try:
            await self._answer(route)
        finally:
            self._under_way -= 1
            self._last_stir = asyncio.get_running_loop().time()

    async def _answer(self, route: Route) -> None:
        request = route.request
        is_navigation = request.is_navigation_request()
        is_main = is_navigation and self._page is not None and _is_main(route, self._page)
        if is_main and self._body is not None:
            body, self._body = self._body, None
            headers = {"content-type": self._order["content_type"] or "text/html"}
            await route.fulfill(status=200, headers=headers, body=body)
            return
        if (
            request.method != "GET"
            or request.resource_type not in _LOADED
            or not _PREFETCHING.isdisjoint(request.headers)
        ):
            await route.abort("blockedbyclient")
            return
        ask: Note = {"url": request.url, "navigation": is_navigation, "main": is_main}
        note, body = await self._ask(ask)
        if "refused" in note:
            await route.abort("blockedbyclient")
            return
        await route.fulfill(status=int(note["status"]), headers=note["headers"], body=body)

    async def _ask(self, ask: Note) -> tuple[Note, bytes]:
        number = next(self._numbers)
        answer: asyncio.Future[tuple[Note, bytes]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        await write_frame(self._writer, ask | {"ask": number})
        return await answer

    def _soon(self, closing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(closing)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


def _is_main(route: Route, page: Page) -> bool:
    try:
        frame: Any = route.request.frame
    except Exception:  # noqa: BLE001 - a frame that is not there yet; Playwright raises its plain Error
        return False
    return bool(frame == page.main_frame)
