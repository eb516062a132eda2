"""Why archives are read and written by our own code: what the usual libraries do with the same files.

When one of these tests fails, a library has become better: look whether it can take over.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from crawl.archive.archives import answer, html, packed, record
from crawl.archive.test_replaying import FORMS, HARM, ONE, TWO
from harvestman.crawl.archive import Broken, WarcReader
from harvestman.crawl.archive.sources import Damaged


def blocks_by_fastwarc(data: bytes) -> list[bytes]:
    """The blocks that fastwarc hands out before it stops."""
    found = []
    try:
        for record in FastIterator(io.BytesIO(data), parse_http=False):
            found.append(record.reader.read())
    except OSError:
        pass
    return found


def block(record: bytes) -> bytes:
    return record.partition(b"\r\n\r\n")[2].removesuffix(b"\r\n\r\n")


def test_fastwarc_reads_what_is_whole() -> None:
    assert blocks_by_fastwarc(packed(ONE, TWO)) == [block(ONE), block(TWO)]


def torn() -> Iterator[tuple[bytes, bytes]]:
    """Archives whose second record was cut off before a third was added, each with that record."""
    for number in range(40):
        record_ = record(f"http://a.example/{number}", answer(html(f"Not Whole {number * 7919}")))
        yield packed(ONE) + packed(record_)[:-60] + packed(TWO), record_


def test_fastwarc_hands_out_garbled_blocks_as_whole_ones() -> None:
    """It unpacks over the end of what is torn, into the next record: a paper would be kept that nobody wrote."""
    garbled = [
        one
        for data, cut_off in torn()
        for one in blocks_by_fastwarc(data)
        if one not in (block(ONE), block(cut_off), block(TWO))
    ]
    assert len(garbled) > 5  # about a third of them


def test_ours_never_does(tmp_path: Path) -> None:
    path = tmp_path / "torn.warc.gz"
    for data, _ in torn():
        path.write_bytes(data)
        whole = []
        with WarcReader(path) as reader:
            for record in reader:
                if not isinstance(record, Broken):
                    with contextlib.suppress(Damaged):
                        whole.append(b"".join(record.pieces()))
        assert whole == [block(ONE), block(TWO)]


def test_fastwarc_takes_the_next_record_for_a_part_of_one_that_lies() -> None:
    first, second = blocks_by_fastwarc(HARM["a length that is too long"])
    assert first == block(ONE)
    assert b"WARC/1.0" in second


def test_fastwarc_ends_at_padding() -> None:
    assert blocks_by_fastwarc(FORMS["padded"]) == [block(ONE)]


@pytest.mark.parametrize("name", ["packed in one piece", "zstandard", "padded"])
def test_warcio_does_not_read_all_forms(name: str) -> None:
    with pytest.raises(ArchiveLoadFailed):
        list(ArchiveIterator(io.BytesIO(FORMS[name]), no_record_parse=True))


def test_warcio_writes_other_headers_than_were_sent() -> None:
    sent = 'attachment; filename="año.pdf"'
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=False)
    headers = StatusAndHeaders("200 OK", [("Content-Disposition", sent)], "HTTP/1.1")
    record = writer.create_warc_record("http://a.example/", "response", io.BytesIO(b""), http_headers=headers)  # fmt: skip
    writer.write_record(record)
    assert sent.encode() not in out.getvalue()
