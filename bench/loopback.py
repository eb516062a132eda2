"""Web sites for the benches of crawling, served on loopback: made-up pages of several kinds, and saved pages of a folder.

The server runs in the bench's own process, so its processor time is not counted with that of the crawlers.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

MOST_BYTES = 1_000_000  # of a saved page
_WORDS = "spider web harvest paper thread field stone river light cloud".split()
_FIRST = "Anna Boris Chen Dolores Emil Fatima Gustav Hanna Igor Julia".split()
_LAST = "Schmidt Petrov Wang Garcia Novak Haddad Lindqvist Moreau Kowalski Rossi".split()
_PARAGRAPHS = 12

Answer = Callable[[str, str], bytes]
"""From a host and a path to the page there; empty where there is none."""


def name_of(number: int) -> str:
    """A name without digits: numbered pages without papers are a family that a harvest would leave."""
    return "page-" + str(number).translate(str.maketrans("0123456789", "abcdefghij"))


def made_up_page(number: int, count: int, *, links: int, people: int = 0, seed: int = 0) -> bytes:
    """A page of six kilobytes or more that leads to others of its site, and may name people in its text."""
    rng = random.Random(number + seed)
    leads = "".join(
        f'<li><a href="/{name_of(to)}.html">{" ".join(rng.choices(_WORDS, k=4))}</a></li>'
        for to in [(number + 1) % count, *(rng.randrange(count) for _ in range(links - 1))]
    )
    named = [f"{rng.choice(_FIRST)} {rng.choice(_LAST)} " for _ in range(people)]
    named += [""] * (_PARAGRAPHS - people)
    text = "".join(f"<p>{person}{' '.join(rng.choices(_WORDS, k=75))}</p>" for person in named)
    page = (
        f"<html><head><title>Page {number}</title></head><body><ul>{leads}</ul>{text}</body></html>"
    )
    return page.encode()


def made_up_site(count: int, *, links: int, people: int = 0) -> dict[str, bytes]:
    """Pages that lead to each other."""
    pages = {
        f"/{name_of(number)}.html": made_up_page(number, count, links=links, people=people)
        for number in range(count)
    }
    return pages | {"/": made_up_page(0, count, links=links, people=people)}


def saved_site(folder: Path) -> dict[str, bytes]:
    """A page that leads to all saved ones; what they lead to themselves is not there."""
    files = [file for file in sorted(folder.rglob("*.html")) if file.stat().st_size < MOST_BYTES]
    pages = {f"/{name_of(number)}.html": file.read_bytes() for number, file in enumerate(files)}
    links = "".join(f'<a href="{path}">{path}</a> ' for path in pages)
    return pages | {"/": f"<html><title>All</title><body>{links}</body></html>".encode()}


@asynccontextmanager
async def served(page_at: Answer) -> AsyncIterator[int]:
    """A server that answers for every host name on one port of loopback, which it gives."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ", 2)[1].decode()
                host = next(
                    line[5:].strip()
                    for line in head.split(b"\r\n")
                    if line.lower().startswith(b"host:")
                )
                body = page_at(host.decode().partition(":")[0], path)
                status = "200 OK" if body else "404 Not Found"
                fields = f"Content-Type: text/html\r\nContent-Length: {len(body)}"
                writer.write(f"HTTP/1.1 {status}\r\n{fields}\r\n\r\n".encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
