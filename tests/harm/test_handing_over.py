"""Repositories that lie: feeds that lead the password elsewhere, lists without an end, bombs in receipts; and sites whose files are named to do harm."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from harvestman.fetch import Failure, Fetcher, FetchOptions, MockTransport, Reply, Request
from harvestman.formats import write_saf
from harvestman.gather import HandedOver, SwordTarget, ask_held, hand_over
from harvestman.model import (
    Authority,
    Candidate,
    Claim,
    Evidence,
    Field,
    Status,
    SystemClock,
    UsageError,
)
from harvestman.store import CandidateFound, Library, open_library
from store.sample import NOON

COLLECTION = "https://repo.example/sword/collection/1"
OAI = "https://repo.example/oai"
ATOM = "http://www.w3.org/2005/Atom"
XML = (("Content-Type", "application/atom+xml"),)
BOMB = (
    b'<!DOCTYPE a [<!ENTITY b "harm">'
    + b"".join(
        b'<!ENTITY c%d "%s">' % (n, b"&c%d;" % (n - 1) * 10 if n else b"&b;" * 10)
        for n in range(10)
    )
    + b']><feed xmlns="http://www.w3.org/2005/Atom"><title>&c9;</title></feed>'
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(str(tmp_path / "l.db"), clock=SystemClock()) as opened:
        yield opened


def candidate(library: Library, url: str, title: str = "Reeds") -> Candidate:
    said = Claim(
        url,
        Field.TITLE,
        title,
        Evidence("sha256:0", "1"),
        "document",
        "1",
        Authority.LEARNED,
        0.9,
        NOON,
    )
    found = CandidateFound(url, "docdocdoc", library.blobs.put(b"the bytes"), (said,))
    (one,) = library.candidates.keep("uni.example", [found])
    return one


async def deposited(library: Library, transport: MockTransport, one: Candidate) -> HandedOver:
    target = SwordTarget(COLLECTION, "ann", "secret")
    async with Fetcher(FetchOptions(delay_s=0), clock=SystemClock(), transport=transport) as fetcher:  # fmt: skip
        (done,) = [d async for d in hand_over(library, fetcher, target, [one], by="bob")]
    return done


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://repo.example.evil.example/feed",
        "https://repo.example@evil.example/feed",
        "https://repo.example:8443/feed",
        "http://repo.example/feed",
        "//evil.example/feed",
        "javascript:alert(1)",
    ],
)
async def test_the_password_goes_to_no_other_host(library: Library, elsewhere: str) -> None:
    one = candidate(library, "http://uni.example/reeds.pdf")
    library.deposits.begin(one.id, COLLECTION)  # so that the collection is asked for it
    feed = f"<feed xmlns='{ATOM}'><link rel='next' href='{elsewhere}'/></feed>"
    transport = MockTransport(lambda _: Reply(feed.encode(), fields=XML))
    assert str((await deposited(library, transport, one)).outcome) == "unsure"
    assert {request.url for request in transport.requests} == {COLLECTION}


async def test_a_feed_that_leads_on_for_ever_ends(library: Library) -> None:
    one = candidate(library, "http://uni.example/reeds.pdf")
    library.deposits.begin(one.id, COLLECTION)

    def answer(request: Request) -> Reply:
        number = len(request.url)
        return Reply(f"<feed xmlns='{ATOM}'><link rel='next' href='{COLLECTION}?{'x' * number}'/></feed>".encode(), fields=XML)  # fmt: skip

    transport = MockTransport(answer)
    assert str((await deposited(library, transport, one)).outcome) == "unsure"
    assert len(transport.requests) < 200


@pytest.mark.parametrize("receipt", [BOMB, b"<a>" * 100_000, b"\x00" * 1000, b""])
async def test_a_receipt_that_is_none_is_no_harm(library: Library, receipt: bytes) -> None:
    one = candidate(library, "http://uni.example/reeds.pdf")
    transport = MockTransport(lambda _: Reply(receipt, fields=XML))
    done = await deposited(library, transport, one)
    assert (str(done.outcome), done.receipt) == ("deposited", COLLECTION)


@pytest.mark.parametrize(
    "path", ["%2e%2e", "a%2Fb%2F..%2F..%2Fetc%2Fpasswd", "..%5C..%5Cx.pdf", "a%00b.pdf", "%0a.pdf"]
)
async def test_names_and_titles_of_a_site_do_not_break_out_of_the_package(
    library: Library, path: str
) -> None:
    one = candidate(library, f"http://uni.example/{path}", "Reeds\x00 \x1b[31m & <Beds>]]>")
    transport = MockTransport(lambda _: Reply(b"", fields=XML))
    await deposited(library, transport, one)
    (sent,) = transport.requests
    body = sent.body or b""
    atom = body[body.index(b"<?xml") : body.index(b"</entry>") + len(b"</entry>")]
    ET.fromstring(atom)  # is well-formed
    with zipfile.ZipFile(io.BytesIO(body[body.index(b"PK\x03\x04") :])) as archive:
        (name,) = archive.namelist()
    assert name.strip(".")
    assert not set("/\\\0\n") & set(name)


@pytest.mark.parametrize(
    "name", ["dublin_core.xml", "contents", "collections", "handle", "metadata_etd.xml", "CONTENTS"]
)
def test_no_file_of_a_site_takes_the_place_of_its_metadata(library: Library, name: str) -> None:
    one = candidate(library, f"http://uni.example/{name}")
    stream = io.BytesIO()
    write_saf(stream, [one], lambda _: (name, b"harm"), collections=["123/4"])
    with zipfile.ZipFile(stream) as archive:
        names = [entry.casefold() for entry in archive.namelist()]
        assert len(set(names)) == len(names) == 4
        assert f"item_00001/{name.casefold()}" in names or name in ("handle", "metadata_etd.xml")
        harmed = [entry for entry in archive.namelist() if archive.read(entry) == b"harm"]
    assert harmed == [f"item_00001/document_{name}"]


def oai(inside: str) -> Reply:
    text = f"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>{inside}</OAI-PMH>"
    return Reply(text.encode(), fields=(("Content-Type", "text/xml"),))


async def test_a_list_without_records_and_without_an_end_is_given_up() -> None:
    numbers = count()

    def answer(_: Request) -> Reply | Failure:
        number = next(numbers)
        token = f"<ListRecords><resumptionToken>t{number}</resumptionToken></ListRecords>"
        return oai(token) if number < 300 else Failure(Status.TIMEOUT, "asked for ever")

    transport = MockTransport(answer)
    async with Fetcher(FetchOptions(delay_s=0), clock=SystemClock(), transport=transport) as fetcher:  # fmt: skip
        with pytest.raises(UsageError, match="has no end"):
            await ask_held(fetcher, OAI)
    assert len(transport.requests) < 100


async def test_a_bomb_is_no_list() -> None:
    transport = MockTransport(lambda _: Reply(BOMB, fields=XML))
    async with Fetcher(FetchOptions(delay_s=0), clock=SystemClock(), transport=transport) as fetcher:  # fmt: skip
        with pytest.raises(UsageError, match="does not answer as OAI-PMH"):
            await ask_held(fetcher, OAI)
