"""Two servers on one library: what one is sent the other does and tells of, also when the first is killed in the middle."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from commands import Commands
from e2e.test_serve import text_of
from harvestman.model import Plain, SystemClock
from harvestman.store import open_library
from servers.service import RunningService, running_service

DOCUMENTS = "/api/v1/documents"
MANY = 20


@pytest.fixture(params=["sqlite", "postgres"])
def machines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Commands]]:
    """Two places on one library; on PostgreSQL each has a data folder of its own, and they share the blobs."""
    blobs = {"BLOBS": str(tmp_path / "blobs")}
    if request.param == "sqlite":
        yield [Commands(tmp_path, more=blobs)] * 2
        return
    server = request.getfixturevalue("postgres")
    url = server.new_database()
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    yield [Commands(folder, url, more=blobs) for folder in folders]
    server.drop_database(url)


def test_killed_in_the_middle_its_jobs_are_done_by_the_other_once_each(
    machines: list[Commands], tmp_path: Path
) -> None:
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(running_service(place, "--workers", "1")) for place in machines
        )
        client = stack.enter_context(httpx.Client(timeout=60))
        bodies = [b" ".join(text_of(100 * n + k) for k in range(40)) for n in range(MANY)]
        # One is sent everything; what it does, the other tells of.
        sent = [
            client.post(f"{first.address}{DOCUMENTS}?async=1", content=body).json()
            for body in bodies
        ]
        path = sent[0]["job"]["links"]["self"].removeprefix(first.address)
        assert _followed(client, second, path)["state"] == "done"
        first.kill()
        before = _done(client, second)
        assert 0 < len(before) < MANY
        _until(lambda: len(_done(client, second)) == MANY)
        # What was done before the end of the first one was not done again.
        after = _done(client, second)
        assert {job: after[job] for job in before} == before
        for one, body in zip(sent, bodies, strict=True):
            told = client.get(f"{second.address}{DOCUMENTS}/{one['document']['id']}").json()
            assert told["status"] not in ("waiting", "crashed")
            assert client.get(told["links"]["file"]).content == body
            assert client.get(told["links"]["text"]).status_code == 200
        # What the dead one has read, the other knows.
        again = client.post(second.address + DOCUMENTS, content=bodies[0]).json()
        assert again["duplicate_of"]["reason"] == "the same bytes"
        assert second.stop() == 0
    db = machines[1].db or str(tmp_path / "harvestman.db")
    with open_library(db, blobs=str(tmp_path / "blobs"), clock=SystemClock()) as library:
        assert library.documents.count() == MANY + 1
        assert library.check() == []


def _done(client: httpx.Client, server: RunningService) -> dict[str, str]:
    """When each job that is done was ended, as one server tells it."""
    told = client.get(f"{server.address}/api/v1/jobs", params={"state": "done"}).json()["items"]
    return {job["id"]: job["ended"] for job in told}


def _followed(client: httpx.Client, server: RunningService, job: str) -> Plain:
    """The last event of a job, as one server tells it."""
    text = client.get(f"{server.address}{job}/events").text
    assert "event: end" in text
    last: Plain = json.loads(text.rpartition("data: ")[2])
    return last


def _until(holds: object) -> None:
    assert callable(holds)
    deadline = time.monotonic() + 180
    while not holds():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.05)  # gives the processor to the servers
