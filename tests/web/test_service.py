"""What happens between requests: once for the same bytes, a bounded queue, jobs, files that do not stay."""

from __future__ import annotations

import asyncio
import hashlib
import os
import tempfile
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from harvestman.settings import Settings
from harvestman.store import Library, NewDocument, new_owner
from harvestman.web import Busy, Service
from harvestman.web.uploads import Incoming, Upload
from web.application import ServiceMaker, running
from web.gated import GatedGuard

DOCUMENTS = "/api/v1/documents"


async def until(what: object) -> None:
    """Let others run until a condition holds."""
    assert callable(what)
    for _ in range(2_000):
        if what():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it does not happen")


async def ended(client: httpx.AsyncClient, job: str) -> dict[str, object]:
    """Ask for a job until it has ended."""
    for _ in range(2_000):
        told: dict[str, object] = (await client.get(job)).json()
        if told["ended"]:
            return told
        await asyncio.sleep(0.005)
    raise AssertionError("it does not end")


async def test_the_same_bytes_sent_at_once_are_read_once(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    guard = GatedGuard()
    async with running(make_service(guard=guard)) as client:
        posts = [asyncio.create_task(client.post(DOCUMENTS, content=paper_pdf)) for _ in range(5)]
        await until(lambda: guard.asked)
        guard.release()
        answers = await asyncio.gather(*posts)
    assert [answer.status_code for answer in answers] == [201] * 5
    assert len({answer.json()["id"] for answer in answers}) == 5
    assert guard.asked == ["look_quickly", "look_at", "make_parts"]


async def test_when_the_queue_is_full_clients_are_told_when_to_come_back(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    guard = GatedGuard()
    service = make_service(guard=guard, queue=2)
    async with running(service) as client:
        others = [paper_pdf + b"\n%%%d" % number for number in range(4)]
        posts = [asyncio.create_task(client.post(DOCUMENTS, content=one)) for one in others[:3]]
        await until(lambda: service.admission.is_full)
        try:
            async with asyncio.timeout(60):
                refused = await client.post(DOCUMENTS, content=others[3])
                later = await client.post(f"{DOCUMENTS}?async=1", content=others[3])
        finally:
            guard.release()
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.json()["outcome"] == "busy"
        assert later.status_code == 202
        assert [answer.status_code for answer in await asyncio.gather(*posts)] == [201] * 3
        job = later.json()["job"]["links"]["self"]
        assert (await ended(client, job))["state"] == "done"
        assert (await client.get(later.json()["document"]["links"]["header"])).status_code == 200
    assert 'harvestman_refused_total{status="503"} 1.0' in service.metrics.page().decode()


async def test_bytes_that_are_known_wait_for_no_worker(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    """Also where nobody has sent them to this server."""
    async with running(make_service()) as client:
        first = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    guard = GatedGuard()
    async with running(make_service(guard=guard)) as client:
        other = asyncio.create_task(client.post(DOCUMENTS, content=paper_pdf[:-9]))
        await until(lambda: guard.asked)
        try:
            async with asyncio.timeout(60):
                again = [await client.post(DOCUMENTS, content=paper_pdf) for _ in range(2)]
        finally:
            guard.release()
        assert [one.json()["duplicate_of"]["reason"] for one in again] == ["the same bytes"] * 2
        assert again[0].json()["duplicate_of"]["id"] == first["id"]
        assert (await other).status_code == 201


async def test_a_client_that_goes_away_costs_nothing_but_the_reading(
    make_service: ServiceMaker, paper_pdf: bytes, library: Library
) -> None:
    guard = GatedGuard()
    service = make_service(guard=guard)
    async with running(service) as client:
        post = asyncio.create_task(client.post(DOCUMENTS, content=paper_pdf))
        await until(lambda: guard.asked)
        post.cancel()
        await asyncio.gather(post, return_exceptions=True)
        guard.release()
        await until(lambda: not service.incoming.used_bytes)
        assert library.documents.count() == 0
        again = await client.post(DOCUMENTS, content=paper_pdf)
        assert again.status_code == 201
    assert not service.incoming.folder.exists()


async def test_an_upload_that_breaks_off_leaves_nothing(service: Service) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b"%PDF-1.4 and then"
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await service.receive(broken(), name="a.pdf")
    assert [path.name for path in service.incoming.folder.iterdir()] == ["lock"]
    assert service.incoming.used_bytes == 0


async def test_all_files_together_have_so_much_room(make_service: ServiceMaker) -> None:
    service = make_service(upload_space=1_000_000)

    async def pieces(count: int) -> AsyncIterator[bytes]:
        yield b"%PDF-1.4"
        for _ in range(count):
            yield b"x" * 1_000

    first = await service.receive(pieces(600), name="a")
    with pytest.raises(Busy):
        await service.receive(pieces(600), name="b")
    service.discard(first)
    service.discard(first)
    assert service.incoming.used_bytes == 0
    await service.receive(pieces(600), name="b")


def test_files_on_their_way_out_have_half_of_the_room(tmp_path: Path) -> None:
    incoming = Incoming(tmp_path, max_upload=100, space=100)

    def place() -> Upload:
        return incoming.place(b"x" * 60, digest="", name="a", media_type="")

    first = place()
    with pytest.raises(Busy):
        place()
    with incoming.open("b") as arriving:
        arriving.write(b"y" * 40)
    incoming.discard(first)
    incoming.discard(place())
    assert incoming.used_bytes == 0


async def test_a_job_waits_for_room(
    make_service: ServiceMaker, paper_pdf: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harvestman.web.service._NO_ROOM_S", 0.001)
    guard = GatedGuard()
    guard.release()
    service = make_service(guard=guard)
    async with running(service) as client:
        held = service.settings.upload_space - len(paper_pdf)
        service.incoming.take(held)
        sent = (await client.post(f"{DOCUMENTS}?async=1", content=paper_pdf)).json()
        job = sent["job"]["links"]["self"]
        assert (await client.get(job)).json()["state"] in ("queued", "running")
        service.incoming.give_back(held)
        assert (await ended(client, job))["state"] == "done"


async def test_a_job_can_be_cancelled_and_asked_about(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    guard = GatedGuard()
    async with running(make_service(guard=guard)) as client:
        first = (await client.post(f"{DOCUMENTS}?async=1", content=paper_pdf)).json()
        second = (await client.post(f"{DOCUMENTS}?async=1", content=paper_pdf + b"\n%")).json()
        await until(lambda: guard.asked)
        waiting = await client.delete(second["job"]["links"]["self"])
        assert waiting.json()["state"] == "cancelled"
        running_one = await client.delete(first["job"]["links"]["self"])
        assert running_one.json()["state"] == "cancelled"
        again = await client.delete(first["job"]["links"]["self"])
        assert again.json()["state"] == "cancelled"
        told = (await client.get(first["document"]["links"]["self"])).json()
        assert told["status"] == "waiting"
        guard.release()
        # What nobody has read yet is read when somebody asks for it.
        assert (await client.get(first["document"]["links"]["header"])).status_code == 200
        assert (await client.get("/api/v1/jobs/aaaaaaaa22222222")).status_code == 404


async def test_a_job_that_a_dead_server_left_is_done_by_the_next(
    make_service: ServiceMaker, paper_pdf: bytes, library: Library
) -> None:
    digest = library.blobs.put(paper_pdf)
    new = NewDocument(digest, "a.pdf", "application/pdf", len(paper_pdf))
    document, job = library.documents.add_waiting(
        new,
        lambda connection, document: library.jobs.put(
            "extract", {"document": document.id}, connection=connection
        ),
    )
    dead = new_owner().replace(f" {os.getpid()} ", " 4194305 ")  # a number that Linux gives nobody
    assert library.jobs.take("extract", holder=dead) is not None
    async with running(make_service()) as client:
        told = await ended(client, f"/api/v1/jobs/{job.id}")
        assert told["result"] == {"document": document.id, "status": "success"}
        assert (await client.get(f"{DOCUMENTS}/{document.id}")).json()["status"] == "success"


async def test_jobs_have_so_many_places(make_service: ServiceMaker, paper_pdf: bytes) -> None:
    guard = GatedGuard()
    async with running(make_service(guard=guard, max_jobs=2)) as client:
        answers = []
        for number in range(5):
            body = paper_pdf + b"\n%%%d" % number
            answers.append(await client.post(f"{DOCUMENTS}?async=1", content=body))
            await asyncio.sleep(0.01)  # one is taken and runs
        guard.release()
    statuses = [answer.status_code for answer in answers]
    assert statuses[-1] == 503
    assert statuses.count(202) in (2, 3)


async def test_a_stopped_service_has_finished_what_it_began(
    make_service: ServiceMaker, paper_pdf: bytes, library: Library
) -> None:
    guard = GatedGuard()
    async with running(make_service(guard=guard)) as client:
        sent = (await client.post(f"{DOCUMENTS}?async=1", content=paper_pdf)).json()
        await until(lambda: guard.asked)
        guard.release()
    kept = library.documents.get(sent["document"]["id"])
    assert kept is not None
    assert str(kept.status) == "success"


async def test_a_reading_that_dies_is_told_and_the_next_one_lives(
    client: httpx.AsyncClient, service: Service, paper_pdf: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harvestman.holdings.reading.make_parts", _die)
    died = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    assert died["status"] == "crashed"
    header = await client.get(died["links"]["header"])
    assert (header.status_code, header.json()["outcome"]) == (422, "crashed")
    monkeypatch.undo()
    # It may have been the worker's fault: the same bytes are tried again, and then known.
    again = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    assert (again["status"], again["duplicate_of"]) == ("success", None)
    once_more = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    assert once_more["duplicate_of"]["reason"] == "the same bytes"
    assert (await client.get(died["links"]["header"])).status_code == 200
    assert (await client.get(died["links"]["self"])).json()["status"] == "success"


async def test_a_document_that_only_grobid_was_asked_about_is_not_read_again(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    guard = GatedGuard()
    guard.release()
    async with running(make_service(guard=guard)) as client:
        form = {"input": ("a.pdf", paper_pdf)}
        assert (await client.post("/api/processFulltextDocument", files=form)).status_code == 200
        sent = (await client.post(DOCUMENTS, content=paper_pdf)).json()
        assert (sent["status"], sent["duplicate_of"]) == ("success", None)
        assert (await client.get(sent["links"]["header"])).status_code == 200
    assert guard.asked.count("make_parts") == 1


async def test_a_job_too_may_be_asked_to_read_a_known_document(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    guard = GatedGuard()
    guard.release()
    async with running(make_service(guard=guard)) as client:
        await client.post(DOCUMENTS, content=paper_pdf)
        sent = (await client.post(f"{DOCUMENTS}?async=1&fresh=1", content=paper_pdf)).json()
        assert (await ended(client, sent["job"]["links"]["self"]))["state"] == "done"
        told = (await client.get(sent["document"]["links"]["self"])).json()
        assert told["duplicate_of"] is None
    assert guard.asked.count("make_parts") == 2


def _die(_: object) -> None:
    import os
    import signal

    os.kill(os.getpid(), signal.SIGKILL)


def test_what_dead_servers_left_is_removed_and_living_ones_are_left_alone(tmp_path: Path) -> None:
    living = Incoming(tmp_path, max_upload=10, space=100)
    dead = tmp_path / "incoming" / "server-dead"
    dead.mkdir()
    (dead / "lock").touch()
    (dead / "half").write_bytes(b"%PDF")
    next_one = Incoming(tmp_path, max_upload=10, space=100)
    assert next_one.removed == 1
    assert not dead.exists()
    assert living.folder.exists()
    living.close()
    next_one.close()
    assert not list((tmp_path / "incoming").iterdir())


def test_a_folder_that_is_just_being_made_is_not_taken_for_a_dead_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others: list[Incoming] = []
    other = threading.Thread(
        target=lambda: others.append(Incoming(tmp_path, max_upload=10, space=100))
    )

    def interrupted(*args: Any, **named: Any) -> str:
        made = str(mkdtemp(*args, **named))
        if not other.ident:
            other.start()  # another server starts, now that the folder is there and not yet its lock
            other.join(timeout=0.2)
        return made

    mkdtemp = tempfile.mkdtemp
    monkeypatch.setattr(tempfile, "mkdtemp", interrupted)
    first = Incoming(tmp_path, max_upload=10, space=100)
    other.join()
    assert first.removed == others[0].removed == 0
    for one in (first, others[0]):
        assert one.folder.exists()
        one.close()


async def test_extract_answers_with_the_document_itself(
    service: Service, paper_pdf: bytes, settings: Settings
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield paper_pdf

    upload = await service.receive(pieces(), name="a.pdf")
    partly = await service.extract(upload, only=("header",))
    assert partly.header.title == "Leg Counts of Harvestmen in University Cellars"
    assert partly.text == ""
    whole = await service.extract(upload)
    assert whole.header.authors[0].emails == ("ana.ruiz@tarapuy.example",)
    assert len(whole.citations) == 3
    assert whole.citations[0].volume == "12"
    assert whole.text
    kept = await service.extract(upload, only=("header",))
    assert kept == whole  # nothing is read twice once it was read whole
    await service.stop()


async def test_a_shared_small_file_is_written_only_when_a_program_has_to_open_it(
    service: Service,
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"%PDF-1.4"
        yield b"x" * 1_000

    def on_disk() -> int:
        return len([path for path in service.incoming.folder.iterdir() if path.name != "lock"])

    upload = await service.receive(pieces(), name="small")
    files = [service.incoming.shared(upload) for _ in range(2)]
    service.discard(upload)
    assert [file.read() for file in files] == [b"%PDF-1.4" + b"x" * 1_000] * 2
    assert on_disk() == 0
    assert files[0].on_disk().read_bytes() == files[0].source
    assert on_disk() == 1
    for file in (*files, files[0]):
        service.incoming.discard(file)
    assert on_disk() == 0
    assert service.incoming.used_bytes == 0
    assert service.incoming.claim_memory(64_000_000)  # all of it was given back


async def test_small_files_are_in_memory_until_they_are_read(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harvestman.web.uploads._MEMORY_BYTES", 1_500_000)

    async def pieces(count: int) -> AsyncIterator[bytes]:
        yield b"%PDF-1.4"
        for _ in range(count):
            yield b"x" * 1_000

    def on_disk() -> int:
        return len([path for path in service.incoming.folder.iterdir() if path.name != "lock"])

    large = await service.receive(pieces(1_100), name="large")
    assert on_disk() == 1
    small = [await service.receive(pieces(700), name="small") for _ in range(3)]
    assert on_disk() == 2  # there was memory for two
    first = service.incoming.on_disk(small[0])
    assert first.path.read_bytes() == b"%PDF-1.4" + b"x" * 700_000
    assert hashlib.sha256(first.path.read_bytes()).hexdigest() == first.digest
    more = await service.receive(pieces(700), name="more")  # its memory is free again
    assert on_disk() == 3
    shared = service.incoming.shared(more)
    for upload in (large, *small, more):
        service.discard(upload)
    assert shared.path.read_bytes() == b"%PDF-1.4" + b"x" * 700_000
    service.incoming.discard(shared)
    assert on_disk() == 0
    assert service.incoming.used_bytes == 0
