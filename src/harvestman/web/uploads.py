"""Uploads: hashed while they arrive, removed when they are no longer needed. Larger ones are written to a folder of this process; small
ones stay in memory until they have to be read whole, because most of what is sent is known by its bytes or its pages: the
copy of a known paper behind a cover page costs 7.5 ms of processor time so, and 8.2 with a file that is made, read and removed.

Each server process has its own folder below `incoming` in the data folder and holds a lock in it; a folder whose lock nobody
holds belongs to a process that died, and is removed by the next one that starts. Folders are made and looked at by one process at a
time, so one that is just being made is never taken for a dead one's. No word of a client becomes part of a path.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from harvestman.holdings import HEAD_BYTES, SourceFile, media_type_of, shown_name
from harvestman.web.front.errors import Busy, Refused, TooLarge

_LOCK = "lock"
_SMALL_BYTES = 1_000_000
_MEMORY_BYTES = 64_000_000  # of all small files together; what comes beyond that goes to the disk


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has come in whole, on the disk or still in memory: `Incoming.on_disk` gives it as one that lies on the disk."""

    path: Path
    """Where it lies; of one in memory, what it is known by."""
    digest: str
    size_bytes: int
    name: str
    media_type: str


class Incoming:
    """The folder of this process, and how much may be in it."""

    def __init__(self, data: Path, *, max_upload: int, space: int) -> None:
        self.max_upload = max_upload
        self._space = space
        self._counting = threading.Lock()  # files are placed by threads
        self._used = 0
        self._placed: dict[Path, int] = {}
        self._small: dict[Path, list[bytes]] = {}
        self._small_bytes = 0
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

    def keep_small(self, path: Path, chunks: list[bytes]) -> None:
        """Keep the bytes of a small file, for which memory was claimed, until it is discarded."""
        self._small[path] = chunks

    def claim_memory(self, size: int) -> bool:
        """Whether so many more bytes may be in memory; if so, they are the caller's to give back."""
        with self._counting:
            has_room = self._small_bytes + size <= _MEMORY_BYTES
            self._small_bytes += size if has_room else 0
            return has_room

    def release_memory(self, size: int) -> None:
        """Return memory."""
        with self._counting:
            self._small_bytes -= size

    def new_path(self) -> Path:
        """A name that no file has."""
        return self.folder / secrets.token_hex(8)

    def discard(self, upload: Upload | SourceFile) -> None:
        """Remove a file that is no longer needed; the second call does nothing."""
        was_in_memory = self._small.pop(upload.path, None) is not None
        if was_in_memory:
            self.release_memory(upload.size_bytes)
        # What is shared may have been written since. Most small files never are, and to ask is cheaper than to fail.
        may_lie_there = not was_in_memory or isinstance(upload, SourceFile)
        if may_lie_there and os.path.exists(upload.path):
            upload.path.unlink()
        elif not was_in_memory:
            return
        self._placed.pop(upload.path, None)
        self.give_back(upload.size_bytes)

    def shared(self, upload: Upload) -> SourceFile:
        """The same file under a name of its own, so that whoever sent it may go while it is read; in memory if there is room, else on the disk."""
        self.take(upload.size_bytes)
        file = replace(_file(upload), path=self.new_path())
        chunks = self._small.get(upload.path)
        if chunks is None:
            os.link(upload.path, file.path)
        elif self.claim_memory(upload.size_bytes):
            chunks[:] = [b"".join(chunks)]  # one piece, which both hold
            self.keep_small(file.path, chunks)
            file = replace(file, data=chunks[0])
        else:
            _write(file.path, chunks)
        return file

    def on_disk(self, upload: Upload) -> SourceFile:
        """The file where it lies, from now on if it was in memory."""
        chunks = self._small.pop(upload.path, None)
        if chunks is not None:
            _write(upload.path, chunks)
            self.release_memory(upload.size_bytes)
        return _file(upload)

    def place(self, data: bytes, *, digest: str, name: str, media_type: str) -> Upload:
        """A file with these bytes, which are known already; Busy when such files have half of the space already.

        So whoever takes files out slowly does not keep others from sending theirs.
        """
        placed = list(self._placed.values())
        if placed and sum(placed) + len(data) > self._space // 2:
            raise Busy("The service hands out too many files just now.", retry_after_s=5)
        self.take(len(data))
        path = self.new_path()
        self._placed[path] = len(data)
        path.write_bytes(data)
        return Upload(path, digest, len(data), name, media_type)

    def close(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.close()


class Arriving:
    """One file while it arrives; leaving the `with` block without `finish` leaves nothing behind."""

    def __init__(self, incoming: Incoming, name: str) -> None:
        self._incoming = incoming
        self.name = name
        """What the client calls the file."""
        self._digest = hashlib.sha256()
        self._head = b""
        self._small: list[bytes] = []
        self._small_bytes = 0
        self._file: IO[bytes] | None = None
        self._path = incoming.new_path()
        self._size = 0

    def __enter__(self) -> Arriving:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._path.unlink(missing_ok=True)
        self._incoming.release_memory(self._small_bytes)
        self._incoming.give_back(self._size)

    def rename(self, name: str) -> None:
        """Take the name that the client gives the file, once it says so."""
        self.name = name

    def write(self, data: bytes) -> None:
        """The next bytes; TooLarge or Busy when they are too many."""
        if self._size + len(data) > self._incoming.max_upload:
            raise TooLarge(self._incoming.max_upload)
        self._incoming.take(len(data))
        self._size += len(data)
        self._digest.update(data)
        if len(self._head) < HEAD_BYTES:
            self._head += data[: HEAD_BYTES - len(self._head)]
        if self._is_small(len(data)):
            self._small.append(data)
            self._small_bytes += len(data)
        else:
            self._on_disk().write(data)

    def finish(self) -> Upload:
        """The file, whole and of a kind that is read; from now on it is the caller's to discard."""
        if not self._size:
            raise Refused(400, "The file has no bytes.", status="empty", remedy="Send it again.")
        media_type = media_type_of(self._head)
        if not media_type:
            raise Refused(415, "The file is of no kind that is read.")
        if self._file is not None:
            self._file.close()
        else:
            self._incoming.keep_small(self._path, self._small)
        upload = Upload(
            self._path, self._digest.hexdigest(), self._size, shown_name(self.name), media_type
        )
        self._file, self._small_bytes, self._size = None, 0, 0  # nothing is left to be given back
        return upload

    def _is_small(self, more: int) -> bool:
        """Whether it stays in memory with the bytes that have just come; if so, they are claimed."""
        is_small = self._file is None and self._size <= _SMALL_BYTES
        return is_small and self._incoming.claim_memory(more)

    def _on_disk(self) -> IO[bytes]:
        """The file that it goes to, with all that was in memory."""
        if self._file is None:
            self._file = self._path.open("xb")
            self._file.writelines(self._small)
            self._incoming.release_memory(self._small_bytes)
            self._small, self._small_bytes = [], 0
        return self._file


def _file(upload: Upload) -> SourceFile:
    return SourceFile(upload.path, upload.digest, upload.size_bytes, upload.name, upload.media_type)


def _write(path: Path, chunks: Iterable[bytes]) -> None:
    with path.open("xb") as file:
        file.writelines(chunks)


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
