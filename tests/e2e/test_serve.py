"""The service as a process: many clients, slow ones, rude ones, and a power cut."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from commands import Commands
from documents.sample import PAPER
from harvestman.model import SystemClock
from harvestman.store import open_library
from servers.service import RunningService, running_service
from world.pdf import make_pdf

DOCUMENTS = "/api/v1/documents"
POSTS = 1_000

_WORDS = """the harvestmen of every cellar walk along walls after dark because lamps attract small animals and water keeps
them alive while students count legs with patience in notebooks which nobody reads before autumn when doors open again for wine
merchants whose barrels hide more spiders than libraries hold books about them although few people would call that a problem worth
solving during winter since cold slows down both sides until spring returns""".split()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A server that waits for nobody longer than a second."""
    place = Commands(tmp_path_factory.mktemp("impatient"), more={"UPLOAD_TIMEOUT": "1"})
    with running_service(place, "--workers", "1") as service:
        yield service


def text_of(number: int) -> bytes:
    """A small document that no other is like."""
    rng = random.Random(number)
    sentences = (f"{' '.join(rng.choices(_WORDS, k=9)).capitalize()}." for _ in range(15))
    return f"Report {number}\n\n{' '.join(sentences)}".encode()


def request_of(body: bytes, target: str = DOCUMENTS) -> bytes:
    head = f"POST {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


def memory_of(process: psutil.Process) -> int:
    """What a process and its children have for themselves."""
    family = [process, *process.children(recursive=True)]
    return sum(one.memory_full_info().uss for one in family)


async def _post(port: int, body: bytes) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request_of(body))
        answer = await reader.read()
        return int(answer.split(b" ", 2)[1]) if answer else 0
    finally:
        writer.close()


async def _post_all(port: int, bodies: list[bytes]) -> list[int]:
    return await asyncio.gather(*(_post(port, body) for body in bodies))


def test_a_thousand_posts_at_once_do_not_stop_it(tmp_path: Path) -> None:
    place = Commands(tmp_path, more={"QUEUE": "20"})
    with running_service(place, "--workers", "1", is_fresh=True) as service:
        bodies = [text_of(number % 50) for number in range(POSTS)]
        statuses = Counter(asyncio.run(_post_all(service.port, bodies)))
        assert set(statuses) <= {201, 503}, statuses
        assert (
            statuses[201] >= 20
        )  # what waits in the queue is answered, however fast the rest is refused
        assert statuses[503] > 0
        assert httpx.get(f"{service.address}/readyz").json()["status"] == "ok"
        assert httpx.post(service.address + DOCUMENTS, content=text_of(0)).status_code == 201
        assert memory_of(psutil.Process(service.process.pid)) < 600_000_000
        assert not _waiting_files(tmp_path)
        assert service.stop() == 0


def _waiting_files(folder: Path) -> list[Path]:
    return [path for path in folder.glob("incoming/*/*") if path.name != "lock"]


def test_slow_clients_are_let_go_and_others_do_not_wait_for_them(
    impatient: RunningService,
) -> None:
    body = make_pdf(PAPER)
    whole = request_of(body)
    silent = [socket.create_connection(("127.0.0.1", impatient.port)) for _ in range(20)]
    for client in silent[:10]:
        client.sendall(whole[:30])  # not even its headers
    for client in silent[10:]:
        client.sendall(whole[:5_000])  # and no more of the file
    sent = httpx.post(impatient.address + DOCUMENTS, content=body, timeout=60)
    assert sent.status_code == 201
    for client in silent:
        client.settimeout(30)
        try:
            answer = client.recv(10_000)
        except ConnectionResetError:
            answer = b""
        assert answer == b"" or b" 408 " in answer
        client.close()
    _until(lambda: not _waiting_files(impatient.folder))


def test_an_endless_head_is_cut_off(impatient: RunningService) -> None:
    with socket.create_connection(("127.0.0.1", impatient.port)) as client:
        client.settimeout(30)
        client.sendall(b"GET /healthz HTTP/1.1\r\nX: ")
        with pytest.raises(OSError, match=r"reset|pipe"):
            _send_much(client)
    assert httpx.get(f"{impatient.address}/healthz").status_code == 200


def _send_much(client: socket.socket) -> None:
    for _ in range(1_000):
        client.sendall(b"x" * 100_000)


def test_a_client_on_a_slow_line_keeps_its_answer(impatient: RunningService) -> None:
    large = b"%PDF-1.4\n" + random.Random(2).randbytes(30_000_000)
    sent = httpx.post(impatient.address + DOCUMENTS, content=large, timeout=60).json()
    target = sent["links"]["file"].removeprefix(impatient.address)
    process = psutil.Process(impatient.process.pid)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        client.connect(("127.0.0.1", impatient.port))
        client.settimeout(30)
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        begun = time.monotonic()
        while time.monotonic() < begun + 4:
            client.recv(50_000)
            time.sleep(0.2)  # 250 kB a second, while 1 kB would do
        assert _connections(process, client.getsockname()[1]) == 1


def test_a_client_that_does_not_take_its_answer_is_let_go(impatient: RunningService) -> None:
    large = b"%PDF-1.4\n" + random.Random(1).randbytes(30_000_000)
    sent = httpx.post(impatient.address + DOCUMENTS, content=large, timeout=60).json()
    target = sent["links"]["file"].removeprefix(impatient.address)
    process = psutil.Process(impatient.process.pid)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.connect(("127.0.0.1", impatient.port))
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        port = client.getsockname()[1]
        _until(lambda: _connections(process, port) == 1)
        _until(lambda: _connections(process, port) == 0)
    assert httpx.get(f"{impatient.address}/healthz").status_code == 200


def _connections(process: psutil.Process, port: int) -> int:
    return sum(
        1
        for one in process.net_connections("tcp")
        if one.raddr and one.raddr.port == port and one.status == psutil.CONN_ESTABLISHED
    )


def _until(holds: object) -> None:
    assert callable(holds)
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)


def test_uploads_that_break_off_leave_nothing(impatient: RunningService) -> None:
    whole = request_of(make_pdf(PAPER))
    for cut in (10, 100, 200, 5_000, len(whole) - 1):
        with socket.create_connection(("127.0.0.1", impatient.port)) as client:
            client.sendall(whole[:cut])
    _until(lambda: not _waiting_files(impatient.folder))
    assert httpx.get(f"{impatient.address}/healthz").status_code == 200
    assert b'"trace"' not in impatient.log.read_bytes()


def test_what_was_answered_survives_kill_9_and_nothing_is_half_written(tmp_path: Path) -> None:
    place = Commands(tmp_path)
    rng = random.Random(20260501)
    acknowledged: dict[str, bytes] = {}
    number = 0
    for _ in range(2):
        with running_service(place, "--workers", "1") as service:
            stop = threading.Event()
            threads = [
                threading.Thread(
                    target=_keep_posting, args=(service, stop, acknowledged, number + 1_000 * one)
                )
                for one in range(3)
            ]
            number += 10_000
            for thread in threads:
                thread.start()
            before = len(acknowledged)
            _until(lambda before=before: len(acknowledged) >= before + 3)
            time.sleep(rng.random() * 0.2)  # the random moment itself
            service.kill()
            stop.set()
            for thread in threads:
                thread.join()
    with running_service(place, "--workers", "1") as service:
        assert len(list(tmp_path.glob("incoming/*"))) == 1
        for document, body in acknowledged.items():
            told = httpx.get(f"{service.address}{DOCUMENTS}/{document}").json()
            assert told["sha256"] == hashlib.sha256(body).hexdigest()
            assert httpx.get(told["links"]["file"]).content == body
            assert httpx.get(told["links"]["text"], timeout=60).status_code == 200
        assert service.stop() == 0
    with open_library(
        str(tmp_path / "harvestman.db"), blobs=str(tmp_path / "blobs"), clock=SystemClock()
    ) as library:
        assert library.check() == []
    assert len(acknowledged) >= 6


def _keep_posting(
    service: RunningService, stop: threading.Event, acknowledged: dict[str, bytes], number: int
) -> None:
    with httpx.Client(timeout=30) as client:
        while not stop.is_set():
            number += 1
            body = text_of(number)
            later = "?async=1" if number % 3 == 0 else ""
            try:
                answer = client.post(service.address + DOCUMENTS + later, content=body)
            except httpx.HTTPError:
                return
            if answer.status_code in (201, 202):
                told = answer.json()
                acknowledged[(told.get("document") or told)["id"]] = body


def test_asked_to_stop_it_finishes_what_it_has_begun(tmp_path: Path) -> None:
    with running_service(Commands(tmp_path), "--workers", "1") as service:
        slow = b" ".join(text_of(number) for number in range(1_500))
        answers: list[httpx.Response] = []
        post = threading.Thread(
            target=lambda: answers.append(
                httpx.post(service.address + DOCUMENTS, content=slow, timeout=60)
            )
        )
        post.start()
        _until(lambda: _waiting_files(tmp_path))
        code = service.stop()
        post.join()
        assert code == 0
        assert answers[0].status_code == 201
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{service.address}/healthz")
    assert not list(tmp_path.glob("incoming/*"))


def test_elsewhere_it_does_not_start_without_a_key(tmp_path: Path) -> None:
    done = Commands(tmp_path).run("serve", "--host", "0.0.0.0", "--port", "0")
    assert done.returncode == 2
    assert "harvestman keys add" in done.stderr
    assert "--open" in done.stderr


def test_an_address_that_is_taken_or_none_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = Commands(tmp_path).run("serve", "--port", port)
    assert done.returncode == 2
    assert "cannot be listened on" in done.stderr


def test_keys_are_made_listed_and_revoked_while_it_runs(tmp_path: Path) -> None:
    place = Commands(tmp_path)
    made = place.run("keys", "add", "ana", "--scope", "read", "--scope", "write", "--rate", "600")
    assert made.returncode == 0
    key = made.stdout.strip()
    with running_service(place, "--workers", "1") as service:
        headers = {"Authorization": f"Bearer {key}"}
        assert httpx.get(f"{service.address}/metrics").status_code == 401
        assert httpx.get(f"{service.address}/metrics", headers=headers).status_code == 200
        listed = json.loads(place.run("keys", "list", "--json").stdout)
        assert (listed["name"], listed["scopes"], listed["rate"]) == ("ana", ["read", "write"], 600)
        assert listed["last_used"]
        assert key not in place.run("keys", "list").stdout
        assert place.run("keys", "revoke", listed["id"]).returncode == 0
        assert place.run("keys", "revoke", listed["id"]).returncode == 1
        _until(lambda: httpx.get(f"{service.address}/metrics", headers=headers).status_code == 401)


def test_every_request_is_one_line_of_json(impatient: RunningService) -> None:
    answer = httpx.get(f"{impatient.address}{DOCUMENTS}/aaaaaaaa22222222")
    name = answer.headers["x-request-id"]
    _until(lambda: name in impatient.log.read_text())
    lines = [json.loads(line) for line in impatient.log.read_text().splitlines()]
    mine = [line for line in lines if line.get("request") == name]
    assert len(mine) == 1
    assert (mine[0]["method"], mine[0]["status"], mine[0]["level"]) == ("GET", 404, "info")
