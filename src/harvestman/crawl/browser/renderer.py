"""The parent's side: one browser at a time, watched, and everything that its pages ask for fetched for it.

Whatever happens in there (a page that loops, a crash, too much memory) costs the page its status; the browser is killed with
all its processes, and the next page gets a fresh one.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Self

from harvestman.crawl.browser.frames import Note, read_frame, write_frame
from harvestman.crawl.browser.limits import BrowserLimits
from harvestman.crawl.browser.processes import end_all, memory_of, tree_of
from harvestman.crawl.rendering import RENDERED_TYPE, Rendered
from harvestman.fetch import Fetched, Fetcher
from harvestman.model import Clock, Page, Status
from harvestman.text import canonical_url, site_of

_START_S = 90.0  # a cold start from a slow disk
_LOOK_S = 0.25
_PAGES_PER_BROWSER = 50  # then it is replaced, against what it hoards
_MAX_DATA = 20
_NOBODY = "https://nobody.invalid"
_BOOT = (
    "import sys; sys.path[:] = sys.argv[4:]; from harvestman.crawl.browser.child import main; "
    "main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])"
)


class _TooMuchMemory(Exception):
    """The browser holds more than it may."""


@dataclass(slots=True)
class _Child:
    """A running browser."""

    process: asyncio.subprocess.Process
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    folder: str
    pages: int = 0


@dataclass(slots=True)
class _Account:
    """What one page has used so far."""

    requests: int = 0
    received: int = 0
    site: str = ""
    moved: dict[str, Fetched] = field(default_factory=dict)
    """Answers to navigations that were redirected, until the browser asks for them at their new address."""
    data: dict[str, None] = field(default_factory=dict)
    """The JSON files of the same site."""


class BrowserRenderer:
    """A `Renderer` on Chromium; an async context manager that ends the browser."""

    def __init__(
        self,
        executable: str,
        fetcher: Fetcher,
        *,
        clock: Clock,
        limits: BrowserLimits | None = None,
        note: Callable[[Page, bytes], None] | None = None,
    ) -> None:
        """`note` is told of every page that was rendered: an archive."""
        self._executable = executable
        self._fetcher = fetcher
        self._clock = clock
        self._limits = limits or BrowserLimits()
        self._note = note
        self._turn = asyncio.Lock()
        self._child: _Child | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._end()

    async def render(self, shell: Page, body: bytes) -> Rendered:
        """The page as Chromium shows it. Raises nothing but cancellation."""
        async with self._turn:
            try:
                return await self._render(shell, body)
            except asyncio.CancelledError:
                await self._end()
                raise

    async def _render(self, shell: Page, body: bytes) -> Rendered:
        try:
            child = await self._ready()
        except (OSError, EOFError, TimeoutError) as error:
            await self._end()
            detail = f"the browser cannot be started: {error or 'it did not answer'}"
            return Rendered(detail=detail[:400])
        child.pages += 1
        account = _Account(site=site_of(shell.final_url))
        failed: Rendered | None = None
        note: Note = {}
        html = b""
        try:
            async with asyncio.timeout(self._limits.time_s):
                note, html = await self._converse(child, shell, body, account)
        except TimeoutError:
            detail = f"the browser did not finish the page within {self._limits.time_s:g} s"
            failed = Rendered(status=Status.TIMEOUT, detail=detail)
        except _TooMuchMemory:
            limit = f"{self._limits.memory_bytes / 1e6:,.0f} MB"
            detail = f"the browser needed more than {limit} of memory"
            failed = Rendered(status=Status.TOO_LARGE, detail=detail)
        except (OSError, EOFError, ValueError):
            failed = Rendered(status=Status.CRASHED, detail="the browser died over the page")
        if "failed" in note:
            detail = f"in the browser: {note['failed']}"[:400]
            failed = Rendered(status=Status.CRASHED, detail=detail)
        if failed is not None:
            await self._end()  # a browser that failed once is not trusted with the next page
            return failed
        if "too_large" in note:
            detail = f"shown, the page has {int(note['too_large']):,} bytes"
            return Rendered(status=Status.TOO_LARGE, detail=detail)
        rendered = await self._finished(shell, str(note.get("url", "")), html)
        return replace(rendered, data=tuple(account.data))

    async def _finished(self, shell: Page, shown_at: str, html: bytes) -> Rendered:
        address = canonical_url(shown_at) or shell.final_url
        if site_of(address) != site_of(shell.final_url):
            address = shell.final_url
        page = replace(
            shell,
            final_url=address,
            fetched=self._clock.now(),
            media_type="text/html",
            content_type=RENDERED_TYPE,
            digest=hashlib.sha256(html).hexdigest(),
            size_bytes=len(html),
            # The validators are the shell's: it may stay the same while the data it shows change.
            etag="",
            last_modified="",
        )
        if self._note is not None:
            await asyncio.to_thread(self._note, page, html)
        return Rendered(page, html, status=Status.SUCCESS)

    async def _converse(
        self, child: _Child, shell: Page, body: bytes, account: _Account
    ) -> tuple[Note, bytes]:
        """Hand the page over, answer what it asks for, until it is shown."""
        limits = self._limits
        order = {
            "url": shell.final_url,
            "content_type": shell.content_type,
            "time_s": limits.time_s,
            "settle_s": min(limits.settle_s, limits.time_s / 2),
            "page_bytes": limits.page_bytes,
        }
        answering: set[asyncio.Task[None]] = set()
        watching = asyncio.create_task(self._watch_memory(child))
        reading: asyncio.Task[tuple[Note, bytes]] | None = None
        try:
            await write_frame(child.writer, {"render": order}, body)
            while True:
                reading = asyncio.create_task(
                    read_frame(child.reader, limit=limits.page_bytes + 1024)
                )
                await asyncio.wait({reading, watching}, return_when=asyncio.FIRST_COMPLETED)
                if watching.done():
                    raise _TooMuchMemory
                note, html = reading.result()
                if "done" in note:
                    return note["done"], html
                task = asyncio.create_task(self._answer(child, note, account))
                answering.add(task)
                task.add_done_callback(answering.discard)
        finally:
            # Whoever still waits for the browser would be told that it is gone, and nobody would hear it.
            left: list[asyncio.Task[Any]] = [watching, *answering, *filter(None, (reading,))]
            for one in left:
                one.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _watch_memory(self, child: _Child) -> None:
        """Ends when there is too much of it."""
        while True:
            held = await asyncio.to_thread(lambda: memory_of(tree_of(child.process.pid)))
            if held > self._limits.memory_bytes:
                return
            await asyncio.sleep(_LOOK_S)

    async def _answer(self, child: _Child, ask: Note, account: _Account) -> None:
        note, body = await self._fetch(ask, account)
        with contextlib.suppress(OSError):
            await write_frame(child.writer, note | {"answer": ask.get("ask")}, body)

    async def _fetch(self, ask: Note, account: _Account) -> tuple[Note, bytes]:
        limits = self._limits
        url = str(ask.get("url", "")).partition("#")[0]
        is_navigation = bool(ask.get("navigation"))
        if ask.get("main") and site_of(url) != account.site:
            return {"refused": "it leads off the site"}, b""
        if (fetched := account.moved.pop(url, None)) is None:
            account.requests += 1
            left = limits.received_bytes - account.received
            if account.requests > limits.requests or left <= 0:
                return {"refused": "the page asks for too much"}, b""
            fetched = await self._fetcher.fetch(
                url, max_bytes=min(limits.page_bytes, left), is_part=not is_navigation
            )
            account.received += len(fetched.body)
        if fetched.status is not None:
            return {"refused": fetched.detail}, b""
        if is_navigation and fetched.redirects:
            account.moved[fetched.final_url] = replace(fetched, redirects=())
            return {"status": 302, "headers": {"location": fetched.final_url}}, b""
        if len(account.data) < _MAX_DATA and _is_data(fetched) and site_of(url) == account.site:
            account.data[fetched.url] = None
        headers = {
            "content-type": fetched.content_type or fetched.media_type,
            # Playwright lets everybody read an answer that does not say who may.
            "access-control-allow-origin": fetched.allow_origin or _NOBODY,
        }
        return {"status": fetched.http_status, "headers": headers}, fetched.body

    async def _ready(self) -> _Child:
        """The running browser, or a new one."""
        child = self._child
        if child is not None and (
            child.process.returncode is not None or child.pages >= _PAGES_PER_BROWSER
        ):
            await self._end()
            child = None
        if child is None:
            async with asyncio.timeout(_START_S):
                child = await self._start()
        return child

    async def _start(self) -> _Child:
        ours, theirs = socket.socketpair()
        folder = tempfile.mkdtemp(prefix="harvestman-browser-")
        words = [str(theirs.fileno()), str(os.getpid()), self._executable]
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", _BOOT, *words, *sys.path),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
                # Neither our settings with their passwords nor the user's own profile are the browser's business.
                env=kept | {"HOME": folder, "TMPDIR": folder},
            )
        reader, writer = await asyncio.open_connection(sock=ours, limit=1 << 20)
        self._child = _Child(process, reader, writer, folder)
        note, _ = await read_frame(reader, limit=0)
        if "failed" in note:
            raise OSError(str(note["failed"]))
        return self._child

    async def _end(self) -> None:
        """Kill the browser with all its processes, and remove what it wrote."""
        child, self._child = self._child, None
        if child is None:
            return
        child.writer.close()
        await asyncio.to_thread(end_all, child.process.pid)
        await child.process.wait()
        await asyncio.to_thread(shutil.rmtree, child.folder, ignore_errors=True)


def _is_data(fetched: Fetched) -> bool:
    return fetched.media_type.endswith(("/json", "+json"))
