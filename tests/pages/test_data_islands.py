"""Papers in the JSON of a page's scripts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from harvestman import pages
from harvestman.model import Author, Paper, assemble
from harvestman.pages import SavedPage
from harvestman.pages.readers.data_islands import DataIslandsReader

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAPERS = [
    {
        "title": "Counting Bees with Cheap Cameras",
        "authors": [
            {"fullname": "Maria Oliveira", "institution": "University of Porto"},
            {"name": "Chen Wei"},
        ],
        "pdf_url": "/papers/1.pdf",
        "session": "Posters",
    },
    {"title": "A Lazy Cache for Busy Proxies", "authors": ["Robert Hansen", "Aiko Tanaka"]},
]


def read(script: str) -> list[Paper]:
    page = SavedPage(
        "http://conf.example/x", f"<html><body><div id=__next></div>{script}</body></html>".encode()
    )
    return [
        assemble(m.claims)
        for m in pages.read(page, now=NOW, readers=[DataIslandsReader()]).mentions
    ]


def next_data(value: Any) -> str:
    return f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(value)}</script>'


def test_papers_are_found_wherever_they_are_nested() -> None:
    first, second = read(next_data({"props": {"pageProps": {"days": [{"talks": PAPERS}]}}}))
    assert first.title == "Counting Bees with Cheap Cameras"
    assert first.authors[0] == Author("Maria Oliveira", ("University of Porto",))
    assert first.pdf == "http://conf.example/papers/1.pdf"
    assert first.session == "Posters"
    assert [author.name for author in second.authors] == ["Robert Hansen", "Aiko Tanaka"]


def test_data_may_be_assigned_to_a_variable() -> None:
    assert len(read(f"<script>var papers = {json.dumps(PAPERS)}; draw(papers);</script>")) == 2


def test_one_object_alone_is_no_list() -> None:
    assert read(next_data({"post": PAPERS[0]})) == []


def test_broken_and_deep_data_is_passed_over() -> None:
    deep = "[" * 100_000
    assert read(f'<script type="application/json">{deep} "title" "author</script>') == []
    assert read('<script type="application/json">{"title": "author</script>') == []


def test_a_string_may_name_a_person_and_where_they_work() -> None:
    papers = [
        {
            "title": "Counting Bees with Cheap Cameras",
            "authors": [
                "Ana Ruiz Soto, University of León, Spain",
                "Domingos Dias, UFPX, Brasil.",
                "Gil, Eva",
                "García Márquez, Gabriel José",
            ],
        },
        {
            "title": "A Lazy Cache for Busy Proxies",
            "authors": ["Bo Li, Robert Hansen, Aiko Tanaka"],
        },
    ]
    first, second = read(next_data(papers))
    assert first.authors[0] == Author("Ana Ruiz Soto", ("University of León, Spain",))
    assert first.authors[1] == Author("Domingos Dias", ("UFPX, Brasil",))
    assert [author.name for author in first.authors[2:]] == [
        "Eva Gil",
        "Gabriel José García Márquez",
    ]
    assert [author.name for author in second.authors] == ["Bo Li", "Robert Hansen", "Aiko Tanaka"]
