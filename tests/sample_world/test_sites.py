"""The sites say what their truth says, their links work, and all is the same every time."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any
from urllib.parse import unquote_plus, urljoin, urlsplit

import pytest

from world import SITES, Request, World

WITH_TRUTH = sorted(file.parent.name for file in SITES.glob("*/truth.json"))
DAYS = [date(2024, 1, 15), date(2024, 6, 1), date(2024, 7, 1), date(2025, 1, 1)]
_LINK = re.compile(r"""\b(?:href|src)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


def truth_of(host: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads((SITES / host / "truth.json").read_text())
    return found


def body_of(world: World, host: str, path: str) -> bytes:
    response = world.answer(Request("GET", host, path))
    assert response.status == 200, f"{host}{path}: {response.status}"
    assert isinstance(response.body, bytes)
    return response.body


def text_of(world: World, host: str, path: str) -> str:
    """Everything a page says, in its text, its attributes and its scripts, on one line."""
    source = body_of(world, host, path).decode(world.sites[host].rule(path).encoding)
    readings = (source, re.sub(r"<[^>]*>", "", source), unquote_plus(html.unescape(source)))
    return " ".join(" ".join(html.unescape(reading).split()) for reading in readings)


def spellings(name: str) -> Iterator[str]:
    """A name as pages write it: "Isolde Vandermolen" and "Vandermolen, Isolde"."""
    yield name
    given, _, family = name.rpartition(" ")
    yield f"{family}, {given}"


@pytest.mark.parametrize("host", WITH_TRUTH)
def test_the_truth_stands_on_the_pages(world: World, host: str) -> None:
    for paper in truth_of(host)["papers"]:
        world.set_date(date.fromisoformat(paper.get("from", "2024-06-01")))
        for path in paper["seen_on"]:
            text = text_of(world, host, path)
            assert paper["title"] in text, path
            for author in paper["authors"]:
                assert any(spelling in text for spelling in spellings(author)), (path, author)
        if doi := paper.get("doi"):
            assert any(doi in text_of(world, host, path) for path in paper["seen_on"])


def test_every_paper_is_named_once_and_every_pdf_has_its_paper(world: World) -> None:
    world.set_date(date(2025, 1, 1))
    for host in WITH_TRUTH:
        papers = truth_of(host)["papers"]
        # The same title in two years of a series is two papers.
        named = [(paper["title"], paper.get("year")) for paper in papers]
        assert len(named) == len(set(named)), host
        served = {path for path in world.sites[host].paths(world.today) if path.endswith(".pdf")}
        served.discard("/cfp.pdf")  # a call for papers is none
        assert served == {paper["pdf"] for paper in papers if "pdf" in paper}, host


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_every_link_of_the_honest_sites_works(world: World, day: date) -> None:
    world.set_date(day)
    here = f"localhost:{world.port}"
    broken = []
    for site in world.sites.values():
        if not site.is_honest:
            continue
        for path in site.paths(day):
            if not path.endswith(".html"):
                continue
            source = body_of(world, site.name, path).decode(site.rule(path).encoding)
            for link in _LINK.findall(source):
                target = urlsplit(urljoin(world.url(site.name, path), html.unescape(link)))
                if target.scheme != "http" or not target.netloc.endswith(here):
                    continue
                host = target.netloc.split(".")[0]
                if host in ("gone", "refusing") or target.path.endswith(".pdf"):
                    continue  # the PDFs have a test of their own
                status = world.answer(Request("GET", host, target.path)).status
                if status >= 400:
                    broken.append(f"{site.name}{path} -> {target.geturl()}: {status}")
    assert broken == []


def test_every_link_to_a_pdf_leads_to_one(world: World) -> None:
    world.set_date(date(2024, 7, 1))
    linked = 0
    for site in world.sites.values():
        if not site.is_honest:
            continue
        files = set(site.paths(world.today))
        for path in files:
            if path.endswith(".html"):
                source = body_of(world, site.name, path).decode(site.rule(path).encoding)
                targets = {urlsplit(urljoin(path, link)).path for link in _LINK.findall(source)}
                pdfs = {target for target in targets if target.endswith(".pdf")}
                linked += len(pdfs)
                assert pdfs <= files, path
    assert linked > 50


def test_papers_appear_on_their_days(world: World) -> None:
    (event,) = truth_of("lime2024")["events"]
    pages = {
        "accepted_from": ("lime2024", "/accepted.html"),
        "papers_from": ("lime2024", "/papers/3.html"),
        "next_from": ("lime2025", "/"),
    }
    for key, (host, path) in pages.items():
        first = date.fromisoformat(event[key])
        world.set_date(first - timedelta(days=1))
        assert world.answer(Request("GET", host, path)).status == 404
        world.set_date(first)
        assert world.answer(Request("GET", host, path)).status == 200
    assert world.answer(Request("GET", "lime2024", "/registration.html")).status == 410


def test_a_page_changes_on_its_day_and_its_validators_tell(world: World) -> None:
    states = set()
    for day in ("2024-04-14", "2024-04-15", "2024-06-10", "2024-09-02"):
        world.set_date(date.fromisoformat(day))
        home = world.answer(Request("GET", "lime2024", "/"))
        states.add((home.header("ETag"), home.header("Last-Modified"), home.body))
    assert len(states) == 4


def test_the_portal_tells_of_the_events(world: World) -> None:
    listed = "".join(
        text_of(world, "callsfor", path) for path in ("/", "/cfp/page/2.html", "/cfp/page/3.html")
    )
    for event in truth_of("callsfor")["events"]:
        page = text_of(world, "callsfor", event["page"])
        for key in ("start", "end", "submission", "notification"):
            if key in event:
                day = date.fromisoformat(event[key])
                assert f"{day:%b} {day.day}, {day.year}" in page
        assert event["name"] in page
        assert event["name"] in listed
        assert event.get("city", "N/A") in page


@pytest.mark.parametrize(
    ("path", "encoding", "declared"),
    [
        ("/", "utf-8", "charset=utf-8"),
        ("/pub.html", "windows-1251", ""),
        ("/students.html", "windows-1251", ""),
        ("/old.html", "koi8-r", "charset=koi8-r"),
    ],
)
def test_the_russian_site_speaks_in_several_encodings(
    world: World, path: str, encoding: str, declared: str
) -> None:
    response = world.answer(Request("GET", "snegiryov", path))
    assert isinstance(response.body, bytes)
    assert "Публикации" in response.body.decode(encoding)
    assert response.content_type.partition("; ")[2] == declared


def test_the_page_of_1999_is_latin_1(world: World) -> None:
    body = body_of(world, "wds99", "/program.html")
    assert "A. Möwe".encode("latin-1") in body
    with pytest.raises(UnicodeDecodeError):
        body.decode("utf-8")


def test_every_site_says_what_it_stands_for(world: World) -> None:
    readme = (SITES.parent / "README.md").read_text()
    for site in world.sites.values():
        assert len(site.about) > 20, site.name
        assert f"| `{site.name}` | {site.about}" in readme, site.name


def fingerprint(world: World) -> dict[str, str]:
    """Every honest answer of the world, with the port taken out."""
    prints = {}
    port = str(world.port).encode()
    for site in world.sites.values():
        for path in site.paths(world.today):
            if site.is_honest and not path.endswith(".pdf"):
                response = world.answer(Request("GET", site.name, path))
                assert isinstance(response.body, bytes)
                body = response.body.replace(b":" + port, b"") + response.content_type.encode()
                prints[site.name + path] = hashlib.sha256(body).hexdigest()
    return prints


def test_two_worlds_are_the_same() -> None:
    with World() as one, World() as other:
        prints = fingerprint(one)
        assert prints == fingerprint(other)
        assert len(prints) > 100
