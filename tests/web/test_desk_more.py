"""More of the desk: persons and lists that are looked for, the ranking as a table, where settings are from, pictures of visits, a site's graph."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import (
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    HarvestRequest,
    SystemClock,
    Value,
)
from harvestman.settings import Settings
from harvestman.store import (
    CandidateFound,
    Library,
    PlanImport,
    SeriesRecord,
    VolumeRecord,
    recent_visits,
    schema,
)
from harvestman.web.desk.about import _origins
from harvestman.web.desk.sites import FoundOn, _authors_found
from store.sample import NOON
from store.test_events import ByAcronym, sighting
from web.application import ServiceMaker, running
from web.test_desk import BROWSER, Browser

BIB = b"""@article{a, title={On Spiders}, author={Ruiz, Ana}, year={2020}}
@article{b, title={On Mites}, author={Gil, Juan}}
@article{c, author={Nobody}}"""


@pytest.fixture
async def browser(make_service: ServiceMaker, library: Library) -> AsyncIterator[Browser]:
    fetcher = Fetcher(FetchOptions(delay_s=0), clock=SystemClock())
    async with fetcher, running(make_service(fetcher=fetcher)) as client:
        browser = Browser(client)
        await browser.open("/find")
        yield browser


async def test_every_entry_of_a_bibtex_file_is_looked_for(
    browser: Browser, library: Library
) -> None:
    async def send(body: bytes) -> httpx.Response:
        return await browser.client.post(
            "/find/list",
            data={"token": browser.token},
            files={"file": ("mine.bib", body)},
            headers=BROWSER,
        )

    answer = await send(BIB)
    assert answer.status_code == 303, answer.text
    page = await browser.open(answer.headers["location"])
    assert "2 papers are looked for" in page.text
    assert (await send(b"no entries at all")).status_code == 400
    forged = await browser.client.post(
        "/find/list", data={"token": "0" * 64}, files={"file": ("mine.bib", BIB)}, headers=BROWSER
    )
    assert forged.status_code == 403


async def test_a_person_is_looked_for(browser: Browser, library: Library) -> None:
    page = await browser.send("/find/person", name="Ana Ruiz", affiliation="Altaluz")
    assert "<h1>Ana Ruiz</h1>" in page.text
    (job,) = library.jobs.newest(limit=1)
    assert (job.kind, job.task["questions"][0]["affiliation"]) == ("find-persons", "Altaluz")
    assert "Ana Ruiz" in (await browser.open("/find")).text


async def test_the_ranking_is_a_table_too(browser: Browser) -> None:
    answer = await browser.client.get("/due.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert next(csv.reader(answer.text.splitlines()))[:3] == ["rank", "series", "name"]


def test_settings_say_where_they_are_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARVESTMAN_DEPTH", "7")
    from harvestman.settings import load_settings

    settings: Settings = load_settings({"limit": "12"})[0]
    told = _origins(settings)
    assert (told["depth"], told["limit"], told["delay"]) == (
        "HARVESTMAN_DEPTH",
        "command line",
        "default",
    )


async def test_status_says_what_the_doctor_says(browser: Browser) -> None:
    page = await browser.open("/status")
    assert "What the doctor says" in page.text
    for what in ("space", "readers", "exporters", "models", "ghostscript", "browser"):
        assert f'<td lang="en">{what}</td>' in page.text


def test_visits_are_counted_by_hours_and_days(library: Library) -> None:
    now = datetime(2026, 3, 8, 12, tzinfo=UTC)
    harvest = library.harvests.begin(HarvestRequest(("http://a.example/",), 0, 5))
    with library.database.write() as connection:
        (row,) = connection.execute(sa.select(schema.visit)).all()
        plain = {k: v for k, v in row._mapping.items() if k != "id"}
        for number, (hours, status) in enumerate(
            ((0.5, "success"), (0.6, "timeout"), (30, "success"), (300, "success"))
        ):
            ended = now - timedelta(hours=hours)
            values = {"url": f"http://a.example/{number}", "url_key": f"{number:032}", "position": number + 1, "ended": ended, "status": status}  # fmt: skip
            connection.execute(sa.insert(schema.visit).values(plain | values))
    assert harvest
    hours_told = recent_visits(library.database, now=now, count=24, each=timedelta(hours=1))
    assert (hours_told[-1].read, hours_told[-1].failed) == (1, 1)
    assert sum(one.read for one in hours_told) == 1
    days_told = recent_visits(library.database, now=now, count=7, each=timedelta(days=1))
    assert [one.read for one in days_told] == [0, 0, 0, 0, 0, 1, 1]


def test_a_sites_graph_knows_where_authors_were_found(library: Library) -> None:
    url, people = "http://uni.example/a.pdf", "http://uni.example/people/ana"

    def said(field: Field, value: Value, source: str) -> Claim:
        return Claim(
            url, field, value, Evidence(source, "p"), "r", "1", Authority.LEARNED, 0.9, NOON
        )

    claims = (
        said(Field.TITLE, "Reeds", "sha256:0"),
        said(Field.AUTHORS, (Author("Ana Ruiz"),), people),
        said(Field.AUTHORS, (Author("Ana Ruiz"),), "sha256:0"),
    )
    digest = library.blobs.put(b"bytes")
    (one,) = library.candidates.keep("uni.example", [CandidateFound(url, "docdocdoc", digest, claims)])  # fmt: skip
    ids, found = _authors_found(library, [url, "http://uni.example/none.pdf"])
    assert (ids, found) == ({url: one.id}, [FoundOn(people, url)])


async def test_a_ranking_goes_on_after_the_last_series_that_was_shown(
    browser: Browser, library: Library
) -> None:
    keep_series(library, 40)
    first = await browser.open("/due")
    shown = re.findall(r'<td><a href="/due/(conf/\w+)"', first.text)
    assert len(shown) == 30
    assert f'href="/due?after=conf%2F{shown[-1][5:]}"' in first.text
    rest = await browser.open(f"/due?after={shown[-1]}")
    others = re.findall(r'<td><a href="/due/(conf/\w+)"', rest.text)
    assert len(others) == 10
    assert not set(shown) & set(others)
    lost = await browser.open("/due?after=conf/nothing")
    assert "this is its beginning" in lost.text
    missing = await browser.open("/due/conf/s1x")
    assert missing.status_code == 404
    assert "Did you mean conf/s1" in missing.text


async def test_a_series_is_watched_from_its_own_page(browser: Browser, library: Library) -> None:
    keep_series(library, 1)
    assert 'href="/due/conf/s0#watch"' in (await browser.open("/due")).text
    page = await browser.open("/due/conf/s0")
    assert 'name="source"' in page.text
    assert 'name="next" value="/due/conf/s0"' in page.text


async def test_the_site_of_a_series_that_is_watched_is_harvested_from_its_line(
    browser: Browser, library: Library
) -> None:
    keep_series(library, 1)
    told = sighting("S0", site="http://s0.example/2027/", start="2027-06-01")
    library.events.keep([told], ByAcronym)
    page = await browser.open("/due")
    assert 'name="urls" value="http://s0.example/2027/"' in page.text
    events = await browser.open("/events")
    assert "S0" in events.text
    assert "S0" not in (await browser.open("/events?after=never%20nobody")).text
    assert "S0" in (await browser.open("/events?after=nonsense")).text


async def test_what_was_seen_of_a_series_is_noted_and_taken_back(
    browser: Browser, library: Library
) -> None:
    keep_series(library, 1)
    await browser.open("/due")
    for seen in ("yes", "nothing"):
        page = await browser.send("/due/conf/s0", seen=seen, next="/due")
        assert len(list(library.plan.observations())) == 1
        page = await browser.undo(page)
        assert "taken back" in page.text
        assert list(library.plan.observations()) == []


async def test_what_was_measured_is_told(browser: Browser) -> None:
    page = await browser.open("/accuracy")
    figures = json.loads((Path(__file__).parents[2] / "eval" / "floors.json").read_text("utf-8"))[
        "dates"
    ]["figures"]
    for name, value in figures.items():
        assert f'<th scope="row">{name}</th><td class="n">{value}</td>' in page.text


def keep_series(library: Library, count: int) -> None:
    """Conference series of the last years, such as conf/s0."""
    keys = [f"conf/s{n}" for n in range(count)]
    volumes = [
        VolumeRecord(f"{key}/{year}", key, year, month=6, papers=12, entered=date(year, 9, 15))
        for key in keys
        for year in (2023, 2024, 2025)
    ]
    series = tuple(SeriesRecord(key) for key in keys)
    library.plan.keep(PlanImport("d.xml", "dump", date(2026, 1, 1), series, tuple(volumes), ()))
