"""The library over HTTP: papers, venues, plan, events, visits and harvests, page by page, each answer as OpenAPI describes it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from bibtexparser.entrypoint import parse_string

from harvestman.model import Field, HarvestRequest, Likeness, Look, Verdict, Waiting
from harvestman.store import Library, PaperQuery, PlanImport, SeriesRecord, VolumeRecord
from harvestman.web import Service, create_app
from store.sample import keep_mentions, mention
from store.test_events import ByAcronym, keep, sighting

SITE = "http://conf.example/"
OTHER = "https://www.other.example/list"


async def everything(client: httpx.AsyncClient, address: str) -> list[Any]:
    """All items of a list, by following its links; the Link header says the same."""
    found: list[Any] = []
    while address:
        answer = await client.get(address)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        found += told["items"]
        following = told["links"]["next"] or ""
        assert answer.links.get("next", {}).get("url", "") == following
        assert bool(told["cursor"]) == bool(following)
        address = following
    return found


@pytest.fixture
def papers(library: Library) -> Library:
    keep_mentions(
        library,
        SITE,
        mention("On Spiders", subject="1", authors=["Ana Ruiz"], year=2019, venue="JCDL 2019"),
        mention("On Webs", subject="2", authors=["Juan Gil"], year=2021, pdf=f"{SITE}w.pdf"),
        mention("On Silk", subject="3", authors=["Ana Ruiz", "Juan Gil"], year=2023),
    )
    keep_mentions(library, OTHER, mention("On Threads", subject="4", venue="TPDL"))
    return library


SEARCHES: tuple[tuple[str, set[str]], ...] = (
    ("", {"On Spiders", "On Webs", "On Silk", "On Threads"}),
    ("q=silk", {"On Silk"}),
    ("q=on%20-silk&author=ruiz", {"On Spiders"}),
    ("author=ruiz", {"On Spiders", "On Silk"}),
    ("venue=jcdl", {"On Spiders"}),
    ("year=2020-2023", {"On Webs", "On Silk"}),
    ("year=2019", {"On Spiders"}),
    ("has_file=true", {"On Webs"}),
    ("has_file=false&site=conf.example", {"On Spiders", "On Silk"}),
    ("site=other.example", {"On Threads"}),
    (f"source={OTHER}", {"On Threads"}),
    ("q=nothing", set()),
    ("q=%2B%2B", set()),
)


async def test_a_held_file_is_a_file(client: httpx.AsyncClient, papers: Library) -> None:
    file = f"sha256:{'a' * 64}"
    keep_mentions(papers, file, mention("On Cellars", subject="5", source=file))
    found = await everything(client, "/api/v1/papers?has_file=true")
    assert {one["title"]: one["held"] for one in found} == {"On Webs": False, "On Cellars": True}
    lacking = await everything(client, "/api/v1/papers?missing=pdf")
    assert {one["title"] for one in lacking} == {"On Spiders", "On Silk", "On Threads"}


@pytest.mark.usefixtures("papers")
async def test_papers_are_found(client: httpx.AsyncClient) -> None:
    for query, titles in SEARCHES:
        for limit in (1, 3):
            found = await everything(client, f"/api/v1/papers?{query}&limit={limit}")
            assert {one["title"] for one in found} == titles, query
            assert len(found) == len(titles)


async def test_one_paper_with_who_says_so(client: httpx.AsyncClient, papers: Library) -> None:
    keep_mentions(
        papers, OTHER, mention("On Silk", subject="9", keys=["t"], year=2022, confidence=0.5)
    )
    (found,) = (await client.get("/api/v1/papers", params={"q": "silk", "year": "2023"})).json()[
        "items"
    ]
    one = (await client.get(found["links"]["self"])).json()
    assert one == found
    assert [author["name"] for author in one["authors"]] == ["Ana Ruiz", "Juan Gil"]
    told = (await client.get(found["links"]["self"], params={"evidence": "1"})).json()
    assert told["evidence"]["year"]["value"] == 2023
    assert told["evidence"]["title"]["evidence"]["source"] == SITE
    claims = await everything(client, f"{found['links']['claims']}?limit=2")
    assert {claim["field"] for claim in claims} == {"title", "authors", "year"}
    assert all(claim["shown"] for claim in claims)


async def test_a_value_is_put_right_over_http(client: httpx.AsyncClient, papers: Library) -> None:
    (paper,) = papers.papers.find(PaperQuery(text="silk"))
    address = f"/api/v1/papers/{paper.id}/fields"
    said = await client.put(f"{address}/year", json={"value": 1999, "by": "ann"})
    assert (said.status_code, said.json()["year"]) == (200, 1999), said.text
    names = ["Ruiz, Ana", "Eve"]
    said = await client.put(f"{address}/authors", json={"value": names, "by": "ann"})
    assert [author["name"] for author in said.json()["authors"]] == ["Ana Ruiz", "Eve"]
    told = (await client.get(f"/api/v1/papers/{paper.id}?evidence=true")).json()
    assert told["evidence"]["year"]["evidence"]["source"] == "person:ann"
    undone = await client.delete(f"{address}/year")
    assert (undone.status_code, undone.json()["year"]) == (200, 2023)
    assert (await client.delete(f"{address}/year")).status_code == 404
    wrong = await client.put(f"{address}/titel", json={"value": "x"})
    assert wrong.status_code == 400
    assert "did you mean title" in wrong.json()["detail"]
    assert (await client.put(f"{address}/year", json={"value": "soon"})).status_code == 400
    assert (await client.put(f"{address}/year", json={})).status_code == 422
    nobody = await client.put("/api/v1/papers/nobody22/fields/year", json={"value": 1999})
    assert nobody.status_code == 404


async def test_a_key_says_who_puts_right_and_must_be_allowed_to(
    client: httpx.AsyncClient, papers: Library
) -> None:
    (paper,) = papers.papers.find(PaperQuery(text="silk"))
    address = f"/api/v1/papers/{paper.id}/fields/year"
    _, reading = papers.api_keys.add("a reader", ["read"])
    _, writing = papers.api_keys.add("Ann of the desk", ["write"])
    change = {"value": 1999, "by": "somebody else"}
    refused = await client.put(address, json=change, headers={"X-API-Key": reading})
    assert refused.status_code == 403
    done = await client.put(address, json=change, headers={"X-API-Key": writing})
    assert done.status_code == 200
    (said,) = [claim for claim in papers.papers.claims(paper.id) if claim.person]
    assert said.person == "Ann of the desk"


async def test_papers_are_forgotten_and_brought_back_over_http(
    client: httpx.AsyncClient, papers: Library
) -> None:
    (paper,) = papers.papers.find(PaperQuery(text="silk"))
    gone = await client.put(f"/api/v1/forgotten/{paper.id}", params={"by": "ann"})
    assert (gone.status_code, gone.json()["title"], gone.json()["by"]) == (200, "On Silk", "ann")
    again = await client.put(f"/api/v1/forgotten/{paper.id}", params={"by": "bob"})
    assert (again.status_code, again.json()["by"]) == (200, "ann")
    assert "silk" not in (await client.get("/api/v1/papers")).text.lower()
    shown = await client.get(f"/api/v1/papers/{paper.id}")
    assert (shown.status_code, "forgotten by ann" in shown.json()["detail"]) == (404, True)
    assert (await client.get(f"/api/v1/papers/{paper.id}/claims")).status_code == 404
    (last,) = (await client.get("/api/v1/changes")).json()["items"][4:]
    assert (last["id"], last["kind"]) == (paper.id, "removed")
    listed = await everything(client, "/api/v1/forgotten?limit=1")
    assert [one["id"] for one in listed] == [paper.id]
    back = await client.delete(f"/api/v1/forgotten/{paper.id}")
    assert (back.status_code, back.json()) == (200, {"ids": [paper.id]})
    assert (await client.delete(f"/api/v1/forgotten/{paper.id}")).status_code == 404
    assert (await client.put("/api/v1/forgotten/nobody22")).status_code == 404
    site = (await client.put("/api/v1/forgotten/sites/conf.example")).json()["items"]
    assert {one["title"] for one in site} == {"On Spiders", "On Webs", "On Silk"}
    assert [one["title"] for one in await everything(client, "/api/v1/papers")] == ["On Threads"]
    back = await client.delete("/api/v1/forgotten/sites/conf.example")
    assert set(back.json()["ids"]) == {one["id"] for one in site}


async def test_pairs_in_doubt_are_listed_and_decided_over_http(
    client: httpx.AsyncClient, papers: Library
) -> None:
    names = [one.id for one in papers.papers.find()]
    in_doubt = Likeness(Verdict.DOUBTFUL, 0.7, ("the titles differ",))
    for one, other in (names[:2], names[2:4]):
        papers.merges.consider(one, other, lambda _one, _other: in_doubt)
    first, second = await everything(client, "/api/v1/pairs?limit=1")
    assert {first["one"]["id"], first["other"]["id"]} <= set(names)
    assert (first["verdict"], first["reasons"]) == ("doubtful", ["the titles differ"])
    same = await client.put(f"/api/v1/pairs/{first['id']}/same")
    assert (same.status_code, same.json()["verdict"]) == (200, "same")
    different = await client.put(f"/api/v1/pairs/{second['id']}/different")
    assert (different.status_code, different.json()["verdict"]) == (200, "different")
    assert len(await everything(client, "/api/v1/papers")) == 3
    assert await everything(client, "/api/v1/pairs") == []
    assert (await client.put(f"/api/v1/pairs/{first['id']}/same")).status_code == 404


async def test_forgetting_needs_a_key_that_may_write(
    client: httpx.AsyncClient, papers: Library
) -> None:
    (paper,) = papers.papers.find(PaperQuery(text="silk"))
    _, reading = papers.api_keys.add("a reader", ["read"])
    _, writing = papers.api_keys.add("Ann of the desk", ["write"])
    address = f"/api/v1/forgotten/{paper.id}"
    assert (await client.put(address, headers={"X-API-Key": reading})).status_code == 403
    done = await client.put(address, params={"by": "bob"}, headers={"X-API-Key": writing})
    assert done.json()["by"] == "Ann of the desk"
    assert (await client.delete(address, headers={"X-API-Key": reading})).status_code == 403


async def test_an_event_is_put_right_over_http(client: httpx.AsyncClient, library: Library) -> None:
    keep(library, sighting("SPDR", year="2025", start="2025-05-01"))
    event = library.agenda.all()[0].event
    address = f"/api/v1/events/{event.id}/fields"
    said = await client.put(f"{address}/start", json={"value": "2025-06-11", "by": "ann"})
    assert (said.status_code, said.json()["start"]) == (200, "2025-06-11"), said.text
    undone = await client.delete(f"{address}/start")
    assert (undone.status_code, undone.json()["start"]) == (200, "2025-05-01")
    assert (await client.delete(f"{address}/start")).status_code == 404
    assert (await client.put(f"{address}/start", json={"value": "soon"})).status_code == 400
    nobody = await client.put("/api/v1/events/nobody22/fields/start", json={"value": "2025-06-11"})
    assert nobody.status_code == 404


async def test_changes_page_by_page_and_later_on(
    client: httpx.AsyncClient, papers: Library
) -> None:
    first = (await client.get("/api/v1/changes", params={"limit": 3})).json()
    assert [one["kind"] for one in first["items"]] == ["new"] * 3
    answer = await client.get(first["links"]["next"])
    last = answer.json()
    assert (len(last["items"]), last["links"]["next"]) == (1, None)
    (paper,) = papers.papers.find(PaperQuery(text="silk"))
    papers.say(paper.id, Field.YEAR, 1999, by="ann")
    (changed,) = (await client.get("/api/v1/changes", params={"after": last["cursor"]})).json()[
        "items"
    ]
    assert {name: changed[name] for name in ("thing", "id", "kind", "into", "fields")} == {
        "thing": "paper",
        "id": paper.id,
        "kind": "changed",
        "into": None,
        "fields": ["year"],
    }
    for wrong in ({"after": "x"}, {"since": "yesterday"}):
        assert (await client.get("/api/v1/changes", params=wrong)).status_code == 400
    later = (await client.get("/api/v1/changes", params={"since": "2999-01-01"})).json()
    assert (later["items"], later["cursor"]) == ([], None)
    assert (await client.get("/api/v1/papers", params={"since": "2999-01-01"})).json()[
        "items"
    ] == []


@pytest.mark.usefixtures("papers")
@pytest.mark.parametrize(
    ("form", "media_type", "sign"),
    [
        ("bibtex", "application/x-bibtex", "@inproceedings{"),
        ("ris", "application/x-research-info-systems", "TY  - "),
        ("csl-json", "application/vnd.citationstyles.csl+json", '"title": "On Silk"'),
        ("jsonl", "application/jsonl", '"title": "On Silk"'),
    ],
)
async def test_a_page_of_papers_in_other_formats(
    client: httpx.AsyncClient, form: str, media_type: str, sign: str
) -> None:
    by_name = await client.get("/api/v1/papers", params={"format": form})
    by_accept = await client.get("/api/v1/papers", headers={"Accept": f"text/html, {media_type}"})
    for answer in (by_name, by_accept):
        assert answer.headers["content-type"].startswith(media_type)
        assert answer.headers["content-disposition"].startswith("attachment")
        assert sign in answer.text
    first = await client.get("/api/v1/papers", params={"format": form, "limit": 3})
    second = await client.get(first.links["next"]["url"])
    assert second.headers["content-type"].startswith(media_type)
    if form == "bibtex":
        counts = [len(parse_string(page.text).entries) for page in (first, second)]
        assert counts == [3, 1]


REFUSALS = (
    ("papers?year=soon", 400),
    ("papers?format=docbook", 400),
    ("papers?cursor=nobody", 400),
    ("papers?q=on&cursor=x", 400),
    ("papers?limit=0", 422),
    ("papers?limit=201", 422),
    ("papers?q=%00", 422),
    ("papers?series=conf/none", 404),
    ("papers/abcdefgh", 404),
    ("papers/abcdefgh/claims", 404),
    ("papers/ABC", 404),
    ("venues/conf/none", 404),
    ("plan/conf/none", 404),
    ("plan?month=2999-01", 400),
    ("plan?month=soon", 400),
    ("plan?profile=best", 400),
    ("plan?cursor=-1", 400),
    ("events/abcdefgh", 404),
    ("events?cursor=a", 400),
    ("events/calendar?weeks=0", 422),
    ("visits/past?cursor=99999999999", 400),
    ("harvests/abcdefgh", 404),
    ("harvests?cursor=abc", 400),
    ("jobs?cursor=abc", 400),
    ("jobs/abcdefgh/events", 404),
)


@pytest.mark.usefixtures("papers")
async def test_what_cannot_be_is_refused_in_one_shape(client: httpx.AsyncClient) -> None:
    for address, status in REFUSALS:
        answer = await client.get(f"/api/v1/{address}")
        assert answer.status_code == status, (address, answer.text)
        assert set(answer.json()) == {"title", "status", "detail", "outcome", "remedy"}


@pytest.fixture
def series(library: Library) -> Library:
    volumes = [
        VolumeRecord(
            f"conf/lime/{year}",
            "conf/lime",
            year,
            title=f"LIME {year}",
            month=6,
            papers=20,
            entered=date(year, 9, 1),
            source="link.springer.com",
        )
        for year in range(2018, 2026)
    ]
    library.plan.keep(
        PlanImport(
            source="d.xml",
            kind="dump",
            as_of=date(2026, 1, 1),
            series=(
                SeriesRecord("conf/lime", "Libraries and Metadata", "LIME"),
                SeriesRecord("conf/wood", "Trees", "WOOD", is_workshop=True, hosts=("conf/lime",)),
            ),
            volumes=(*volumes, VolumeRecord("conf/wood/2020", "conf/wood", 2020)),
        )
    )
    return library


@pytest.mark.usefixtures("series")
async def test_venues_and_their_history(client: httpx.AsyncClient) -> None:
    found = await everything(client, "/api/v1/venues?limit=1")
    assert [one["key"] for one in found] == ["conf/lime", "conf/wood"]
    assert found[1]["hosts"] == ["conf/lime"]
    (tree,) = await everything(client, "/api/v1/venues?q=tree")
    assert tree["acronym"] == "WOOD"
    lime = (await client.get(found[0]["links"]["self"])).json()
    assert [volume["year"] for volume in lime["volumes"]] == list(range(2025, 2017, -1))
    assert lime["volumes"][0]["entered"] == "2025-09-01"
    assert lime["has_more"] is False


@pytest.mark.usefixtures("series")
async def test_the_plan_with_its_reasons(client: httpx.AsyncClient) -> None:
    rows = await everything(client, "/api/v1/plan?month=2026-10&limit=1")
    assert {row["series"] for row in rows} == {"conf/lime", "conf/wood"}
    assert [row["rank"] for row in rows] == [1, 2]
    assert rows[0]["reasons"]
    page = (await client.get("/api/v1/plan", params={"month": "2026-10"})).json()
    assert (page["month"], page["profile"], page["ranked"]) == ("2026-10", "harvestman", 2)
    told = (await client.get("/api/v1/plan/conf/lime", params={"month": "2026-10"})).json()
    assert len(told["answers"]) == 6
    assert "2025" in told["timeline"]
    other = await client.get("/api/v1/plan", params={"month": "2026-10", "profile": "jcdl18"})
    assert other.json()["profile"] == "jcdl18"


async def test_papers_of_a_series(client: httpx.AsyncClient, series: Library) -> None:
    keep_mentions(
        series,
        SITE,
        mention("A", subject="1", venue="Proceedings of LIME"),
        mention("B", subject="2", venue="WOOD"),
    )
    (paper,) = await everything(client, "/api/v1/papers?series=conf/lime")
    assert paper["title"] == "A"


async def test_a_series_without_an_acronym_goes_by_the_end_of_its_key(
    client: httpx.AsyncClient, library: Library
) -> None:
    series = (SeriesRecord("conf/lime", "Conference on Libraries and Metadata (LIME)", ""),)
    library.plan.keep(
        PlanImport(source="d", kind="tables", as_of=date(2026, 1, 1), series=series, volumes=())
    )
    keep_mentions(library, SITE, mention("A", subject="1", venue="Proceedings of LIME 2024"))
    assert len(await everything(client, "/api/v1/papers?series=conf/lime")) == 1


async def test_events_their_calendar_and_visits(
    client: httpx.AsyncClient, service: Service, library: Library
) -> None:
    now = service.clock.now()
    judge = ByAcronym()
    day = (now + timedelta(days=10)).date().isoformat()
    first, second = (
        library.events.keep(
            [sighting(name, start=day, end=day, site=f"http://{name}/")], ByAcronym
        )[0]
        for name in ("LIME", "WOOD")
    )
    following = judge.appoint(second.event, [Look(now + timedelta(days=2))])
    look = Look(now, papers=3, files=1, waiting=Waiting.LIST, detail="as it should be")
    library.agenda.keep_look(second.event.id, look, following)
    events = await everything(client, "/api/v1/events?limit=1")
    assert [one["id"] for one in events] == [first.event.id, second.event.id]
    assert events[1]["last"]["papers"] == 3
    one = (await client.get(events[1]["links"]["self"])).json()
    assert {claim["field"] for claim in one["claims"]} >= {"acronym", "start", "site"}
    assert [seen["files"] for seen in one["looks"]] == [1]
    calendar = (await client.get("/api/v1/events/calendar")).json()["items"]
    assert {entry["what"] for entry in calendar} == {"visit", "event"}
    for asked in (
        {"params": {"format": "ical"}},
        {"headers": {"Accept": "text/calendar"}},
    ):
        feed = await client.get("/api/v1/events/calendar", **asked)  # type: ignore[arg-type]
        assert feed.headers["content-type"].startswith("text/calendar")
        assert feed.text.startswith("BEGIN:VCALENDAR")
    due = await everything(client, "/api/v1/visits")
    assert [visit["event"] for visit in due] == [first.event.id]
    assert due[0]["reason"] == "soon"
    coming = await everything(client, "/api/v1/visits?due=false&limit=1")
    assert [visit["event"] for visit in coming] == [first.event.id, second.event.id]
    (made,) = await everything(client, "/api/v1/visits/past")
    assert (made["event"], made["papers"]) == (second.event.id, 3)


async def test_harvests_and_their_pages(client: httpx.AsyncClient, library: Library) -> None:
    keep_mentions(library, SITE, mention("A"))
    seeds = tuple(f"{SITE}{n}" for n in range(3))
    library.harvests.begin(HarvestRequest(seeds, 1, 9))
    newest, oldest = await everything(client, "/api/v1/harvests?limit=1")
    assert newest["seeds"] == list(seeds)
    assert newest["finished"] is None
    assert oldest["finished"]
    one = (await client.get(oldest["links"]["self"])).json()
    assert (one["done"], one["open"], one["papers"]) == (1, 0, 1)
    assert one["by_status"] == {"success": 1}
    pages = await everything(client, f"{newest['links']['pages']}?limit=2")
    assert [page["url"] for page in pages] == list(seeds)
    assert {page["status"] for page in pages} == {None}
    (page,) = await everything(client, oldest["links"]["pages"])
    assert (page["status"], page["papers"]) == ("success", 1)


@pytest.mark.usefixtures("papers")
async def test_what_the_client_has_already_is_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/api/v1/papers")
    again = await client.get("/api/v1/papers", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_every_route_is_described(service: Service) -> None:
    described = create_app(service).openapi()
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            assert route.get("summary") or route.get("description"), (method, path)
            good = [code for code in route["responses"] if code[0] in "23"]
            assert good, (method, path)
            for code in good:
                if method != "head" and code not in ("204", "304"):
                    assert route["responses"][code].get("content"), (method, path, code)
