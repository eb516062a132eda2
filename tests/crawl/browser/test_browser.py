"""Pages in the browser: scripts run, every request goes through the fetcher, and no page harms more than itself."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import time
from datetime import UTC, datetime

import pytest

from harvestman.crawl.browser import BrowserLimits, BrowserRenderer, find_browser
from harvestman.crawl.browser.processes import end_all, tree_of
from harvestman.crawl.rendering import RENDERED_TYPE
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply, Request
from harvestman.model import Page, Status, SystemClock

CHROMIUM = find_browser("auto").path
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")
HOME = "http://conf.example/"
JSON = (("Content-Type", "application/json"),)


def shell(url: str = HOME) -> Page:
    return Page(
        url=url,
        final_url=url,
        fetched=datetime(2024, 6, 1, tzinfo=UTC),
        http_status=200,
        media_type="text/html",
        content_type="text/html; charset=utf-8",
        digest="0" * 64,
        size_bytes=1,
        etag='"shell"',
    )


def script(code: str) -> bytes:
    body = f"<!doctype html><title>Page</title><ul id=list></ul><script type=module>{code}</script>"
    return body.encode()


class Bench:
    """A renderer on a table of answers, or on the real network."""

    def __init__(
        self, replies: dict[str, Reply] | None, limits: BrowserLimits | None = None
    ) -> None:
        self.transport = None if replies is None else MockTransport(replies)
        options = FetchOptions(delay_s=60, connect_timeout_s=2, timeout_s=5)
        self.fetcher = Fetcher(options, clock=SystemClock(), transport=self.transport)
        self.renderer = BrowserRenderer(CHROMIUM, self.fetcher, clock=SystemClock(), limits=limits)

    async def __aenter__(self) -> Bench:
        await self.fetcher.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.renderer.__aexit__(None, None, None)
        await self.fetcher.__aexit__(None, None, None)

    @property
    def asked(self) -> list[str]:
        assert self.transport is not None
        return [request.url for request in self.transport.requests]


@needs_chromium
async def test_a_page_is_shown_with_what_its_scripts_fetch() -> None:
    replies = {
        f"{HOME}papers.json": Reply(b'["One", "Two"]', fields=JSON),
        "http://other.example/open.json": Reply(
            b'"open"', fields=(*JSON, ("Access-Control-Allow-Origin", "*"))
        ),
        "http://other.example/closed.json": Reply(b'"closed"', fields=JSON),
    }
    code = """
      const list = document.getElementById("list");
      const add = (text) => { const item = document.createElement("li"); item.textContent = text; list.append(item); };
      for (const title of await (await fetch("/papers.json")).json()) add("paper " + title);
      for (const name of ["open", "closed"])
        try { add(await (await fetch(`http://other.example/${name}.json`)).json()); } catch { add("refused " + name); }
      try { await fetch("/post", {method: "POST", body: "x"}); add("posted"); } catch { add("no post"); }
      const image = new Image(); image.src = "/picture.png"; document.body.append(image);
      history.replaceState(null, "", "/shown?x=1#y");
    """
    async with Bench(replies) as bench:
        began = time.monotonic()
        rendered = await bench.renderer.render(shell(), script(code))
        assert (
            time.monotonic() - began < 50
        )  # the pause of a minute is between visits, not between parts of a page
        text = rendered.body.decode()
        assert rendered.status is Status.SUCCESS, rendered.detail
        assert "<li>paper One</li><li>paper Two</li><li>open</li>" in text
        assert "<li>refused closed</li><li>no post</li>" in text
        assert rendered.page is not None
        assert rendered.page.url == HOME
        assert rendered.page.final_url == f"{HOME}shown?x=1"
        assert rendered.page.content_type == RENDERED_TYPE
        assert rendered.page.etag == ""
        assert rendered.data == (f"{HOME}papers.json",)
        # The page itself is not asked for again, pictures never.
        assert sorted(bench.asked) == sorted(replies)


@needs_chromium
async def test_no_page_reaches_a_private_address() -> None:
    """By any door: requests, frames, pictures, sockets, WebRTC, prefetching, a name that leads there."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        local = f"127.0.0.1:{port}"
        code = f"""
          const add = (text) => document.getElementById("list").append(text + "; ");
          const get = (url) => fetch(url, {{mode: "no-cors"}}).then(() => add("REACHED " + url), () => add("refused"));
          await Promise.all([
            get("http://{local}/a"), get("http://icsw2024.localhost:{port}/b"), get("http://2130706433:{port}/c"),
            get("http://169.254.169.254/latest/meta-data/"), get("http://[::1]:{port}/d"), get("http://0.0.0.0:{port}/e"),
          ]);
          navigator.sendBeacon("http://{local}/beacon");
          const frame = document.createElement("iframe"); frame.src = "http://{local}/frame"; document.body.append(frame);
          const link = document.createElement("link"); link.rel = "prefetch"; link.href = "http://{local}/prefetch"; document.head.append(link);
          const style = document.createElement("link"); style.rel = "stylesheet"; style.href = "http://{local}/style"; document.head.append(style);
          await new Promise((over) => {{ const s = new WebSocket("ws://{local}/socket"); s.onclose = s.onerror = over; }});
          try {{ new RTCPeerConnection(); add("REACHED"); }} catch {{ add("no rtc"); }}
          try {{ await navigator.serviceWorker.register("/sw.js"); add("REACHED"); }} catch {{ add("no worker"); }}
          const source = new EventSource("http://{local}/events");
          const worker = new Worker(URL.createObjectURL(new Blob([`fetch("http://{local}/worker", {{mode: "no-cors"}})`])));
          window.open("http://{local}/popup");
          add("end");
        """
        async with Bench(None, BrowserLimits(time_s=40)) as bench:
            rendered = await bench.renderer.render(shell(), script(code))
        assert rendered.status is Status.SUCCESS, rendered.detail
        told = rendered.body.decode().partition("</ul>")[0]
        assert told.endswith("refused; " * 6 + "no rtc; no worker; end; "), told
        listening.setblocking(False)
        with pytest.raises(BlockingIOError):  # nobody has so much as knocked
            listening.accept()


@needs_chromium
async def test_a_browser_that_is_ended_over_a_page_leaves_no_complaint(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with Bench({}, BrowserLimits(time_s=1)) as bench:
        assert (await bench.renderer.render(shell(), script("while (true) {}"))).page is None
    gc.collect()  # a task that failed unheard complains when it is forgotten
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []


@needs_chromium
async def test_a_page_that_loops_costs_its_time_and_a_page_that_never_rests_is_taken() -> None:
    replies = {f"{HOME}tick": Reply(b"1", fields=JSON)}
    restless = script("""
      document.getElementById("list").append("drawn");
      setInterval(() => fetch("/tick"), 20);
    """)
    async with Bench(replies, BrowserLimits(time_s=2)) as bench:
        looping = await bench.renderer.render(shell(), script("while (true) {}"))
        assert looping.status is Status.TIMEOUT
        assert looping.page is None
        assert bench.renderer._child is None
    limits = BrowserLimits(settle_s=1)
    async with Bench(replies, limits) as bench:
        taken = await bench.renderer.render(shell(), restless)
        assert taken.status is Status.SUCCESS, taken.detail
        assert b"drawn" in taken.body
        assert len(bench.asked) <= limits.requests
        child = bench.renderer._child
        assert child is not None
        started = tree_of(child.process.pid)
        assert len(started) > 2
    await asyncio.to_thread(_wait_until_gone, started)


@needs_chromium
async def test_what_is_too_much_is_refused() -> None:
    # Long times: on a busy machine the memory must fill up before the patience ends.
    limits = BrowserLimits(
        requests=5,
        received_bytes=3000,
        page_bytes=100_000,
        memory_bytes=700_000_000,
        time_s=120,
        settle_s=100,
    )
    replies = {f"{HOME}{n}": Reply(b"[1]", fields=JSON) for n in range(50)}
    replies |= {f"{HOME}large{n}": Reply(b" " * 2000, fields=JSON) for n in range(5)}
    many = script("for (let n = 0; n < 50; n++) fetch('/' + n);")
    heavy = script("for (let n = 0; n < 5; n++) await fetch('/large' + n).then((a) => a.text());")
    wide = script("document.body.append('x'.repeat(200000));")
    greedy = script("""
      globalThis.kept = [];
      setInterval(() => kept.push(new Uint8Array(100_000_000).fill(7)), 30);
      setInterval(() => fetch("/1"), 100);
    """)
    async with Bench(replies, limits) as bench:
        await bench.renderer.render(shell(), many)
        assert len(bench.asked) == 5
        before = len(bench.asked)
        await bench.renderer.render(shell(), heavy)
        assert len(bench.asked) - before == 2
        assert (await bench.renderer.render(shell(), wide)).status is Status.TOO_LARGE
        assert (await bench.renderer.render(shell(), greedy)).status is Status.TOO_LARGE


@needs_chromium
async def test_robots_and_the_site_bound_where_a_script_may_lead() -> None:
    replies = {
        f"{HOME}robots.txt": Reply(b"User-agent: *\nDisallow: /private\n", fields=(("Content-Type", "text/plain"),)),
        f"{HOME}private": Reply(b"<p>private"),
        "http://other.example/": Reply(b"<p>elsewhere"),
    }  # fmt: skip
    async with Bench(replies) as bench:
        for target in ("/private", "http://other.example/"):
            shown = await bench.renderer.render(shell(), script(f"location = {target!r};"))
            # The browser's own error page is nobody's: the page stays as it was fetched.
            assert shown.status is not Status.SUCCESS
            assert not shown.body
        assert bench.asked == [f"{HOME}robots.txt"]


@needs_chromium
async def test_a_browser_that_dies_costs_the_page_and_not_the_next() -> None:
    was_asked = asyncio.Event()

    def reply(request: Request) -> Reply:
        was_asked.set()
        return Reply(b"1", fields=JSON)

    async with Bench({}) as bench:
        assert bench.transport is not None
        bench.transport._replies = reply
        showing = asyncio.create_task(
            bench.renderer.render(shell(), script("setInterval(() => fetch('/tick'), 20);"))
        )
        await was_asked.wait()
        child = bench.renderer._child
        assert child is not None
        for pid in tree_of(child.process.pid)[1:]:
            _kill(pid)
        died = await showing
        assert died.status is Status.CRASHED
        assert (await bench.renderer.render(shell(), script("1"))).status is Status.SUCCESS


async def test_a_browser_that_is_none_leaves_the_page_as_it_was() -> None:
    fetcher = Fetcher(FetchOptions(), clock=SystemClock(), transport=MockTransport({}))
    pytest.importorskip("playwright")
    async with BrowserRenderer("/bin/false", fetcher, clock=SystemClock()) as renderer:
        rendered = await renderer.render(shell(), b"")
    assert rendered.status is Status.NEEDS_BROWSER
    assert "cannot be started" in rendered.detail


def test_the_setting_says_which_browser() -> None:
    assert find_browser("never").path == ""
    assert find_browser("/no/such/program").missing


def test_a_tree_of_processes_is_ended_whole() -> None:
    import subprocess

    shell_process = subprocess.Popen(["sh", "-c", "setsid sleep 60 & sleep 60"])
    while len(pids := tree_of(shell_process.pid)) < 3:
        time.sleep(0.001)  # until both are started
    end_all(shell_process.pid)
    shell_process.wait()
    _wait_until_gone(pids)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _wait_until_gone(pids: list[int]) -> None:
    """They were killed: the system needs a moment, for a large one more than that."""
    end = time.monotonic() + 60
    while any(map(_is_alive, pids)):
        assert time.monotonic() < end, "a process that was killed lives on"
        time.sleep(0.001)


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
