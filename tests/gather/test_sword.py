"""Deposits by SWORDv2 to a server that follows the profile: multipart deposits, receipts, refusals, a collection that lists its entries.

The server is written after the specification (SWORD 2.0 profile, sections 6.3.2, 6.2, 10 and 12), and refuses what a server of other
people's making refused: whoever accepts Atom alone, a part without a file name, a checksum that does not fit.
`tools/sword_witness.py` deposits to that server itself.
"""

from __future__ import annotations

import base64
import email
import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from harvestman.fetch import Fetcher, FetchOptions
from harvestman.gather import HandedOver, SwordTarget, hand_over
from harvestman.model import (
    Author,
    Authority,
    Candidate,
    CandidateState,
    Claim,
    Evidence,
    Field,
    SystemClock,
)
from harvestman.store import CandidateFound, Library, open_library
from store.sample import NOON

ATOM = "http://www.w3.org/2005/Atom"
_ERROR = f"""<?xml version="1.0"?><sword:error xmlns:sword="http://purl.org/net/sword/terms/" xmlns="{ATOM}"
href="http://purl.org/net/sword/error/MediationNotAllowed"><title>ERROR</title><summary>Mediation is not supported.</summary></sword:error>"""


class SwordServer(ThreadingHTTPServer):
    """One collection, one user (ann, secret)."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.entries: list[dict[str, Any]] = []
        self.lists = True
        self.breaks_off = False
        self.mediates = True
        self.refusal = ""

    @property
    def collection(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/sword/collection/1"


class _Handler(BaseHTTPRequestHandler):
    server: SwordServer

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def _is_known(self) -> bool:
        wanted = base64.b64encode(b"ann:secret").decode()
        if self.headers.get("Authorization") == f"Basic {wanted}":
            return True
        self._answer(401, b"")
        return False

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self._is_known():
            return
        if self.server.refusal:
            said = f"<error xmlns='http://purl.org/net/sword/terms/'><summary xmlns='{ATOM}'>{self.server.refusal}</summary></error>"
            self._answer(403, said.encode())
            return
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        parts: Any = email.message_from_bytes(head + body).get_payload()
        atom, payload = parts
        if "*/*" not in self.headers["Accept"]:
            self._answer(406, b"")
            return
        if self.server.mediates is False and self.headers.get("On-Behalf-Of"):
            self._answer(412, _ERROR.encode())
            return
        assert atom.get_content_type() == "application/atom+xml"
        assert (atom.get_filename(), payload.get_filename()) == (
            "atom.xml",
            f"{self.headers['Slug']}.zip",
        )
        digest = hashlib.md5(payload.get_payload(decode=True), usedforsecurity=False).hexdigest()
        assert payload["Content-MD5"] == digest
        assert payload["Packaging"] == "http://purl.org/net/sword/package/SimpleZip"
        with zipfile.ZipFile(io.BytesIO(payload.get_payload(decode=True))) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        number = len(self.server.entries) + 1
        self.server.entries.append(
            {
                "slug": self.headers["Slug"],
                "in_progress": self.headers["In-Progress"],
                "for": self.headers.get("On-Behalf-Of"),
                "atom": atom.get_payload(decode=True).decode(),
                "files": files,
            }
        )
        if self.server.breaks_off:
            self.connection.close()
            return
        self._answer(201, _entry(self.server.collection, number, self.headers["Slug"]).encode())

    def do_GET(self) -> None:
        if not self._is_known():
            return
        if not self.server.lists:
            self._answer(405, b"")
            return
        entries = "".join(
            _entry(self.server.collection, number, one["slug"])
            for number, one in enumerate(self.server.entries, start=1)
        )
        self._answer(200, f"<feed xmlns='{ATOM}'>{entries}</feed>".encode())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/atom+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _entry(collection: str, number: int, slug: str) -> str:
    return (
        f"<entry xmlns='{ATOM}'><id>{collection}/item/{number}</id><title>{slug}</title>"
        f"<link rel='edit' href='{collection}/edit/{number}'/><link rel='alternate' href='{collection}/item/{number}'/></entry>"
    )


@pytest.fixture
def server() -> Iterator[SwordServer]:
    with SwordServer() as opened:
        thread = threading.Thread(target=opened.serve_forever, daemon=True)
        thread.start()
        yield opened
        opened.shutdown()
        thread.join()


@pytest.fixture
def library(tmp_path: Any) -> Iterator[Library]:
    with open_library(str(tmp_path / "l.db"), clock=SystemClock()) as opened:
        yield opened


@pytest.fixture
def candidate(library: Library) -> Candidate:
    url = "http://uni.example/reeds.pdf"
    claims = tuple(
        Claim(url, field, value, Evidence("sha256:0", "page 1"), "document", "1", Authority.LEARNED, 0.9, NOON)
        for field, value in ((Field.TITLE, "Reeds & <Beds>"), (Field.AUTHORS, (Author("Helen Marsh"),)))
    )  # fmt: skip
    digest = library.blobs.put(b"the bytes")
    (one,) = library.candidates.keep("uni.example", [CandidateFound(url, "docdocdoc", digest, claims)])  # fmt: skip
    return one


async def deposited(
    library: Library,
    server: SwordServer,
    one: Candidate,
    *,
    password: str = "secret",
    dry_run: bool = False,
) -> HandedOver:
    options = FetchOptions(delay_s=0, allow_private=True, robots=False)
    target = SwordTarget(server.collection, "ann", password, "helen", in_progress=True)
    async with Fetcher(options, clock=SystemClock()) as fetcher:
        (done,) = [d async for d in hand_over(library, fetcher, target, [one], by="bob", dry_run=dry_run)]  # fmt: skip
    return done


async def test_a_candidate_is_deposited_with_file_and_metadata(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    done = await deposited(library, server, candidate)
    assert (str(done.outcome), done.receipt) == ("deposited", f"{server.collection}/item/1")
    (sent,) = server.entries
    assert (sent["files"], sent["in_progress"], sent["for"]) == ({"reeds.pdf": b"the bytes"}, "true", "helen")  # fmt: skip
    assert "Reeds &amp; &lt;Beds&gt;" in sent["atom"]
    assert "creator>Helen Marsh<" in sent["atom"]
    after = library.candidates.get(candidate.id)
    assert after is not None
    assert (after.state, after.decided_by) == (CandidateState.DEPOSITED, "bob")


async def test_a_refusal_is_told_in_the_words_of_the_error_document(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    server.mediates = False
    done = await deposited(library, server, candidate)
    assert str(done.outcome) == "refused"
    assert "412" in done.detail
    assert "Mediation is not supported." in done.detail


async def test_nothing_is_deposited_twice(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    await deposited(library, server, candidate)
    assert str((await deposited(library, server, candidate)).outcome) == "deposited before"
    assert len(server.entries) == 1


async def test_a_deposit_whose_receipt_never_came_is_found_and_not_sent_again(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    server.breaks_off = True
    assert str((await deposited(library, server, candidate)).outcome) == "unsure"
    server.breaks_off = False
    again = await deposited(library, server, candidate)
    assert (str(again.outcome), again.receipt) == (
        "deposited before",
        f"{server.collection}/item/1",
    )
    assert len(server.entries) == 1


async def test_killed_before_anything_was_sent_it_is_sent_the_next_time(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    library.deposits.begin(candidate.id, server.collection)
    assert str((await deposited(library, server, candidate)).outcome) == "deposited"
    assert len(server.entries) == 1


async def test_where_the_repository_cannot_tell_it_is_not_sent_again(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    library.deposits.begin(candidate.id, server.collection)
    server.lists = False
    assert str((await deposited(library, server, candidate)).outcome) == "unsure"
    assert server.entries == []


async def test_a_refusal_may_be_tried_again(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    assert str((await deposited(library, server, candidate, password="wrong")).outcome) == "refused"
    assert str((await deposited(library, server, candidate)).outcome) == "deposited"


async def test_a_refusal_is_told_in_the_repositorys_words(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    server.refusal = "No more theses &lt;here&gt;"
    done = await deposited(library, server, candidate)
    assert str(done.outcome) == "refused"
    assert done.detail == "the server answered 403 (Forbidden): No more theses <here>"


async def test_a_dry_run_sends_nothing(
    library: Library, server: SwordServer, candidate: Candidate
) -> None:
    done = await deposited(library, server, candidate, dry_run=True)
    assert str(done.outcome) == "would be deposited"
    assert (server.entries, library.deposits.of(candidate.id)) == ([], [])
