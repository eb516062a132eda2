"""Harvests behind the server: started, followed, stopped, interrupted and taken up again, over real sockets."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from commands import Commands
from harvestman.model import HarvestRequest, JobRecord, Order, Plain
from harvestman.rooms import Rooms
from harvestman.store import Library, new_owner
from harvestman.store.service.jobs import MAX_TRIES
from harvestman.web import Service
from harvestman.web.harvesting import request_of
from servers.service import RunningService, running_service
from web.application import running
from world import World

JOBS = "/api/v1/jobs"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as served:
        yield served


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(tmp_path, more={"ENGINE": "local:1"})


@contextmanager
def connected(server: RunningService) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        yield client


def start(client: httpx.Client, *urls: str, depth: int = 1) -> Plain:
    asked = {"kind": "harvest", "urls": list(urls), "depth": depth, "limit": 50}
    answer = client.post(JOBS, json=asked)
    assert answer.status_code == 202, answer.text
    job: Plain = answer.json()
    assert answer.headers["location"] == job["links"]["self"]
    return job


def follow(client: httpx.Client, job: Plain, seen: str = "") -> Iterator[tuple[str, str, Plain]]:
    """The events of a job as a browser would get them: id, name, data."""
    headers = {"Last-Event-ID": seen} if seen else {}
    with client.stream("GET", job["links"]["events"], headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        event: dict[str, str] = {}
        for line in answer.iter_lines():
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
            elif "data" in event:
                yield event["id"], event["event"], json.loads(event["data"])
                event = {}


def ended(client: httpx.Client, job: Plain) -> Plain:
    *_, (_, name, last) = follow(client, job)
    assert name == "end"
    return last


def until(world: World, host: str, process: Any) -> None:
    """Wait until somebody asks a host for something."""
    while not world.log(host):
        assert process.poll() is None
        time.sleep(0.01)  # gives the processor to the server; what is waited for is the log


def test_a_harvest_is_started_and_followed(commands: Commands, world: World) -> None:
    with running_service(commands) as server, connected(server) as client:
        job = start(client, world.url("hcip2023"))
        told = list(follow(client, job))
        assert [name for _, name, _ in told][-1] == "end"
        done = [data["progress"].get("done", 0) for _, _, data in told]
        assert done == sorted(done)
        last = told[-1][2]
        assert last["state"] == "done"
        assert last["result"]["papers"] >= 6
        assert client.get("/api/v1/papers").json()["items"]
        pages = client.get(last["links"]["harvest"] + "/pages").json()["items"]
        assert len(pages) == last["result"]["done"]
        # Who has seen the end is told not to come back; who has not gets it at once, and only it.
        seen = client.get(job["links"]["events"], headers={"Last-Event-ID": told[-1][0]})
        assert seen.status_code == 204
        again = list(follow(client, job, seen=told[0][0]))
        assert [(name, data["state"]) for _, name, data in again] == [("end", "done")]
        assert [one["id"] for one in client.get(JOBS).json()["items"]] == [job["id"]]
        assert client.get(JOBS, params={"state": "running"}).json()["items"] == []
        assert server.stop() == 0


def test_a_harvest_is_stopped_cleanly(commands: Commands, world: World) -> None:
    world.clear_log()
    with running_service(commands, is_fresh=True) as server, connected(server) as client:
        before = psutil.Process(server.process.pid).children(recursive=True)
        job = start(client, world.url("hcip2023"), world.url("slow", "/silent.html"))
        until(world, "slow", server.process)
        stopped = client.delete(job["links"]["self"])
        assert stopped.json()["state"] == "cancelled"
        assert ended(client, job)["state"] == "cancelled"
        after = psutil.Process(server.process.pid).children(recursive=True)
        assert len(after) <= len(before)
        assert client.delete(job["links"]["self"]).json()["state"] == "cancelled"
        # The same again goes on where it was: what is kept is not asked for a second time.
        world.clear_log()
        again = start(client, world.url("hcip2023"))
        assert ended(client, again)["state"] == "done"


def test_a_server_that_stops_lets_listeners_go_and_puts_the_harvest_down(
    commands: Commands, world: World
) -> None:
    world.clear_log()
    with running_service(commands) as server, connected(server) as client:
        job = start(client, world.url("slow", "/silent.html"))
        until(world, "slow", server.process)
        events = follow(client, job)
        next(events)
        began = time.monotonic()
        assert server.stop() == 0
        assert all(name == "progress" for _, name, _ in events)
        assert time.monotonic() - began < 30  # the page would have taken a minute
    with running_service(commands) as server, connected(server) as client:
        # It goes on by itself, unless somebody ends it.
        assert client.get(f"{JOBS}/{job['id']}").json()["state"] in ("queued", "running")
        assert client.delete(f"{JOBS}/{job['id']}").json()["state"] == "cancelled"
        assert client.post(f"{JOBS}/{job['id']}/resume").status_code == 409


def test_killed_in_the_middle_it_goes_on_with_the_next_server(
    commands: Commands, world: World
) -> None:
    world.clear_log()
    with running_service(commands) as server, connected(server) as client:
        job = start(client, world.url("hcip2023"), world.url("slow", "/silent.html"), depth=0)
        until(world, "slow", server.process)
        for _, _, data in follow(client, job):
            if data["progress"].get("done"):
                break
        server.kill()
    world.clear_log()
    patient = Commands(commands.folder, more=commands.more | {"TIMEOUT": "1"})
    with running_service(patient) as server, connected(server) as client:
        last = ended(client, client.get(f"{JOBS}/{job['id']}").json())
        assert last["state"] == "done"
        assert last["result"]["done"] == 2
        assert last["result"]["by_status"]["timeout"] == 1
        assert not [entry for entry in world.log("hcip2023") if "robots" not in entry.target]


async def test_one_over_which_servers_died_can_be_taken_up_again(
    client: httpx.AsyncClient, service: Service
) -> None:
    jobs = service.library.jobs
    dead = new_owner().replace(f" {os.getpid()} ", " 4194305 ")  # a number that Linux gives nobody
    job = jobs.put("test", {}).id
    for _ in range(MAX_TRIES):
        assert jobs.take("test", holder=dead) is not None
        jobs.take_from_the_dead()
    assert (await client.get(f"{JOBS}/{job}")).json()["state"] == "interrupted"
    service.worker.register("test", _nothing, at_once=1)
    assert (await client.post(f"{JOBS}/{job}/resume")).status_code == 202
    refused = await client.post(f"{JOBS}/{job}/resume")
    assert (refused.status_code, refused.json()["outcome"]) == (409, "not-interrupted")


async def _nothing(_job: JobRecord, _note: object, /) -> Plain:
    return {}


async def test_a_harvest_takes_the_options_and_settings_of_the_command(
    client: httpx.AsyncClient, service: Service
) -> None:
    service.settings = replace(service.settings, site_limit=7, depth=3)
    service.fetcher = Rooms(service.settings, clock=service.clock).fetcher()
    asked = {
        "kind": "harvest",
        "urls": ["https://Conf.example"],
        "limit": 20,
        "order": "breadth",
        "domains": ["papers.example", "http://papers.example/x"],
        "other_sites": True,
        "sitemaps": False,
    }
    answer = await client.post(JOBS, json=asked)
    assert answer.status_code == 202, answer.text
    assert request_of(answer.json()["task"]) == HarvestRequest(
        ("https://conf.example/",),
        3,
        20,
        order=Order.BREADTH,
        site_limit=7,
        domains=("papers.example",),
        other_sites=True,
        sitemaps=False,
    )
    fewer = await client.post(JOBS, json=asked | {"site_limit": 2})
    assert request_of(fewer.json()["task"]).site_limit == 2


async def test_what_is_no_harvest_is_refused(client: httpx.AsyncClient, service: Service) -> None:
    good = {"kind": "harvest", "urls": ["https://conf.example/"]}
    assert (await client.post(JOBS, json=good)).status_code == 403
    service.fetcher = Rooms(service.settings, clock=service.clock).fetcher()
    async with service.fetcher:
        for bad, status in (
            (good | {"kind": "extract"}, 422),
            (good | {"urls": []}, 422),
            (good | {"urls": "https://conf.example/"}, 422),
            (good | {"urls": ["ftp://conf.example/"]}, 400),
            (good | {"depth": 21}, 422),
            (good | {"limit": 0}, 422),
            (good | {"site_limit": 0}, 422),
            (good | {"order": "worst"}, 422),
            (good | {"domains": ["//"]}, 400),
            (good | {"warc": "/etc/passwd"}, 422),
            ([], 422),
        ):
            answer = await client.post(JOBS, json=bad)
            assert answer.status_code == status, bad
            assert set(answer.json()) == {"title", "status", "detail", "outcome", "remedy"}


async def test_addresses_that_are_not_public_are_not_dialled(service: Service) -> None:
    service.fetcher = Rooms(service.settings, clock=service.clock).fetcher()
    async with service.fetcher, running(service) as client:
        asked = {"kind": "harvest", "urls": ["http://127.0.0.1:9/"], "depth": 0}
        job = (await client.post(JOBS, json=asked)).json()
        told = (await client.get(job["links"]["events"])).text
        last = json.loads(told.rpartition("data: ")[2])
        assert last["result"]["by_status"] == {"blocked-address": 1}


async def test_a_key_sees_and_ends_its_own_jobs(service: Service, library: Library) -> None:
    keys = {name: library.api_keys.add(name, ("read", "write"))[1] for name in ("ana", "juan")}
    keys["admin"] = library.api_keys.add("admin", ("read", "write", "admin"))[1]
    keys["reader"] = library.api_keys.add("reader", ("read",))[1]
    service.fetcher = Rooms(service.settings, clock=service.clock).fetcher()
    async with service.fetcher, running(service) as client:

        def of(name: str) -> dict[str, str]:
            return {"Authorization": f"Bearer {keys[name]}"}

        asked = {"kind": "harvest", "urls": ["http://127.0.0.1:9/"], "depth": 0}
        assert (await client.post(JOBS, json=asked)).status_code == 401
        assert (await client.post(JOBS, json=asked, headers=of("reader"))).status_code == 403
        job = (await client.post(JOBS, json=asked, headers=of("ana"))).json()
        for name, count in (("ana", 1), ("juan", 0), ("reader", 0), ("admin", 1)):
            found = (await client.get(JOBS, headers=of(name))).json()["items"]
            assert len(found) == count, name
        for path, method in (("", "DELETE"), ("/resume", "POST")):
            answer = await client.request(method, f"{JOBS}/{job['id']}{path}", headers=of("juan"))
            assert answer.status_code == 403
