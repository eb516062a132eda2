"""`harvestman read` on the sample world's addresses and on files; and platforms' pages, harvested."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import Commands
from world import SITES, World


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def truth(host: str) -> dict[str, list[str]]:
    told = json.loads((SITES / host / "truth.json").read_text("utf-8"))
    return {paper["title"]: paper["authors"] for paper in told["papers"]}


def told(papers: list[dict[str, Any]]) -> dict[str, list[str]]:
    return {paper["title"]: [author["name"] for author in paper["authors"]] for paper in papers}


def test_addresses_are_read_each_as_an_object_of_its_own(empty: Commands, world: World) -> None:
    addresses = [
        world.url("slowdays2021", "/"),
        world.url("meadow2023", "/export/event/7.json"),
        world.url("sparkconf", "/"),
        world.url("gone", "/"),
    ]
    done = empty.run("read", *addresses, "--json")
    talks, export, shell, gone = lines(done.stdout)
    assert done.returncode == 1  # two of them could not be read
    assert (talks["url"], talks["file"], talks["status"]) == (addresses[0], None, "success")
    assert told(talks["papers"]) == truth("slowdays2021")
    assert {paper["session"] for paper in talks["papers"]} == {"Session 1: Patience"}
    assert export["status"] == "success"
    assert told(export["papers"]) == truth("meadow2023")
    assert shell["status"] == "needs-browser"
    assert (gone["status"], gone["papers"]) == ("not-found", [])
    assert not (empty.folder / "harvestman.db").exists()


def test_files_are_read_and_a_page_may_bring_its_json(empty: Commands) -> None:
    page = SITES / "sparkconf" / "index.html"
    (data,) = (SITES / "sparkconf" / "api").glob("*.json")
    shell, programme = lines(empty.run("read", str(page), str(data), "--json").stdout)
    assert (shell["file"], shell["status"]) == (str(page), "needs-browser")
    assert (programme["file"], programme["status"]) == (str(data), "success")
    assert set(told(programme["papers"])) == set(truth("sparkconf"))


def test_json_without_papers_and_json_that_is_none(empty: Commands, tmp_path: Path) -> None:
    (tmp_path / "menu.json").write_text('{"menu": ["home", "programme"]}')
    (tmp_path / "torn.json").write_text('{"papers": [{"title": "A Paper Torn in')
    done = empty.run("read", "menu.json", "torn.json", "--json")
    assert [one["status"] for one in lines(done.stdout)] == ["no-papers", "not-html"]
    assert done.returncode == 1


def _write_leaflet(path: Path, columns: list[list[str]]) -> None:
    """A PDF of one page with its columns side by side."""
    from fpdf import FPDF

    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    for column, texts in enumerate(columns):
        for row, text in enumerate(texts):
            pdf.set_xy(12 + 80 * column, 20 + 7 * row)
            pdf.cell(70, 7, text)
    pdf.output(str(path))


def test_a_call_in_a_pdf_tells_its_dates(empty: Commands, tmp_path: Path) -> None:
    left = [
        "DUNE 2014, Windhoek, Namibia",
        "13-15 October 2014",
        "Important dates",
        "Paper submission:",
        "2 June 2014",
    ]
    left += [
        "Notification of acceptance:",
        "21 July 2014",
        "Camera-ready version:",
        "18 August 2014",
    ]
    right = ["Topics", "sensors for dry soils", "maps of wells", "T. Moyo, Harare, Zimbabwe"]
    _write_leaflet(tmp_path / "call.pdf", [left, right])
    _write_leaflet(tmp_path / "blank.pdf", [])
    done = empty.run("read", "call.pdf", "blank.pdf", "--json")
    call, blank = lines(done.stdout)
    wanted = {
        "start": "2014-10-13",
        "end": "2014-10-15",
        "submission": "2014-06-02",
        "notification": "2014-07-21",
    }
    wanted |= {"camera_ready": "2014-08-18", "city": "Windhoek", "country": "Namibia"}
    assert {field: call["dates"][field] for field in wanted} == wanted
    assert (call["status"], call["papers"], blank["status"]) == ("no-papers", [], "not-html")
    assert done.returncode == 1


@pytest.mark.parametrize("host", ["gait2025", "slowdays2021", "meadow2023"])
def test_sites_on_platforms_are_harvested_as_their_truth_says(
    empty: Commands, world: World, host: str
) -> None:
    assert empty.run("harvest", world.url(host), "--depth", "1").returncode == 0
    assert told(lines(empty.run("papers", "--json").stdout)) == truth(host)


def test_json_is_harvested_where_it_is_named(empty: Commands, world: World) -> None:
    address = world.url("meadow2023", "/export/event/7.json")
    page, _ = lines(empty.run("harvest", address, "--depth", "0", "--json").stdout)
    assert (page["status"], page["papers"]) == ("success", 2)
    assert told(lines(empty.run("papers", "--json").stdout)) == truth("meadow2023")
