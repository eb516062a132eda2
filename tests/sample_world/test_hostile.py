"""The hostile sites do what they threaten, and the world itself stays small and alive meanwhile."""

from __future__ import annotations

import http.client
import json
import re
import socket
import zlib
from datetime import timedelta

import psutil
import pytest

from world import Request, Response, World, ask


def stream(world: World, host: str, path: str) -> socket.socket:
    dialled = socket.create_connection(("127.0.0.1", world.port), timeout=10)
    dialled.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}.localhost\r\n\r\n".encode())
    return dialled


def read(dialled: socket.socket, size: int) -> int:
    got = 0
    while got < size and (piece := dialled.recv(1 << 20)):
        got += len(piece)
    return got


@pytest.mark.parametrize("path", ["/endless", "/gigabyte"])
def test_what_is_without_end_is_sent_without_being_held(world: World, path: str) -> None:
    before = psutil.Process().memory_info().rss
    with stream(world, "huge", path) as dialled:
        assert read(dialled, 50_000_000) >= 50_000_000
        assert ask(world.port, "icsw2024").status == 200  # others are served meanwhile
    assert psutil.Process().memory_info().rss - before < 30_000_000


def test_the_gzip_bomb_is_valid_and_a_thousandfold(world: World) -> None:
    reply = ask(world.port, "huge", "/gzip")
    assert len(reply.body) < 1_200_000
    unpacker = zlib.decompressobj(31)
    first = unpacker.decompress(reply.body, 1 << 20)
    assert first == bytes(1 << 20)
    site = world.sites["huge"]._behaviour
    assert site
    small = b"".join(site.__globals__["gzip_bomb"](3 << 20))
    assert zlib.decompress(small, 31) == bytes(3 << 20)


def test_the_nested_bomb_is_packed_three_times(world: World) -> None:
    reply = ask(world.port, "huge", "/nested")
    assert reply.headers["content-encoding"] == "gzip, gzip, gzip"
    assert len(reply.body) < 1000
    assert len(zlib.decompress(zlib.decompress(reply.body, 31), 31)) > 1_000_000


@pytest.mark.parametrize(
    ("path", "sign", "at_least"),
    [
        ("/deep", b"<div>", 100_000),
        ("/jsonld", b"hasPart", 100_000),
        ("/jsonldwide", b"@id", 400_000),
        ("/laughs.xml", b"&lol8;", 10),
        ("/links", b"href=", 200_000),
        ("/attributes", b"data-a", 200_000),
    ],
)
def test_bombs_are_as_large_as_they_say(
    world: World, path: str, sign: bytes, at_least: int
) -> None:
    assert ask(world.port, "huge", path).body.count(sign) >= at_least


def test_wide_json_is_json(world: World) -> None:
    page = ask(world.port, "huge", "/jsonldwide").text
    script = re.search(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    assert script
    assert len(json.loads(script.group(1))["@graph"]) == 200_001


@pytest.mark.parametrize("path", ["/header", "/headers"])
def test_heads_are_too_large_for_a_client(world: World, path: str) -> None:
    with pytest.raises(http.client.HTTPException):
        ask(world.port, "huge", path)


@pytest.mark.parametrize(
    "path", ["/truncated", "/truncated-chunk", "/empty", "/reset", "/nonsense"]
)
def test_broken_answers_break(world: World, path: str) -> None:
    with pytest.raises((http.client.HTTPException, OSError)):
        ask(world.port, "broken", path)
    assert ask(world.port, "broken", "/").status == 200


def test_labels_lie(world: World) -> None:
    assert ask(world.port, "broken", "/pdf-as-html.html").body.startswith(b"%PDF")
    page = ask(world.port, "broken", "/html-as-pdf.pdf")
    assert page.headers["content-type"] == "application/pdf"
    assert page.body.startswith(b"<!DOCTYPE")
    latin = ask(world.port, "broken", "/latin1-as-utf8.html")
    assert latin.headers["content-type"] == "text/html; charset=utf-8"
    assert "Señales" in latin.body.decode("latin-1")
    assert "content-type" not in ask(world.port, "broken", "/no-type").headers
    assert ask(world.port, "broken", "/status-999").status == 999


def test_silence_lasts_until_the_client_leaves(world: World) -> None:
    for host, path in (("slow", "/silent.html"), ("robotssilent", "/robots.txt")):
        with pytest.raises(TimeoutError):
            ask(world.port, host, path, timeout_s=0.05)


def test_dripping_pages_come_a_byte_at_a_time() -> None:
    with World(second_s=600) as world, stream(world, "slow", "/drip.html") as dialled:
        received = b""
        while not received.endswith(b"\r\n\r\n<"):
            received += dialled.recv(1 << 16)
        dialled.settimeout(0.05)
        with pytest.raises(TimeoutError):
            dialled.recv(1)


def test_late_pages_come_late_but_whole(world: World) -> None:
    assert "Five seconds late" in ask(world.port, "slow", "/late.html").text


def follow(world: World, target: str, *, at_most: int) -> list[str]:
    seen = [target]
    while len(seen) <= at_most:
        response = world.answer(Request("GET", "redirects", seen[-1]))
        if not 300 <= response.status < 400:
            break
        seen.append(response.header("Location"))
    return seen


def test_redirects_lead_where_they_say(world: World) -> None:
    assert follow(world, "/chain/3", at_most=9)[-1] == "/end.html"
    assert len(follow(world, "/chain/100000", at_most=50)) == 51
    assert set(follow(world, "/loop/a", at_most=5)) == {"/loop/a", "/loop/b"}
    private = world.answer(Request("GET", "redirects", "/private/metadata"))
    assert private.header("Location").startswith("http://169.254.169.254/")


def test_the_moved_site_keeps_its_paths(world: World) -> None:
    reply = ask(world.port, "moved", "/paper/varga.html")
    assert reply.status == 301
    assert reply.headers["location"] == world.url("hcip2023", "/paper/varga.html")


def test_the_vanished_site_is_gone(world: World) -> None:
    assert ask(world.port, "gone", "/anything").status == 410


@pytest.mark.parametrize("start", ["/calendar/2024/06", "/shop/catalogue", "/grow/", "/list"])
def test_traps_always_have_one_more_page(world: World, start: str) -> None:
    from urllib.parse import urljoin

    seen = [start]
    for _ in range(30):
        response = world.answer(Request("GET", "trap", seen[-1]))
        assert isinstance(response.body, bytes)
        links = re.findall(r'href="([^"]+)"', response.body.decode().replace("&amp;", "&"))
        seen.append(urljoin(seen[-1], links[-1]))
    assert len(set(seen)) == len(seen)


def test_walls(world: World) -> None:
    status = {
        p: ask(world.port, "wall", p).status for p in ("/challenge", "/challenge200", "/login")
    }
    assert status == {"/challenge": 403, "/challenge200": 200, "/login": 401}
    assert ask(world.port, "wall", "/toofast").headers["retry-after"] == "120"
    assert (
        ask(world.port, "wall", "/busy").headers["retry-after"] == "Sat, 01 Jun 2024 13:00:00 GMT"
    )
    assert ask(world.port, "wall", "/cookies").headers["location"] == "/cookies"
    assert ask(world.port, "wall", "/cookies", headers={"Cookie": "session=1"}).status == 200


def test_a_wall_opens_for_those_who_wait(world: World) -> None:
    assert ask(world.port, "wall", "/once").status == 429
    world.clock.advance(timedelta(seconds=2).total_seconds())
    assert ask(world.port, "wall", "/once").status == 200
    with World() as other:
        assert ask(other.port, "wall", "/once").status == 429  # the state is each world's own


def test_fickle_validators(world: World) -> None:
    def twice(path: str) -> tuple[Response, Response]:
        request = Request("GET", "fickle", path)
        return world.answer(request), world.answer(request)

    one, two = twice("/etag")
    assert one.body == two.body
    assert one.header("ETag") != two.header("ETag")
    one, two = twice("/weak")
    assert one.body != two.body
    assert one.header("ETag") == two.header("ETag")


ROBOTS = {
    "robotsallow": 200,
    "robotsnone": 200,
    "robotspath": 200,
    "robots404": 404,
    "robots403": 403,
    "robots500": 500,
    "robotsmoved": 302,
    "robotsloop": 302,
    "robotsdelay": 200,
    "robotsbom": 200,
    "robotsutf16": 200,
    "robotshtml": 200,
    "robotssitemap": 200,
    "robotshuge": 200,
}


def test_robots_of_every_kind(world: World) -> None:
    kinds = {name for name in world.sites if name.startswith("robots")}
    assert kinds == {*ROBOTS, "robotssilent"}
    for host, status in ROBOTS.items():
        assert ask(world.port, host, "/robots.txt").status == status
        assert ask(world.port, host, "/private/minutes.html").status == 200
    assert ask(world.port, "robotsbom", "/robots.txt").body.startswith(b"\xef\xbb\xbfUSER-AGENT")
    assert ask(world.port, "robotsutf16", "/robots.txt").body.startswith(b"\xff\xfeU\x00")
    assert len(ask(world.port, "robotshuge", "/robots.txt").body) > 20_000_000
    assert b"sitemap.xml" in ask(world.port, "robotssitemap", "/robots.txt").body
