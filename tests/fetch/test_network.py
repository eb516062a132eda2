"""The client on a real network stack: a server on loopback that sends exactly what it is told to."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import sys
from pathlib import Path

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from fetch.raw_server import http, raw_server
from harvestman.fetch import AiohttpTransport, Fetched, Fetcher, FetchOptions
from harvestman.model import SetClock, Status

LOCAL = FetchOptions(
    delay_s=0, robots=False, allow_private=True, timeout_s=10, idle_timeout_s=5, connect_timeout_s=5
)


async def fetch(url: str, clock: SetClock, options: FetchOptions = LOCAL) -> Fetched:
    async with Fetcher(options, clock=clock) as fetcher:
        return await fetcher.fetch(url)


async def test_a_page_over_the_wire(clock: SetClock) -> None:
    page = http(
        b"<html>hello", headers={"ETag": '"1"', "Set-Cookie": "a=b", "Link": "<x>; rel=item"}
    )
    table = {"/": page, "/two": page}
    async with raw_server(table) as server, Fetcher(LOCAL, clock=clock) as fetcher:
        fetched = await fetcher.fetch(server.url("/"))
        await fetcher.fetch(server.url("/two"))
    assert (fetched.status, fetched.body, fetched.etag) == (None, b"<html>hello", '"1"')
    assert fetched.links_header == ("<x>; rel=item",)
    assert server.connections == 1  # kept alive
    for head in server.requests:
        names = {line.split(":")[0].lower() for line in head.split("\r\n")[1:] if line}
        assert names == {"host", "user-agent", "accept", "accept-encoding"}


async def test_paths_are_sent_as_they_stand(clock: SetClock) -> None:
    async with raw_server({}) as server:
        await fetch(server.url("/a%2Fb/~x?q=a+b%20c&d=%C3%B1"), clock)
    assert server.paths == ["/a%2Fb/~x?q=a+b%20c&d=%C3%B1"]


async def test_header_bytes_that_are_no_utf_8_come_as_text(clock: SetClock) -> None:
    raw = b'HTTP/1.1 200 OK\r\nETag: "caf\xe9"\r\nContent-Length: 0\r\n\r\n'
    async with raw_server({"/": raw}) as server:
        fetched = await fetch(server.url(), clock)
    assert fetched.etag == '"café"'
    fetched.etag.encode("utf-8")


async def test_many_header_fields_are_too_large_though_each_is_small(clock: SetClock) -> None:
    fields = {f"X-{number}": "x" * 30_000 for number in range(12)}
    async with raw_server({"/": http(b"<html>", headers=fields)}) as server:
        fetched = await fetch(server.url(), clock)
    assert fetched.status is Status.BAD_RESPONSE
    assert "headers" in fetched.detail


# The guard


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "site.localhost", "a.b.LOCALHOST", "localhost.", "0.0.0.0"),
        *("2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::ffff:127.0.0.1]", "127%2e0%2e0%2e1"),
        *("[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::1]", "[::]"),
    ],
)
@pytest.mark.parametrize("robots", [True, False])
async def test_private_hosts_are_never_dialled(host: str, robots: bool, clock: SetClock) -> None:
    async with raw_server({"/": http(b"secret")}) as server:
        options = FetchOptions(delay_s=0, robots=robots, connect_timeout_s=2)
        fetched = await fetch(server.url(host=host), clock, options)
    refused = Status.UNREACHABLE if "%" in host else Status.BLOCKED_ADDRESS
    assert (fetched.status, fetched.body) == (refused, b"")
    assert server.connections == 0


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "site.localhost", "2130706433", "0x7f.1"]
)
async def test_private_hosts_are_dialled_when_the_operator_allows_it(
    host: str, clock: SetClock
) -> None:
    async with raw_server({"/": http(b"<html>")}) as server:
        fetched = await fetch(server.url(host=host), clock)
    assert fetched.body == b"<html>"


async def test_metadata_services_are_out_of_reach(clock: SetClock) -> None:
    fetched = await fetch(
        "http://169.254.169.254/latest/meta-data/", clock, FetchOptions(delay_s=0)
    )
    assert fetched.status is Status.BLOCKED_ADDRESS
    assert "169.254.169.254" in fetched.detail


class FakeDns(AbstractResolver):
    """Gives one answer after another, the last for ever."""

    def __init__(self, *answers: tuple[str, ...]) -> None:
        self._answers = list(answers)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return [
            ResolveResult(
                hostname=host, host=address, port=port, family=socket.AF_INET, proto=0, flags=0
            )
            for address in answer
        ]

    async def close(self) -> None:
        """Nothing to close."""


def guarded(dns: FakeDns) -> AiohttpTransport:
    """A transport for which 127.0.0.1 plays the public internet and all else is private."""
    return AiohttpTransport(
        connect_timeout_s=5,
        idle_timeout_s=5,
        is_allowed=lambda address: address == "127.0.0.1",
        resolver=dns,
    )


async def test_a_dns_answer_that_changes_between_check_and_use_gains_nothing(
    clock: SetClock,
) -> None:
    inside = {"/secret": http(b"secret"), "/robots.txt": http(code="404 Not Found")}
    outside = {"/": http(b"<html>", headers={"Connection": "close"})}
    outside["/robots.txt"] = http(code="404 Not Found", headers={"Connection": "close"})
    async with (
        raw_server(outside) as public,
        raw_server(inside, host="127.0.0.2", port=public.port) as private,
    ):
        transport = guarded(FakeDns(("127.0.0.1",), ("127.0.0.1",), ("127.0.0.2",)))
        options = FetchOptions(delay_s=0)
        async with Fetcher(options, clock=clock, transport=transport) as fetcher:
            first = await fetcher.fetch(public.url(host="evil.example"))
            assert transport._session is not None
            assert transport._session.connector is not None
            transport._session.connector.clear_dns_cache()  # type: ignore[attr-defined]
            again = await fetcher.fetch(public.url(host="evil.example"))
            transport._session.connector.clear_dns_cache()  # type: ignore[attr-defined]
            third = await fetcher.fetch(public.url("/secret", host="evil.example"))
    assert (first.status, again.status) == (None, None)
    assert third.status is Status.BLOCKED_ADDRESS
    assert private.connections == 0


async def test_of_several_addresses_only_public_ones_are_dialled(clock: SetClock) -> None:
    async with (
        raw_server({"/": http(b"<html>")}) as public,
        raw_server({"/": http(b"secret")}, host="127.0.0.2", port=public.port) as private,
    ):
        transport = guarded(FakeDns(("127.0.0.2", "127.0.0.1", "127.0.0.3")))
        options = FetchOptions(delay_s=0, robots=False)
        async with Fetcher(options, clock=clock, transport=transport) as fetcher:
            fetched = await fetcher.fetch(public.url(host="mixed.example"))
    assert fetched.body == b"<html>"
    assert private.connections == 0


@pytest.mark.parametrize(
    "target",
    ["http://127.0.0.2:{port}/", "http://2130706434:{port}/", "http://x.localhost:{port}/"],
)
async def test_a_redirect_to_a_private_host_is_not_followed(target: str, clock: SetClock) -> None:
    async with raw_server({"/": http(b"secret")}, host="127.0.0.2") as private:
        location = target.format(port=private.port)
        page = http(code="302 Found", headers={"Location": location})
        async with raw_server({"/": page}) as public:
            options = FetchOptions(delay_s=0)
            transport = guarded(FakeDns(("127.0.0.1",)))
            if "localhost" in target:
                transport = guarded(FakeDns(("127.0.0.1",), ("127.0.0.2",)))
            async with Fetcher(options, clock=clock, transport=transport) as fetcher:
                fetched = await fetcher.fetch(public.url(host="public.example"))
    assert fetched.status is Status.BLOCKED_ADDRESS
    assert fetched.redirects == (public.url(host="public.example"),)
    assert private.connections == 0


async def test_proxies_of_the_environment_are_not_used(
    clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with raw_server({"/": http(b"<html>")}) as server, raw_server({}) as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url())
        assert (await fetch(server.url(), clock)).status is None
    assert proxy.connections == 0


# What can go wrong below HTTP


async def test_nobody_listens(clock: SetClock) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        fetched = await fetch(f"http://127.0.0.1:{port}/", clock)
    assert fetched.status is Status.UNREACHABLE
    assert "refused" in fetched.detail.lower() or "connect" in fetched.detail.lower()


async def test_a_name_without_address(clock: SetClock) -> None:
    class NoDns(FakeDns):
        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
        ) -> list[ResolveResult]:
            raise OSError(None, "no such name")

    transport = AiohttpTransport(resolver=NoDns())
    async with Fetcher(FetchOptions(), clock=clock, transport=transport) as fetcher:
        fetched = await fetcher.fetch("http://nowhere.example/")
    assert fetched.status is Status.UNREACHABLE
    assert "no address" in fetched.detail


async def test_a_certificate_that_does_not_verify(clock: SetClock, tmp_path: Path) -> None:
    context = self_signed(tmp_path)
    seen: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.read(100))
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    async with server:
        port = server.sockets[0].getsockname()[1]
        fetched = await fetch(f"https://localhost:{port}/", clock)
    assert fetched.status is Status.UNREACHABLE
    assert "secure connection" in fetched.detail
    assert not any(b"GET" in head for head in seen)


async def test_a_certificate_that_the_machine_trusts(tmp_path: Path) -> None:
    """In a process of its own: the machine's certificates are read once, from where its environment says."""
    context = self_signed(tmp_path)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(http(b"<html>safe", headers={"Connection": "close"}))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    async with server:
        port = server.sockets[0].getsockname()[1]
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            FETCH_ONE,
            f"https://localhost:{port}/",
            env={**os.environ, "SSL_CERT_FILE": str(tmp_path / "server.pem")},
            stdout=asyncio.subprocess.PIPE,
        )
        printed, _ = await asyncio.wait_for(child.communicate(), 30)
    assert printed.decode().strip() == "None <html>safe"


FETCH_ONE = """
import asyncio, sys
from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import SystemClock

async def main():
    options = FetchOptions(robots=False, allow_private=True)
    async with Fetcher(options, clock=SystemClock()) as fetcher:
        fetched = await fetcher.fetch(sys.argv[1])
    print(fetched.status, fetched.body.decode() or fetched.detail)

asyncio.run(main())
"""


def self_signed(folder: Path) -> ssl.SSLContext:
    """A server's context with a certificate for localhost that nobody has signed."""
    x509 = pytest.importorskip("cryptography.x509")
    from datetime import UTC, datetime, timedelta

    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / "server.pem"
    file.write_bytes(pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


async def test_a_lost_connection_is_tried_again_by_the_clock_and_never_silently(
    clock: SetClock,
) -> None:
    async def hang_up(path: str, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    start = clock.now()
    async with raw_server(hang_up) as server:
        fetched = await fetch(server.url(), clock)
    assert fetched.status is Status.BAD_RESPONSE
    assert len(server.requests) == 3
    assert (clock.now() - start).total_seconds() == 5


async def test_cancelling_leaves_no_connection_behind(clock: SetClock) -> None:
    asked, gone = asyncio.Event(), asyncio.Event()

    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.set()
        await reader.read()  # until the other side has closed
        gone.set()
        writer.close()

    server = await asyncio.start_server(hold, "127.0.0.1", 0)
    async with server, asyncio.timeout(10):
        port = server.sockets[0].getsockname()[1]
        async with Fetcher(LOCAL, clock=clock) as fetcher:
            task = asyncio.create_task(fetcher.fetch(f"http://127.0.0.1:{port}/"))
            await asked.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await gone.wait()
