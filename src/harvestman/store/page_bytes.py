"""The bytes of small pages, kept in the database in the same transaction as the page; those of all else are blobs in their place.

A file for each page, written, flushed and renamed, costs 0.9 ms of processor time and 15 ms of waiting for the disk; as a row of a
transaction that is made anyway the same bytes cost 0.05 ms. `LibraryBlobs` decides where the bytes of a page go
(`goes_with_page`), and finds all bytes again wherever they are. Libraries with a bucket are made for more pages than a database should
hold: there all bytes go to the bucket.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from harvestman.store.asking import ask_each, ask_one
from harvestman.store.blobs import FolderBlobs, unpack

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection
    from harvestman.store.blobs import Blobs
    from harvestman.store.database import Database

MAX_SMALL_BYTES = 64 * 1024
"""Of a page, before it is packed to a fifth. A file becomes cheaper at ten times as much, but a database is copied whole for a back-up."""


def has_row(connection: AnyConnection, digest: str) -> bool:
    """Whether bytes of that name are kept in the database."""
    asked = "SELECT 1 FROM page_bytes WHERE digest = :digest"
    return ask_one(connection, asked, {"digest": digest}) is not None


class LibraryBlobs:
    """All bytes of a library: those of small pages in its database, all others in the place for blobs."""

    def __init__(self, database: Database, place: Blobs) -> None:
        self._database = database
        self.place = place

    def __str__(self) -> str:
        return str(self.place)

    def goes_with_page(self, body: bytes) -> bool:
        """Whether the bytes of a page are kept in the database, with the page; else they are put before it is kept."""
        return len(body) <= MAX_SMALL_BYTES and isinstance(self.place, FolderBlobs)

    def make_folders(self) -> None:
        """Make the folders for many blobs, where they are kept in folders."""
        if isinstance(self.place, FolderBlobs):
            self.place.make_folders()

    def put(self, data: bytes, *, digest: str = "") -> str:
        """Keep bytes durably in the place for blobs; their SHA-256 is their name."""
        return self.place.put(data, digest=digest)

    def put_all(self, many: Sequence[bytes]) -> None:
        """Keep the bytes of many blobs durably there."""
        self.place.put_all(many)

    def get(self, digest: str) -> bytes:
        """The bytes of that name; BlobError when they are missing or damaged."""
        asked = "SELECT packed FROM page_bytes WHERE digest = :digest"
        with self._database.asking() as connection:
            packed = ask_one(connection, asked, {"digest": digest})
        return self.place.get(digest) if packed is None else unpack(bytes(packed), digest)

    def has(self, digest: str) -> bool:
        """Whether bytes of that name are kept."""
        with self._database.asking() as connection:
            is_row = has_row(connection, digest)
        return is_row or self.place.has(digest)

    def discard(self, digest: str) -> None:
        """Forget the blob of that name, if there is one; the bytes in the database are pages', which stay."""
        self.place.discard(digest)

    def digests(self) -> Iterator[str]:
        """The names of all that are kept."""
        with self._database.asking() as connection:
            for (digest,) in ask_each(connection, "SELECT digest FROM page_bytes"):
                yield digest
            for digest in self.place.digests():
                if not has_row(connection, digest):
                    yield digest

    def check(self) -> list[str]:
        """A line for everything that is wrong with the place itself."""
        return self.place.check()
