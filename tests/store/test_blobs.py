"""Blobs, in a folder and in a bucket: the same promises."""

from __future__ import annotations

import errno
import hashlib
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

from harvestman.model import BlobError, LibraryFull, LibraryReadOnly, LibraryUnreachable, UsageError
from harvestman.store import Blobs, FolderBlobs, S3Blobs
from harvestman.store.blobs import blob_path, digest_of
from servers.s3 import S3Server
from store.unprivileged import run_unprivileged

DATA = b"<html>" + b"spider " * 1000
DIGEST = hashlib.sha256(DATA).hexdigest()


@pytest.fixture(params=["folder", "s3"])
def blobs(
    request: pytest.FixtureRequest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Blobs]:
    if request.param == "folder":
        yield FolderBlobs(folder / "blobs")
        return
    server: S3Server = request.getfixturevalue("s3_server")
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    yield S3Blobs(f"s3://{server.new_bucket()}/some/prefix")


def test_what_is_put_can_be_got(blobs: Blobs) -> None:
    assert not blobs.has(DIGEST)
    assert blobs.put(DATA) == DIGEST
    assert blobs.put(DATA) == DIGEST
    assert blobs.has(DIGEST)
    assert blobs.get(DIGEST) == DATA
    assert blobs.get(blobs.put(b"")) == b""
    assert blobs.check() == []


def test_many_are_put_at_once(blobs: Blobs) -> None:
    many = [DATA, b"", *(b"page %d" % number for number in range(20)), DATA]
    blobs.put_all(many)
    assert [blobs.get(digest_of(data)) for data in many] == many
    blobs.put_all([])
    blobs.put_all([b"one alone"])
    assert blobs.has(digest_of(b"one alone"))


def test_folders_can_be_made_before_they_are_needed(folder: Path) -> None:
    blobs = FolderBlobs(folder / "blobs")
    blobs.make_folders()
    blobs.make_folders()
    assert len(list(blobs.folder.iterdir())) == 256
    assert list(blobs.digests()) == []
    assert blobs.get(blobs.put(DATA)) == DATA
    assert len(list(blobs.folder.iterdir())) == 256


def test_what_was_never_put_is_missing(blobs: Blobs) -> None:
    with pytest.raises(BlobError, match="missing"):
        blobs.get(DIGEST)


def test_what_is_discarded_is_gone_and_may_be_put_again(blobs: Blobs) -> None:
    blobs.discard(blobs.put(DATA))
    assert not blobs.has(DIGEST)
    blobs.discard(DIGEST)
    assert blobs.get(blobs.put(DATA)) == DATA


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "a" * 63, "A" * 64, "a" * 64 + "\n"])
def test_only_a_digest_is_a_name(blobs: Blobs, name: str) -> None:
    with pytest.raises(BlobError, match="not the name"):
        blobs.get(name)
    with pytest.raises(BlobError, match="not the name"):
        blobs.has(name)
    with pytest.raises(BlobError, match="not the name"):
        blobs.discard(name)


def bomb() -> bytes:
    """A few bytes that say they unpack to a terabyte."""
    packed = bytearray(zstandard.ZstdCompressor().compress(b"x" * 70_000))
    # The frame header: magic (4), descriptor (1), then the size; make it the eight-byte kind.
    return bytes(packed[:4]) + bytes([0b11000000]) + b"\x50" + (1 << 40).to_bytes(8, "little")


@pytest.mark.parametrize(
    "stored", [b"", b"rubbish", zstandard.compress(b"other bytes"), zstandard.compress(DATA)[:-9]]
)
def test_damaged_blobs_are_never_given_out(folder: Path, stored: bytes) -> None:
    blobs = FolderBlobs(folder)
    blobs.put(DATA)
    (folder / blob_path(DIGEST)).write_bytes(stored)
    with pytest.raises(BlobError, match="damaged"):
        blobs.get(DIGEST)


def test_a_bomb_is_not_unpacked(folder: Path) -> None:
    blobs = FolderBlobs(folder)
    blobs.put(DATA)
    (folder / blob_path(DIGEST)).write_bytes(bomb())
    with pytest.raises(BlobError, match="claims to hold 1099511627776 bytes"):
        blobs.get(DIGEST)
    # Nor is one that does not say how large it is.
    packer = zstandard.ZstdCompressor(write_content_size=False)
    (folder / blob_path(DIGEST)).write_bytes(packer.compress(b"0" * 10_000_000))
    with pytest.raises(BlobError, match="claims to hold"):
        blobs.get(DIGEST)


def test_a_writer_that_dies_leaves_nothing_that_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blobs = FolderBlobs(folder)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", die)
        with pytest.raises(KeyboardInterrupt):
            blobs.put(DATA)
    assert not blobs.has(DIGEST)
    assert [path for path in folder.rglob("*") if path.is_file()] == []
    # kill -9 leaves its temporary file, which only clean-up sees.
    stale = folder / DIGEST[:2] / ".tmp-xyz"
    stale.write_bytes(b"half")
    fresh = folder / DIGEST[:2] / ".tmp-abc"
    fresh.write_bytes(b"half")
    os.utime(stale, (1000, 1000))
    os.utime(fresh, (3000, 3000))
    assert blobs.clean(older_than=2000) == 1
    assert (stale.exists(), fresh.exists()) == (False, True)
    assert blobs.put(DATA) == DIGEST


def test_a_full_disk_leaves_no_half_blob(folder: Path) -> None:
    blobs = FolderBlobs(folder)
    noise = os.urandom(100_000)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
        with pytest.raises(LibraryFull, match="No space is left"):
            blobs.put(noise)

    folder.chmod(0o777)
    run_unprivileged(limited)
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_a_folder_that_may_not_be_written(folder: Path) -> None:
    blobs = FolderBlobs(folder)
    blobs.put(DATA)
    folder.chmod(0o555)

    def try_it() -> None:
        assert blobs.get(DIGEST) == DATA
        assert blobs.put(DATA) == DIGEST
        with pytest.raises(LibraryReadOnly, match="cannot be written"):
            blobs.put(b"something new")
        assert len(blobs.check()) == 1

    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    run_unprivileged(try_it)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)


def test_a_file_in_the_place_of_the_folder(folder: Path) -> None:
    (folder / "blobs").write_text("a file")
    blobs = FolderBlobs(folder / "blobs")
    with pytest.raises(LibraryUnreachable):
        blobs.put(DATA)
    assert len(blobs.check()) == 1


def test_a_full_disk_is_told_whatever_the_system_calls_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LibraryFull):
        FolderBlobs(folder).put(DATA)


def test_a_bucket_that_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harvestman.store.s3_blobs._MAX_RETRIES", 0)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hush-hush")
    blobs = S3Blobs("s3://bucket")
    with pytest.raises(LibraryUnreachable, match="s3://bucket cannot be reached") as caught:
        blobs.put(DATA)
    assert "hush-hush" not in str(caught.value)
    with pytest.raises(LibraryUnreachable, match="s3://bucket cannot be reached"):
        blobs.put_all([DATA, b"another"])
    assert len(blobs.check()) == 1


def test_a_bucket_that_does_not_exist(s3_server: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(LibraryUnreachable):
        S3Blobs("s3://no-such-bucket").put(DATA)


def test_buckets_need_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(UsageError, match=r"harvestman\[s3\]"):
        S3Blobs("s3://bucket")
    with pytest.raises(UsageError, match=r"harvestman\[s3\]|names no bucket"):
        S3Blobs("s3://")


def test_an_object_that_another_machine_has_just_put_is_not_written_again(
    s3_server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    blobs = S3Blobs(f"s3://{s3_server.new_bucket()}")
    digest = blobs.put(DATA)
    # As when both have looked before either has put: the second would write other bytes under the same name.
    monkeypatch.setattr(S3Blobs, "has", lambda _self, _digest: False)
    monkeypatch.setattr("harvestman.store.s3_blobs.pack", lambda _data: b"written again")
    assert blobs.put(DATA) == digest
    assert blobs.get(digest) == DATA
