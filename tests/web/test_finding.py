"""Finding over HTTP: questions in, a job, answers with their trails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from commands import Commands
from servers.service import running_service
from world import World


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as served:
        yield served


@pytest.fixture(scope="module")
def client(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    more = {
        "ENGINE": "local:1",
        "ALLOW_PRIVATE": "true",
        "DELAY": "0",
        "ACCEPT_URLS": "true",
        "PROVIDERS": "searxng",
        "SEARXNG_URL": world.url("search", "").rstrip("/"),
    }
    place = Commands(tmp_path_factory.mktemp("find"), more=more)
    with (
        running_service(place, "--workers", "1") as server,
        httpx.Client(base_url=server.address, timeout=120) as opened,
    ):
        yield opened


def ended(client: httpx.Client, started: httpx.Response) -> dict[str, Any]:
    assert started.status_code == 202, started.text
    links = started.json()["links"]
    assert started.headers["Location"] == links["self"]
    with client.stream("GET", links["events"]) as events:
        assert [line for line in events.iter_lines() if line.startswith("event:")][
            -1
        ] == "event: end"
    job: dict[str, Any] = client.get(links["self"]).json()
    assert job["state"] == "done", job
    return job


def test_papers_are_looked_for_by_a_job(client: httpx.Client, world: World) -> None:
    asked = {
        "questions": [
            {"id": "a", "title": "Reed beds that clean themselvs", "authors": ["Marsh, H."]},
            {"id": "b", "title": "A Theory of Nothing in Particular", "authors": ["Nobody Atall"]},
        ]
    }
    job = ended(client, client.post("/api/v1/find/papers", json=asked))
    assert (job["kind"], job["result"]["found"]) == ("find-papers", 1)
    assert job["progress"] == {"done": 2, "open": 0, "found": 1}
    first, second = job["result"]["answers"]
    assert (first["id"], first["status"]) == ("a", "success")
    assert first["url"] == world.url("marshgroup", "/papers/reeds.pdf")
    assert client.get(f"/api/v1/documents/{first['file']}").status_code == 200
    assert (second["id"], second["status"], second["url"]) == ("b", "not-found", None)
    assert second["trail"]
    listed = client.get("/api/v1/jobs", params={"kind": "find-papers"}).json()["items"]
    assert [one["id"] for one in listed] == [job["id"]]


def test_scholars_are_looked_for_by_a_job(client: httpx.Client) -> None:
    asked = {"questions": [{"name": "Nobody Atall"}]}
    job = ended(client, client.post("/api/v1/find/persons", json=asked))
    [answer] = job["result"]["answers"]
    assert (answer["name"], answer["homepage"]) == ("Nobody Atall", None)
    assert answer["trail"]


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("papers", {"questions": []}),
        ("papers", {"questions": [{"authors": ["A. B."]}]}),
        ("papers", {"questions": [{"title": "x", "colour": "red"}]}),
        ("papers", {"questions": [{"title": "x"}] * 1001}),
        ("persons", {"questions": [{"name": ""}]}),
        ("persons", {}),
    ],
)
def test_what_is_no_question_is_refused(client: httpx.Client, route: str, body: object) -> None:
    answer = client.post(f"/api/v1/find/{route}", json=body)
    assert answer.status_code in (400, 422), answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
