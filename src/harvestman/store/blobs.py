"""Blobs: bytes by the name of their own SHA-256, compressed, in a folder. Writing the same bytes twice is harmless.

A blob appears under its name complete or not at all: it is written to a temporary file, flushed to the disk and then renamed.
What a crash leaves behind is a temporary file, which nobody reads and `clean` removes.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from harvestman.model import BlobError
from harvestman.store.faults import fault_of

MAX_BLOB_BYTES = 512 * 1024 * 1024
"""No blob is larger, so nothing that claims to be is unpacked."""

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SUFFIX = ".zst"
_TEMPORARY = ".tmp-"
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_LEVEL = 3  # zstd's own default: 5 times smaller HTML at several hundred MB/s
# A PDF has packed its streams itself: of 40 real ones 5.6 % are saved instead of 6.0, in less than half the time (0.07 instead of 0.17 ms).
_LEVEL_OF_PDF = -1
_PDF = b"%PDF-"


class _Compressors(threading.local):
    """A thread's own, by their level: making one takes as long as using it."""

    def __init__(self) -> None:
        self.of: dict[int, Any] = {}


_compressors = _Compressors()
_sync_bytes = getattr(os, "fdatasync", os.fsync)  # the date of a blob need not be durable


class Blobs(Protocol):
    """A place for bytes."""

    def put(self, data: bytes, *, digest: str = "") -> str:
        """Keep bytes durably; their SHA-256 is their name, which need not be found again where the caller has it."""
        ...

    def put_all(self, many: Sequence[bytes]) -> None:
        """Keep the bytes of many blobs durably."""
        ...

    def get(self, digest: str) -> bytes:
        """The bytes of that name; BlobError when they are missing or damaged."""
        ...

    def has(self, digest: str) -> bool:
        """Whether bytes of that name are kept."""
        ...

    def discard(self, digest: str) -> None:
        """Forget the bytes of that name, if they are kept."""
        ...

    def digests(self) -> Iterator[str]:
        """The names of all that are kept."""
        ...

    def check(self) -> list[str]:
        """A line for everything that is wrong with the place itself."""
        ...


def pack(data: bytes) -> bytes:
    """How a blob is stored."""
    if len(data) > MAX_BLOB_BYTES:
        raise BlobError(f"{len(data)} bytes are too many for one blob (at most {MAX_BLOB_BYTES}).")
    level = _LEVEL_OF_PDF if data.startswith(_PDF) else _LEVEL
    compressor = _compressors.of.get(level)
    if compressor is None:
        import zstandard  # noqa: PLC0415 (who asks for papers needs no blob)

        compressor = zstandard.ZstdCompressor(level=level, write_content_size=True)
        _compressors.of[level] = compressor
    return bytes(compressor.compress(data))


def unpack(packed: bytes, digest: str) -> bytes:
    """The bytes of a stored blob, checked against its name; never unpacks more than a blob can hold."""
    import zstandard  # noqa: PLC0415

    try:
        size = zstandard.get_frame_parameters(packed).content_size
        if size > MAX_BLOB_BYTES:  # an unknown size counts as the largest number
            raise BlobError(f"Blob {digest} is damaged: it claims to hold {size} bytes.")
        data = zstandard.ZstdDecompressor().decompress(packed)
    except zstandard.ZstdError as error:
        raise BlobError(f"Blob {digest} is damaged: {error}. Harvest its page again.") from error
    if digest_of(data) != digest:
        raise BlobError(f"Blob {digest} is damaged: its bytes are others. Harvest its page again.")
    return data


def digest_of(data: bytes) -> str:
    """The name under which bytes are kept."""
    import hashlib  # noqa: PLC0415 (brings OpenSSL)

    return hashlib.sha256(data).hexdigest()


def blob_path(digest: str) -> str:
    """Where a blob lies within its place: 256 folders of evenly many."""
    if not _DIGEST.fullmatch(digest):
        raise BlobError(f"{digest!r} is not the name of a blob (64 hexadecimal digits).")
    return f"{digest[:2]}/{digest[2:]}{_SUFFIX}"


def digest_at(path: str) -> str | None:
    """The digest of the blob that lies there; None where something else does."""
    digest = path.removesuffix(_SUFFIX).replace("/", "")
    return digest if _DIGEST.fullmatch(digest) and blob_path(digest) == path else None


class FolderBlobs:
    """Blobs in a folder, which is made when the first one is put."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __str__(self) -> str:
        return str(self.folder)

    def make_folders(self) -> None:
        """Make all folders within it at once, durably: else a new library makes one for every second of its first blobs, 0.1 to 0.2 ms each."""
        try:
            for number in range(256):
                os.makedirs(f"{self.folder}/{number:02x}", exist_ok=True)
            _sync(str(self.folder))
        except OSError as error:
            raise fault_of(error, f"The blob folder {self.folder}") or error from error

    def put(self, data: bytes, *, digest: str = "") -> str:
        """Keep bytes durably; cheap when they are kept already."""
        digest = digest or digest_of(data)
        path = f"{self.folder}/{blob_path(digest)}"  # plain text: a page has no time for Path
        try:
            if not os.path.exists(path):
                _write_durably(path, pack(data))
        except OSError as error:
            raise fault_of(error, f"The blob folder {self.folder}") or error from error
        return digest

    def put_all(self, many: Sequence[bytes]) -> None:
        """Keep the bytes of many blobs durably."""
        for data in many:
            self.put(data)

    def get(self, digest: str) -> bytes:
        """The bytes of that name."""
        path = self.folder / blob_path(digest)
        try:
            if path.stat().st_size > MAX_BLOB_BYTES + 1024:
                raise BlobError(f"Blob {digest} is damaged: it is larger than any blob.")
            packed = path.read_bytes()
        except FileNotFoundError as error:
            raise BlobError(f"Blob {digest} is missing in {self.folder}.") from error
        except OSError as error:
            raise BlobError(f"Blob {digest} cannot be read: {error.strerror}.") from error
        return unpack(packed, digest)

    def has(self, digest: str) -> bool:
        """Whether bytes of that name are kept."""
        return os.path.exists(f"{self.folder}/{blob_path(digest)}")

    def discard(self, digest: str) -> None:
        """Forget the bytes of that name, if they are kept."""
        path = self.folder / blob_path(digest)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise fault_of(error, f"The blob folder {self.folder}") or error from error

    def digests(self) -> Iterator[str]:
        """The names of all that are kept."""
        for path in self.folder.glob(f"??/*{_SUFFIX}"):
            if (digest := digest_at(f"{path.parent.name}/{path.name}")) is not None:
                yield digest

    def check(self) -> list[str]:
        """Whether the folder can be used."""
        nearest = self.folder
        while not nearest.exists() and nearest != nearest.parent:
            nearest = nearest.parent
        if not nearest.is_dir():
            return [f"The blob folder {self.folder} cannot be made: {nearest} is a file."]
        if not os.access(nearest, os.W_OK | os.X_OK):
            return [f"The blob folder {self.folder} cannot be written: check its permissions."]
        return []

    def clean(self, *, older_than: float) -> int:
        """Remove the temporary files of writers that died before that moment (in seconds since 1970)."""
        removed = 0
        for path in self._temporary():
            try:
                if path.stat().st_mtime < older_than:
                    path.unlink()
                    removed += 1
            except FileNotFoundError:
                continue  # its writer lives and has just renamed it
        return removed

    def _temporary(self) -> Iterator[Path]:
        return self.folder.glob(f"??/{_TEMPORARY}*")


def _write_durably(path: str, data: bytes) -> None:
    folder = os.path.dirname(path)
    import secrets  # noqa: PLC0415

    name = f"{folder}/{_TEMPORARY}{secrets.token_hex(8)}"
    try:
        handle = os.open(name, _NEW, 0o600)
    except FileNotFoundError:  # mostly the folder is there
        os.makedirs(folder, exist_ok=True)
        _sync(os.path.dirname(folder))
        handle = os.open(name, _NEW, 0o600)
    try:
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(handle, left) :]
            _sync_bytes(handle)
        finally:
            os.close(handle)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync(folder)


def _sync(folder: str) -> None:
    """Make the names in a folder durable, not only the bytes behind them."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
