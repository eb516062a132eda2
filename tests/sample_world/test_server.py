"""The server keeps HTTP where it should: connections, validators, days, the log."""

from __future__ import annotations

import gzip
import http.client
import socket
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from harvestman.model import SetClock
from world import World, ask


def test_adding_a_site_is_adding_a_folder(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "index.html").write_text('<a href="{{url:tiny/a}}">{{url:other}}</a>')
    with World(folders=[tmp_path]) as world:
        reply = ask(world.port, "tiny")
        assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
        here = f"localhost:{world.port}"
        assert reply.text == f'<a href="http://tiny.{here}/a">http://other.{here}/</a>'


def test_a_misspelt_setting_fails_when_the_world_is_built(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "site.toml").write_text('[paths."/*"]\nstatsu = 404\n')
    with pytest.raises(ValueError, match="statsu"):
        World(folders=[tmp_path])


def test_unknown_host_and_unknown_path_are_404(world: World) -> None:
    assert ask(world.port, "nobody").status == 404
    assert ask(world.port, "icsw2024", "/nothing.html").status == 404


@pytest.mark.parametrize("path", ["/site.toml", "/truth.json", "/../icsw2024/site.toml"])
def test_what_describes_a_site_is_not_served(world: World, path: str) -> None:
    assert ask(world.port, "icsw2024", path).status == 404


def test_one_connection_serves_many_requests(world: World) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=10)
    connection.connect()
    held = connection.sock
    for path in ("/", "/programme.html", "/nothing", "/venue.html"):
        connection.request("GET", path, headers={"Host": "icsw2024.localhost"})
        connection.getresponse().read()
        assert connection.sock is held
    connection.close()


def test_head_has_the_length_but_no_body(world: World) -> None:
    whole, head = ask(world.port, "icsw2024"), ask(world.port, "icsw2024", method="HEAD")
    assert head.body == b""
    assert head.headers == whole.headers


def test_validators_give_304(world: World) -> None:
    first = ask(world.port, "icsw2024", "/programme.html")
    for name, value in (
        ("If-None-Match", first.headers["etag"]),
        ("If-None-Match", f'"other", W/{first.headers["etag"]}'),
        ("If-Modified-Since", first.headers["last-modified"]),
    ):
        again = ask(world.port, "icsw2024", "/programme.html", headers={name: value})
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
    other = ask(world.port, "icsw2024", "/programme.html", headers={"If-None-Match": '"other"'})
    assert other.status == 200


def test_gzip_only_for_those_who_take_it(world: World) -> None:
    plain = ask(world.port, "icsw2024")
    packed = ask(world.port, "icsw2024", headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body


def test_the_log_keeps_what_was_asked_and_when(world: World) -> None:
    ask(world.port, "icsw2024", "/programme.html?x=1", headers={"User-Agent": "Tester/1"})
    ask(world.port, "hcip2023", "/nothing")
    (entry,) = world.log("icsw2024")
    assert (entry.method, entry.target, entry.status) == ("GET", "/programme.html?x=1", 200)
    assert entry.headers["user-agent"] == "Tester/1"
    assert entry.time == datetime(2024, 6, 1, 12, tzinfo=UTC)
    assert [e.status for e in world.log()] == [200, 404]
    world.clear_log()
    assert world.log() == ()


def test_a_clock_can_be_shared_and_set() -> None:
    clock = SetClock(datetime(2024, 4, 14, 23, tzinfo=UTC))
    with World(clock=clock) as world:
        assert ask(world.port, "lime2024", "/accepted.html").status == 404
        clock.advance(2 * 3600)
        assert ask(world.port, "lime2024", "/accepted.html").status == 200
        world.set_date(date(2024, 3, 1))
        assert clock.now() == datetime(2024, 3, 1, 12, tzinfo=UTC)
        assert ask(world.port, "lime2024", "/accepted.html").status == 404


def test_where_nobody_listens_connections_are_refused(world: World) -> None:
    assert world.url("refusing").endswith(f":{world.refusing_port}/")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", world.refusing_port), timeout=10)


def test_what_is_no_request_is_answered_with_400(world: World) -> None:
    for bad in (b"HELLO\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"a" * 200_000):
        with socket.create_connection(("127.0.0.1", world.port), timeout=10) as dialled:
            dialled.sendall(bad)
            assert dialled.recv(12) == b"HTTP/1.1 400"


def test_ending_a_world_ends_silent_conversations() -> None:
    with World() as world:
        dialled = socket.create_connection(("127.0.0.1", world.port), timeout=10)
        dialled.sendall(b"GET /silent.html HTTP/1.1\r\nHost: slow.localhost\r\n\r\n")
        ask(world.port, "icsw2024")
    with dialled:
        assert dialled.recv(1) == b""
