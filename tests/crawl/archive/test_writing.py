"""What is written is what passed over the wire, whole records only, and other programs can read it."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.archiveiterator import ArchiveIterator

from crawl.archive.archives import HTML, NOON, fetch_into, html
from harvestman.crawl.archive import Broken, WarcReader, WarcWriter
from harvestman.fetch import Reply
from harvestman.model import SetClock, UsageError

SITE = {
    "http://a.example/robots.txt": Reply(b"User-agent: *\nAllow: /\n", fields=(("Content-Type", "text/plain"),)),
    "http://a.example/": Reply(html("A Paper on Careful Harvesting"), fields=(*HTML, ("Transfer-Encoding", "chunked"))),
    "http://a.example/packed": Reply(
        gzip.compress(html("A Packed Paper on Harvesting"), mtime=0), fields=(*HTML, ("Content-Encoding", "gzip"))
    ),
    "http://a.example/moved": Reply(b"", 301, (("Location", "/"),)),
    "http://a.example/down": Reply(b"<p>out of order", 500),
}  # fmt: skip
URLS = [f"http://a.example{path}" for path in ("/", "/packed", "/moved", "/down", "/missing")]


def records(path: Path) -> list[Any]:
    """As warcio reads them; it raises when a digest is wrong."""
    found = []
    with path.open("rb") as stream:
        for one in ArchiveIterator(stream, check_digests="raise"):
            one.payload = one.content_stream().read()
            found.append(one)
    return found


def kinds(path: Path) -> Counter[str]:
    with path.open("rb") as stream:
        for one in FastIterator(stream, parse_http=False):
            assert one.verify_block_digest()
    return Counter(one.rec_type for one in records(path))


@pytest.mark.parametrize("name", ["site.warc.gz", "site.warc"])
async def test_everything_on_the_wire_is_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    await fetch_into(path, SITE, URLS)
    # Seven answers: robots.txt, five pages, and the page that one of them leads to, whose bytes are there already.
    assert kinds(path) == {"warcinfo": 1, "request": 7, "response": 6, "revisit": 1}
    said = {
        (one.rec_headers["WARC-Target-URI"], one.http_headers.get_statuscode())
        for one in records(path)
        if one.rec_type == "response"
    }
    assert ("http://a.example/robots.txt", "200") in said
    assert ("http://a.example/missing", "404") in said
    assert ("http://a.example/down", "500") in said
    asked = next(one for one in records(path) if one.rec_type == "request")
    assert asked.http_headers.get_header("User-Agent").startswith("Harvestman/")


async def test_bodies_are_kept_packed_and_without_chunks(tmp_path: Path) -> None:
    path = tmp_path / "site.warc.gz"
    await fetch_into(path, SITE, URLS[:2])
    first, second = [one for one in records(path) if one.rec_type == "response"][1:]
    assert first.http_headers.get_header("Transfer-Encoding") is None
    assert first.http_headers.get_header("X-Orig-Transfer-Encoding") == "chunked"
    assert first.payload == SITE[URLS[0]].body
    assert second.http_headers.get_header("Content-Encoding") == "gzip"
    assert second.payload == html("A Packed Paper on Harvesting")  # warcio unpacks it


async def test_header_fields_are_written_as_they_came(tmp_path: Path) -> None:
    path = tmp_path / "site.warc"
    sent = 'attachment; filename="año.pdf"'
    reply = Reply(html("A Paper"), fields=(*HTML, ("Content-Disposition", sent)))
    await fetch_into(path, {URLS[0]: reply}, URLS[:1])
    assert f"Content-Disposition: {sent}\r\n".encode() in path.read_bytes()


async def test_an_unchanged_body_is_a_revisit_also_in_a_later_run(tmp_path: Path) -> None:
    path = tmp_path / "site.warc.gz"
    await fetch_into(path, SITE, URLS[:1])
    await fetch_into(path, SITE, URLS[:1])
    assert kinds(path)["revisit"] == 2  # the page and robots.txt
    again = [one for one in records(path) if one.rec_type == "revisit"][-1]
    assert again.rec_headers["WARC-Refers-To-Target-URI"] == URLS[0]
    assert again.rec_headers["WARC-Refers-To-Date"].startswith("2024-06-01T12:00:00")


@pytest.mark.parametrize("name", ["site.warc.gz", "site.warc"])
async def test_a_torn_tail_is_cut_off_and_nothing_else(tmp_path: Path, name: str) -> None:
    whole = tmp_path / name
    await fetch_into(whole, SITE, URLS)
    data = whole.read_bytes()
    with WarcReader(whole) as reader:
        starts = [one.offset for one in reader if not isinstance(one, Broken)]
    for cut in range(1, len(data), max(1, len(data) // 40)):
        torn = tmp_path / f"torn-{name}"
        torn.write_bytes(data[:cut])
        await fetch_into(torn, SITE, URLS[:1])
        ends = [*starts[1:], len(data)]
        kept = sum(1 for end in ends if end is not None and end <= cut)
        assert sum(kinds(torn).values()) == kept + 5, cut


def test_a_file_that_is_no_archive_is_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.warc"
    notes.write_bytes(b"my notes")
    with pytest.raises(UsageError, match="no WARC"), WarcWriter(notes, clock=SetClock(NOON)):
        pass
    assert notes.read_bytes() == b"my notes"
    with pytest.raises(UsageError, match="does not end in"):
        WarcWriter(tmp_path / "notes.txt", clock=SetClock(NOON)).__enter__()


def test_two_harvests_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "site.warc.gz"
    with (
        WarcWriter(path, clock=SetClock(NOON)),
        pytest.raises(UsageError, match="another harvest"),
        WarcWriter(path, clock=SetClock(NOON)),
    ):
        pass
