"""A page studied once for a person's question: how it looks as a homepage, and the publications that it lists. Run in guarded children."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from harvestman.find.entries import Publication, publications_of
from harvestman.find.homepages import PageLook, look_of, page_title
from harvestman.find.lines import reference_chance
from harvestman.pages import SavedPage, read_records
from harvestman.text import decode_html

_FRAME = re.compile(r"<frame\s([^>]{1,600})>", re.IGNORECASE)
_SOURCE = re.compile(r"""\bsrc\s?=\s?["']?([^"'\s>]{1,400})""", re.IGNORECASE)
_MOST_FRAMES = 4
_MOST_HTML = 100_000


@dataclass(frozen=True, slots=True)
class Studied:
    """What a page is for a question about a person."""

    look: PageLook
    publications: tuple[Publication, ...]
    frames: tuple[str, ...] = ()
    """The addresses of the pages that it is made of, where it is only a frame around them."""


def study(page: SavedPage) -> Studied:
    """Read a page's records once: its looks and its publications."""
    records = read_records(page, reference_chance)
    look = look_of(page.url, page_title(page), records)
    return Studied(look, publications_of(page.url, records), _frames(page))


def _frames(page: SavedPage) -> tuple[str, ...]:
    html, _ = decode_html(page.body[:_MOST_HTML], page.content_type)
    if "<frameset" not in html.lower():
        return ()
    sources = (_SOURCE.search(frame) for frame in _FRAME.findall(html))
    return tuple(urljoin(page.url, one[1]) for one in sources if one)[:_MOST_FRAMES]


def with_frames(page: Studied, frames: Iterable[Studied]) -> Studied:
    """A page of frames as its reader sees it: with what stands in them."""
    looks = [page.look, *(frame.look for frame in frames)]
    look = replace(
        page.look,
        headings=tuple(text for one in looks for text in one.headings),
        lines=tuple(text for one in looks for text in one.lines),
        links=tuple(link for one in looks for link in one.links),
    )
    return replace(page, look=look)
