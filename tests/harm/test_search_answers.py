"""A search service that is hostile: addresses in our own network, redirects, twisted and endless answers. The service itself lies in our network, as an operator's does."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import harvestman
from harvestman.model import Status

TITLE = "Reed Beds That Clean Themselves"
ODD: list[object] = [None, 1, [], {"url": 5}, {"url": ["x"]}, {"url": "http://x", "title": {}}, "s", {"url": "http://" + "a" * 100_000}]  # fmt: skip


class HostileService(ThreadingHTTPServer):
    """Answers every search with `body`, or as the field says; keeps which paths were asked for."""

    daemon_threads = True
    body = b""
    how = ""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[str] = []
        self.sent = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: HostileService

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        self.server.asked.append(self.path.partition("?")[0])
        if self.server.how == "redirects":
            self.send_response(302)
            self.send_header("Location", f"{self.server.address}/secret.pdf")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(self.server.body)
            while self.server.how == "endless":
                self.server.sent += self.wfile.write(b" " * 65_536)


@pytest.fixture
def service() -> Iterator[HostileService]:
    with HostileService() as opened:
        thread = threading.Thread(target=opened.serve_forever, daemon=True)
        thread.start()
        yield opened
        opened.shutdown()
        thread.join()


def found(service: HostileService, folder: Path) -> Status:
    with harvestman.open(
        folder / "library.db",
        delay="0",
        providers="searxng",
        searxng_url=service.address,
        engine="local:1",
        browser="never",
        find_requests="12",
    ) as opened:
        return opened.find_paper(TITLE, ["Helen Marsh"]).status


def test_addresses_in_our_own_network_are_not_asked(
    service: HostileService, tmp_path: Path
) -> None:
    port = service.server_address[1]
    hosts = ("127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "127.0.0.1.")
    urls = [f"http://{host}:{port}/secret.pdf" for host in hosts]
    urls += ["http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "gopher://x/"]
    service.body = json.dumps({"results": [{"url": url, "title": TITLE} for url in urls]}).encode()
    assert found(service, tmp_path) is Status.NOT_FOUND
    assert set(service.asked) == {"/search"}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 1_000_000, Status.NO_PROVIDER),
        (b'{"results":' + b"9" * 1_000_000 + b"}", Status.NO_PROVIDER),
        (json.dumps({"results": ODD}).encode(), Status.NOT_FOUND),
        (b'{"results": {"a": 1}}', Status.NOT_FOUND),
        (b"\xff\xfe", Status.NO_PROVIDER),
        (b"", Status.NO_PROVIDER),
    ],
    ids=["deep", "number", "types", "object", "bytes", "nothing"],
)
def test_twisted_answers_find_nothing(
    service: HostileService, tmp_path: Path, body: bytes, status: Status
) -> None:
    service.body = body
    assert found(service, tmp_path) is status  # what is no JSON is no answer


@pytest.mark.parametrize("how", ["redirects", "endless"])
def test_redirects_are_not_followed_and_endless_answers_end(
    service: HostileService, tmp_path: Path, how: str
) -> None:
    service.how = how
    assert found(service, tmp_path) is Status.NO_PROVIDER
    assert set(service.asked) == {"/search"}
    assert service.sent < 100_000_000
