"""Anybody's archive becomes pages and papers, with the archive's dates; broken and hostile ones cost what is broken."""

from __future__ import annotations

import gzip
import io
import random
import tracemalloc
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import zstandard
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from crawl.archive.archives import (
    HTML,
    NOON,
    answer,
    chunked,
    fetch_into,
    html,
    open_at,
    packed,
    record,
    replay,
)
from harvestman.crawl import Session
from harvestman.crawl.archive import Broken, WarcReader, WarcWriter
from harvestman.engine import open_guard
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, RecordingTransport, Reply
from harvestman.model import HarvestRequest, SetClock
from harvestman.store import Library, end_state

ONE = record("http://a.example/one", answer(html("The First Paper of the Archive")))
TWO = record("http://a.example/two", answer(html("The Second Paper of the Archive")))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_at(tmp_path / "into", SetClock(datetime(2026, 1, 1, tzinfo=UTC))) as opened:
        yield opened


def titles(library: Library) -> list[str]:
    papers = end_state(library)["papers"]
    return sorted(paper["view"]["title"] for paper in papers)


async def test_a_replay_ends_where_the_harvest_ended(tmp_path: Path, library: Library) -> None:
    site = {
        "http://a.example/": Reply(html("A Paper on the Front Page", "/two", "/old", "/gone"), fields=(*HTML, ("ETag", '"1"'))),
        "http://a.example/two": Reply(gzip.compress(html("A Second Paper, Packed")), fields=(*HTML, ("Content-Encoding", "gzip"))),
        "http://a.example/old": Reply(b"", 301, (("Location", "/new"),)),
        "http://a.example/new": Reply(html("A Third Paper That Has Moved", "/two"), fields=(*HTML, ("Link", '<http://a.example/x>; rel="item"'))),
    }  # fmt: skip
    clock = SetClock(NOON)
    path = tmp_path / "site.warc.gz"
    with (
        open_at(tmp_path / "live", clock) as live,
        WarcWriter(path, clock=clock) as writer,
        open_guard("inline") as guard,
    ):
        transport = RecordingTransport(MockTransport(site), clock=clock, note=writer.add)
        async with Fetcher(FetchOptions(delay_s=0), clock=clock, transport=transport) as fetcher:
            session = Session(live, fetcher, guard, clock)
            await session.harvest(HarvestRequest(("http://a.example/",), 2, 50), fresh_for_s=0)
        wanted = end_state(live)
        for _ in range(2):  # doing it again changes nothing
            told = await replay(library, path)
            ended = end_state(library)
            assert ended["papers"] == wanted["papers"]
            assert ended["pages"] == wanted["pages"]
        assert len(wanted["papers"]) == 3
        moved = next(one for one in told if one.url == "http://a.example/old")
        assert moved.date is not None
        assert moved.date.date() == NOON.date()
        page = library.pages.latest("http://a.example/old")
        assert page is not None
        assert page.final_url == "http://a.example/new"
        assert page.fetched.date() == NOON.date()


async def test_an_older_state_is_history_and_takes_nothing_back(
    tmp_path: Path, library: Library
) -> None:
    url = "http://a.example/"
    old, new = tmp_path / "old.warc.gz", tmp_path / "new.warc.gz"
    await fetch_into(old, {url: Reply(html("The Paper as It Was Called First"))}, [url])
    later = SetClock(datetime(2025, 1, 1, tzinfo=UTC))
    await fetch_into(new, {url: Reply(html("The Paper under Its Later Title"))}, [url], later)
    for files in ((new, old), (old, new), (old,), (new, old)):
        await replay(library, *files)
        assert titles(library) == ["The Paper under Its Later Title"]
        assert len(end_state(library)["pages"]) == 2 if old in files else 1
        page = library.pages.latest(url)
        assert page is not None
        assert page.fetched.year == 2025


async def test_revisits_have_the_body_that_they_mean(tmp_path: Path, library: Library) -> None:
    url = "http://a.example/"
    path = tmp_path / "site.warc.gz"
    site = {url: Reply(html("A Paper That Stays as It Is"))}
    await fetch_into(path, site, [url])
    await fetch_into(path, site, [url], SetClock(datetime(2025, 3, 1, tzinfo=UTC)))
    told = await replay(library, path)
    assert [str(one.status) for one in told if one.url == url] == ["success", "success"]
    page = library.pages.latest(url)
    assert page is not None
    assert page.fetched.year == 2025
    assert len(end_state(library)["pages"]) == 1


def by_warcio() -> bytes:
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    body = html("A Paper in an Archive by Warcio")
    headers = StatusAndHeaders(
        "200 OK", [("Content-Type", "text/html"), ("Transfer-Encoding", "chunked")], "HTTP/1.1"
    )
    writer.write_record(writer.create_warcinfo_record("x.warc.gz", {"software": "another"}))
    for payload in (chunked(body), body):  # chunked as it says, and undone in spite of what it says
        stream = io.BytesIO(payload)
        one = writer.create_warc_record("http://w.example/", "response", stream, http_headers=headers)  # fmt: skip
        writer.write_record(one)
    return out.getvalue()


FORMS = {
    "plain": ONE + TWO,
    "packed": packed(ONE, TWO),
    "packed in one piece": gzip.compress(ONE + TWO),
    "zstandard": zstandard.compress(ONE) + zstandard.compress(TWO),
    "padded": packed(ONE) + b"\0" * 200_000 + packed(TWO) + b"\0" * 512,
    "angle brackets and blank lines": b"\r\n\r\n" + ONE.replace(b"http://a.example/one", b"<http://a.example/one>") + b"\n\n" + TWO,
    "a chunked and packed body": packed(
        record("http://a.example/one", answer(chunked(gzip.compress(html("The First Paper of the Archive"))), "Transfer-Encoding: chunked", "Content-Encoding: gzip")),
        TWO,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
async def test_archives_of_all_forms_are_read(tmp_path: Path, library: Library, name: str) -> None:
    path = tmp_path / "any"
    path.write_bytes(FORMS[name])
    told = await replay(library, path)
    assert titles(library) == ["The First Paper of the Archive", "The Second Paper of the Archive"]
    assert [str(one.status) for one in told] == ["success", "success"]
    page = library.pages.latest("http://a.example/one")
    assert page is not None
    assert page.fetched == datetime(2023, 5, 1, 10, tzinfo=UTC)


async def test_archives_of_warcio_are_read(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "any.warc.gz"
    path.write_bytes(by_warcio())
    told = await replay(library, path)
    assert [str(one.status) for one in told] == ["success", "success"]
    assert titles(library) == ["A Paper in an Archive by Warcio"]


BAD = record("http://a.example/bad", answer(html("A Paper That Is Not Whole")))
HARM = {
    "a broken gzip member": packed(ONE) + packed(BAD)[:-40] + b"\xff" * 40 + packed(TWO),
    "a wrong checksum": packed(ONE) + packed(BAD)[:-8] + b"\0" * 8 + packed(TWO),
    "a member that is cut off": packed(ONE) + packed(BAD)[:-60] + packed(TWO),
    "rubbish between records": packed(ONE) + random.Random(1).randbytes(3000) + packed(TWO),
    "a length that is too long": packed(ONE, record("http://a.example/bad", b"x", length=10**12), TWO),
    "a length that is too short": packed(ONE, record("http://a.example/bad", answer(b"x" * 900), length=30), TWO),
    "a length that is too long, plain": ONE + record("http://a.example/bad", answer(b"x"), length=700) + TWO,
    "a length that is no number": packed(ONE, BAD.replace(b"Content-Length: ", b"Content-Length: -"), TWO),
    "no HTTP inside": packed(ONE, record("http://a.example/bad", b"nothing"), TWO),
    "a head without an end": packed(ONE, b"WARC/1.0\r\n" + b"X" * 300_000, TWO),
    "a gzip bomb as body": packed(
        ONE, record("http://a.example/bad", answer(gzip.compress(b"\0" * 50_000_000), "Content-Encoding: gzip")), TWO
    ),
    "an unknown packing": packed(ONE, record("http://a.example/bad", answer(b"x" * 99, "Content-Encoding: br")), TWO),
    "a large record": packed(ONE, record("http://a.example/bad", answer(b"\0" * 60_000_000)), TWO),
}  # fmt: skip


@pytest.mark.parametrize("name", HARM)
async def test_what_is_broken_costs_nothing_but_itself(
    tmp_path: Path, library: Library, name: str
) -> None:
    path = tmp_path / "bad.warc.gz"
    path.write_bytes(HARM[name])
    tracemalloc.start()
    told = await replay(library, path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert titles(library) == ["The First Paper of the Archive", "The Second Paper of the Archive"]
    assert [str(one.status) for one in told if one.papers] == ["success", "success"]
    assert any(not one.status.is_read for one in told)
    assert peak < 20_000_000


def test_no_damage_ends_in_an_exception(tmp_path: Path) -> None:
    rng = random.Random(7)
    for whole in (packed(ONE, BAD, TWO), ONE + BAD + TWO, FORMS["zstandard"]):
        for _ in range(150):
            data = bytearray(whole[: rng.randrange(len(whole))] if rng.random() < 0.4 else whole)
            for _ in range(rng.randrange(1, 6)):
                if data:
                    data[rng.randrange(len(data))] = rng.randrange(256)
            path = tmp_path / "x"
            path.write_bytes(data)
            with WarcReader(path) as reader:
                found = list(reader)
            assert len(found) < 50


async def test_what_cannot_be_skipped_in_reason_is_jumped_over(tmp_path: Path) -> None:
    """A record of three gigabytes, packed to nothing."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    size = 3 * 2**30
    head = record("http://a.example/bad", b"", length=size)[:-4]
    # The rest of the three gigabytes is missing, which nobody is to find out by unpacking them.
    block = packer.compress(head + b"\0" * 2_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    path = tmp_path / "x.warc.gz"
    path.write_bytes(packed(ONE) + block + packed(TWO))
    with WarcReader(path) as reader:
        found = [one.head.target if not isinstance(one, Broken) else "broken" for one in reader]
    assert found == ["http://a.example/one", "http://a.example/bad", "broken", "http://a.example/two"]  # fmt: skip
