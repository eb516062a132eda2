"""Candidates over HTTP: gathered by a job, listed, shown with evidence, decided, corrected, taken back, written out."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from commands import Commands
from harvestman.model import Author, Authority, CandidateState, Claim, Evidence, Field
from harvestman.store import CandidateFound, Library
from servers.service import running_service
from store.sample import NOON
from web.application import ServiceMaker, running
from world import World

ROUTE = "/api/v1/candidates"
SITE = "uni.example"


def found(library: Library, name: str, *, reasons: tuple[str, ...] = ()) -> CandidateFound:
    url = f"http://{SITE}/{name}.pdf"
    evidence = Evidence("sha256:0", "page 1", "Helen Marsh")
    author = Author("Helen Marsh", emails=("helen@uni.example",))
    claims = tuple(
        Claim(url, field, value, evidence, "document", "1", Authority.LEARNED, 0.9, NOON)
        for field, value in (
            (Field.TITLE, f"Reeds, part {name}"),
            (Field.AUTHORS, (author,)),
            (Field.LANGUAGE, "en"),
            (Field.CATEGORY, "paper"),
        )
    )
    digest = library.blobs.put(f"the bytes of {name}".encode())
    return CandidateFound(url, "docdocdoc", digest, claims, reasons, (f"http://{SITE}/",))


@pytest.fixture
async def client(make_service: ServiceMaker, library: Library) -> AsyncIterator[httpx.AsyncClient]:
    library.candidates.keep(SITE, [found(library, name) for name in "abc"])
    library.candidates.keep(SITE, [found(library, "form", reasons=("it is a form",))])
    async with running(make_service()) as opened:
        yield opened


async def ids(client: httpx.AsyncClient, **asked: str | list[str]) -> list[str]:
    answer = await client.get(ROUTE, params=asked)
    assert answer.status_code == 200, answer.text
    return [one["id"] for one in answer.json()["items"]]


async def test_candidates_are_listed_page_by_page(client: httpx.AsyncClient) -> None:
    first = (await client.get(ROUTE, params={"limit": 2})).json()
    second = (await client.get(first["links"]["next"])).json()
    titles = [one["title"] for one in (*first["items"], *second["items"])]
    assert titles == ["Reeds, part a", "Reeds, part b", "Reeds, part c"]
    assert second["cursor"] is None
    assert (await client.get(ROUTE, params={"cursor": "nobody00"})).status_code == 400


async def test_what_is_hidden_is_asked_for(client: httpx.AsyncClient) -> None:
    assert len(await ids(client, all="true")) == 4
    assert len(await ids(client, q="reeds B")) == 1
    assert await ids(client, site="other.example") == []
    assert await ids(client, language="es") == []


async def test_a_decision_has_a_name_and_can_be_taken_back(client: httpx.AsyncClient) -> None:
    (first, *_) = await ids(client)
    answer = await client.put(f"{ROUTE}/{first}/state", json={"state": "rejected", "by": "ann"})
    assert (answer.json()["state"], answer.json()["decided_by"]) == ("rejected", "ann")
    assert first not in await ids(client)
    assert await ids(client, state="rejected") == [first]
    answer = await client.delete(f"{ROUTE}/{first}/state", params={"by": "bob"})
    assert answer.json()["state"] == "new"
    shown = (await client.get(f"{ROUTE}/{first}")).json()
    assert [(one["state"], one["by"], one["undone_by"]) for one in shown["steps"]] == [
        ("rejected", "ann", "bob")
    ]
    assert (await client.delete(f"{ROUTE}/{first}/state")).status_code == 404


@pytest.mark.parametrize("state", [str(one) for one in CandidateState])
async def test_every_state_can_be_set(client: httpx.AsyncClient, state: str) -> None:
    (first, *_) = await ids(client)
    answer = await client.put(f"{ROUTE}/{first}/state", json={"state": state})
    assert answer.json()["state"] == state


async def test_a_correction_wins_and_can_be_taken_back(client: httpx.AsyncClient) -> None:
    (first, *_) = await ids(client)
    place = f"{ROUTE}/{first}/fields"
    answer = await client.put(f"{place}/title", json={"value": "Reeds", "by": "ann"})
    assert answer.json()["title"] == "Reeds"
    assert (await client.delete(f"{place}/title")).json()["title"] == "Reeds, part a"
    assert (await client.delete(f"{place}/title")).status_code == 404
    assert (await client.put(f"{place}/emails", json={"value": "nobody"})).status_code == 400
    assert (await client.put(f"{place}/smell", json={"value": "mint"})).status_code == 400


async def test_one_candidate_with_who_says_so(client: httpx.AsyncClient) -> None:
    (first, *_) = await ids(client)
    shown = (await client.get(f"{ROUTE}/{first}", params={"evidence": "true"})).json()
    assert {(one["field"], one["reader"]) for one in shown["evidence"]} >= {("title", "document")}
    claims = (await client.get(f"{ROUTE}/{first}/claims", params={"limit": 1})).json()
    assert len(claims["items"]) == 1
    assert claims["cursor"]
    assert (await client.get(f"{ROUTE}/nobody00")).status_code == 404


async def test_accepted_ones_are_exported(client: httpx.AsyncClient) -> None:
    (first, *_) = await ids(client)
    assert (await client.get(f"{ROUTE}/export")).text.count("\n") == 1  # the heads alone
    await client.put(f"{ROUTE}/{first}/state", json={"state": "accepted"})
    table = await client.get(f"{ROUTE}/export")
    assert "Reeds, part a" in table.text
    assert table.headers["content-disposition"].endswith('filename="candidates.csv"')
    assert "@" in (await client.get(f"{ROUTE}/export", params={"format": "bibtex"})).text
    everything = await client.get(f"{ROUTE}/export", params={"format": "jsonl", "state": "new"})
    assert everything.text.count("\n") == 2
    archive = await client.get(f"{ROUTE}/export", params={"format": "dspace", "collection": "1/2"})
    with zipfile.ZipFile(io.BytesIO(archive.content)) as opened:
        assert opened.read("item_00001/a.pdf") == b"the bytes of a"
    wrong = await client.get(f"{ROUTE}/export", params={"format": "dspace", "collection": "two"})
    assert wrong.status_code == 422
    assert "handle" in wrong.text


async def test_letters_are_drafted_and_not_sent(client: httpx.AsyncClient) -> None:
    (first, second, _) = await ids(client)
    asked = {"institution": "Saltreach", "repository": "The Reed Bed", "sender": "Ann"}
    assert (await client.post(f"{ROUTE}/letters", json=asked)).json()["items"] == []
    for one in (first, second):
        await client.put(f"{ROUTE}/{one}/state", json={"state": "needs-permission"})
    (letter,) = (await client.post(f"{ROUTE}/letters", json=asked)).json()["items"]
    assert (letter["address"], letter["candidates"]) == ("helen@uni.example", [first, second])
    (letter,) = (await client.post(f"{ROUTE}/letters", json=asked | {"ids": [first]})).json()[
        "items"
    ]
    assert letter["candidates"] == [first]


async def test_who_may_only_read_decides_nothing(
    make_service: ServiceMaker, library: Library
) -> None:
    (one,) = library.candidates.keep(SITE, [found(library, "a")])
    reader = {"X-API-Key": library.api_keys.add("reader", scopes=("read",))[1]}
    writer = {"X-API-Key": library.api_keys.add("carla", scopes=("read", "write"))[1]}
    async with running(make_service()) as client:
        place = f"{ROUTE}/{one.id}/state"
        assert (await client.get(ROUTE)).status_code == 401
        assert (await client.get(ROUTE, headers=reader)).status_code == 200
        said = {"state": "accepted", "by": "somebody else"}
        assert (await client.put(place, json=said, headers=reader)).status_code == 403
        answer = await client.put(place, json=said, headers=writer)
        assert answer.json()["decided_by"] == "carla"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as served:
        yield served


def test_sites_are_gathered_by_a_job(world: World, commands: Commands) -> None:
    root = world.url("dptodatos", "/")
    asked = {"kind": "gather", "urls": [root], "institutions": ["Universidad de Altaluz"], "domains": ["altaluz.example"]}  # fmt: skip
    with (
        running_service(commands, "--workers", "1") as server,
        httpx.Client(base_url=server.address, timeout=120) as client,
    ):
        plan = client.post("/api/v1/jobs", json=asked | {"dry_run": True})
        assert (plan.status_code, plan.json()["known"]) == (200, 0)
        assert client.get("/api/v1/jobs").json()["items"] == []
        job = client.post("/api/v1/jobs", json=asked)
        assert job.status_code == 202, job.text
        with client.stream("GET", job.json()["links"]["events"]) as events:
            names = [line for line in events.iter_lines() if line.startswith("event:")]
        assert names[-1] == "event: end"
        ended = client.get(job.json()["links"]["self"]).json()
        assert ended["state"] == "done", ended
        assert ended["progress"]["done"] > 3
        assert ended["result"]["set_aside"] >= 2
        listed = client.get(ROUTE).json()["items"]
        assert {one["authors"][0]["inferred"] for one in listed if one["authors"]} >= {True}
        graph = client.get(f"{ROUTE}/graph", params={"url": root}).json()
        assert (
            len(graph["documents"]) == ended["result"]["candidates"] + ended["result"]["set_aside"]
        )
        drawing = client.get(f"{ROUTE}/graph", params={"url": root, "format": "svg"})
        assert drawing.headers["content-type"] == "image/svg+xml"
        assert client.get(f"{ROUTE}/graph", params={"url": "http://nowhere.example/"}).status_code == 404  # fmt: skip


@pytest.fixture
def commands(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    more = {"ENGINE": "local:1", "ALLOW_PRIVATE": "true", "DELAY": "0", "ACCEPT_URLS": "true"}
    return Commands(tmp_path_factory.mktemp("gather"), more=more)
