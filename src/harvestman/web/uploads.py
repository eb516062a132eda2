"""Uploads: written to a folder of this process and hashed while they arrive, removed when they are no longer needed.

Each server process has its own folder below `incoming` in the data folder and holds a lock in it; a folder whose lock nobody
holds belongs to a process that died, and is removed by the next one that starts. Folders are made and looked at by one process at a
time, so one that is just being made is never taken for a dead one's. No word of a client becomes part of a path.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from harvestman.holdings import HEAD_BYTES, SourceFile, media_type_of, shown_name
from harvestman.web.front.errors import Busy, Refused, TooLarge

_LOCK = "lock"


class Incoming:
    """The folder of this process, and how much may be in it."""

    def __init__(self, data: Path, *, max_upload: int, space: int) -> None:
        self.max_upload = max_upload
        self._space = space
        self._counting = threading.Lock()  # files are placed by threads
        self._used = 0
        self._placed: dict[Path, int] = {}
        root = data / "incoming"
        root.mkdir(parents=True, exist_ok=True)
        with _turn_at(root):
            self.removed = _remove_dead(root)
            self.folder = Path(tempfile.mkdtemp(prefix="server-", dir=root))
            self._lock = (self.folder / _LOCK).open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    @property
    def used_bytes(self) -> int:
        """What is in the folder now."""
        return self._used

    def open(self, name: str) -> Arriving:
        """A place for a file that is about to arrive."""
        return Arriving(self, name)

    def take(self, size: int) -> None:
        """Claim space for more bytes; Busy when there is none left."""
        with self._counting:
            if self._used + size > self._space:
                raise Busy("The service has no room for more files just now.", retry_after_s=5)
            self._used += size

    def give_back(self, size: int) -> None:
        """Return space."""
        with self._counting:
            self._used -= size

    def discard(self, upload: SourceFile) -> None:
        """Remove a file that is no longer needed; the second call does nothing."""
        try:
            upload.path.unlink()
        except FileNotFoundError:
            return
        self._placed.pop(upload.path, None)
        self.give_back(upload.size_bytes)

    def shared(self, upload: SourceFile) -> SourceFile:
        """The same file under another name, so that whoever sent it may go while it is read."""
        self.take(upload.size_bytes)
        handle, name = tempfile.mkstemp(dir=self.folder)
        os.close(handle)
        Path(name).unlink()
        os.link(upload.path, name)
        return SourceFile(
            Path(name), upload.digest, upload.size_bytes, upload.name, upload.media_type
        )

    def place(self, data: bytes, *, digest: str, name: str, media_type: str) -> SourceFile:
        """A file with these bytes, which are known already; Busy when such files have half of the space already.

        So whoever takes files out slowly does not keep others from sending theirs.
        """
        placed = list(self._placed.values())
        if placed and sum(placed) + len(data) > self._space // 2:
            raise Busy("The service hands out too many files just now.", retry_after_s=5)
        self.take(len(data))
        handle, path = tempfile.mkstemp(dir=self.folder)
        self._placed[Path(path)] = len(data)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return SourceFile(Path(path), digest, len(data), name, media_type)

    def close(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.close()


class Arriving:
    """One file while it arrives; leaving the `with` block without `finish` leaves nothing behind."""

    def __init__(self, incoming: Incoming, name: str) -> None:
        self._incoming = incoming
        self._name = name
        self._digest = hashlib.sha256()
        self._head = b""
        self._file: IO[bytes] | None = None
        self._path: Path | None = None
        self._size = 0

    def __enter__(self) -> Arriving:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
            self._incoming.give_back(self._size)

    def rename(self, name: str) -> None:
        """What the client calls the file, once it says so."""
        self._name = name

    def write(self, data: bytes) -> None:
        """The next bytes; TooLarge or Busy when they are too many."""
        if not data:
            return
        if self._size + len(data) > self._incoming.max_upload:
            raise TooLarge(self._incoming.max_upload)
        self._incoming.take(len(data))
        self._size += len(data)
        if self._file is None:
            handle, name = tempfile.mkstemp(dir=self._incoming.folder)
            self._file, self._path = os.fdopen(handle, "wb"), Path(name)
        self._digest.update(data)
        if len(self._head) < HEAD_BYTES:
            self._head += data[: HEAD_BYTES - len(self._head)]
        self._file.write(data)

    def finish(self) -> SourceFile:
        """The file, whole and of a kind that is read; from now on it is the caller's to discard."""
        if self._file is None or self._path is None:
            raise Refused(400, "The file has no bytes.", status="empty", remedy="Send it again.")
        media_type = media_type_of(self._head)
        if not media_type:
            raise Refused(415, "The file is of no kind that is read.")
        self._file.close()
        upload = SourceFile(
            self._path, self._digest.hexdigest(), self._size, shown_name(self._name), media_type
        )
        self._file, self._path = None, None
        return upload


@contextmanager
def _turn_at(folder: Path) -> Iterator[None]:
    """Hold the lock of the uploads' folder, which all processes share."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _remove_dead(root: Path) -> int:
    """Remove the folders of processes that died; how many there were. The caller has its turn."""
    removed = 0
    for folder in root.glob("server-*"):
        try:
            with (folder / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:  # its process died before it had a lock, or is just removing it
            pass
        except BlockingIOError:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        removed += 1
    return removed
