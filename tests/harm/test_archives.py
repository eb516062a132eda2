"""Archives made to be read for ever: broken heads, marks that begin nothing, heads that swallow what follows. What is read of the file is counted."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from harvestman.crawl.archive import reading
from harvestman.crawl.archive.reading import ArchiveRecord, Broken, WarcReader
from harvestman.crawl.archive.sources import Damaged


class CountedFile(io.BytesIO):
    """Bytes that count how many of them were read."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        piece = super().read(size)
        self.count += len(piece)
        return piece


class CountedPath:
    """What `WarcReader` asks of a path."""

    def __init__(self, data: bytes) -> None:
        self.file = CountedFile(data)
        self._size = len(data)

    def open(self, _mode: str) -> CountedFile:
        return self.file

    def stat(self) -> SimpleNamespace:
        return SimpleNamespace(st_size=self._size)


def read(data: bytes) -> tuple[list[ArchiveRecord | Broken], int]:
    """What an archive is told to have, and how many bytes were read for it."""
    path = CountedPath(data)
    with WarcReader(cast(Path, cast(Any, path))) as archive:
        return list(archive), path.file.count


def head(number: int, length: int) -> bytes:
    return (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Target-URI: http://h.example/\r\n"
        b"WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: %d\r\n\r\n" % (number, length)
    )


@pytest.mark.parametrize("line", [b"no head", b"Content-Length: 999999999"])
def test_of_many_broken_heads_each_is_told_and_the_next_is_looked_for_nearby(line: bytes) -> None:
    told, count = read(b"".join(b"WARC/1.0\r\n%s\r\n\r\n" % line for _ in range(3000)))
    assert sum(isinstance(one, Broken) for one in told) == 3000
    assert count < 3000 * 20_000  # a piece of 4 kB to look for it, one to read it


def test_marks_of_gzip_that_begin_nothing_are_not_tried_for_ever() -> None:
    data = gzip.compress(head(1, 0) + b"\r\n\r\n")[:-4] + b"\x1f\x8b\x08" * 100_000
    told, count = read(data)
    assert any(isinstance(one, Broken) for one in told)
    assert count < 20_000_000


def test_marks_by_chance_cost_no_record_behind_them() -> None:
    whole = gzip.compress(head(1, 0) + b"\r\n\r\n")
    told, _ = read(whole + b"\x1f\x8b\x08chance" * 50 + whole)
    assert sum(isinstance(one, ArchiveRecord) for one in told) == 2


def test_a_mark_on_the_border_of_two_pieces_is_found() -> None:
    whole = head(1, 0) + b"\r\n\r\n"
    for pad in range(4060, 4100):
        told, _ = read(b"x" * pad + b"\n" + whole)
        assert sum(isinstance(one, ArchiveRecord) for one in told) == 1, pad


def test_heads_that_swallow_all_that_follows_are_read_a_bounded_number_of_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "_MAX_WASTED", 1_000_000)
    path = CountedPath(b"".join(head(n, 200_000) + b"x\n" for n in range(2000)))
    told = []
    with WarcReader(cast(Path, cast(Any, path))) as archive:
        for one in archive:
            told.append(one)
            if isinstance(one, ArchiveRecord):
                pieces = one.pieces()
                while True:  # as the replay does: the whole block, or what is wrong with it
                    try:
                        next(pieces)
                    except StopIteration:
                        break
                    except Damaged:
                        break
    assert isinstance(told[-1], Broken)
    assert "rest is left out" in told[-1].detail
    assert path.file.count < 5_000_000  # each read to its end would be 300 MB
