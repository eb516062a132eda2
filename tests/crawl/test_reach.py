"""How far a harvest reaches: forwards, frames, splash pages, drawn menus and lists, other spellings of an address. A mock transport."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from harvestman.crawl import Session, twins_of, why_fruitless
from harvestman.engine import open_guard
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply
from harvestman.model import Harvest, HarvestRequest, PublicationList, SetClock, Status
from harvestman.store import Library, VisitRecord, open_library

SITE = "http://moss.example"
JS = (("Content-Type", "text/javascript"),)
JSON = (("Content-Type", "application/json"),)
XML = (("Content-Type", "application/xml"),)
LIST = (
    "<h1>Accepted papers</h1><ul><li><b>Lichens on the Roofs of Small Towns</b><br><i>Ana Ruiz, Piotr Nowak</i></li>"
    "<li><b>Counting Ferns by Night and by Day</b><br><i>Mei Tanaka, Ana Ruiz</i></li>"
    "<li><b>A Slow Walk through the Peat</b><br><i>Piotr Nowak, Olga Lind</i></li></ul>"
)
MENU = "".join(
    f'<a href="/{n}.html">{n}</a> ' for n in ("venue", "hotel", "travel", "visa", "food", "call")
)
WORDS = (
    "<p>"
    + "The conference on mosses is held by the lake, and everybody is welcome to come. " * 8
    + "</p>"
)


def html(body: str, head: str = "") -> Reply:
    return Reply(f"<html><head><title>Moss</title>{head}</head><body>{body}</body></html>".encode())


class Walk:
    """One harvest and what it asked for."""

    def __init__(self, library: Library, clock: SetClock) -> None:
        self.library = library
        self.clock = clock
        self.asked: list[str] = []
        self.done: Harvest

    async def __call__(
        self, pages: dict[str, Reply], *, depth: int = 1, sitemaps: bool = False
    ) -> list[VisitRecord]:
        transport = MockTransport(
            {url if "://" in url else SITE + url: p for url, p in pages.items()}
        )
        options = FetchOptions(delay_s=0, robots=False)
        async with Fetcher(options, clock=self.clock, transport=transport) as fetcher:
            with open_guard("inline") as guard:
                session = Session(self.library, fetcher, guard, self.clock)
                request = HarvestRequest((f"{SITE}/",), depth, 100, sitemaps=sitemaps)
                self.done = await session.harvest(request)
        self.asked = [request.url.removeprefix(SITE) for request in transport.requests]
        return self.library.harvests.outcomes(self.done)

    @property
    def titles(self) -> list[str]:
        return sorted(paper.title or "" for paper in self.library.papers.find())


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    clock = SetClock(datetime(2024, 6, 1, tzinfo=UTC))
    with open_library(str(tmp_path / "x.db"), clock=clock) as library:
        yield Walk(library, clock)


@pytest.mark.parametrize(
    "front",
    [
        html("", '<meta http-equiv="refresh" content="0;url= home.html">'),
        html('<script>window.location.href = "home.html";</script>'),
        html("<script>location.replace('home.html')</script>Please wait"),
        Reply(
            b'<html><head><title>x</title></head><frameset cols="20%,*"><frame src="home.html"></frameset></html>'
        ),
        html('<a href="home.html"><img src="logo.png" alt="Enter"></a>'),
        html('<div w3-include-html="home.html"></div>'),
    ],
    ids=["refresh", "location", "replace", "frameset", "splash", "include"],
)
async def test_a_page_that_only_hands_on_costs_no_step(walk: Walk, front: Reply) -> None:
    home = html(f'{WORDS}{MENU}<a href="/papers.html">Accepted papers</a>')
    await walk({"/": front, "/home.html": home, "/papers.html": html(LIST)}, depth=1)
    assert "/papers.html" in walk.asked
    assert len(walk.titles) == 3


async def test_a_given_page_that_forwards_to_another_site_is_followed_and_no_other_is(
    walk: Walk,
) -> None:
    refresh = '<meta http-equiv="refresh" content="0;url={}">'
    pages = {
        "/": html("", refresh.format("http://fern.example/")),
        "http://fern.example/": html(f'{WORDS}<a href="/away">away</a><a href="/a">a</a>'),
        "http://fern.example/away": html("", refresh.format("http://else.example/")),
        "http://fern.example/a": html(LIST),
        "http://else.example/": html(WORDS),
    }
    await walk(pages, depth=4)
    assert "http://fern.example/a" in walk.asked
    assert "http://else.example/" not in walk.asked


async def test_hidden_menus_and_jump_menus_are_followed(walk: Walk) -> None:
    front = html(
        f'{WORDS}{MENU}<nav aria-hidden="true"><a href="/papers.html">Papers</a></nav>'
        '<div style="display:none"><a href="/secret.html" rel="nofollow">x</a></div>'
        '<select onchange="go(this)"><option value="2019/index.html">2019</option></select>'
        "<div onclick=\"location.href='posters.html'\">Posters</div>"
    )
    await walk({"/": front, "/papers.html": html(LIST)})
    assert {"/papers.html", "/2019/index.html", "/posters.html"} <= set(walk.asked)
    assert "/secret.html" not in walk.asked


async def test_a_list_in_a_script_file_is_read_without_a_browser(walk: Walk) -> None:
    script = (
        "// the list\nvar papers = [{title: 'Lichens on the Roofs of Small Towns', authors: ['Ana Ruiz', 'Piotr Nowak'],},\n"
        "{title: \"Counting Ferns by Night\" + ' and by Day', authors: 'Mei Tanaka, Ana Ruiz'}];\nrender(papers);"
    )
    pages = {
        "/": html(f'{WORDS}{MENU}<a href="/papers.html">Papers</a>'),
        "/papers.html": html(
            '<h1>Papers</h1><div id="list"></div><script src="js/list.js"></script>'
        ),
        "/js/list.js": Reply(script.encode(), fields=JS),
    }
    records = await walk(pages)
    assert walk.titles == [
        "Counting Ferns by Night and by Day",
        "Lichens on the Roofs of Small Towns",
    ]
    # The papers are the page's, not the script's.
    assert [r.visit.url for r in records if r.papers] == [f"{SITE}/papers.html"]


async def test_data_that_the_scripts_of_a_page_name_are_read(walk: Walk) -> None:
    data = b'[{"title": "A Slow Walk through the Peat", "authors": ["Piotr Nowak"]}, {"title": "Moss and Rain", "authors": ["Olga Lind"]}]'
    pages = {
        "/": html(f'{WORDS}{MENU}<a href="/program.html">Program</a>'),
        "/program.html": html(
            '<h1>Program</h1><div id="list"></div><script src="https://cdn.example/jquery.js"></script>'
            '<script src="js/app.js"></script>'
        ),
        "/js/app.js": Reply(b'fetch("data/talks.json").then(r => r.json()).then(draw)', fields=JS),
        "/data/talks.json": Reply(data, fields=JSON),
    }
    await walk(pages)
    assert walk.titles == ["A Slow Walk through the Peat", "Moss and Rain"]
    assert "https://cdn.example/jquery.js" not in walk.asked
    assert walk.asked.count("/data/talks.json") == 1


async def test_a_menu_that_is_drawn_from_a_feed_is_followed(walk: Walk) -> None:
    feed = b'<feed><entry><link href="Schedule.html"/></entry><entry><link href="Call.html"/></entry></feed>'
    pages = {
        "/": html(f'{WORDS}<div id="nav"></div><script src="nav.js"></script>'),
        "/nav.js": Reply(b'new Ajax.Request("feed.xml", draw)', fields=JS),
        "/feed.xml": Reply(feed, fields=XML),
        "/Schedule.html": html(LIST),
    }
    await walk(pages)
    assert len(walk.titles) == 3


async def test_pages_that_a_script_loads_by_their_name_in_the_query_are_visited_themselves(
    walk: Walk,
) -> None:
    shell = html(
        '<ul><li><a href="./?page=papers.html">Accepted papers</a><li><a href="./?page=venue.html">Venue</a></ul>'
        '<div id="in"></div><script>var p = new URLSearchParams(location.search).get("page"); $("#in").load(p);</script>'
    )
    await walk({"/": shell, "/papers.html": html(LIST), "/venue.html": html(WORDS)})
    assert len(walk.titles) == 3
    assert walk.asked == ["/", "/papers.html", "/venue.html"]


async def test_a_page_is_visited_under_one_of_its_addresses(walk: Walk) -> None:
    links = " ".join(
        f'<a href="{href}">{href}</a>'
        for href in (
            "index.html",
            "/a",
            "/a/",
            "/a/index.html",
            "/b",
            "/b/",
            f"{SITE.replace('http', 'https')}/a",
        )
    )
    front = html(WORDS + links)
    await walk({"/": front, "/a": html(WORDS + links), "/b/": html(LIST + links)}, depth=3)
    # /b is not there, so its other spelling is asked for.
    assert sorted(walk.asked) == ["/", "/a", "/b", "/b/"]


async def test_the_same_bytes_whatever_is_asked_for_are_read_once(walk: Walk) -> None:
    listing = html("<h1>Papers</h1>" + LIST + '<a href="papers.html?author=Ruiz">Ruiz</a>')
    records = await walk(
        {
            "/": html(f"{WORDS}{MENU}<a href='/papers.html'>Papers</a>"),
            "/papers.html": listing,
            "/papers.html?author=Ruiz": listing,
        },
        depth=3,
    )
    assert [r.papers for r in records if "?author" in r.visit.url] == [0]


async def test_the_usual_sitemap_is_asked_for_only_where_a_page_leads_nowhere(walk: Walk) -> None:
    await walk({"/": html(WORDS + MENU)}, depth=2, sitemaps=True)
    assert "/sitemap.xml" not in walk.asked


async def test_a_page_that_leads_nowhere_has_its_sitemap_asked(walk: Walk) -> None:
    sitemap = f"<urlset><url><loc>{SITE}/papers.html</loc></url></urlset>".encode()
    pages = {
        "/": html(WORDS),
        "/sitemap.xml": Reply(sitemap, fields=XML),
        "/papers.html": html(LIST),
    }
    await walk(pages, depth=2, sitemaps=True)
    assert len(walk.titles) == 3


async def test_a_harvest_without_papers_says_why_and_what_to_try(walk: Walk) -> None:
    records = await walk({"/": html(WORDS + '<a href="http://else.example/p">Programme</a>')})
    why = " ".join(reasons(walk, records))
    assert "http://else.example/p" in why
    assert "--browser always" in why


async def test_a_scholars_list_of_publications_is_told_as_what_it_is(walk: Walk) -> None:
    records = await walk({"/": html(WORDS)})
    found = {f"{SITE}/": PublicationList("Ana O'Ruiz", ())}
    (why,) = reasons(walk, records, list_on=found.get)
    assert f"{SITE}/ lists publications of Ana O'Ruiz (0)" in why
    assert "harvestman find person 'Ana O'\"'\"'Ruiz'" in why
    assert "--browser" not in why


async def test_where_papers_are_known_nobody_is_sent_elsewhere(walk: Walk) -> None:
    records = await walk({"/": html(WORDS + '<a href="http://else.example/p">Programme</a>')})
    assert reasons(walk, records, known=3) == ()


async def test_a_given_page_that_could_not_be_read_is_why(walk: Walk) -> None:
    records = await walk({})
    assert "could not be read: " + Status.NOT_FOUND.meaning in reasons(walk, records)[0]


def reasons(walk: Walk, records: list[VisitRecord], **more: Any) -> tuple[str, ...]:
    def links_of(url: str):  # type: ignore[no-untyped-def]
        page = walk.library.pages.latest(url)
        return walk.library.pages.links(page) if page else ()

    counts = walk.library.harvests.counts(walk.done)
    return why_fruitless(walk.done.request, records, counts, links_of=links_of, **more)


@pytest.mark.parametrize(
    ("url", "twin"),
    [
        ("/", "/index.html"),
        ("/a/index.htm", "/a/"),
        ("/a/", "/a"),
        ("/a", "/a.html"),
        ("/a.html", "/a"),
        ("/?page=program.html", "/program.html"),
    ],
)
def test_other_addresses_of_a_page(url: str, twin: str) -> None:
    assert SITE + twin in twins_of(SITE + url)


@pytest.mark.parametrize("url", ["/a.pdf", "/?id=3", "/a.php", "/?a=1&b=x.html"])
def test_addresses_that_stand_for_themselves(url: str) -> None:
    assert twins_of(SITE + url) == ()
