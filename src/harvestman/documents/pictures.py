"""The first page of a PDF as a picture, with the places of some words on it, for a person who compares the two. Runs in a guarded child.

The picture is an SVG: the page as a PNG within it, and a box around each place. Seen through `<img>` it runs nothing.
"""

from __future__ import annotations

import base64
import ctypes
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
from pypdfium2 import raw

_WIDTH = 900  # points across: enough to read, about 100 kB
_MAX_HEIGHT = 2_000
_MAX_BOXES = 60
_FINE = 10  # PDFium tells places in whole numbers
_COLOURS = {"title": "#0f766e", "author": "#b45309", "mail": "#6d28d9"}


@dataclass(frozen=True, slots=True)
class PictureWanted:
    """A file, and what is to be framed on its first page: kind and words."""

    path: str
    marked: tuple[tuple[str, str], ...] = ()


def draw_first_page(wanted: PictureWanted) -> str:
    """The first page as an SVG."""
    document = pdfium.PdfDocument(wanted.path)
    try:
        page = document[0]
        width, height = page.get_size()
        scale = min(_WIDTH / width, _MAX_HEIGHT / height)
        bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
        png = _png(bitmap)
        boxes = list(_boxes(page, wanted))
    finally:
        document.close()
    picture = base64.b64encode(png).decode()
    frames = "".join(
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{_COLOURS[kind]}" fill-opacity=".12" stroke="{_COLOURS[kind]}"/>'
        for kind, (x, y, w, h) in boxes
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}">'
        f'<image width="{width:.1f}" height="{height:.1f}" href="data:image/png;base64,{picture}"/>{frames}</svg>'
    )


def _boxes(
    page: pdfium.PdfPage, wanted: PictureWanted
) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Where the words stand, from the top left corner."""
    text = page.get_textpage()
    count = 0
    for kind, words in wanted.marked:
        found = (
            text.search(words, match_case=False, consecutive=False).get_next() if words else None
        )
        if found is None:
            continue
        for number in range(text.count_rects(*found)):
            left, bottom, right, top = text.get_rect(number)
            (x1, y1), (x2, y2) = _seen(page, left, top), _seen(page, right, bottom)
            yield (
                kind,
                (min(x1, x2) - 2, min(y1, y2) - 2, abs(x2 - x1) + 4, abs(y2 - y1) + 4),
            )
            count += 1
            if count >= _MAX_BOXES:
                return


def _seen(page: pdfium.PdfPage, x: float, y: float) -> tuple[float, float]:
    """A place of the page as it is seen, from the top left corner: many slides are pages that lie on their side, or a part of one."""
    across, down = ctypes.c_int(), ctypes.c_int()
    width, height = (int(side * _FINE) for side in page.get_size())
    raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, across, down)
    return across.value / _FINE, down.value / _FINE


def _png(bitmap: pdfium.PdfBitmap) -> bytes:
    """A bitmap of three or four bytes a point as PNG, in grey: a page is mostly ink on paper."""
    step = bitmap.n_channels
    data = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap.raw), bitmap.stride * bitmap.height)
    rows = bytearray()
    for line in range(bitmap.height):
        start = line * bitmap.stride
        # Green alone is near enough to the lightness of what is printed.
        rows += b"\0" + data[start + (1 if step > 1 else 0) : start + bitmap.width * step : step]
    header = struct.pack(">IIBBBBB", bitmap.width, bitmap.height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
