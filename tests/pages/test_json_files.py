"""JSON handed in as a file, or fetched as `application/json`."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from harvestman import pages
from harvestman.model import PageReading, Status, assemble
from harvestman.pages import SavedPage
from harvestman.pages.answer import NOWHERE, answer

NOW = datetime(2026, 1, 15, tzinfo=UTC)
PAPERS: list[dict[str, Any]] = [
    {"title": "Counting Bees with Cheap Cameras", "authors": ["Maria Oliveira", "Chen Wei"]},
    {"title": "A Lazy Cache for Busy Proxies", "authors": "Robert Hansen; Aiko Tanaka"},
]


def read(data: Any, content_type: str = "application/json") -> PageReading:
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    return pages.read(SavedPage("https://a.example/papers.json", body, content_type), now=NOW)


def titles(reading: PageReading) -> list[str]:
    return [assemble(mention.claims).title for mention in reading.mentions]


@pytest.mark.parametrize(
    "kind", ["application/json", "application/ld+json; charset=utf-8", "", "text/plain"]
)
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n  "])
def test_a_list_of_papers_is_read_whatever_it_is_called(kind: str, start: bytes) -> None:
    reading = read(start + json.dumps({"days": [{"papers": PAPERS}]}).encode(), kind)
    assert reading.status is Status.SUCCESS
    assert titles(reading) == [paper["title"] for paper in PAPERS]
    assert "Counting Bees" in reading.text


def test_json_lines_are_a_list() -> None:
    assert len(titles(read("\n".join(map(json.dumps, PAPERS)).encode()))) == 2


def test_one_paper_alone_needs_authors_in_the_plural() -> None:
    assert titles(read(PAPERS[0])) == [PAPERS[0]["title"]]
    assert read({"title": "Hello World", "author": "Robert Hansen"}).status is Status.NO_PAPERS


def test_things_that_say_they_are_no_papers_are_left_out() -> None:
    talks = [
        *({**paper, "type": "Full Paper"} for paper in PAPERS),
        {**PAPERS[0], "title": "Bees and I", "type": "Keynote"},
    ]
    assert len(titles(read(talks))) == 2


def test_json_without_papers_is_read_and_json_that_is_none_is_not() -> None:
    assert read({"menu": ["home"]}).status is Status.NO_PAPERS
    assert read(b"[]").status is Status.NO_PAPERS
    torn = read(b'{"papers": [{"title": "Torn')
    assert torn.status is Status.NOT_HTML
    assert "is none" in torn.problems[0]


def test_a_page_that_begins_with_a_bracket_is_a_page() -> None:
    page = b"[<a href=/>home</a>]<h1>Programme</h1><p>Nothing yet.</p>"
    reading = read(page, "text/html")
    assert (reading.status, len(reading.links)) == (Status.NO_PAPERS, 1)


@pytest.mark.parametrize(
    ("bomb", "status"),
    [
        (b"[" * 200_000, Status.TOO_DEEP),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, Status.TOO_DEEP),
        (b"[" + b"[]," * 1_000_000 + b"[]]", Status.TOO_LARGE),
        (b"[" + b"1," * 2_000_000 + b"1]", Status.TOO_LARGE),
        (b'{"notes": ' + b'[{"content": {"title": {}, "authors": {}}},' * 10 + b"0" + b"]" * 10 + b"}", Status.NO_PAPERS),
        (b'{"notes": [1, null, {"content": 3}, {"content": {"title": "x", "authors": 7}}]}', None),
        (b'{"count": 1, "results": [{"_type": "Contribution", "title": "x", "speakers": 3}]}', None),
        (b'[{"UID": 3, "title": "x", "authors": [[], {}, null]}]', None),
        (b'[{"type": "paper-conference", "title": [[]], "author": [{}], "issued": {"date-parts": [null]}}]', None),
        (b'[{"type": "article", "title": "On X", "author": [{"family": 3}], "issued": {"date-parts": [[{}, []]]}}]', None),
    ],
)  # fmt: skip
def test_bombs_and_odd_shapes_end_in_time(bomb: bytes, status: Status | None) -> None:
    started = time.process_time()
    reading = read(bomb)
    assert time.process_time() - started < 5
    assert status in (None, reading.status)
    assert reading.problems == ()


def test_the_answer_tells_papers_and_no_dates_of_a_file() -> None:
    body = json.dumps({"start": "12 June 2024", "papers": [{**PAPERS[0], "pdf": "files/1.pdf"}]})
    told = answer(SavedPage(NOWHERE, body.encode()), now=NOW, file="papers.json")
    assert (told["file"], told["url"], told["status"]) == ("papers.json", None, "success")
    assert told["papers"][0]["pdf"] == "files/1.pdf"
    assert not any(value for name, value in told["dates"].items() if name != "evidence")
