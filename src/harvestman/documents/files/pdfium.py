"""PDFium's raw interface, with plain numbers for pointers.

The bindings of pypdfium2 wrap each pointer in an object, which costs more than the call itself. A page has about 700 words
and each needs four calls, so the hot ones get prototypes of their own here. PDFium is not thread-safe: one process, one file.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import (
    c_char_p,
    c_double,
    c_float,
    c_int,
    c_size_t,
    c_ssize_t,
    c_uint32,
    c_void_p,
)
from mmap import mmap
from typing import Any

from pypdfium2 import raw


class _Buffer(ctypes.Structure):
    """Python's own description of memory (PEP 3118)."""

    _fields_ = (
        ("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t), ("itemsize", c_ssize_t),
        ("readonly", c_int), ("ndim", c_int), ("format", c_char_p), ("shape", c_void_p),
        ("strides", c_void_p), ("suboffsets", c_void_p), ("internal", c_void_p),
    )  # fmt: skip


@contextmanager
def address_of(data: bytes | mmap) -> Iterator[int]:
    """Where bytes stand in memory: a mapped file of any size is read in its place, not copied."""
    view = _Buffer()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(data), ctypes.byref(view), 0)
    try:
        yield view.buf
    finally:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(view))


def _bound(name: str, result: Any, *arguments: Any) -> Any:
    address = ctypes.cast(getattr(raw, name), c_void_p).value
    return ctypes.PYFUNCTYPE(result, *arguments)(address or 0)


# These are asked for each piece of a page, and keep the interpreter locked: giving the lock back would cost a third of the call.
# Without types of their arguments they cost half as much: the page must be given
# as a `c_void_p` and a place to write to by `byref`, made once a page; Python's numbers go over as C's int.
text_object = _bound("FPDFText_GetTextObject", c_void_p)
char_origin = _bound("FPDFText_GetCharOrigin", c_int)
char_box = _bound("FPDFText_GetCharBox", c_int)
char_matrix = _bound("FPDFText_GetMatrix", c_int)
char_index = _bound("FPDFText_GetCharIndexFromTextIndex", c_int)
font_size = _bound("FPDFText_GetFontSize", c_double)
# These take pointers as plain numbers.
page_text = _bound("FPDFText_GetText", c_int, c_void_p, c_int, c_int, c_void_p)
object_font = _bound("FPDFTextObj_GetFont", c_void_p, c_void_p)
render_mode = _bound("FPDFTextObj_GetTextRenderMode", c_int, c_void_p)
font_name = _bound("FPDFFont_GetBaseFontName", c_size_t, c_void_p, c_char_p, c_size_t)
font_flags = _bound("FPDFFont_GetFlags", c_int, c_void_p)
glyph_width = _bound("FPDFFont_GetGlyphWidth", c_int, c_void_p, c_uint32, c_float, c_void_p)
