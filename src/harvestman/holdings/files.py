"""Files at hand: where one lies, its digest, what it is called and what kind it is by its content."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from harvestman.documents import kinds_of

HEAD_BYTES = 64 * 1024
"""What telling the kind of a file looks at."""

_CHUNK_BYTES = 1024 * 1024
_MAX_NAME = 200
_MEDIA_TYPES = {
    "pdf": "application/pdf",
    "ps": "application/postscript",
    "rtf": "application/rtf",
    "ole": "application/msword",
    "zip": "application/zip",
    "gzip": "application/gzip",
    "html": "text/html",
    "text": "text/plain",
}
# How the files that are zip archives begin (ECMA-376 part 2; OpenDocument 1.3 part 2, 3.3).
_ARCHIVES = (
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"),
    (
        b"mimetypeapplication/vnd.oasis.opendocument.presentation",
        "application/vnd.oasis.opendocument.presentation",
    ),
    (b"word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (b"ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that is whole and lies on this machine's disk, or is to lie there once a program has to open it."""

    path: Path
    digest: str
    """The sha256 of its bytes, in hex."""
    size_bytes: int
    name: str
    """As it was called where it comes from, for people to read; never part of a path."""
    media_type: str
    """By its content; "" when it is of no kind that is read."""
    data: bytes | None = None
    """All its bytes, where they are in memory anyway: a small file that is known by them is never written to its path."""

    @property
    def source(self) -> str | bytes:
        """What a child is told of it: its bytes, or else where it lies."""
        return str(self.path) if self.data is None else self.data

    def read(self) -> bytes:
        """All its bytes."""
        return self.path.read_bytes() if self.data is None else self.data

    def on_disk(self) -> Path:
        """Where it lies, from now on if it was in memory."""
        if self.data is not None and not self.path.exists():
            self.path.write_bytes(self.data)
        return self.path


def source_file(path: Path, *, name: str = "") -> SourceFile:
    """The file at a path; OSError when it cannot be read, ValueError when it is no ordinary file."""
    digest, size, head = hashlib.sha256(), 0, b""
    # Not blocking: a named pipe without a writer would never open.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise ValueError("it is no ordinary file")
        while chunk := stream.read(_CHUNK_BYTES):
            head = head or chunk[:HEAD_BYTES]
            digest.update(chunk)
            size += len(chunk)
    return SourceFile(
        path, digest.hexdigest(), size, shown_name(name or path.name), media_type_of(head)
    )


def media_type_of(head: bytes) -> str:
    """What kind of file begins with these bytes; "" when it is none that is read."""
    kinds = kinds_of(head)
    if not kinds:
        return ""
    if kinds[0] == "zip":
        return next((kind for mark, kind in _ARCHIVES if mark in head), _MEDIA_TYPES["zip"])
    return _MEDIA_TYPES[kinds[0]]


def shown_name(name: str) -> str:
    """The last part of a name that somebody else gave, of printable letters; "document" when nothing is left."""
    last = name.replace("\\", "/").rpartition("/")[2]
    kept = "".join(letter for letter in last if letter.isprintable())
    kept = kept.encode(errors="ignore").decode().strip(" .")[:_MAX_NAME]
    return kept or "document"
