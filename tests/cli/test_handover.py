"""The editor's hand-over: what dblp lacks, volumes in its formats, and the differences, from the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.door import Door
from cli.test_plan import DUMP
from world import World

BIB = """@inproceedings{a, title={On Scholarly Web, Part 1}, author={Okafor, G. and Sokolov, Dmitri}, pages={1--9},
  booktitle={International Conference on Scholarly Web (ICSW 2015)}, year=2015}
@inproceedings{b, title={Something New}, author={Ruiz, A.}, doi={10.1000/new},
  booktitle={International Conference on Scholarly Web (ICSW 2015)}, year=2015}
"""
MORE = "@inproceedings{c, title={Something New}, author={Ruiz, Ana}, doi={10.1000/new}, booktitle={ICSW 2015}, year=2015}"


@pytest.fixture
def held(door: Door, tmp_path: Path) -> Door:
    (tmp_path / "a.bib").write_text(BIB)
    (tmp_path / "b.bib").write_text(MORE)
    door("plan", "import", str(DUMP))
    door("import", str(tmp_path / "a.bib"), str(tmp_path / "b.bib"))
    return door


def test_papers_that_dblp_lacks(held: Door) -> None:
    assert [one["title"] for one in held.objects("papers", "--not-in", "dblp")] == ["Something New"]
    assert "Part 1" not in held("export", "--format", "bibtex", "--not-in", "dblp")
    assert held("papers", "part", "--not-in", "dblp", code=1) == ""
    held("papers", "--not-in", "dlbp", code=2)
    assert "dblp" in held.err


def test_a_paper_of_a_known_volume_is_known_though_its_first_author_is_not_named(
    held: Door, tmp_path: Path
) -> None:
    (tmp_path / "c.bib").write_text(
        "@inproceedings{d, title={On Scholarly Web, Part 2}, author={Vasquez Nobody, Ivo},"
        " booktitle={International Conference on Scholarly Web (ICSW 2015)}, year=2015}"
    )
    held("import", str(tmp_path / "c.bib"))
    assert [one["title"] for one in held.objects("papers", "--not-in", "dblp")] == ["Something New"]


def test_before_an_import_it_is_said_what_to_do(door: Door, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(BIB)
    door("import", str(tmp_path / "a.bib"))
    door("papers", "--not-in", "dblp", code=2)
    assert "plan import" in door.err


def test_a_volume_for_dblp_with_first_names_in_full(held: Door) -> None:
    xml = held("export", "--venue", "scholarly", "--format", "dblp-xml")
    # The key that dblp has given to the first, and a proposal for the second.
    assert xml.index('key="conf/icsw/2015"') < xml.index('key="conf/icsw/P2015x1"')
    assert 'key="conf/icsw/Ruiz15"' in xml
    assert "<author>Ana Ruiz</author>" in xml
    assert "<crossref>conf/icsw/2015</crossref>" in xml
    assert "Ana Ruiz:\nSomething New. 0-" in held("export", "--format", "bht")


def test_the_differences(held: Door) -> None:
    (found,) = held.objects("diff", code=1)
    assert found["volumes"] == ["conf/icsw/2015"]
    assert [one["title"] for one in found["missing"]] == ["Something New"]
    assert [one["key"] for one in found["extra"]] == ["conf/icsw/P2015x2", "conf/icsw/P2015x3"]
    assert (found["differing"], found["same"]) == ([], 1)
    told = held("diff", "--volume", "conf/icsw/2014", code=1)
    assert "conf/icsw/2014:" in told.splitlines()[-1]
    equal = held("diff", "part", "--volume", "conf/icsw/2015", code=1)
    assert "0 missing in dblp, 2 only in dblp" in equal


@pytest.mark.server
def test_volumes_that_dblp_lacks(
    door: Door, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARVESTMAN_ALLOW_PRIVATE", "true")
    monkeypatch.setenv("HARVESTMAN_DELAY", "0")
    entered = {
        "Counting Steps Without Counting Legs": "Ingrid Valdemar",
        "Proof Structures of Trotting": "Bertil &Aring;ngman",
        "A Survey of Eight-Legged Balance": "Wanda Krzysztofik",
    }
    records = "".join(
        f'<inproceedings mdate="2021-09-10" key="conf/gait/{number}"><author>{author}</author><title>{title}.</title>'
        "<booktitle>GAIT</booktitle><year>2021</year></inproceedings>"
        for number, (title, author) in enumerate(entered.items())
    )
    (tmp_path / "dblp.xml").write_text(f"<dblp>{records}</dblp>")
    door("plan", "import", str(tmp_path / "dblp.xml"))
    door("harvest", world.url("gaitdays", "/"), "--depth", "4")
    assert {one["year"] for one in door.objects("events")} >= {2021, 2022}
    (found,) = door.objects("events", "--not-in", "dblp")
    assert (found["acronym"], found["year"], found["lacking"]) == ("GAIT", 2022, 3)
    assert "not in dblp" in door("events", "--not-in", "dblp")
    assert door("events", "GAIT 2021", "--not-in", "dblp", code=1) == ""


@pytest.mark.server
def test_talks_are_kept_when_asked_for_and_are_no_part_of_the_volume(
    door: Door, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARVESTMAN_ALLOW_PRIVATE", "true")
    monkeypatch.setenv("HARVESTMAN_DELAY", "0")
    address = world.url("gait2025", "/program.html")
    door("harvest", address)
    assert door("papers", "--kind", "talk", code=1) == ""
    papers = door.objects("papers")
    door("harvest", address, "--talks", "--again", "--reread")
    (talk,) = door.objects("papers", "--kind", "talk")
    assert talk["title"] == "Thirty Years of Walking Backwards"
    assert [author["name"] for author in talk["authors"]] == ["Ottokar Lindqvist"]
    assert len(door.objects("papers")) == len(papers) + 1
    assert "Walking Backwards" not in door("export", "--format", "dblp-xml")


def test_a_volume_that_dblp_does_not_have_cannot_be_compared_with(held: Door) -> None:
    assert held("diff", "--volume", "conf/nope/2020", code=2) == ""
    assert "dblp has no volume conf/nope/2020" in held.err


def test_without_an_event_it_is_not_said_that_dblp_has_them_all(door: Door) -> None:
    door("plan", "import", str(DUMP))
    door("events", "--not-in", "dblp", code=1)
    assert "No paper here is known to be of an event." in door.err
