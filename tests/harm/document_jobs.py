"""What the guarded children of the hostile-file tests run."""

from __future__ import annotations

import os
import signal
from mmap import ACCESS_READ, mmap
from pathlib import Path

from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable


def first_line(path: str) -> str:
    """The first line of a file; "" when it cannot be read."""
    try:
        with Path(path).open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
            layout = open_layout(data, ocr=False)
    except Unreadable:
        return ""
    return next((line.text for page in layout.pages for line in page.lines), "")


def misbehave(what: str) -> str:
    """Hang, die or eat memory as a broken parser would; otherwise read a file."""
    if what == "hang":
        signal.pause()
    if what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "eat":
        hoard = [bytearray(16 * 1024 * 1024) for _ in range(100)]
        return str(len(hoard))
    return first_line(what.rstrip("?"))
