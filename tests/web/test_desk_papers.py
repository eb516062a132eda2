"""The list of papers at the desk: what is missing, by whom and where, as a table, and many papers at once."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping

import httpx
import pytest

from harvestman.model import Field
from harvestman.store import Library, PaperQuery, correct, corrected_fields
from store.sample import keep_mentions, mention
from web.test_desk import BROWSER, Browser

SITES = ("http://one.example/", "http://www.one.example/b", "https://two.example:8080/")


@pytest.fixture
async def browser(client: httpx.AsyncClient) -> Browser:
    return Browser(client)


@pytest.fixture
def papers(library: Library) -> Mapping[str, str]:
    """Three papers by their titles."""
    given: list[dict[str, object]] = [{"year": 2020, "doi": "10.1/a"}, {"year": 2021}, {}]
    for number, (site, values) in enumerate(zip(SITES, given, strict=True)):
        one = mention(f"Legs, part {number}", keys=[f"k{number}"], **values)  # type: ignore[arg-type]
        keep_mentions(library, site, one)
    return {paper.title: paper.id for paper in library.papers.find()}


def shown(page: httpx.Response) -> list[str]:
    return re.findall(r"<h2><a [^>]*>([^<]+)</a></h2>", page.text)


async def test_papers_are_found_by_what_they_lack(
    browser: Browser, papers: Mapping[str, str]
) -> None:
    assert shown(await browser.open("/papers?missing=year")) == ["Legs, part 2"]
    assert shown(await browser.open("/papers?missing=doi")) == ["Legs, part 2", "Legs, part 1"]
    page = await browser.open("/papers?missing=legs")
    assert len(shown(page)) == 3, "a filter that is none does not count"


async def test_what_a_paper_lacks_follows_its_values(
    library: Library, papers: Mapping[str, str]
) -> None:
    correct(library, papers["Legs, part 2"], "year", "2024", by="ann")
    assert library.papers.count(PaperQuery(missing="year")) == 0
    correct(library, papers["Legs, part 0"], "doi", "", by="ann")
    assert library.papers.count(PaperQuery(missing="doi")) == 3


async def test_papers_are_found_and_counted_by_site_and_reader(
    browser: Browser, library: Library, papers: Mapping[str, str]
) -> None:
    assert len(shown(await browser.open("/papers?site=one.example"))) == 2
    assert len(shown(await browser.open("/papers?site=www.one.example"))) == 2
    assert len(shown(await browser.open("/papers?site=two.example"))) == 1
    assert len(shown(await browser.open("/papers?site=two.example:8080"))) == 1
    assert shown(await browser.open("/papers?site=two.example:81")) == []
    assert shown(await browser.open("/papers?site=two.example[")) == []
    assert shown(await browser.open("/papers?site=example")) == []
    assert shown(await browser.open("/papers?site=www.")) == []
    assert library.papers.count(PaperQuery(site="One.Example")) == 2
    facets = library.papers.facets(PaperQuery())
    assert facets is not None
    assert facets.sites == (("one.example", 2), ("two.example", 1))
    ((reader, number),) = facets.readers
    assert number == 3
    assert len(shown(await browser.open(f"/papers?reader={reader}"))) == 3
    assert shown(await browser.open("/papers?reader=nobody")) == []
    assert "two.example" in (await browser.open("/papers/facets")).text


async def test_what_people_put_right_is_counted_by_field(
    browser: Browser, library: Library, papers: Mapping[str, str]
) -> None:
    assert "Nobody has corrected anything yet." in (await browser.open("/accuracy")).text
    for title in ("Legs, part 0", "Legs, part 1"):
        correct(library, papers[title], "year", "2024", by="ann")
    correct(library, papers["Legs, part 2"], "venue", "LEGS", by="ann")
    assert corrected_fields(library.database) == {"year": 2, "venue": 1}
    assert "<td>year</td>" in (await browser.open("/accuracy")).text


async def test_the_list_is_a_table_that_no_spreadsheet_computes(
    browser: Browser, library: Library, papers: Mapping[str, str]
) -> None:
    correct(library, papers["Legs, part 1"], "venue", "=1+1", by="ann")
    answer = await browser.client.get("/papers.csv?sort=new")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(answer.text.splitlines()))
    assert [row["title"] for row in rows] == ["Legs, part 2", "Legs, part 1", "Legs, part 0"]
    assert rows[1]["venue"] == "'=1+1"


async def test_marked_papers_become_a_file(browser: Browser, papers: Mapping[str, str]) -> None:
    await browser.open("/papers")
    ids = [papers["Legs, part 0"], papers["Legs, part 2"]]
    sent = {"token": browser.token, "do": "export", "ending": "bib", "id": ids}
    answer = await browser.client.post("/papers/marked", data=sent, headers=BROWSER)
    assert re.findall(r"Legs, part \d", answer.text) == ["Legs, part 0", "Legs, part 2"]
    none = {"token": browser.token, "do": "export"}
    answer = await browser.client.post("/papers/marked", data=none, headers=BROWSER)
    assert (answer.status_code, "No paper is marked" in answer.text) == (400, True)
    wrong = sent | {"do": "burn"}
    answer = await browser.client.post("/papers/marked", data=wrong, headers=BROWSER)
    assert answer.status_code == 400


async def test_marked_papers_become_one_and_are_parted_again(
    browser: Browser, library: Library, papers: Mapping[str, str]
) -> None:
    await browser.open("/papers")
    sent = {"token": browser.token, "do": "merge", "id": list(papers.values())}
    answer = await browser.client.post("/papers/marked", data=sent, headers=BROWSER)
    page = await browser.open(answer.headers["location"])
    assert library.papers.count() == 1
    await browser.undo(page)
    assert library.papers.count() == 3
    alone = {"token": browser.token, "do": "merge", "id": papers["Legs, part 0"]}
    answer = await browser.client.post("/papers/marked", data=alone, headers=BROWSER)
    assert answer.status_code == 400


async def test_a_value_is_put_right_in_all_marked_papers(
    browser: Browser, library: Library, papers: Mapping[str, str]
) -> None:
    await browser.open("/papers")
    sent = {"token": browser.token, "do": "correct", "field": "venue", "value": "LEGS", "id": list(papers.values())}  # fmt: skip
    answer = await browser.client.post("/papers/marked", data=sent, headers=BROWSER)
    page = await browser.open(answer.headers["location"])
    assert "The value is put right in 3 papers." in page.text
    assert [one.venue for one in library.papers.find()] == ["LEGS"] * 3
    await browser.undo(page)
    assert {one.venue for one in library.papers.find()} != {"LEGS"}
    sent |= {"field": "title"}
    answer = await browser.client.post("/papers/marked", data=sent, headers=BROWSER)
    assert answer.status_code == 400, "papers do not share a title"


async def test_a_wrong_value_gives_way_to_the_next_best(browser: Browser, library: Library) -> None:
    keep_mentions(library, SITES[0], mention("Legs", keys=["k"], year=2020))
    keep_mentions(library, SITES[2], mention("Legs", keys=["k"], year=2021))
    (paper,) = library.papers.find()
    await browser.open(f"/papers/{paper.id}/evidence/year")
    page = await browser.send(f"/papers/{paper.id}/wrong/year", value=str(paper.year))
    (after,) = library.papers.find()
    assert after.year == 4041 - (paper.year or 0)
    await browser.undo(page)
    assert next(library.papers.find()).year == paper.year
    page = await browser.send(f"/papers/{paper.id}/wrong/year", value="1999")
    assert "nothing was done" in page.text
    told = {"token": browser.token, "value": "Legs"}
    answer = await browser.client.post(f"/papers/{paper.id}/wrong/title", data=told, headers=BROWSER)  # fmt: skip
    assert answer.status_code == 400
    assert Field.TITLE in {claim.field for claim in library.papers.claims(paper.id)}


async def test_pages_of_a_ranked_list_go_on_after_the_last_paper_though_others_arrive(
    library: Library,
) -> None:
    for number in range(5):
        keep_mentions(
            library, f"{SITES[0]}{number}", mention(f"Legs {number}", keys=[f"k{number}"])
        )
    query = PaperQuery(text="legs")
    first = library.papers.page(query, 2)
    whole = [paper.id for paper in library.papers.page(query, 10).papers]
    # One more that is just as good stands before all others: the newest of equals comes first.
    keep_mentions(library, f"{SITES[0]}new", mention("Legs 9", keys=["k9"]))
    second = library.papers.page(query, 2, cursor=first.cursor)
    assert [paper.id for paper in second.papers] == whole[2:4], "nothing is shown twice"
