"""Recognises a file by its pages: one that shows every page of a known file, in order, and hardly any other.

That is what a repository makes by adding a cover page, and any program by saving a file anew. It is told without reading a word, so it
is asked before the texts are. The streams that lie in a file only say whose pages may be in it: what is hidden in a file, or calls itself
something else, is not shown. So a known file answers only where the pages that would be read are its own, with all that they refer to.

A known file behind whose end somebody has only written a few bytes (a line end, a remark, what a web server let slip) is told by its digest alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import sha256

from harvestman.store import Content, Contents

SAME_PAGES = "the same pages in another file"
"""Why such a document is called a duplicate."""

# Of its streams: a cover page has up to ten (fonts, pictures), a paper thirty. Of 361 real PDFs none has all that is in another.
_LEAST_SHARE = 0.6

_END = b"%%EOF"
_START = b"startxref"
_START_BYTES = 64  # before the end: the word, a number and line ends
_MOST_APPENDED = 1_000  # PDFium looks for that word in the last 4,096 bytes
_IS_READ = re.compile(rb"obj|xref|trailer|stream")  # words by which a PDF is found, or mended


def digests_before_appending(data: bytes) -> Iterator[str]:
    """The digests of what a PDF can have been before something was written behind its end that no reader of PDFs looks at.

    None for a file that ends where a PDF ends. Programs differ in the line end behind that.
    """
    at = data.rfind(_END, max(0, len(data) - _MOST_APPENDED))
    end = at + len(_END)
    if at < 0 or end + 2 >= len(data) or _START not in data[max(0, at - _START_BYTES) : at]:
        return
    if _IS_READ.search(data, end):
        return
    digest = sha256(memoryview(data)[:end])
    yield digest.hexdigest()
    for place in (end, end + 1):
        if data[place] not in b"\r\n":
            return
        digest.update(data[place : place + 1])
        yield digest.hexdigest()


def find_inside(
    contents: Contents,
    content: Content,
    *,
    marks_of: Callable[[int, tuple[str, ...]], tuple[str, ...]],
) -> str | None:
    """The digest of a known file whose pages are all in this one, which has hardly more; None when there is none.

    `marks_of` gives the marks of runs of so many pages in this file, as far as one of those that it is given; it is asked only when
    the streams of a known file are all inside.
    """
    held = frozenset(content.streams)
    # One that has this share of them has its least among the first of the rest.
    least = content.streams[: int((1 - _LEAST_SHARE) * len(held)) + 1]
    inside = [
        known
        for known in (contents.maybe_inside(least) if held else ())
        if known.mark
        and len(known.streams) >= _LEAST_SHARE * len(held)
        and held.issuperset(known.streams)
    ]
    marks: dict[int, tuple[str, ...]] = {}
    for known in inside:
        if known.pages not in marks:
            marks[known.pages] = marks_of(known.pages, tuple(one.mark for one in inside))
        if known.mark in marks[known.pages]:
            return known.digest
    return None
