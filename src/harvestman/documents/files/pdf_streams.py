"""What is inside a PDF, byte by byte: its pages, fonts and pictures are streams, which stay as they are when a file is saved anew.

A cover page, a stamp, another title in the properties or another order of objects changes the file and leaves the streams, unless
the program also compresses what was not. Finding them needs no parser: 0.6 ms for a file of 150 kB, where its text takes 16.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from mmap import mmap

_BEGIN, _END = b"stream", b"endstream"
_DICTIONARY_BYTES = 700  # before a stream; the dictionaries of those that do not count are short
_LINE_ENDS = b"\r\n"
# How a file is written, and what its properties say: every program that saves a file makes these anew.
_WRAPPING = re.compile(rb"/Type\s*/(?:XRef|ObjStm|Metadata)\b")
_MOST = 2_000
_MOST_SEEN = 20_000  # so that no file takes more than a moment, whatever is in it
_LEAST_BYTES = 1_000


def pdf_streams(data: bytes | mmap) -> tuple[int, ...]:
    """A number of 64 bits for each stream that matters, in ascending order; none when there are too few or too many to tell."""
    found: set[int] = set()
    size = place = seen = 0
    while (at := data.find(_BEGIN, place)) >= 0:
        place = at + len(_BEGIN)
        seen += 1
        if seen > _MOST_SEEN:
            return ()
        if data[place : place + 1] not in (b"\r", b"\n"):
            continue
        end = data.find(_END, place)
        if end < 0:
            break
        before = data[max(0, at - _DICTIONARY_BYTES) : at]
        if not _WRAPPING.search(before, before.rfind(b" obj") + 1):
            body = data[place:end].strip(_LINE_ENDS)  # programs differ in the line ends around it
            found.add(int.from_bytes(blake2b(body, digest_size=8).digest(), signed=True))
            size += len(body)
            if len(found) > _MOST:
                return ()
        place = end + len(_END)
    return tuple(sorted(found)) if size >= _LEAST_BYTES else ()
