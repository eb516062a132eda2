"""Blobs in an S3-compatible bucket, for libraries that many machines share.

The server, region and keys come from the environment as every S3 tool reads them (`AWS_ENDPOINT_URL`, `AWS_REGION`,
`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`). An object appears complete or not at all, so nothing needs cleaning up.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from harvestman.model import BlobError, LibraryReadOnly, LibraryUnreachable, UsageError
from harvestman.store.blobs import MAX_BLOB_BYTES, blob_path, digest_at, digest_of, pack, unpack

_TIMEOUT = "30s"
_MAX_RETRIES = 3
_AT_ONCE = 16


class S3Blobs:
    """Blobs in a bucket."""

    def __init__(self, url: str) -> None:
        try:
            import obstore  # noqa: PLC0415 (an extra)
            from obstore import exceptions, store  # noqa: PLC0415
        except ImportError as error:
            raise UsageError(
                "Blobs in a bucket need the extra `s3`: pip install 'harvestman[s3]'"
            ) from error
        parts = urlsplit(url)
        if not parts.netloc:
            raise UsageError(f"{url} names no bucket: write s3://bucket/prefix")
        self.url = url
        self._obstore: Any = obstore
        self._exceptions: Any = exceptions
        self._store: Any = store.S3Store(
            parts.netloc,
            prefix=parts.path.strip("/") or None,
            client_options={
                # Plain HTTP only to a server that the operator has named so.
                "allow_http": os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://"),
                "connect_timeout": "10s",
                "timeout": _TIMEOUT,
            },
            retry_config={"max_retries": _MAX_RETRIES, "retry_timeout": timedelta(seconds=30)},
        )

    def __str__(self) -> str:
        return self.url

    def put(self, data: bytes, *, digest: str = "") -> str:
        """Keep bytes durably, unless they are kept already: an object that is there is never written again."""
        digest = digest or digest_of(data)
        if not self.has(digest):
            with self._told_plainly(), suppress(self._exceptions.AlreadyExistsError):
                # Another machine may put the same bytes at this moment: one of the two wins.
                self._obstore.put(self._store, blob_path(digest), pack(data), mode="create")
        return digest

    def put_all(self, many: Sequence[bytes]) -> None:
        """Keep the bytes of many blobs durably, several at once: the bucket is far away."""
        if len(many) == 1:
            self.put(many[0])
            return
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            for _ in threads.map(self.put, many):  # raises what one of them has raised
                pass

    def get(self, digest: str) -> bytes:
        """The bytes of that name."""
        path = blob_path(digest)
        with self._told_plainly():
            try:
                answer = self._obstore.get(self._store, path)
                if answer.meta["size"] > MAX_BLOB_BYTES + 1024:
                    raise BlobError(f"Blob {digest} is damaged: it is larger than any blob.")
                packed = bytes(answer.bytes())
            except FileNotFoundError as error:
                raise BlobError(f"Blob {digest} is missing in {self.url}.") from error
        return unpack(packed, digest)

    def has(self, digest: str) -> bool:
        """Whether bytes of that name are kept."""
        with self._told_plainly():
            try:
                self._obstore.head(self._store, blob_path(digest))
            except FileNotFoundError:
                return False
            return True

    def discard(self, digest: str) -> None:
        """Forget the bytes of that name, if they are kept."""
        with self._told_plainly():
            try:
                self._obstore.delete(self._store, blob_path(digest))
            except FileNotFoundError:
                return

    def digests(self) -> Iterator[str]:
        """The names of all that are kept."""
        with self._told_plainly():
            for group in self._obstore.list(self._store):
                yield from filter(None, (digest_at(entry["path"]) for entry in group))

    def check(self) -> list[str]:
        """Whether the bucket answers."""
        try:
            with self._told_plainly():
                self._obstore.list_with_delimiter(self._store, prefix="00")
        except (LibraryReadOnly, LibraryUnreachable) as error:
            return [str(error)]
        return []

    @contextmanager
    def _told_plainly(self) -> Iterator[None]:
        refused = (
            self._exceptions.PermissionDeniedError,
            self._exceptions.UnauthenticatedError,
        )
        try:
            yield
        except refused as error:
            raise LibraryReadOnly(
                f"The bucket {self.url} refuses us: check the keys and their rights."
            ) from error
        except FileNotFoundError as error:
            raise LibraryUnreachable(
                f"The bucket {self.url} cannot be reached: there is no such bucket."
            ) from error
        except self._exceptions.BaseError as error:
            reason = (str(error).splitlines() or ["no answer"])[0]
            raise LibraryUnreachable(
                f"The bucket {self.url} cannot be reached: {reason}"
            ) from error
