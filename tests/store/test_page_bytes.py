"""The bytes of small pages: kept with the page or not at all, and found wherever they are."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

from harvestman.model import BlobError, Harvest, HarvestRequest, LeaseLost, VisitOutcome
from harvestman.store import Ended, Library, LibraryBlobs, S3Blobs
from harvestman.store.blobs import digest_of
from harvestman.store.page_bytes import MAX_SMALL_BYTES
from harvestman.store.schema import page_bytes
from store.sample import SITE, Opener, keep_visit, open_visits, outcome

BODY = b"<html>" + b"spider " * 1000


def begun(library: Library, *urls: str) -> tuple[Harvest, list[VisitOutcome]]:
    """A harvest, and how its visits ended: each page has the same bytes."""
    harvest = library.harvests.begin(HarvestRequest(urls, 0, 10))
    ended = [
        replace(outcome(visit, digest=digest_of(BODY)), body=BODY)
        for visit in open_visits(library, harvest, 0)
    ]
    return harvest, ended


def rows(library: Library) -> int:
    with library.database.read() as connection:
        return int(connection.scalar(sa.select(sa.func.count()).select_from(page_bytes)) or 0)


def test_pages_up_to_a_size_go_into_the_database_beside_a_folder(library: Library) -> None:
    small, large = b"x" * MAX_SMALL_BYTES, b"x" * (MAX_SMALL_BYTES + 1)
    assert library.blobs.goes_with_page(b"")
    assert library.blobs.goes_with_page(small)
    assert not library.blobs.goes_with_page(large)
    beside_a_bucket = LibraryBlobs(library.database, S3Blobs("s3://bucket/prefix"))
    assert not beside_a_bucket.goes_with_page(small)


def test_the_bytes_of_a_small_page_are_kept_with_it(library: Library, opened: Opener) -> None:
    harvest, [ended] = begun(library, SITE)
    digest = digest_of(BODY)
    assert not library.blobs.has(digest)
    keep_visit(library, harvest, ended)
    for reader in (library, opened(writable=False)):
        assert reader.blobs.has(digest)
        assert reader.blobs.get(digest) == BODY
        assert list(reader.blobs.digests()) == [digest]
    assert list(library.blobs.place.digests()) == []
    assert library.check() == []


def test_a_page_that_is_not_kept_leaves_no_bytes(library: Library) -> None:
    harvest, [ended] = begun(library, SITE)
    lease = library.leases.acquire("a.example", "one", length_s=60)
    assert lease is not None
    library.leases.release(lease)
    (kept,) = library.harvests.keep_all(harvest, [Ended(ended, lease)])
    assert not kept.is_kept
    with pytest.raises(LeaseLost), library.leases.fenced(lease):
        keep_visit(library, harvest, ended)
    assert rows(library) == 0


def test_the_same_bytes_under_two_addresses_are_kept_once(library: Library) -> None:
    harvest, ended = begun(library, SITE, f"{SITE}again")
    library.harvests.keep_all(harvest, [Ended(one) for one in ended])
    for one in ended:
        keep_visit(library, harvest, one)
    assert rows(library) == 1


def test_bytes_that_are_a_blob_as_well_are_named_once(library: Library) -> None:
    harvest, [ended] = begun(library, SITE)
    library.blobs.put(BODY)
    keep_visit(library, harvest, ended)
    other = library.blobs.put(b"a file")
    assert sorted(library.blobs.digests()) == sorted([digest_of(BODY), other])
    library.blobs.discard(digest_of(BODY))
    assert library.blobs.get(digest_of(BODY)) == BODY


def test_pages_whose_bytes_are_blobs_are_found_there(library: Library) -> None:
    harvest, [ended] = begun(library, SITE)
    keep_visit(library, harvest, replace(ended, body=None))
    assert len(library.check()) == 1
    library.blobs.put(BODY)
    assert library.check() == []
    assert library.blobs.get(digest_of(BODY)) == BODY


def test_damaged_and_lost_bytes_are_told(library: Library) -> None:
    harvest, [ended] = begun(library, SITE)
    keep_visit(library, harvest, ended)
    with library.database.write() as connection:
        connection.execute(sa.update(page_bytes).values(packed=b"rubbish"))
    with pytest.raises(BlobError, match="damaged"):
        library.blobs.get(digest_of(BODY))
    with library.database.write() as connection:
        connection.execute(sa.delete(page_bytes))
    with pytest.raises(BlobError, match="missing"):
        library.blobs.get(digest_of(BODY))
    assert "lost their bytes" in library.check()[0]
