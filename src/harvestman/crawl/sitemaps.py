"""Sitemaps and feeds of a site: the pages that they name. A few requests for each given page, and one walk over the text.

No XML parser sees them, so there are no entities to expand and no nesting to fear; what is unpacked is bounded, and the
time that a listing takes grows with its length and no faster.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from html import unescape
from urllib.parse import urljoin

from harvestman.fetch import Fetcher
from harvestman.model import Link
from harvestman.text import canonical_url, site_of

MAX_REQUESTS = 4
MAX_NAMED = 50_000  # what the standard allows in one sitemap
_MAX_BYTES = 10_000_000
_FIRST_POSITION = 1_000_000  # behind every link of the page itself
_WANTED = frozenset(
    {
        "application/xml",
        "text/xml",
        "application/rss+xml",
        "application/atom+xml",
        "application/gzip",
        "application/x-gzip",
    }
)
_MAX_ADDRESS = 4096
_MAX_TAG = 5_000  # characters of a tag: its address and a few short attributes
_CDATA = "![CDATA["
_HREF = re.compile(r"\bhref=[\"']([^\"'<>]+)[\"']")


async def listed_links(
    fetcher: Fetcher, url: str, *, feeds: Iterable[str] = (), guess: bool = True
) -> tuple[Link, ...]:
    """The pages that the sitemaps of the URL's site and these feeds of it name.

    Where robots.txt names no sitemap, the usual address is tried if `guess` says so.
    """
    named = await fetcher.sitemaps(url)
    if not named and guess:
        named = (urljoin(url, "/sitemap.xml"),)
    waiting = deque(dict.fromkeys(target for one in named if (target := canonical_url(one))))
    waiting.extend(feeds)
    asked: set[str] = set()
    found: dict[str, None] = {}
    while waiting and len(asked) < MAX_REQUESTS:
        target = waiting.popleft()
        if target in asked or site_of(target) != site_of(url):
            continue
        asked.add(target)
        fetched = await fetcher.fetch(target, wanted=_WANTED, max_bytes=_MAX_BYTES)
        if fetched.status is not None:
            continue
        is_index, targets = await asyncio.to_thread(read_listing, fetched.body, fetched.final_url)
        if is_index:
            waiting.extend(targets)
        else:
            found |= dict.fromkeys(targets)
    return tuple(
        Link(target, "", _FIRST_POSITION + place, "listed")
        for place, target in enumerate(list(found)[:MAX_NAMED])
    )


def read_listing(body: bytes, url: str) -> tuple[bool, list[str]]:
    """Whether a body is an index of sitemaps, and the addresses that it names."""
    if body.startswith(b"\x1f\x8b"):
        body = _unpacked(body)
    text = body.decode("utf-8-sig", errors="replace")
    targets: dict[str, None] = {}
    for named in _named(text):
        address = canonical_url(unescape(named), base=url)
        if address is not None:
            targets[address] = None
        if len(targets) >= MAX_NAMED:
            break
    return "<sitemapindex" in text[:2000], list(targets)


def _named(text: str) -> Iterator[str]:
    """What stands in `<loc>` (sitemaps), in `<link>` (RSS) and in `<link href>` (Atom).

    Goes from one "<" to the next and looks at every character a fixed number of times, whatever the text is.
    """
    inside = held = ""
    start = text.find("<") + 1
    while start:
        following = text.find("<", start) + 1
        piece = text[start : following - 1 if following else len(text)]
        start = following
        if inside and piece.startswith(_CDATA) and not held:
            held = piece[len(_CDATA) :].partition("]]>")[0].strip()
            continue
        if inside and piece.startswith(f"/{inside}>") and 0 < len(held) <= _MAX_ADDRESS:
            yield held
        tag, closing, after = piece.partition(">")
        inside = tag if closing and tag in ("loc", "link") else ""
        held = after.strip() if inside else ""
        if not inside and tag.startswith(("link ", "link\t", "link\n", "link\r")):
            match = _HREF.search(tag[:_MAX_TAG])
            if match and len(match[1]) <= _MAX_ADDRESS:
                yield match[1]


def _unpacked(body: bytes) -> bytes:
    """As much of a packed sitemap as we read."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        return unpacker.decompress(body, _MAX_BYTES)
    except zlib.error:
        return b""
