"""The search engine finds what the world shows today, and answers as SearXNG does."""

from __future__ import annotations

import json
from datetime import date
from typing import Any
from urllib.parse import urlencode

from world import World, ask


def search(world: World, query: str, **more: str) -> dict[str, Any]:
    asked = urlencode({"q": query, "format": "json", **more})
    reply = ask(world.port, "search", f"/search?{asked}")
    assert reply.headers["content-type"] == "application/json"
    found: dict[str, Any] = json.loads(reply.body)
    return found


def test_a_title_finds_its_paper(world: World) -> None:
    found = search(world, "Crawling with Manners: Delay Budgets for Small Hosts")
    assert found["query"].startswith("Crawling")
    first = found["results"][0]
    assert first["url"].startswith(world.url("icsw2024", "/papers/07."))
    assert first["title"] == "Crawling with Manners: Delay Budgets for Small Hosts"
    assert {"url", "title", "content", "engine", "engines", "score", "category"} <= first.keys()


def test_russian_pages_in_old_encodings_are_found(world: World) -> None:
    urls = [hit["url"] for hit in search(world, "сравнения перфокарт на просвет")["results"]]
    assert urls[0] == world.url("snegiryov", "/old.html")


def test_phrases_and_sites_narrow(world: World) -> None:
    wide = search(world, "author names")["number_of_results"]
    narrow = search(world, '"author names" site:hcip2023')
    assert 0 < narrow["number_of_results"] < wide
    assert all("hcip2023" in hit["url"] for hit in narrow["results"])


def test_pages_follow_each_other_and_end(world: World) -> None:
    pages = [search(world, "papers", pageno=str(n))["results"] for n in (1, 2, 3, 99)]
    urls = [hit["url"] for page in pages for hit in page]
    assert len(pages[0]) == 10
    assert len(urls) == len(set(urls))
    assert pages[3] == []


def test_what_is_not_up_yet_is_not_found(world: World) -> None:
    title = '"Nine Ways to Cite a Spreadsheet"'
    world.set_date(date(2024, 4, 1))
    assert search(world, title)["number_of_results"] == 0
    world.set_date(date(2024, 6, 10))
    urls = {hit["url"] for hit in search(world, title)["results"]}
    assert world.url("lime2024", "/papers/6.pdf") in urls


def test_no_question_is_a_bad_question(world: World) -> None:
    assert ask(world.port, "search", "/search?format=json").status == 400
    assert ask(world.port, "search", "/search?q=a&format=json&pageno=0").status == 400
    assert "<form" in ask(world.port, "search", "/").text
