"""Judging whole harvests: the rules of matching, and one small site harvested for real."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from harvestman.learn.harvests_eval import judge, judge_harvests
from harvestman.learn.harvests_rules import is_venue_right, same_author, same_titles
from harvestman.learn.sites_served import SiteFolder, serve_sites
from harvestman.model import UsageError

PAPERS = (
    ("Lichens on the Roofs of Small Towns", ["Ana Ruiz", "Piotr Nowak"]),
    ("Counting Ferns by Night and by Day", ["Mei Tanaka", "Ana Ruiz"]),
    ("A Slow Walk through the Peat", ["Piotr Nowak", "Olga Lind"]),
    ("How Mosses Drink in Summer", ["Mei Tanaka"]),
)
EVENT = {"name": "Workshop on Mosses and Ferns", "acronym": "MOSS", "year": 2024}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "moss"
    site.mkdir()
    items = "".join(f"<li><b>{t}</b><br><i>{', '.join(a)}</i></li>" for t, a in PAPERS)
    front = '<h1>Moss 2024</h1><a href="http://moss.example/papers">Accepted papers</a>'
    (site / "index.html").write_text(f"<html><body>{front}</body></html>")
    (site / "papers.html").write_text(f"<html><body><h1>Papers</h1><ul>{items}</ul></body></html>")
    about = {"site": "moss", "host": "www.moss.example", "root": "index.html", "event": EVENT}
    (tmp_path / "sites.jsonl").write_text(json.dumps(about) + "\n")
    rows = [row(title, authors) for title, authors in PAPERS]
    rows.append(row("The Ferns of My Life", None) | {"required": False, "type": "invited"})
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    return tmp_path


def row(title: str, authors: list[str] | None) -> dict[str, Any]:
    return {
        "site": "moss",
        "title": title,
        "authors": authors,
        "affiliations": None,
        "type": "paper",
        "year": 2024,
        "pages": ["papers.html"],
        "pdf": "files/a.pdf",
        "doi": None,
        "required": True,
    }


def said(title: str, *authors: str, **more: Any) -> dict[str, Any]:
    people = [{"name": name, "affiliations": []} for name in authors]
    return {"site": "moss", "title": title, "authors": people, **more}


def test_what_is_found_missed_false_and_told_twice(folder: Path) -> None:
    misses: list[str] = []
    found = [
        said(
            "Lichens on the roofs of small towns (short paper)",
            "A. Ruiz",
            "Nowak, Piotr",
            year=2024,
        ),
        said(
            "Counting Ferns by Night and by Day",
            "Mei Tanaka",
            pdf="http://moss.localhost:1/files/a.pdf",
        ),
        said("Counting Ferns by Night and by Day", "Mei Tanaka"),
        said("Coffee Break"),
        said("The Ferns of My Life", "Olga Lind"),
    ]
    figures = judge(
        folder, SiteFolder(folder), found, miss=lambda site, what, *_: misses.append(what)
    )
    assert figures["title"]["right"] == 2
    assert figures["title"]["precision"] == 0.5
    assert figures["title"]["recall"] == 0.5
    assert (figures["false_papers"], figures["repeated"], figures["optional_found"]) == (1, 1, 1)
    assert figures["authors"]["all_right"] == 0.5
    assert figures["year"] == {"accuracy": 0.5, "right": 1, "of": 2}
    assert figures["pdf"]["right"] == 1
    assert misses.count("not found") == 2
    assert figures["macro"]["title"]["recall"] == 0.5


@pytest.mark.parametrize(
    ("one", "other", "are_same"),
    [
        ("Ana Ruiz", "Ruiz, A.", True),
        ("Dr. Ana Ruiz*", "Ana Ruiz", True),
        ("Jürgen Möller", "Juergen Moeller", True),
        ("Козякин В.С.", "Виктор Сергеевич Козякин", True),
        ("Ana Ruiz", "Berta Ruiz", False),
        ("Prabhat", "Prabhat", True),
    ],
)
def test_names_of_one_person(one: str, other: str, are_same: bool) -> None:
    assert same_author(one, other) is are_same


def test_of_several_papers_of_one_title_that_of_the_same_year_is_taken() -> None:
    given = [{"title": "Panel on Moss", "year": 2019}, {"title": "Panel on Moss", "year": 2021}]
    ((_, taken),) = same_titles([{"title": "Panel on Moss", "year": 2021}], given)
    assert taken["year"] == 2021


@pytest.mark.parametrize(
    ("paper", "is_right"),
    [
        ({"venue": "MOSS 2024"}, True),
        ({"venue": "MOSS", "year": 2024}, True),
        ({"venue": "MOSS24"}, True),
        ({"event": {"name": "Workshop on Mosses and Ferns"}}, True),
        ({"venue": "MOSS 2019"}, False),
        ({}, False),
    ],
)
def test_when_the_venue_is_right(paper: dict[str, Any], is_right: bool) -> None:
    assert is_venue_right([EVENT], paper) is is_right


@pytest.mark.server
def test_sites_answer_as_their_hosts_do(folder: Path) -> None:
    with serve_sites(folder) as web:
        port = int(web.front("moss").split(":")[2].partition("/")[0])

        def ask(path: str, host: str = "moss.localhost") -> tuple[int, bytes]:
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", path, headers={"Host": f"{host}:{port}"})
            answer = connection.getresponse()
            return answer.status, answer.read()

        status, body = ask("/")
        assert status == 200
        assert f"http://moss.localhost:{port}/papers".encode() in body
        assert ask("/papers")[0] == 200
        assert ask("/nowhere")[0] == 404
        assert ask("/", "fern.localhost")[0] == 404
        assert web.requests("moss") == 3


@pytest.mark.server
def test_a_site_is_harvested_from_its_front_page(folder: Path) -> None:
    figures = judge_harvests(folder)
    assert figures["title"]["recall"] == 1.0
    assert figures["by_site"]["moss"]["requests_by_pages"] <= 2


def test_a_site_that_is_not_there(folder: Path) -> None:
    with pytest.raises(UsageError, match="fern"):
        judge_harvests(folder, only=("fern",))
