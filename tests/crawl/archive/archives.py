"""Archives for tests: sites of a few lines, written by us, by warcio, or by hand."""

from __future__ import annotations

import gzip
import io
import zlib
from datetime import UTC, datetime
from pathlib import Path

from harvestman.crawl.archive import Replay, Replayed, WarcWriter
from harvestman.engine import open_guard
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, RecordingTransport, Reply
from harvestman.model import SetClock
from harvestman.store import Library, open_library

NOON = datetime(2024, 6, 1, 12, tzinfo=UTC)
HTML = (("Content-Type", "text/html"),)


def html(title: str, *links: str) -> bytes:
    anchors = "".join(f'<a href="{link}">{link}</a>' for link in links)
    meta = f'<meta name="citation_title" content="{title}"><meta name="citation_author" content="Ana Ruiz">'
    return f"<html><head>{meta}</head><body><p>Some words.</p>{anchors}</body></html>".encode()


def open_at(folder: Path, clock: SetClock) -> Library:
    folder.mkdir(exist_ok=True)
    return open_library(str(folder / "library.db"), blobs=str(folder / "blobs"), clock=clock)


async def fetch_into(
    path: Path, site: dict[str, Reply], urls: list[str], clock: SetClock | None = None
) -> None:
    """Fetch these pages with an archive that listens."""
    clock = clock or SetClock(NOON)
    with WarcWriter(path, clock=clock) as writer:
        recording = RecordingTransport(MockTransport(site), clock=clock, note=writer.add)
        async with Fetcher(FetchOptions(delay_s=0), clock=clock, transport=recording) as fetcher:
            for url in urls:
                await fetcher.fetch(url)
                clock.advance(1)


async def replay(library: Library, *files: Path, max_page_bytes: int = 1_000_000) -> list[Replayed]:
    told: list[Replayed] = []
    with open_guard("inline") as guard:
        options = FetchOptions(max_page_bytes=max_page_bytes)
        await Replay(library, guard, options).run(files, told.append)
    return told


def record(url: str, block: bytes, *, length: int | None = None, kind: str = "response") -> bytes:
    """One record by hand; `length` is what its head says."""
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2023-05-01T10:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{zlib.crc32(url.encode())}>\r\nContent-Type: application/http;msgtype=response\r\n"
        f"Content-Length: {len(block) if length is None else length}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def answer(body: bytes, *fields: str, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/html", *fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def chunked(body: bytes, size: int = 50) -> bytes:
    out = io.BytesIO()
    for start in range(0, len(body), size):
        piece = body[start : start + size]
        out.write(b"%x\r\n%s\r\n" % (len(piece), piece))
    return out.getvalue() + b"0\r\n\r\n"


def packed(*records: bytes) -> bytes:
    """Record-wise gzip."""
    return b"".join(gzip.compress(one, 6, mtime=0) for one in records)
